using System.Diagnostics;
using System.Net;
using System.Net.Sockets;
using System.Security.Cryptography;
using System.Threading.Channels;
using Lanewise;

namespace GamePackets;

/// <summary>Specifies how the server calls the cipher.</summary>
internal enum Mode
{
    /// <summary>The server calls the cipher for one packet after another.</summary>
    Scalar,

    /// <summary>The server calls the cipher once for all packets that have arrived.</summary>
    Lanes,

    /// <summary>
    /// Each core has a worker, which calls the cipher once for all packets that have arrived on its connections.
    /// </summary>
    LanesAndCores,
}

/// <summary>An echo server that decrypts each packet, reads the payload, and sends it back encrypted.</summary>
internal sealed class Server : IAsyncDisposable
{
    // The maximum number of packets per batch: large enough to fill all lanes, and small enough that no packet has to wait
    // long.
    private const int MostBatchPackets = 512;

    private readonly TcpListener listener = new(IPAddress.Loopback, 0);
    private readonly CancellationTokenSource stopping = new();
    private readonly Mode mode;
    private readonly Func<int, byte[]> keyOf;
    private readonly List<Worker> workers = [];
    private readonly List<Task> tasks = [];

    /// <summary>
    /// Starts the server. The first four bytes that a client sends select the connection's key. A real game would have a login
    /// instead.
    /// </summary>
    public Server(Mode mode, Func<int, byte[]> keyOf)
    {
        this.mode = mode;
        this.keyOf = keyOf;
        int count = mode == Mode.LanesAndCores ? Environment.ProcessorCount : 1;
        for (int i = 0; i < count; i++)
        {
            Worker worker = new(mode);
            workers.Add(worker);
            tasks.Add(Task.Run(() => worker.RunAsync(stopping.Token)));
        }

        listener.Start();
        tasks.Add(Task.Run(AcceptAsync));
    }

    public IPEndPoint EndPoint => (IPEndPoint)listener.LocalEndpoint;

    public TimeSpan CipherTime => TimeSpan.FromTicks(workers.Sum(worker => worker.CipherTime.Ticks));

    public double PacketsPerBatch =>
        (double)workers.Sum(worker => worker.Packets) / Math.Max(1, workers.Sum(worker => worker.Batches));

    public async ValueTask DisposeAsync()
    {
        await stopping.CancelAsync();
        listener.Stop();
        foreach (Task task in tasks)
        {
            try
            {
                await task;
            }
            catch (OperationCanceledException)
            {
                // The tasks end with this exception when the server stops.
            }
        }

        stopping.Dispose();
    }

    private async Task AcceptAsync()
    {
        List<Task> connections = [];
        try
        {
            for (int i = 0; ; i++)
            {
                Socket socket = await listener.AcceptSocketAsync(stopping.Token);
                Worker worker = workers[i % workers.Count];
                connections.Add(Task.Run(() => ServeAsync(socket, worker)));
            }
        }
        catch (OperationCanceledException)
        {
            await Task.WhenAll(connections);
        }
    }

    private async Task ServeAsync(Socket socket, Worker worker)
    {
        using Socket owned = socket;
        socket.NoDelay = true;
        byte[] received = new byte[256 * 1024];
        int filled = 0;
        Connection? connection = null;
        try
        {
            while (true)
            {
                int n = await socket.ReceiveAsync(received.AsMemory(filled), stopping.Token);
                if (n == 0) return;

                filled += n;
                int start = 0;
                if (connection is null)
                {
                    if (filled < sizeof(int)) continue;

                    byte[] key = keyOf(BitConverter.ToInt32(received, 0));
                    connection = new Connection(socket, new Xtea(key, XteaByteOrder.LittleEndian));
                    start = sizeof(int);
                }

                int length;
                while ((length = Frame.Complete(received.AsSpan(start, filled - start))) > 0)
                {
                    // The packet is copied from the receive buffer, because it is decrypted later, together with other packets.
                    byte[] frame = received.AsSpan(start, length).ToArray();
                    await worker.Arrived.WriteAsync(new Packet(connection, frame), stopping.Token);
                    start += length;
                }

                received.AsSpan(start, filled - start).CopyTo(received);
                filled -= start;
            }
        }
        catch (Exception e) when (e is OperationCanceledException or SocketException)
        {
            // The client or the server has closed the connection.
        }
        catch (InvalidDataException e)
        {
            await Console.Error.WriteLineAsync($"A connection is closed: {e.Message}");
        }
        finally
        {
            // The connection's remaining packets still need the key, so the worker disposes it after processing them.
            if (connection is not null) worker.Arrived.TryWrite(new Packet(connection, null));
        }
    }

