using System.Buffers.Binary;
using System.Security.Cryptography;
using Lanewise.Ciphers;
using Lanewise.Hashing;
using Lanewise.Kernels;
using Lanewise.Lanes;
using Lanewise.Measuring;

namespace Lanewise.XteaFamily;

/// <summary>XTEA in the catalogue.</summary>
internal sealed class XteaRow : CipherRow
{
    public override string Name => "xtea";

    public override string Title => "XTEA";

    public override string Security => "Legacy: blocks of 64 bits. For interoperability with games and old devices only.";

    public override int KeyBytes => XteaSpec.KeyBytes;

    public override int BlockBytes => XteaSpec.BlockBytes;

    public override int WordBits => 32;

    public override LaneShape ChosenShape => XteaTable.OneKey.Choose();

    public override int MaxStreams => 8;

    public override int MaxScalarStreams => 4;

    public override IReadOnlyList<KnownAnswers> KnownAnswers => [new("XTEA", Check)];

    public override IReadOnlyList<Measurement> Measurements => [XteaLadder.Measurement];

    public override LanewiseCipher Create(ReadOnlySpan<byte> key) => new Xtea(key);

    public override void Encrypt(ReadOnlySpan<byte> key, ReadOnlySpan<byte> source, Span<byte> destination, LaneShape? shape = null)
    {
        using Xtea xtea = new(key);
        BlockRun.Run<uint, XteaBlocks>(new(xtea.Schedule, xtea.IsBigEndian, encrypting: true), source, destination, shape);
    }

    public override void Decrypt(ReadOnlySpan<byte> key, ReadOnlySpan<byte> source, Span<byte> destination, LaneShape? shape = null)
    {
        using Xtea xtea = new(key);
        BlockRun.Run<uint, XteaBlocks>(new(xtea.Schedule, xtea.IsBigEndian, encrypting: false), source, destination, shape);
    }

    public override void Count(ReadOnlySpan<byte> key, ReadOnlySpan<byte> counter, ReadOnlySpan<byte> source, Span<byte> destination, LaneShape? shape = null)
    {
        using Xtea xtea = new(key);
        BlockRun.Run<uint, XteaCounter>(new XteaCounter(xtea.Schedule, xtea.IsBigEndian, BinaryPrimitives.ReadUInt64BigEndian(counter)), source, destination, shape);
    }

    public override void EncryptPackets(
        ReadOnlySpan<byte> keys, ReadOnlySpan<byte> source, ReadOnlySpan<int> lengths, Span<byte> destination, LaneShape? shape = null) =>
        PacketRun.Whole(new XteaPackets(keys, XteaSpec.FullRounds, bigEndian: true, encrypting: true) { Shape = shape }, source, lengths, destination);

    public override void DecryptPackets(
        ReadOnlySpan<byte> keys, ReadOnlySpan<byte> source, ReadOnlySpan<int> lengths, Span<byte> destination, LaneShape? shape = null) =>
        PacketRun.Whole(new XteaPackets(keys, XteaSpec.FullRounds, bigEndian: true, encrypting: false) { Shape = shape }, source, lengths, destination);

    // Every form of the cipher that can give the answer, both ways.
    private static List<string> Check(KnownAnswerCase c)
    {
        List<string> wrong = [];
        byte[] key = c.Bytes("key_hex");
        int rounds = (int)c.Number("feistel_rounds", XteaSpec.FullRounds);
        XteaByteOrder order = c.Parameters.TryGetValue("byte_order", out string? name) && name == "little" ? XteaByteOrder.LittleEndian : XteaByteOrder.BigEndian;
        using Xtea xtea = new(key, rounds, order);
        Compare("encrypt", c.Output, xtea.EncryptEcb(c.Input, PaddingMode.None));
        Compare("decrypt", c.Input, xtea.DecryptEcb(c.Output, PaddingMode.None));

        byte[] place = [.. c.Input];
        xtea.EncryptEcb(place, place, PaddingMode.None);
        Compare("encrypt in place", c.Output, place);
        xtea.DecryptEcb(place, place, PaddingMode.None);
        Compare("decrypt in place", c.Input, place);

        // A first CBC block after a vector of zeros is the same block, and a counter that is the block gives it as key stream.
        byte[] zeros = new byte[XteaSpec.BlockBytes];
        if (c.Input.Length == zeros.Length)
        {
            Compare("CBC", c.Output, xtea.EncryptCbc(c.Input, zeros, PaddingMode.None));
            Compare("CBC, decrypt", c.Input, xtea.DecryptCbc(c.Output, zeros, PaddingMode.None));
            Compare("CTR", c.Output, xtea.TransformCtr(zeros, c.Input));
        }

        // Among neighbours, at every place of a group of lanes, under one key and under many.
        const int Copies = 67;
        byte[] source = new byte[Copies * c.Input.Length], destination = new byte[source.Length], keys = new byte[Copies * key.Length];
        int[] lengths = new int[Copies];
        for (int i = 0; i < Copies; i++)
        {
            (i % 3 == 2 ? new byte[c.Input.Length] : c.Input).CopyTo(source, i * c.Input.Length);
            key.CopyTo(keys, i * key.Length);
            if (i % 3 == 2) keys[i * key.Length] ^= (byte)i;
            lengths[i] = c.Input.Length;
        }

        xtea.EncryptMany(source, lengths, destination);
        CompareMany("many", c.Output);
        xtea.DecryptMany(destination, lengths, destination);
        CompareMany("many, decrypt", c.Input);
        Xtea.EncryptMany(keys, source, lengths, destination, PaddingMode.None, rounds, order);
        CompareMany("many keys", c.Output);
        Xtea.DecryptMany(keys, destination, lengths, destination, rounds, order);
        CompareMany("many keys, decrypt", c.Input);
        return wrong;

        void CompareMany(string form, byte[] expected)
        {
            for (int i = 0; i < Copies; i++)
            {
                if (i % 3 != 2) Compare($"{form}, packet {i}", expected, destination.AsSpan(i * expected.Length, expected.Length));
            }
        }

        void Compare(string form, ReadOnlySpan<byte> expected, ReadOnlySpan<byte> actual)
        {
            if (!expected.SequenceEqual(actual)) wrong.Add(form);
        }
    }
}
