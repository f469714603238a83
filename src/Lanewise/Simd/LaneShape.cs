namespace Lanewise.Simd;

/// <summary>
/// The shape of a kernel: the vector width in bits (0 for scalar code) and the number of interleaved streams.
/// </summary>
internal readonly record struct LaneShape(int Bits, int Streams)
{
    public static LaneShape Scalar => new(0, 1);

    /// <summary>Indicates whether the kernel is scalar code without vectors.</summary>
    public bool IsScalar => Bits == 0;

    /// <summary>
    /// The length above which messages are copied or transposed piece by piece, or null to use the values in
    /// <see cref="CpuProfile"/>. Only tests set this property.
    /// </summary>
    public int? StageAbove { get; init; }

    /// <summary>
    /// Returns the number of messages that are processed in parallel, for words of <paramref name="wordBits"/> bits.
    /// </summary>
    public int Lanes(int wordBits) => IsScalar ? Streams : Bits / wordBits * Streams;

    /// <summary>Returns this shape with the number of streams reduced to the kernel's maximum.</summary>
    public LaneShape Limit(int mostStreams) => this with { Streams = Math.Min(Streams, Most(mostStreams, IsScalar)) };

    /// <summary>
    /// Returns the maximum number of streams for a kernel. Scalar code has fewer registers than vector code, so the maximum is
    /// halved for scalar code.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static int Most(int mostStreams, bool isScalar) => isScalar ? Math.Max(1, mostStreams / 2) : mostStreams;

    /// <summary>Returns the name that tables and test output use: <c>scalar</c>, <c>256</c>, <c>512x2</c>.</summary>
    public override string ToString()
    {
        string width = IsScalar ? "scalar" : Bits.ToString(CultureInfo.InvariantCulture);
        return Streams == 1 ? width : string.Create(CultureInfo.InvariantCulture, $"{width}x{Streams}");
    }
}
