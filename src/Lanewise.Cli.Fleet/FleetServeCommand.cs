using System.CommandLine;
using System.Globalization;
using System.Net;
using System.Net.Sockets;
using System.Text;
using Lanewise.Cli.Commands;
using Lanewise.Cli.Terminal;
using Lanewise.Fleet;
using Lanewise.Fleet.Serving;

namespace Lanewise.Cli.Fleet;

/// <summary>Implements <c>lanewise fleet serve</c>, which shows the progress as a live page.</summary>
internal sealed class FleetServeCommand
{
    private const string DefaultEndpoint = "127.0.0.1:8080";

    // The maximum time to retry a query, the time after which a client receives outdated content, and the pause between
    // keep-alive comments.
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(2), Answer = TimeSpan.FromSeconds(4),
        Beat = TimeSpan.FromSeconds(15);

    private readonly Option<string?> catalogue = FleetCommand.Catalogue(), job = FleetCommand.Job(),
        run = FleetCommand.RunNumber();
    private readonly Option<string?> listen = new("--listen")
    {
        HelpName = "HOST:PORT",
        Description = "The address of the page. An address other than loopback is open to everybody, without TLS or users: "
            + $"put a proxy in front [default: {DefaultEndpoint}].",
    };

    public static Command Create()
    {
        FleetServeCommand serve = new();
        Command command = new("serve", "Show the progress of a job as a live web page.")
        {
            serve.job, serve.run, serve.listen, serve.catalogue,
        };
        command.SetFleetBody(serve.Run);
        return command;
    }

    private int Run(ParseResult result)
    {
        IPEndPoint endpoint = EndpointOf(result.GetValue(listen) ?? DefaultEndpoint);
        using FleetCatalogue opened = FleetCommand.Open(result, catalogue);
        WantedRun wanted = FleetCommand.Wanted(result, job, run);
        if (wanted != new WantedRun(null, null)) FleetCommand.Find(opened, wanted);

        opened.Trouble = null;
        opened.Patience = Patience;
        using Live<AuditParts> live = new(new AuditWatch(opened, wanted).Take);
        using RunPages pages = new(opened, wanted.Job);
        using PageServer server = Listen(endpoint, live, pages);
        Tell(server.Endpoint);
        return Interruption.Defer(
            token =>
            {
                server.Run(token).GetAwaiter().GetResult();
                return ExitCode.Good;
            },
            endsAtSecond: true);
    }

    private static PageServer Listen(IPEndPoint endpoint, Live<AuditParts> live, RunPages pages)
    {
        byte[] script = AuditPage.Script(), style = Encoding.UTF8.GetBytes(AuditPage.Style);
        try
        {
            return new(endpoint, AuditPage.Policy, async path => path switch
            {
                "/" => Page("text/html", AuditPage.Live(await Now(live).ConfigureAwait(false))),
                "/status.jsonl" => Page("application/jsonl", (await Now(live).ConfigureAwait(false)).Lines),
                "/page.css" => new("text/css; charset=utf-8", style),
                "/page.js" => new("text/javascript; charset=utf-8", script),
                "/events" => Page("text/event-stream", "retry: 2000\n\n") with { Events = events => Follow(live, events) },
                _ => await pages.Of(path).ConfigureAwait(false) is { } page ? Page("text/html", page) : null,
            });
        }
        catch (SocketException e)
        {
            throw new FleetException($"cannot listen on {endpoint}: {e.Message}", e);
        }
    }

    private static PageAnswer Page(string type, string text) => new($"{type}; charset=utf-8", Encoding.UTF8.GetBytes(text));

    // Returns the current or the last known content, so that no client waits for a catalogue that does not answer.
    private static async Task<AuditParts> Now(Live<AuditParts> live)
    {
        Task<AuditParts> now = live.Now();
        return await Task.WhenAny(now, Task.Delay(Answer)).ConfigureAwait(false) == now
            ? await now.ConfigureAwait(false) : AuditWatch.Late(live.Last);
    }

    // While the client listens, sends the parts that have changed since the last event.
    private static async Task Follow(Live<AuditParts> live, PageEvents events)
    {
        Dictionary<string, string> sent = [];
        long last = Environment.TickCount64;
        AuditParts parts = await Now(live).ConfigureAwait(false);
        while (true)
        {
            await Send(parts).ConfigureAwait(false);
            Task<AuditParts> next = live.After(parts);
            while (await Task.WhenAny(next, Task.Delay(Answer, events.Token)).ConfigureAwait(false) != next)
            {
                events.Token.ThrowIfCancellationRequested();
                await Send(live.Waited < Answer ? parts : AuditWatch.Late(parts)).ConfigureAwait(false);
            }

            parts = await next.ConfigureAwait(false);
        }

        async Task Send(AuditParts all)
        {
            foreach ((string id, string html) in all.All.SelectMany(part => part.Elements).Prepend(("title", all.Title)))
            {
                if (sent.TryGetValue(id, out string? before) && before == html) continue;

                await events.Send(id, html).ConfigureAwait(false);
                (sent[id], last) = (html, Environment.TickCount64);
            }

            if (Environment.TickCount64 - last <= Beat.TotalMilliseconds) return;

            await events.Beat().ConfigureAwait(false);
            last = Environment.TickCount64;
        }
    }

    private static void Tell(IPEndPoint endpoint)
    {
        StandardOutput output = new();
        output.WriteLine($"http://{endpoint}/");
        output.Flush();
        if (!IPAddress.IsLoopback(endpoint.Address))
        {
            Diagnostics.Say(
                $"{endpoint} is open to everyone who can reach it: file and worker names can be read without TLS or a password");
        }
    }

    private static IPEndPoint EndpointOf(string text)
    {
        int colon = text.LastIndexOf(':');
        if (colon > 0 && int.TryParse(text.AsSpan(colon + 1), NumberStyles.None, CultureInfo.InvariantCulture, out int port)
            && port <= IPEndPoint.MaxPort)
        {
            string host = text.Substring(0, colon);
            if (host.Equals("localhost", StringComparison.OrdinalIgnoreCase)) return new(IPAddress.Loopback, port);
            // IPv6 addresses need brackets, as in URLs.
            bool isBare = host.Contains(':') && !host.StartsWith('[');
            if (!isBare && IPAddress.TryParse(host.Trim('[', ']'), out IPAddress? address)) return new(address, port);
        }

        throw new UsageException(
            $"invalid --listen: '{text}': it must be an address of this machine and a port, such as {DefaultEndpoint}, "
            + "[::1]:8080 or 0.0.0.0:8080");
    }
}
