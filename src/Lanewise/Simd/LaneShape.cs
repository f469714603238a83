namespace Lanewise.Simd;

/// <summary>
/// The shape of a kernel: the width of its vectors in bits (0 means scalar code), and the number of interleaved streams.
/// </summary>
internal readonly record struct LaneShape(int Bits, int Streams)
{
    public static LaneShape Scalar => new(0, 1);

    /// <summary>
    /// The length above which messages are copied piece by piece, on any CPU microarchitecture. Only tests set this value.
    /// </summary>
    public int? StageAbove { get; init; }

    /// <summary>Returns the number of messages that run side by side, for words of <paramref name="wordBits"/> bits.</summary>
    public int Lanes(int wordBits) => Bits == 0 ? Streams : Bits / wordBits * Streams;

    /// <summary>Returns the name used in tables and test output: <c>scalar</c>, <c>256</c>, <c>512x2</c>.</summary>
    public override string ToString()
    {
        string width = Bits == 0 ? "scalar" : Bits.ToString(CultureInfo.InvariantCulture);
        return Streams == 1 ? width : string.Create(CultureInfo.InvariantCulture, $"{width}x{Streams}");
    }
}
