using System.Globalization;

namespace Lanewise.Proof;

/// <summary>
/// Tables of figures that an algorithm's row takes on the machine at hand: <c>lanewise prove</c> takes and shows them, and
/// knows none by name.
/// </summary>
/// <param name="Name">What a user asks for it by, unique in the catalogue: <c>xtea-ladder</c>.</param>
/// <param name="Title">One line for people.</param>
/// <param name="Seconds">About how long it takes; said before it begins.</param>
/// <param name="Take">
/// Measures; it is given a callback that takes what it is at, in a few words, and the step of a benchmark series that comes from
/// outside.
/// </param>
internal sealed record Measurement(
    string Name, string Title, double Seconds, Func<Action<string>, LadderStep?, IReadOnlyList<MeasuredTable>> Take);

/// <summary>A step of a benchmark series from outside, such as an accelerator: encrypts whole blocks in ECB mode.</summary>
/// <param name="Name">What the table calls it.</param>
/// <param name="Encrypt">Takes key, plaintext and a destination of the same length.</param>
internal sealed record LadderStep(string Name, Action<byte[], byte[], byte[]> Encrypt);

/// <summary>A table of figures.</summary>
/// <param name="Name">Its name in JSON, unique within its measurement.</param>
/// <param name="Title">One line above it.</param>
/// <param name="Columns">
/// Headings; the first column names the rows. A table that is wider than a terminal is shown in parts that repeat it.
/// </param>
/// <param name="Rows">As many cells each as there are columns.</param>
/// <param name="Notes">Lines below it.</param>
internal sealed record MeasuredTable(
    string Name, string Title, IReadOnlyList<string> Columns, IReadOnlyList<IReadOnlyList<MeasuredCell>> Rows,
    IReadOnlyList<string> Notes)
{
    /// <summary>Where a figure is noise, a note that says so and why.</summary>
    public MeasuredTable WithReason(string? reason) =>
        reason is not null && Rows.Any(row => row.Any(cell => cell.Text == Reading.Noisy))
            ? this with { Notes = [.. Notes, $"{Reading.NoisyMeans} ({reason})."] }
            : this;
}

/// <summary>A cell: the text that people see, and the number that programs read, if it is one.</summary>
internal readonly record struct MeasuredCell(string Text, double? Value)
{
    public static implicit operator MeasuredCell(string text) => new(text, null);

    /// <summary>A number with a fixed number of decimals.</summary>
    public static MeasuredCell Figure(double value, int decimals) =>
        new(value.ToString("F" + decimals.ToString(CultureInfo.InvariantCulture), CultureInfo.InvariantCulture), value);

    /// <summary>A measured number, or the word for noise.</summary>
    public static MeasuredCell Figure(Reading reading, int decimals) =>
        reading.IsNoise ? Reading.Noisy : Figure(reading.Value, decimals);

    public static MeasuredCell Whole(long value) => new(value.ToString(CultureInfo.InvariantCulture), value);
}
