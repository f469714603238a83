using System.Diagnostics;
using System.Net;
using System.Net.Sockets;
using System.Security.Cryptography;
using Lanewise;

namespace GamePackets;

/// <summary>A client that keeps a few packets in flight, checks every response and records the latency.</summary>
internal sealed class Client(int id, byte[] key, IPEndPoint server)
{
    private const int UnderWay = 8;

    public List<double> Milliseconds { get; } = [];

    public long Bytes { get; private set; }

    public async Task RunAsync(TimeSpan time)
    {
        using Socket socket = new(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp) { NoDelay = true };
        await socket.ConnectAsync(server);
        await socket.SendAsync(BitConverter.GetBytes(id));
        using Xtea xtea = new(key, XteaByteOrder.LittleEndian);

        // Frames are prepared in advance, so the load generator uses little CPU time compared with the server.
        Random random = new(id);
        (byte[] Frame, byte[] Payload)[] prepared = [.. Enumerable.Range(0, 400).Select(_ => Prepare(random, xtea))];
        Queue<(byte[] Payload, long Sent)> waiting = new();
        byte[] received = new byte[256 * 1024];
        int filled = 0, next = 0;
        long start = Stopwatch.GetTimestamp();
        while (true)
        {
            bool sending = Stopwatch.GetElapsedTime(start) < time;
            while (sending && waiting.Count < UnderWay)
            {
                (byte[] frame, byte[] payload) = prepared[next++ % prepared.Length];
                waiting.Enqueue((payload, Stopwatch.GetTimestamp()));
                for (int sent = 0; sent < frame.Length;) sent += await socket.SendAsync(frame.AsMemory(sent));
            }

            if (waiting.Count == 0) return;

            int n = await socket.ReceiveAsync(received.AsMemory(filled));
            if (n == 0) throw new IOException("The server closed the connection.");

            filled += n;
            int at = 0, length;
            while ((length = Frame.Complete(received.AsSpan(at, filled - at))) > 0)
            {
                (byte[] payload, long sent) = waiting.Dequeue();
                Milliseconds.Add(Stopwatch.GetElapsedTime(sent).TotalMilliseconds);
                Bytes += length;
                Span<byte> body = received.AsSpan(at + Frame.HeaderBytes, length - Frame.HeaderBytes);
                xtea.DecryptEcb(body, body, PaddingMode.None);
                if (!Frame.Payload(body).SequenceEqual(payload))
                {
                    throw new InvalidDataException("The answer is not what was sent.");
                }


                at += length;
            }

            received.AsSpan(at, filled - at).CopyTo(received);
            filled -= at;
        }
    }

    // 99 of 100 payloads are shorter than 32 bytes, and the others are up to 25 KB long.
    private static (byte[] Frame, byte[] Payload) Prepare(Random random, Xtea xtea)
    {
        byte[] payload = new byte[random.Next(100) < 99 ? random.Next(1, 32) : random.Next(32, 25_000)];
        random.NextBytes(payload);
        return (Frame.Make(xtea, payload), payload);
    }
}
