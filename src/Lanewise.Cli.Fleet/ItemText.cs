using Lanewise.Cli.Checking;
using Lanewise.Cli.Terminal;
using Lanewise.Fleet;

namespace Lanewise.Cli.Fleet;

/// <summary>
/// Formats the result of an item. The wording is the same on a terminal, on the page and in machine-readable output. Until a run
/// is done, an item that was not found under its name, or a new item, may have moved. Such a result is open: it is no difference
/// yet.
/// </summary>
internal static class ItemText
{
    /// <summary>The wording for an item of the baseline that an unfinished run has not found under its name.</summary>
    public const string NotFoundYet = "not found yet";

    /// <summary>The remark on an open result.</summary>
    public const string MayHaveMoved = "may have moved";

    /// <summary>Returns the word for a result.</summary>
    /// <param name="status">The result.</param>
    /// <param name="isDone">Whether the run is done.</param>
    public static string WordOf(ItemStatus status, bool isDone = true) => status switch
    {
        // The digest was not compared with anything.
        ItemStatus.Hashed => "RECORDED",
        ItemStatus.Same => "OK",
        ItemStatus.Changed => "CHANGED",
        ItemStatus.New => "NEW",
        ItemStatus.Missing => isDone ? "MISSING" : "NOT FOUND YET",
        ItemStatus.Moved => Audit.Moved,
        ItemStatus.Special => Verdicts.Skipped,
        _ => "UNREADABLE",
    };

    /// <summary>Returns the meaning of a result, which determines its color. An open result is neutral.</summary>
    public static Tone ToneOf(ItemStatus status, bool isDone = true) =>
        IsOpen(status, isDone) ? Tone.None : Verdicts.ToneOf(WordOf(status));

    /// <summary>Returns the remark on an item, without the earlier name of a moved item, or null if there is none.</summary>
    public static string? RemarkOf(FleetItem item, bool isDone) =>
        item.Note ?? (IsOpen(item.Status, isDone) ? MayHaveMoved : null);

    /// <summary>Returns the remark on an item, which includes the earlier name of a moved item.</summary>
    /// <param name="item">The item.</param>
    /// <param name="isDone">Whether the run is done.</param>
    /// <param name="nameForm">Converts a name to the form of the output.</param>
    /// <param name="noteForm">Converts the remark to the form of the output.</param>
    public static string NoteOf(
        FleetItem item, bool isDone, Func<string, string> nameForm, Func<string, string> noteForm)
    {
        string note = RemarkOf(item, isDone) is { } remark ? noteForm(remark) : "";
        return item.MovedFrom is null ? note : $"from {nameForm(item.MovedFrom)}{(note.Length == 0 ? "" : "; ")}{note}";
    }

    private static bool IsOpen(ItemStatus status, bool isDone) =>
        !isDone && status is (ItemStatus.Missing or ItemStatus.New);
}