    private sealed record Connection(Socket Socket, Xtea Cipher);

    private sealed record Packet(Connection Connection, byte[]? Frame);

    /// <summary>Processes the packets that have arrived, batch by batch.</summary>
    private sealed class Worker(Mode mode)
    {
        private readonly Channel<Packet> arrived =
            Channel.CreateUnbounded<Packet>(new UnboundedChannelOptions { SingleReader = true });

        public ChannelWriter<Packet> Arrived => arrived.Writer;

        public TimeSpan CipherTime { get; private set; }

        public long Packets { get; private set; }

        public long Batches { get; private set; }

        public async Task RunAsync(CancellationToken cancellation)
        {
            List<Packet> batch = new(MostBatchPackets);
            while (await arrived.Reader.WaitToReadAsync(cancellation))
            {
                batch.Clear();
                List<Connection> ended = [];
                while (batch.Count < MostBatchPackets && arrived.Reader.TryRead(out Packet? packet))
                {
                    if (packet.Frame is null) ended.Add(packet.Connection);
                    else batch.Add(packet);
                }

                if (batch.Count > 0)
                {
                    Answer(batch);
                    Packets += batch.Count;
                    Batches++;
                    foreach (Packet packet in batch) Send(packet);
                }

                foreach (Connection connection in ended) connection.Cipher.Dispose();
            }
        }

        // Decrypts each body in place, reads the payload, and encrypts it again as the response.
        private void Answer(List<Packet> batch)
        {
            Memory<byte>[] bodies = [.. batch.Select(packet => packet.Frame.AsMemory(Frame.HeaderBytes))];
            ReadOnlyMemory<byte>[] packets = [.. bodies];
            Xtea[] ciphers = [.. batch.Select(packet => packet.Connection.Cipher)];
            long start = Stopwatch.GetTimestamp();
            if (mode == Mode.Scalar)
            {
                for (int i = 0; i < bodies.Length; i++) ciphers[i].DecryptEcb(bodies[i].Span, bodies[i].Span, PaddingMode.None);
            }
            else
            {
                Xtea.DecryptMany(ciphers, packets, bodies);
            }

            CipherTime += Stopwatch.GetElapsedTime(start);
            foreach (Memory<byte> body in bodies)
            {
                // A game would process the payload here. This server returns the payload unchanged.
                Frame.WriteBody(body.Span, Frame.Payload(body.Span).ToArray());
            }

            start = Stopwatch.GetTimestamp();
            if (mode == Mode.Scalar)
            {
                for (int i = 0; i < bodies.Length; i++) ciphers[i].EncryptEcb(bodies[i].Span, bodies[i].Span, PaddingMode.None);
            }
            else
            {
                Xtea.EncryptMany(ciphers, packets, bodies);
            }

            CipherTime += Stopwatch.GetElapsedTime(start);
        }

        private static void Send(Packet packet)
        {
            Frame.WriteHeader(packet.Frame);
            try
            {
                for (int sent = 0; sent < packet.Frame!.Length;) sent += packet.Connection.Socket.Send(packet.Frame.AsSpan(sent));
            }
            catch (Exception e) when (e is SocketException or ObjectDisposedException)
            {
                // The client closed the connection before it received the response.
            }
        }
    }
}
