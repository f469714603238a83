namespace Lanewise.Fleet.Serving;

/// <summary>The response for a path.</summary>
/// <param name="ContentType">The media type.</param>
/// <param name="Body">The whole body.</param>
internal sealed record PageAnswer(string ContentType, byte[] Body)
{
    /// <summary>The HTTP status, which is 200 unless the request is rejected.</summary>
    public string Status { get; init; } = "200 OK";

    /// <summary>A function that sends events after the body while the client listens. Null if there are no events.</summary>
    public Func<PageEvents, Task>? Events { get; init; }

    /// <summary>Returns a response that rejects the request, with the reason.</summary>
    public static PageAnswer Refusal(string status, string reason) =>
        new("text/plain; charset=utf-8", System.Text.Encoding.UTF8.GetBytes(reason + "\n")) { Status = status };
}

/// <summary>Sends events to one client (server-sent events of the HTML standard).</summary>
internal sealed class PageEvents(Func<string, Task> send, CancellationToken token)
{
    /// <summary>A token that is cancelled when the client disconnects or the server stops.</summary>
    public CancellationToken Token => token;

    /// <summary>Sends an event. As the standard requires, only CR and LF end a line.</summary>
    public Task Send(string name, string data)
    {
        string lines = data.Replace("\r\n", "\n", StringComparison.Ordinal).Replace('\r', '\n');
        return send($"event: {name}\ndata: {lines.Replace("\n", "\ndata: ", StringComparison.Ordinal)}\n\n");
    }

    /// <summary>Sends an empty comment, which shows whether the client is still connected.</summary>
    public Task Beat() => send(":\n\n");
}
