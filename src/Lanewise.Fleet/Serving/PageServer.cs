using System.Net;
using System.Net.Sockets;
using System.Text;

namespace Lanewise.Fleet.Serving;

/// <summary>
/// HTTP for a page that people look at: GET and HEAD, a request per connection, and a bound on all that a client may take. TLS
/// and users are a proxy's.
/// </summary>
/// <remarks>
/// Of the servers at hand, Kestrel asks for the runtime of ASP.NET Core. HttpListener, tried on .NET 10, sends events well, but
/// takes as many connections as come, answers a POST without a length before it can be refused, and throws where it is given an
/// address of IPv6, or asked about a client that has gone.
/// </remarks>
internal sealed class PageServer : IDisposable
{
    private const int MostHead = 16 * 1024, Backlog = 512;

    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(10), Linger = TimeSpan.FromSeconds(1);

    private readonly Func<string, Task<PageAnswer?>> answers;
    private readonly string policy;
    private readonly Socket listener;
    private int connections, streams;

    /// <summary>Begins to listen.</summary>
    /// <param name="place">Where; port 0 for any that is free.</param>
    /// <param name="policy">What a page may load and run: the value of Content-Security-Policy.</param>
    /// <param name="answers">What is sent for a path; null where there is nothing.</param>
    /// <exception cref="SocketException">It cannot: the port is taken, or the address is none of this machine.</exception>
    public PageServer(IPEndPoint place, string policy, Func<string, Task<PageAnswer?>> answers)
    {
        this.policy = policy;
        this.answers = answers;
        listener = new(place.AddressFamily, SocketType.Stream, ProtocolType.Tcp);
        try
        {
            if (place.Address.Equals(IPAddress.IPv6Any)) listener.DualMode = true;
            listener.Bind(place);
            listener.Listen(Backlog);
        }
        catch
        {
            listener.Dispose();
            throw;
        }
    }

    /// <summary>Where it listens.</summary>
    public IPEndPoint Place => (IPEndPoint)listener.LocalEndPoint!;

    /// <summary>Connections at once; one more is told to come later.</summary>
    public int MostConnections { get; init; } = 256;

    /// <summary>Of them such as wait for events.</summary>
    public int MostStreams { get; init; } = 192;

    /// <summary>Answers until the token ends it.</summary>
    public async Task Run(CancellationToken token)
    {
        while (true)
        {
            try
            {
                Socket client = await listener.AcceptAsync(token).ConfigureAwait(false);
                _ = Task.Run(() => Serve(client, token), CancellationToken.None);
            }
            catch (OperationCanceledException)
            {
                return;
            }
            catch (SocketException)
            {
                // The client has gone again, or this process has no descriptors left: it may have some soon.
                await Task.Delay(100, CancellationToken.None).ConfigureAwait(false);
            }
        }
    }

    public void Dispose() => listener.Dispose();

    private async Task Serve(Socket client, CancellationToken token)
    {
        using NetworkStream stream = new(client, ownsSocket: true);
        using CancellationTokenSource late = CancellationTokenSource.CreateLinkedTokenSource(token);
        late.CancelAfter(Patience);
        try
        {
            if (Interlocked.Increment(ref connections) > MostConnections)
            {
                await Send(stream, PageAnswer.Refusal("503 Service Unavailable", "too many connections"), true, late.Token)
                    .ConfigureAwait(false);
                return;
            }

            client.NoDelay = true;
            PageRequest? request = await Read(stream, late.Token).ConfigureAwait(false);
            PageAnswer answer = await Answer(request).WaitAsync(late.Token).ConfigureAwait(false);
            bool hasBody = request is not { Method: "HEAD" };
            await Send(stream, answer, hasBody, late.Token).ConfigureAwait(false);
            if (answer.Events is { } events && hasBody) await Stream(stream, events, token).ConfigureAwait(false);
            else await End(client, stream, late).ConfigureAwait(false);
        }
        catch (Exception e) when (e is IOException or SocketException or OperationCanceledException or TimeoutException)
        {
            // The client has gone, is too slow, or nobody serves any more.
        }
        finally
        {
            Interlocked.Decrement(ref connections);
        }
    }

