using System.Globalization;

namespace Lanewise.Proof;

/// <summary>
/// A measurement for an algorithm, which returns tables of figures. The command <c>lanewise prove</c> runs the measurement and
/// shows the tables. The command itself contains no code for specific algorithms.
/// </summary>
/// <param name="Name">
/// The name by which users select the measurement, for example <c>xtea-ladder</c>. The name must be unique in the catalogue.
/// </param>
/// <param name="Title">A one-line description.</param>
/// <param name="Seconds">The approximate duration in seconds, which is shown before the measurement starts.</param>
/// <param name="Take">
/// Runs the measurement. The arguments are a callback for short progress messages, and an optional external step in a benchmark
/// series.
/// </param>
internal sealed record Measurement(
    string Name, string Title, double Seconds, Func<Action<string>, SeriesStep?, IReadOnlyList<MeasuredTable>> Take);

/// <summary>An external step in a benchmark series, such as an accelerator. The step encrypts whole blocks in ECB mode.</summary>
/// <param name="Name">The name of the step in the table.</param>
/// <param name="Encrypt">
/// Performs the encryption. The arguments are the key, the plaintext and a destination of the same length.
/// </param>
internal sealed record SeriesStep(string Name, Action<byte[], byte[], byte[]> Encrypt);

/// <summary>A table of figures.</summary>
/// <param name="Name">The name of the table in JSON, which is unique within the measurement.</param>
/// <param name="Title">The title that is shown above the table.</param>
/// <param name="Columns">
/// The column headings. The first column contains the names of the rows. If a table is wider than the terminal, it is shown in
/// parts, and each part repeats the first column.
/// </param>
/// <param name="Rows">The rows, each with as many cells as there are columns.</param>
/// <param name="Notes">The lines that are shown below the table.</param>
internal sealed record MeasuredTable(
    string Name, string Title, IReadOnlyList<string> Columns, IReadOnlyList<IReadOnlyList<MeasuredCell>> Rows,
    IReadOnlyList<string> Notes)
{
    /// <summary>Returns the table, with the given reason as a note if at least one figure is noise.</summary>
    public MeasuredTable WithReason(string? reason) =>
        reason is not null && Rows.Any(row => row.Any(cell => cell.Text == Reading.Noisy))
            ? this with { Notes = [.. Notes, $"{Reading.NoisyMeans} ({reason})."] }
            : this;
}

/// <summary>A table cell, which contains text for people and, if available, a machine-readable number.</summary>
internal readonly record struct MeasuredCell(string Text, double? Value)
{
    public static implicit operator MeasuredCell(string text) => new(text, null);

    /// <summary>Formats a number with a fixed number of decimals.</summary>
    public static MeasuredCell Figure(double value, int decimals) =>
        new(value.ToString("F" + decimals.ToString(CultureInfo.InvariantCulture), CultureInfo.InvariantCulture), value);

    /// <summary>Formats a measured number. If the number is only noise, returns <see cref="Reading.Noisy"/>.</summary>
    public static MeasuredCell Figure(Reading reading, int decimals) =>
        reading.IsNoise ? Reading.Noisy : Figure(reading.Value, decimals);

    public static MeasuredCell Whole(long value) => new(value.ToString(CultureInfo.InvariantCulture), value);
}
