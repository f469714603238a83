namespace Lanewise.Common;

/// <summary>Formats interpolated strings using the invariant culture.</summary>
[InterpolatedStringHandler]
internal ref struct InvariantText(int literalLength, int formattedCount)
{
    private DefaultInterpolatedStringHandler text = new(literalLength, formattedCount, CultureInfo.InvariantCulture);

    public static string Invariant(ref InvariantText text) => text.text.ToStringAndClear();

    public void AppendLiteral(string value) => text.AppendLiteral(value);

    public void AppendFormatted<T>(T value, int alignment = 0, string? format = null) =>
        text.AppendFormatted(value, alignment, format);

    public void AppendFormatted(scoped ReadOnlySpan<char> value) => text.AppendFormatted(value);
}
