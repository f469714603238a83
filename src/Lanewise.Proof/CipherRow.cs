using System.Security.Cryptography;
using Lanewise.Ciphers;
using Lanewise.ThreefishFamily;

namespace Lanewise.Proof;

/// <summary>A block cipher: what a tool or a test needs in order to use it without knowing it.</summary>
internal abstract class CipherRow
{
    /// <summary>Every block cipher of the library, one row each.</summary>
    public static IReadOnlyList<CipherRow> All { get; } =
    [
        new XteaRow(),
        new ThreefishRow<Threefish256Spec>(),
        new ThreefishRow<Threefish512Spec>(),
        new ThreefishRow<Threefish1024Spec>(),
    ];

    /// <summary>The name on the command line and of the documentation page: <c>xtea</c>.</summary>
    public string Name => Title.ToLowerInvariant();

    /// <summary>The name in texts: <c>XTEA</c>.</summary>
    public abstract string Title { get; }

    public abstract int KeyBytes { get; }

    public abstract int BlockBytes { get; }

    public abstract int WordBits { get; }

    /// <summary>The shapes that are worth a comparison, of those that this machine supports.</summary>
    public IReadOnlyList<LaneShape> Shapes => Table.Shapes;

    /// <summary>The streams that a long run of blocks takes on this machine.</summary>
    public abstract LaneTable Table { get; }

    /// <summary>The shape that a long run of blocks takes on this machine.</summary>
    public LaneShape ChosenShape => Table.Choose();

    /// <summary>The known-answer files that this row can check.</summary>
    public abstract IReadOnlyList<KnownAnswers> KnownAnswers { get; }

    /// <summary>Tables beyond those that every row gets, such as the comparison that a row's algorithm is known for.</summary>
    public virtual IReadOnlyList<Measurement> Measurements => [];

    /// <summary>Jobs beyond those that every row gets; made anew, with their data, by each call.</summary>
    public virtual IReadOnlyList<RowJob> Jobs() => [];

    /// <summary>The cipher with its usual parameters, as a user makes it.</summary>
    public abstract LanewiseCipher Create(ReadOnlySpan<byte> key);

    /// <summary>Whole blocks in ECB mode, at a given shape or at the chosen one.</summary>
    public void Encrypt(ReadOnlySpan<byte> key, ReadOnlySpan<byte> source, Span<byte> destination, LaneShape? shape = null) =>
        Run(true, key, default, source, destination, shape);

    /// <summary>The inverse of <see cref="Encrypt"/>.</summary>
    public void Decrypt(ReadOnlySpan<byte> key, ReadOnlySpan<byte> source, Span<byte> destination, LaneShape? shape = null) =>
        Run(false, key, default, source, destination, shape);

    /// <summary>CTR mode, at a given shape or at the chosen one.</summary>
    public void Count(
        ReadOnlySpan<byte> key, ReadOnlySpan<byte> counter, ReadOnlySpan<byte> source, Span<byte> destination,
        LaneShape? shape = null) => Run(null, key, counter, source, destination, shape);

    /// <summary>A key for each packet.</summary>
    public abstract CipherKeys KeyPerPacket(ReadOnlyMemory<byte> keys);

    /// <summary>
    /// Packets one after the other, whole blocks each, with a key per packet, at a given shape or at the chosen one.
    /// </summary>
    public void EncryptPackets(
        byte[] keys, ReadOnlySpan<byte> source, ReadOnlySpan<int> lengths, Span<byte> destination, LaneShape? shape = null) =>
        RunPackets(true, keys, source, lengths, destination, shape);

    /// <summary>The inverse of <see cref="EncryptPackets"/>.</summary>
    public void DecryptPackets(
        byte[] keys, ReadOnlySpan<byte> source, ReadOnlySpan<int> lengths, Span<byte> destination, LaneShape? shape = null) =>
        RunPackets(false, keys, source, lengths, destination, shape);

    /// <summary>So many bytes in ECB mode, at every shape.</summary>
    public IReadOnlyList<Entrant> AtEveryShape(int bytes)
    {
        byte[] key = RowJob.Data(KeyBytes), source = RowJob.Data(bytes), destination = new byte[bytes];
        return
        [
            .. Shapes.Select(shape => Entrant.Of(shape.ToString(), bytes, () => Encrypt(key, source, destination, shape))),
        ];
    }

    /// <summary>ECB, or CTR where neither direction is said.</summary>
    protected abstract void Run(
        bool? encrypting, ReadOnlySpan<byte> key, ReadOnlySpan<byte> counter, ReadOnlySpan<byte> source, Span<byte> destination,
        LaneShape? shape);

    private void RunPackets(
        bool encrypting, byte[] keys, ReadOnlySpan<byte> source, ReadOnlySpan<int> lengths, Span<byte> destination,
        LaneShape? shape) =>
        new PacketRun(null, KeyPerPacket(keys), encrypting, Messages.Packed(source, lengths), PaddingMode.None)
        {
            Destination = destination, Shape = shape,
        }.CheckAndRun();
}
