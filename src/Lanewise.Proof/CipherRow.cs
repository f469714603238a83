using System.Security.Cryptography;
using Lanewise.Ciphers;
using Lanewise.ThreefishFamily;

namespace Lanewise.Proof;

/// <summary>
/// Describes a block cipher of the library, including all members that generic code in tools and tests needs.
/// </summary>
internal abstract class CipherRow
{
    /// <summary>All block ciphers of the library, one row per cipher.</summary>
    public static IReadOnlyList<CipherRow> All { get; } =
    [
        new XteaRow(),
        new ThreefishRow<Threefish256Spec>(),
        new ThreefishRow<Threefish512Spec>(),
        new ThreefishRow<Threefish1024Spec>(),
    ];

    /// <summary>The cipher's name on the command line and in links, for example <c>xtea</c>.</summary>
    public string Name => Title.ToLowerInvariant();

    /// <summary>The cipher's name in text, for example <c>XTEA</c>.</summary>
    public abstract string Title { get; }

    public abstract int KeyBytes { get; }

    public abstract int BlockBytes { get; }

    public abstract int WordBits { get; }

    /// <summary>The combinations of vector width and vector count (<see cref="LaneShape"/>) that this machine supports.</summary>
    public IReadOnlyList<LaneShape> Shapes => Table.Shapes;

    /// <summary>The table that contains the best number of interleaved vectors for each vector width.</summary>
    public abstract LaneTable Table { get; }

    /// <summary>The vector width and vector count that this machine uses for many blocks.</summary>
    public LaneShape ChosenShape => Table.Choose();

    /// <summary>The known answers that this row can check.</summary>
    public abstract IReadOnlyList<KnownAnswers> KnownAnswers { get; }

    /// <summary>Additional measurements for this algorithm, for example a published comparison.</summary>
    public virtual IReadOnlyList<Measurement> Measurements => [];

    /// <summary>Returns additional jobs for this algorithm. Each call creates the jobs with new data.</summary>
    public virtual IReadOnlyList<RowJob> Jobs() => [];

    /// <summary>Creates the cipher with the default parameters.</summary>
    public abstract LanewiseCipher Create(ReadOnlySpan<byte> key);

    /// <summary>Encrypts whole blocks in ECB mode, with the given <see cref="LaneShape"/> or the default.</summary>
    public void Encrypt(ReadOnlySpan<byte> key, ReadOnlySpan<byte> source, Span<byte> destination, LaneShape? shape = null) =>
        Run(BlockMode.Encrypt, key, default, source, destination, shape);

    /// <summary>Decrypts the output of <see cref="Encrypt"/>.</summary>
    public void Decrypt(ReadOnlySpan<byte> key, ReadOnlySpan<byte> source, Span<byte> destination, LaneShape? shape = null) =>
        Run(BlockMode.Decrypt, key, default, source, destination, shape);

    /// <summary>Encrypts or decrypts data in CTR mode, with the given <see cref="LaneShape"/> or the default.</summary>
    public void Count(
        ReadOnlySpan<byte> key, ReadOnlySpan<byte> counter, ReadOnlySpan<byte> source, Span<byte> destination,
        LaneShape? shape = null) => Run(BlockMode.Count, key, counter, source, destination, shape);

    /// <summary>Creates the key schedules for packets with separate keys.</summary>
    public abstract CipherKeys KeyPerPacket(ReadOnlyMemory<byte> keys);

    /// <summary>
    /// Encrypts consecutive packets of whole blocks, with a separate key for each packet and with the given
    /// <see cref="LaneShape"/> or the default.
    /// </summary>
    public void EncryptPackets(
        byte[] keys, ReadOnlySpan<byte> source, ReadOnlySpan<int> lengths, Span<byte> destination, LaneShape? shape = null) =>
        RunPackets(true, keys, source, lengths, destination, shape);

    /// <summary>Decrypts the output of <see cref="EncryptPackets"/>.</summary>
    public void DecryptPackets(
        byte[] keys, ReadOnlySpan<byte> source, ReadOnlySpan<int> lengths, Span<byte> destination, LaneShape? shape = null) =>
        RunPackets(false, keys, source, lengths, destination, shape);

    /// <summary>
    /// Returns one benchmark entrant for each supported <see cref="LaneShape"/>. Each entrant encrypts the given number of bytes
    /// in ECB mode.
    /// </summary>
    public IReadOnlyList<Entrant> AtEveryShape(int bytes)
    {
        byte[] key = RowJob.Data(KeyBytes), source = RowJob.Data(bytes), destination = new byte[bytes];
        return
        [
            .. Shapes.Select(shape => Entrant.Of(shape.ToString(), bytes, () => Encrypt(key, source, destination, shape))),
        ];
    }

    /// <summary>Runs the given mode (ECB or CTR).</summary>
    protected abstract void Run(
        BlockMode mode, ReadOnlySpan<byte> key, ReadOnlySpan<byte> counter, ReadOnlySpan<byte> source, Span<byte> destination,
        LaneShape? shape);

    private void RunPackets(
        bool encrypting, byte[] keys, ReadOnlySpan<byte> source, ReadOnlySpan<int> lengths, Span<byte> destination,
        LaneShape? shape)
    {
        PacketRun.Create(
            out PacketRun run, null, KeyPerPacket(keys), encrypting, Messages.Packed(source, lengths), PaddingMode.None, default,
            default, destination, shape: shape);
        run.CheckAndRun();
    }
}
