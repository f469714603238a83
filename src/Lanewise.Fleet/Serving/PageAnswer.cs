namespace Lanewise.Fleet.Serving;

/// <summary>What is sent for a path.</summary>
/// <param name="ContentType">The kind of the entry.</param>
/// <param name="Body">All of it.</param>
internal sealed record PageAnswer(string ContentType, byte[] Body)
{
    /// <summary>200, unless it is a refusal.</summary>
    public string Status { get; init; } = "200 OK";

    /// <summary>What is sent after the body, for as long as the client listens; null where nothing is.</summary>
    public Func<PageEvents, Task>? Events { get; init; }

    /// <summary>Why there is nothing else.</summary>
    public static PageAnswer Refusal(string status, string reason) =>
        new("text/plain; charset=utf-8", System.Text.Encoding.UTF8.GetBytes(reason + "\n")) { Status = status };
}

/// <summary>Events to one client (server-sent events, of the HTML standard).</summary>
internal sealed class PageEvents(Func<string, Task> send, CancellationToken token)
{
    /// <summary>The client or the server goes.</summary>
    public CancellationToken Token => token;

    /// <summary>Sends an event. Its lines end as the standard has it, at CR and LF alone.</summary>
    public Task Send(string name, string data)
    {
        string lines = data.Replace("\r\n", "\n", StringComparison.Ordinal).Replace('\r', '\n');
        return send($"event: {name}\ndata: {lines.Replace("\n", "\ndata: ", StringComparison.Ordinal)}\n\n");
    }

    /// <summary>Sends nothing, which shows whether the client is there.</summary>
    public Task Beat() => send(":\n\n");
}
