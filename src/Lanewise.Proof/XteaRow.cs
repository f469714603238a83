using System.Buffers.Binary;
using Lanewise.Ciphers;
using Lanewise.XteaFamily;

namespace Lanewise.Proof;

/// <summary>Describes XTEA.</summary>
internal sealed class XteaRow : CipherRow
{
    public override string Title => "XTEA";

    public override int KeyBytes => XteaSpec.KeyBytes;

    public override int BlockBytes => XteaSpec.BlockBytes;

    public override int WordBits => 32;

    public override LaneTable Table => XteaBlocks.Table;

    public override IReadOnlyList<KnownAnswers> KnownAnswers => [new("XTEA", Check)];

    public override IReadOnlyList<Measurement> Measurements => [XteaSeries.Measurement];

    public override LanewiseCipher Create(ReadOnlySpan<byte> key) => new Xtea(key);

    protected override void Run(
        BlockMode mode, ReadOnlySpan<byte> key, ReadOnlySpan<byte> counter, ReadOnlySpan<byte> source, Span<byte> destination,
        LaneShape? shape)
    {
        using Xtea xtea = new(key);
        ulong first = mode == BlockMode.Count ? BinaryPrimitives.ReadUInt64BigEndian(counter) : 0;
        BlockRun.Run<uint, XteaBlocks>(new(xtea.Schedule, xtea.IsBigEndian, mode, first), source, destination, shape);
    }

    public override CipherKeys KeyPerPacket(ReadOnlyMemory<byte> keys) => Xtea.KeyPerPacket(keys);

    private static IReadOnlyList<string> Check(KnownAnswerCase c)
    {
        int rounds = c.Number("feistel_rounds", XteaSpec.FullRounds), cycles = rounds / 2;
        if (rounds % 2 != 0) throw KnownAnswerCase.Bad("feistel_rounds", c.Text("feistel_rounds")!, "an even number");

        XteaByteOrder order = c.Text("byte_order") switch
        {
            "little" => XteaByteOrder.LittleEndian,
            null or "big" => XteaByteOrder.BigEndian,
            string text => throw KnownAnswerCase.Bad("byte_order", text, "big or little"),
        };
        using Xtea xtea = new(c.Key, order, cycles);
        return new CipherAnswers(c, xtea, []).Wrong;
    }
}
