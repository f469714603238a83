using Lanewise.Ciphers;
using Lanewise.ThreefishFamily;

namespace Lanewise.Proof;

/// <summary>Describes a variant of Threefish. Operations without a tweak argument use a zero tweak.</summary>
internal sealed class ThreefishRow<TSpec> : CipherRow
    where TSpec : struct, IThreefishSpec
{
    public override string Title => TSpec.Name;

    public override int KeyBytes => 8 * TSpec.Words;

    public override int BlockBytes => 8 * TSpec.Words;

    public override int WordBits => 64;

    public override LaneTable Table => TSpec.Table;

    public override IReadOnlyList<KnownAnswers> KnownAnswers => [new(TSpec.Name, Check)];

    public override IReadOnlyList<Measurement> Measurements => [ThreefishTable<TSpec>.Measurement(Shapes)];

    // The jobs measure the AEAD mode that is based on Threefish-512.
    public override IReadOnlyList<RowJob> Jobs() =>
        TSpec.Words == 8 ? [Authenticated("with Skein-MAC, 64 KiB", treeMac: false),
            Authenticated("with tree MAC, 64 KiB", treeMac: true)] : [];

    public override LanewiseCipher Create(ReadOnlySpan<byte> key) => TSpec.Create(key);

    protected override void Run(
        BlockMode mode, ReadOnlySpan<byte> key, ReadOnlySpan<byte> counter, ReadOnlySpan<byte> source, Span<byte> destination,
        LaneShape? shape)
    {
        using ThreefishCipher cipher = TSpec.Create(key);
        if (mode == BlockMode.Count) ThreefishRun<TSpec>.Count(cipher.Key, default, counter, source, destination, shape);
        else ThreefishRun<TSpec>.Blocks(mode == BlockMode.Encrypt, cipher.Key, default, source, destination, shape);
    }

    public override CipherKeys KeyPerPacket(ReadOnlyMemory<byte> keys) => new(ThreefishRun<TSpec>.Packets, keys);

    private static RowJob Authenticated(string name, bool treeMac)
    {
        const int TagBytes = 32;
        byte[] text = RowJob.Data(64 * 1024), nonce = RowJob.Data(32), sealedText = new byte[text.Length + TagBytes];
        ThreefishSkein cipher = new(RowJob.Data(64), TagBytes, treeMac);
        return new RowJob(
            name,
            text.Length,
            sealedText,
            () => cipher.Encrypt(nonce, text, sealedText.AsSpan(0, text.Length), sealedText.AsSpan(text.Length)));
    }

    private static IReadOnlyList<string> Check(KnownAnswerCase c)
    {
        byte[] tweak = c.Bytes("tweak_hex");
        if (tweak.Length == 0) tweak = new byte[16];
        using ThreefishCipher cipher = TSpec.Create(c.Key);
        CipherAnswers answers = new(c, cipher, tweak);

        // If the tweak is a sector number, the methods for disk sectors can reproduce the known answer.
        (ulong number, ulong sector) = Tweak.Read(tweak);
        if (answers.IsOneBlock && number < CipherAnswers.Copies)
        {
            answers.AmongOthers(
                "sectors",
                (int)number,
                (source, destination) => cipher.EncryptSectors(source, destination, source.Length, sector),
                (source, destination) => cipher.DecryptSectors(source, destination, source.Length, sector));
        }

        return answers.Wrong;
    }
}
