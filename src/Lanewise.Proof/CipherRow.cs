using System.Security.Cryptography;
using Lanewise.Ciphers;
using Lanewise.ThreefishFamily;

namespace Lanewise.Proof;

/// <summary>Describes a block cipher, with all members that generic code in tools and tests needs.</summary>
internal abstract class CipherRow
{
    /// <summary>The block ciphers of the library, one row per cipher.</summary>
    public static IReadOnlyList<CipherRow> All { get; } =
    [
        new XteaRow(),
        new ThreefishRow<Threefish256Spec>(),
        new ThreefishRow<Threefish512Spec>(),
        new ThreefishRow<Threefish1024Spec>(),
    ];

    /// <summary>The name on the command line and in links, for example <c>xtea</c>.</summary>
    public string Name => Title.ToLowerInvariant();

    /// <summary>The name in text, for example <c>XTEA</c>.</summary>
    public abstract string Title { get; }

    public abstract int KeyBytes { get; }

    public abstract int BlockBytes { get; }

    public abstract int WordBits { get; }

    /// <summary>The shapes to compare, all of which this machine supports.</summary>
    public IReadOnlyList<LaneShape> Shapes => Table.Shapes;

    /// <summary>The number of streams for a long run of blocks on this machine.</summary>
    public abstract LaneTable Table { get; }

    /// <summary>The shape for a long run of blocks on this machine.</summary>
    public LaneShape ChosenShape => Table.Choose();

    /// <summary>The known-answer files that this row can check.</summary>
    public abstract IReadOnlyList<KnownAnswers> KnownAnswers { get; }

    /// <summary>Additional tables for this row, for example a published comparison for this algorithm.</summary>
    public virtual IReadOnlyList<Measurement> Measurements => [];

    /// <summary>Returns additional jobs for this row. Each call creates them with new data.</summary>
    public virtual IReadOnlyList<RowJob> Jobs() => [];

    /// <summary>Creates the cipher with its usual parameters.</summary>
    public abstract LanewiseCipher Create(ReadOnlySpan<byte> key);

    /// <summary>Encrypts whole blocks in ECB mode, with a given shape or the chosen shape.</summary>
    public void Encrypt(ReadOnlySpan<byte> key, ReadOnlySpan<byte> source, Span<byte> destination, LaneShape? shape = null) =>
        Run(BlockMode.Encrypt, key, default, source, destination, shape);

    /// <summary>Decrypts the output of <see cref="Encrypt"/>.</summary>
    public void Decrypt(ReadOnlySpan<byte> key, ReadOnlySpan<byte> source, Span<byte> destination, LaneShape? shape = null) =>
        Run(BlockMode.Decrypt, key, default, source, destination, shape);

    /// <summary>Encrypts or decrypts in CTR mode, with a given shape or the chosen shape.</summary>
    public void Count(
        ReadOnlySpan<byte> key, ReadOnlySpan<byte> counter, ReadOnlySpan<byte> source, Span<byte> destination,
        LaneShape? shape = null) => Run(BlockMode.Count, key, counter, source, destination, shape);

    /// <summary>Creates the keys for packets that have one key each.</summary>
    public abstract CipherKeys KeyPerPacket(ReadOnlyMemory<byte> keys);

    /// <summary>
    /// Encrypts consecutive packets of whole blocks, each with its own key, with a given shape or the chosen shape.
    /// </summary>
    public void EncryptPackets(
        byte[] keys, ReadOnlySpan<byte> source, ReadOnlySpan<int> lengths, Span<byte> destination, LaneShape? shape = null) =>
        RunPackets(true, keys, source, lengths, destination, shape);

    /// <summary>Decrypts the output of <see cref="EncryptPackets"/>.</summary>
    public void DecryptPackets(
        byte[] keys, ReadOnlySpan<byte> source, ReadOnlySpan<int> lengths, Span<byte> destination, LaneShape? shape = null) =>
        RunPackets(false, keys, source, lengths, destination, shape);

    /// <summary>Returns entrants that encrypt a number of bytes in ECB mode, one entrant for every shape.</summary>
    public IReadOnlyList<Entrant> AtEveryShape(int bytes)
    {
        byte[] key = RowJob.Data(KeyBytes), source = RowJob.Data(bytes), destination = new byte[bytes];
        return
        [
            .. Shapes.Select(shape => Entrant.Of(shape.ToString(), bytes, () => Encrypt(key, source, destination, shape))),
        ];
    }

    /// <summary>Runs ECB mode or CTR mode.</summary>
    protected abstract void Run(
        BlockMode mode, ReadOnlySpan<byte> key, ReadOnlySpan<byte> counter, ReadOnlySpan<byte> source, Span<byte> destination,
        LaneShape? shape);

    private void RunPackets(
        bool encrypting, byte[] keys, ReadOnlySpan<byte> source, ReadOnlySpan<int> lengths, Span<byte> destination,
        LaneShape? shape) =>
        new PacketRun(null, KeyPerPacket(keys), encrypting, Messages.Packed(source, lengths), PaddingMode.None)
        {
            Destination = destination, Shape = shape,
        }.CheckAndRun();
}
