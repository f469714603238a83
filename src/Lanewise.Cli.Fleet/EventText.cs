using Lanewise.Fleet.Catalogue;

namespace Lanewise.Cli.Fleet;

/// <summary>Formats the events of a run. The wording is the same on a terminal and on the page.</summary>
internal static class EventText
{
    private const string TooLate = "came too late";

    /// <summary>Returns a sentence about events of the same kind.</summary>
    /// <param name="count">The number of events.</param>
    /// <param name="newest">The newest of these events.</param>
    /// <param name="worker">The worker of all these events, or null.</param>
    public static string Of(long count, FleetEvent newest, string? worker = null)
    {
        // The catalogue's word for a range that was split is "cut".
        string what = newest.Kind == "cut" ? "split" : newest.Kind, note = newest.Note ?? "";
        if (note.StartsWith($"{what}: ", StringComparison.Ordinal)) note = note.Substring(what.Length + 2);
        string by = worker is null ? "" : what == TooLate ? $" from worker {worker}" : $" by worker {worker}";
        return Invariant($"{count:N0} {(count == 1 ? "range" : "ranges")} {what}{by}{(count == 1 ? "" : ", last")} at ")
            + $"{AuditFacts.Time(newest.At)}{(note.Length == 0 ? "" : $": {note}")}";
    }
}
