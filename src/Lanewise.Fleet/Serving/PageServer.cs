using System.Net;
using System.Net.Sockets;
using System.Text;

namespace Lanewise.Fleet.Serving;

/// <summary>An HTTP server for a page. The server supports GET and HEAD with one request per connection, and limits all
/// resources that a client can consume. TLS and authentication require a reverse proxy.</summary>
/// <remarks>
/// Kestrel would require the ASP.NET Core runtime. HttpListener of .NET 10 can send events, but it does not limit connections.
/// HttpListener also answers a POST without a length before the server can reject the request, and throws for IPv6 addresses and
/// for disconnected clients.
/// </remarks>
internal sealed class PageServer : IDisposable
{
    private const int MostHead = 16 * 1024, Backlog = 512;

    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(10), Linger = TimeSpan.FromSeconds(1);

    private readonly Func<string, Task<PageAnswer?>> answers;
    private readonly string policy;
    private readonly Socket listener;
    private int connections, streams;

    /// <summary>Starts to listen.</summary>
    /// <param name="endpoint">The address. Port 0 means any free port.</param>
    /// <param name="policy">The value of the Content-Security-Policy header.</param>
    /// <param name="answers">Returns the response for a path. Null means not found.</param>
    /// <exception cref="SocketException">The port is in use, or the address does not belong to this machine.</exception>
    public PageServer(IPEndPoint endpoint, string policy, Func<string, Task<PageAnswer?>> answers)
    {
        this.policy = policy;
        this.answers = answers;
        listener = new(endpoint.AddressFamily, SocketType.Stream, ProtocolType.Tcp);
        try
        {
            if (endpoint.Address.Equals(IPAddress.IPv6Any)) listener.DualMode = true;
            listener.Bind(endpoint);
            listener.Listen(Backlog);
        }
        catch
        {
            listener.Dispose();
            throw;
        }
    }

    /// <summary>The address on which the server listens.</summary>
    public IPEndPoint Endpoint => (IPEndPoint)listener.LocalEndPoint!;

    /// <summary>The maximum number of connections. Further clients receive a response that tells them to retry later.</summary>
    public int MostConnections { get; init; } = 256;

    /// <summary>The maximum number of connections that wait for events.</summary>
    public int MostStreams { get; init; } = 192;

    /// <summary>Serves requests until the token is cancelled.</summary>
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
                // The client has disconnected, or this process currently has no free descriptors.
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
            // The client has disconnected or is too slow, or the server stops.
        }
        finally
        {
            Interlocked.Decrement(ref connections);
        }
    }

    private async Task<PageAnswer> Answer(PageRequest? request)
    {
        if (request is null) return PageAnswer.Refusal("400 Bad Request", "this is not an HTTP/1.1 request for a path");
        if (IPAddress.IsLoopback(Endpoint.Address) && !PageRequest.IsThisMachine(request.Host))
        {
            return PageAnswer.Refusal(
                "421 Misdirected Request", "this page is only for this machine: use localhost or 127.0.0.1");
        }

        if (request.Method is not ("GET" or "HEAD"))
            return PageAnswer.Refusal("405 Method Not Allowed", "this page is read-only: use GET or HEAD");

        try
        {
            PageAnswer? answer = await answers(request.Path).ConfigureAwait(false);
            if (answer is null) return PageAnswer.Refusal("404 Not Found", "there is no such page");
            return answer.Events is not null && Volatile.Read(ref streams) >= MostStreams
                ? PageAnswer.Refusal("503 Service Unavailable", "there are too many viewers") : answer;
        }
        catch (FleetException e)
        {
            return PageAnswer.Refusal("500 Internal Server Error", e.Message);
        }
#pragma warning disable CA1031 // A failed request has no effect on other clients.
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
                    // A client that does not read is treated as disconnected.
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
            if (more == 0) throw new IOException("The client closed the connection.");

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
            // This header tells nginx not to buffer the response, because buffering would delay events.
            .Append("\r\nX-Accel-Buffering: no\r\nCache-Control: no-store\r\nConnection: close\r\n\r\n");
        byte[] bytes = Encoding.ASCII.GetBytes(head.ToString());
        await stream.WriteAsync(hasBody ? [.. bytes, .. answer.Body] : bytes, token).ConfigureAwait(false);
    }

    // If the connection were closed while the client is still sending, the client's system would discard the response.
    private static async Task End(Socket client, NetworkStream stream, CancellationTokenSource late)
    {
        client.Shutdown(SocketShutdown.Send);
        late.CancelAfter(Linger);
        byte[] rest = new byte[4096];
        for (int total = 0, more = 1; more > 0 && total < MostHead * 4; total += more)
            more = await stream.ReadAsync(rest, late.Token).ConfigureAwait(false);
    }
}
