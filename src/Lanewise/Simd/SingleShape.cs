namespace Lanewise.Simd;

/// <summary>
/// Specifies the kind of code that compresses the blocks of one message: scalar code, or four rows of four words in vectors.
/// </summary>
internal enum SingleShape
{
    Scalar,
    Rows128,
    Rows256,
}

/// <summary>
/// Contains the kernel for one message at each maximum vector width: no vectors, 128 bits, 256 bits and so on. The last entry
/// applies to all larger widths.
/// </summary>
internal sealed class SingleTable(params SingleShape[] shapes)
{
    public SingleShape Choose() => At(LaneDispatch.Widest());

    public SingleShape At(int bits) => shapes[Math.Min(LaneTable.Column(bits), shapes.Length - 1)];

    /// <summary>The kernels that this machine supports.</summary>
    public static IEnumerable<SingleShape> Supported =>
        Enum.GetValues<SingleShape>().Where(shape => LaneDispatch.Hardware >= shape switch
    {
        SingleShape.Scalar => 0,
        SingleShape.Rows128 => 128,
        _ => 256,
    });
}
