using System.Numerics;

namespace Lanewise.Simd;

/// <summary>
/// Contains an algorithm's number of streams at each vector width: no vectors, 128 bits, 256 bits and so on. A width without an
/// entry has half as many streams as the next narrower width.
/// </summary>
/// <param name="most">The maximum number of streams (<see cref="StreamLimits"/>).</param>
/// <param name="streams">The number of streams at each width.</param>
internal sealed class LaneTable(int most, params int[] streams)
{
    /// <summary>The value that <see cref="Fewest"/> returns if lanes are slower for groups of any size.</summary>
    public const int NoGroup = int.MaxValue;

    /// <summary>
    /// <see cref="Longest"/> returns <c>NoMessage</c> if lanes are always slower, and <c>AnyLength</c> if they are never slower.
    /// </summary>
    public const int NoMessage = -1, AnyLength = int.MaxValue;

    /// <summary>
    /// Returns the shape for many messages: the widest shape that the hardware and the settings allow.
    /// </summary>
    public LaneShape Choose() => At(LaneDispatch.Widest());

    public LaneShape At(int bits)
    {
        int i = Column(bits), last = streams.Length - 1;
        return new LaneShape(bits, i <= last ? streams[i] : Math.Max(1, streams[last] >> (i - last)));
    }

    /// <summary>The maximum number of streams.</summary>
    public int Most => most;

    /// <summary>The maximum number of streams of scalar code.</summary>
    public int MostScalar { get; init; } = 1;

    /// <summary>
    /// The shapes that this machine supports and that are worth comparing, regardless of
    /// <see cref="LanewiseSettings.MaxVectorBits"/>.
    /// </summary>
    public IReadOnlyList<LaneShape> Shapes =>
        [.. LaneDispatch.Supported.Where(shape => shape.Streams <= (shape.IsScalar ? MostScalar : Most))];

    /// <summary>
    /// The speed of full lanes at each vector width, relative to .NET's implementation for one long message. Empty if the hash
    /// does not use .NET's implementation.
    /// </summary>
    public double[] Gains { get; init; } = [];

    /// <summary>The fixed cost of calling .NET's implementation, expressed as a number of message bytes.</summary>
    public int CallBytes { get; init; }

    /// <summary>
    /// A copy of this table that ignores how fast .NET's implementation is. With this copy, small batches use scalar code.
    /// </summary>
    public LaneTable OnlyLanes => field ??= Gains.Length == 0 ? this : new(most, streams);

    /// <summary>Returns a copy of this table with a different number of streams at one vector width.</summary>
    public LaneTable With(int bits, int other) =>
        With([.. LaneDispatch.Widths.Select(width => width == bits ? other : At(width).Streams)]);

    /// <summary>Returns a copy of this table with different numbers of streams.</summary>
    public LaneTable With(int[] others) =>
        new(most, others) { MostScalar = MostScalar, Gains = Gains, CallBytes = CallBytes };

    /// <summary>
    /// Returns the shape for the given number of items. The shape has no more streams than the items can fill. For a few items,
    /// the shape is scalar, so the vector kernel need not be compiled.
    /// </summary>
    /// <remarks>This method is called often, so it is optimized on the first call.</remarks>
    [MethodImpl(CompileOptions.AtOnce)]
    public LaneShape ChooseFor(long count, int wordBits, bool alone = true)
    {
        LaneShape shape = Choose();
        while (shape.Streams > 1 && count <= shape.Lanes(wordBits) / 2) shape = shape with { Streams = shape.Streams / 2 };
        return count < Fewest(shape, wordBits, alone) ? LaneShape.Scalar : shape;
    }

    /// <summary>
    /// Returns the given shape or, if it is null, the shape for the given number of items with words of this type.
    /// </summary>
    public LaneShape ChooseFor<TWord>(long count, LaneShape? given = null, bool alone = true)
        where TWord : unmanaged => given ?? ChooseFor(count, 8 * Word<TWord>.Bytes, alone);

    /// <summary>
    /// Returns the minimum number of items that are processed in lanes of the given shape. The items of smaller groups are
    /// processed one after the other.
    /// </summary>
    /// <param name="shape">The shape.</param>
    /// <param name="wordBits">The number of bits in a word.</param>
    /// <param name="alone">True if .NET's implementation can process the items one after the other.</param>
    public int Fewest(LaneShape shape, int wordBits, bool alone = true)
    {
        int lanes = shape.Lanes(wordBits), fewest = FewestForLanes(lanes);
        if (Gains.Length == 0 || !alone) return fewest;

        // The gains were measured with messages of 1 KiB.
        double gain = Gain(shape.Bits) * (1 + (CallBytes / 1024.0));
        return gain <= 1 ? NoGroup : Math.Max(fewest, 1 + (int)(lanes / gain));
    }

    /// <summary>
    /// Returns the maximum length of messages that full lanes hash at least as fast as .NET's implementation. .NET's
    /// implementation is always faster than scalar lanes.
    /// </summary>
    public int Longest(LaneShape shape)
    {
        if (shape.IsScalar && Gains.Length > 0) return NoMessage;

        double gain = Gains.Length == 0 ? 1 : Gain(shape.Bits);
        return gain >= 1 ? AnyLength : (int)(CallBytes * gain / (1 - gain));
    }

    private double Gain(int bits) => Gains[Math.Min(Column(bits), Gains.Length - 1)];

    /// <summary>Returns the column of a vector width: 0 for no vectors, 1 for 128 bits and so on.</summary>
    public static int Column(int bits) => bits == 0 ? 0 : BitOperations.Log2((uint)bits) - 6;

    /// <summary>
    /// Returns the minimum number of items that are processed in lanes. The items of smaller groups are processed one after the
    /// other. A pass over all lanes takes about as long as processing two or three items one at a time, even if most lanes are
    /// unused.
    /// </summary>
    public static int FewestForLanes(int lanes) => Math.Max(lanes < 8 ? 2 : 3, lanes / 8 + 1);
}
