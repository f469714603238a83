using System.Buffers.Binary;
using System.Security.Cryptography;
using Lanewise.Ciphers;
using Lanewise.Hashing;
using Lanewise.Kernels;
using Lanewise.Lanes;
using Lanewise.Measuring;

namespace Lanewise.ThreefishFamily;

/// <summary>A size of Threefish in the catalogue. What has no tweak in its arguments runs with a tweak of zeros.</summary>
internal sealed class ThreefishRow<TSpec> : CipherRow
    where TSpec : struct, IThreefishSpec
{
    public override string Name => TSpec.Name.ToLowerInvariant();

    public override string Title => TSpec.Name;

    public override string Security => "Sound; a block cipher alone notices no changes. For sectors and for building modes.";

    public override int KeyBytes => ThreefishRun<TSpec>.BlockBytes;

    public override int BlockBytes => ThreefishRun<TSpec>.BlockBytes;

    public override int WordBits => 64;

    public override LaneShape ChosenShape => TSpec.Table.Choose();

    // Sixteen words fill the registers with one stream, eight with two, four with four.
    public override int MaxStreams => 16 / TSpec.Words;

    public override int MaxScalarStreams => 1;

    public override IReadOnlyList<KnownAnswers> KnownAnswers => [new(TSpec.Name, Check)];

    public override IReadOnlyList<Measurement> Measurements => [ThreefishTable<TSpec>.Measurement(Shapes)];

    // The authenticated encryption that is built on Threefish-512.
    public override IReadOnlyList<RowJob> Jobs() =>
        TSpec.Words == 8 ? [Authenticated("with Skein-MAC, 64 KiB", treeMac: false), Authenticated("with tree MAC, 64 KiB", treeMac: true)] : [];

    public override LanewiseCipher Create(ReadOnlySpan<byte> key) => TSpec.Create(key);

    public override void Encrypt(ReadOnlySpan<byte> key, ReadOnlySpan<byte> source, Span<byte> destination, LaneShape? shape = null)
    {
        using ThreefishCipher cipher = TSpec.Create(key);
        ThreefishRun<TSpec>.Blocks(true, cipher.Key, 0, source, destination, shape);
    }

    public override void Decrypt(ReadOnlySpan<byte> key, ReadOnlySpan<byte> source, Span<byte> destination, LaneShape? shape = null)
    {
        using ThreefishCipher cipher = TSpec.Create(key);
        ThreefishRun<TSpec>.Blocks(false, cipher.Key, 0, source, destination, shape);
    }

    public override void Count(ReadOnlySpan<byte> key, ReadOnlySpan<byte> counter, ReadOnlySpan<byte> source, Span<byte> destination, LaneShape? shape = null)
    {
        using ThreefishCipher cipher = TSpec.Create(key);
        ThreefishRun<TSpec>.Count(cipher.Key, 0, counter, source, destination, shape);
    }

    public override void EncryptPackets(
        ReadOnlySpan<byte> keys, ReadOnlySpan<byte> source, ReadOnlySpan<int> lengths, Span<byte> destination, LaneShape? shape = null) =>
        PacketRun.Whole(new ThreefishPackets<TSpec>(decrypt: false, keys, default) { Shape = shape }, source, lengths, destination);

    public override void DecryptPackets(
        ReadOnlySpan<byte> keys, ReadOnlySpan<byte> source, ReadOnlySpan<int> lengths, Span<byte> destination, LaneShape? shape = null) =>
        PacketRun.Whole(new ThreefishPackets<TSpec>(decrypt: true, keys, default) { Shape = shape }, source, lengths, destination);

    // Every form of the cipher that can give the answer, both ways.
    private static RowJob Authenticated(string name, bool treeMac)
    {
        const int TagBytes = 32;
        byte[] text = RowJob.Data(64 * 1024), nonce = RowJob.Data(32), sealedText = new byte[text.Length + TagBytes];
        ThreefishSkein cipher = new(RowJob.Data(64), TagBytes, treeMac);
        return new RowJob(name, text.Length, () =>
        {
            cipher.Encrypt(nonce, text, sealedText.AsSpan(0, text.Length), sealedText.AsSpan(text.Length));
            return sealedText;
        });
    }

    private static List<string> Check(KnownAnswerCase c)
    {
        List<string> wrong = [];
        int size = ThreefishRun<TSpec>.BlockBytes;
        byte[] key = c.Bytes("key_hex"), tweak = c.Bytes("tweak_hex"), block = new byte[size], zeros = new byte[size];
        using ThreefishCipher cipher = TSpec.Create(key);
        cipher.EncryptEcb(c.Input, block, PaddingMode.None, tweak);
        Compare("encrypt", c.Output, block);
        cipher.DecryptEcb(c.Output, block, PaddingMode.None, tweak);
        Compare("decrypt", c.Input, block);
        cipher.EncryptEcb(block, block, PaddingMode.None, tweak);
        Compare("encrypt in place", c.Output, block);
        cipher.DecryptEcb(block, block, PaddingMode.None, tweak);
        Compare("decrypt in place", c.Input, block);

        // A first CBC block after a vector of zeros is the same block, and a counter that is the block gives it as key stream.
        cipher.EncryptCbc(c.Input, zeros, block, PaddingMode.None, tweak);
        Compare("CBC", c.Output, block);
        cipher.DecryptCbc(c.Output, zeros, block, PaddingMode.None, tweak);
        Compare("CBC, decrypt", c.Input, block);
        cipher.TransformCtr(zeros, c.Input, block, tweak);
        Compare("CTR", c.Output, block);

        // Among neighbours, at every place of a group of lanes, under one key and under many.
        const int Copies = 67;
        ulong t0 = BinaryPrimitives.ReadUInt64LittleEndian(tweak), t1 = BinaryPrimitives.ReadUInt64LittleEndian(tweak.AsSpan(8));
        byte[] source = new byte[Copies * size], destination = new byte[source.Length], keys = new byte[source.Length];
        int[] lengths = new int[Copies];
        for (int i = 0; i < Copies; i++)
        {
            (i % 3 == 2 ? zeros : c.Input).CopyTo(source, i * size);
            key.CopyTo(keys, i * size);
            if (i % 3 == 2) keys[i * size] ^= (byte)i;
            lengths[i] = size;
        }

        cipher.EncryptEcb(source, destination, PaddingMode.None, tweak);
        CompareMany("run", c.Output);
        cipher.DecryptEcb(destination, destination, PaddingMode.None, tweak);
        CompareMany("run, decrypt", c.Input);
        byte[] tweaks = [.. Enumerable.Repeat(tweak, Copies).SelectMany(t => t)];
        cipher.EncryptMany(tweaks, source, lengths, destination);
        CompareMany("many tweaks", c.Output);
        cipher.DecryptMany(tweaks, destination, lengths, destination);
        CompareMany("many tweaks, decrypt", c.Input);
        new ThreefishPackets<TSpec>(decrypt: false, keys, tweaks).EncryptPacked(source, lengths, destination, PaddingMode.None);
        CompareMany("many keys", c.Output);
        new ThreefishPackets<TSpec>(decrypt: true, keys, tweaks).DecryptPacked(destination, lengths, destination, default, unpad: false, PaddingMode.None);
        CompareMany("many keys, decrypt", c.Input);

        // With a tweak that is a place on a disk, the sectors give it.
        if (t0 < Copies)
        {
            int at = (int)t0 * size;
            c.Input.CopyTo(source, at);
            cipher.EncryptSectors(source, destination, source.Length, t1);
            Compare("sectors", c.Output, destination.AsSpan(at, size));
            cipher.DecryptSectors(destination, destination, source.Length, t1);
            Compare("sectors, decrypt", c.Input, destination.AsSpan(at, size));
        }

        return wrong;

        void CompareMany(string form, byte[] expected)
        {
            for (int i = 0; i < Copies; i++)
            {
                if (i % 3 != 2) Compare($"{form}, block {i}", expected, destination.AsSpan(i * size, size));
            }
        }

        void Compare(string form, ReadOnlySpan<byte> expected, ReadOnlySpan<byte> actual)
        {
            if (!expected.SequenceEqual(actual)) wrong.Add(form);
        }
    }
}