    private async Task<PageAnswer> Answer(PageRequest? request)
    {
        if (request is null) return PageAnswer.Refusal("400 Bad Request", "this is no request of HTTP/1.1 for a path");
        if (IPAddress.IsLoopback(Place.Address) && !PageRequest.IsThisMachine(request.Host))
        {
            return PageAnswer.Refusal(
                "421 Misdirected Request", "this page is of this machine alone: it is asked for as localhost or 127.0.0.1");
        }

        if (request.Method is not ("GET" or "HEAD"))
            return PageAnswer.Refusal("405 Method Not Allowed", "nothing can be changed here: only GET and HEAD");

        try
        {
            PageAnswer? answer = await answers(request.Path).ConfigureAwait(false);
            if (answer is null) return PageAnswer.Refusal("404 Not Found", "there is no such page");
            return answer.Events is not null && Volatile.Read(ref streams) >= MostStreams
                ? PageAnswer.Refusal("503 Service Unavailable", "too many look on already") : answer;
        }
        catch (FleetException e)
        {
            return PageAnswer.Refusal("500 Internal Server Error", e.Message);
        }
#pragma warning disable CA1031 // A client that gets no answer does not know why; others are served all the same.
        catch (Exception e) when (e is not OperationCanceledException)
#pragma warning restore CA1031
        {
            return PageAnswer.Refusal("500 Internal Server Error", $"unexpected error: {e.GetType().Name}: {e.Message}");
        }
    }

    private async Task Stream(NetworkStream stream, Func<PageEvents, Task> events, CancellationToken token)
    {
        Interlocked.Increment(ref streams);
        try
        {
            await events(new(
                async text =>
                {
                    // A client that does not read is one that is not there.
                    using CancellationTokenSource late = CancellationTokenSource.CreateLinkedTokenSource(token);
                    late.CancelAfter(Patience);
                    await stream.WriteAsync(Encoding.UTF8.GetBytes(text), late.Token).ConfigureAwait(false);
                },
                token)).ConfigureAwait(false);
        }
        finally
        {
            Interlocked.Decrement(ref streams);
        }
    }

    private static async Task<PageRequest?> Read(NetworkStream stream, CancellationToken token)
    {
        byte[] head = new byte[MostHead];
        for (int length = 0; length < head.Length;)
        {
            int more = await stream.ReadAsync(head.AsMemory(length), token).ConfigureAwait(false);
            if (more == 0) throw new IOException("The client has gone.");

            int from = Math.Max(0, length - 3);
            length += more;
            int end = head.AsSpan(from, length - from).IndexOf("\r\n\r\n"u8);
            if (end >= 0) return PageRequest.Of(head.AsSpan(0, from + end));
        }

        return null;
    }

    private async Task Send(NetworkStream stream, PageAnswer answer, bool hasBody, CancellationToken token)
    {
        StringBuilder head = new();
        head.Append("HTTP/1.1 ").Append(answer.Status).Append("\r\nContent-Type: ").Append(answer.ContentType);
        if (answer.Events is null) head.Append(FormattableString.Invariant($"\r\nContent-Length: {answer.Body.Length}"));
        if (answer.Status.StartsWith("405", StringComparison.Ordinal)) head.Append("\r\nAllow: GET, HEAD");
        head.Append("\r\nContent-Security-Policy: ").Append(policy)
            .Append("\r\nX-Content-Type-Options: nosniff\r\nReferrer-Policy: no-referrer")
            .Append("\r\nCross-Origin-Resource-Policy: same-origin")
            // A proxy that gathers what it passes on would keep events back.
            .Append("\r\nX-Accel-Buffering: no\r\nCache-Control: no-store\r\nConnection: close\r\n\r\n");
        byte[] bytes = Encoding.ASCII.GetBytes(head.ToString());
        await stream.WriteAsync(hasBody ? [.. bytes, .. answer.Body] : bytes, token).ConfigureAwait(false);
    }

    // What a client still sends would make its system throw away our answer if the connection just ended.
    private static async Task End(Socket client, NetworkStream stream, CancellationTokenSource late)
    {
        client.Shutdown(SocketShutdown.Send);
        late.CancelAfter(Linger);
        byte[] rest = new byte[4096];
        for (int total = 0, more = 1; more > 0 && total < MostHead * 4; total += more)
            more = await stream.ReadAsync(rest, late.Token).ConfigureAwait(false);
    }
}
