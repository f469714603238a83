using System.Globalization;
using Lanewise.Hashing;
using Lanewise.Hazmat;
using Lanewise.Kernels;
using Lanewise.Lanes;

namespace Lanewise.Blake2Family;

/// <summary>BLAKE2b and BLAKE2s in the catalogue: what they share.</summary>
internal abstract class Blake2Row<TWord, TSpec> : HashRow
    where TWord : unmanaged
    where TSpec : struct, IBlake2Spec<TWord>
{
    public override string Name => TSpec.Name.ToLowerInvariant();

    public override string Title => TSpec.Name;

    public override string Security => "Sound as published, at the security of its output length.";

    public override int DefaultHashBytes => TSpec.MaxHashBytes;

    public override int MinHashBytes => 1;

    public override int MaxHashBytes => TSpec.MaxHashBytes;

    public override int MaxKeyBytes => TSpec.MaxHashBytes;

    public override int BlockBytes => TSpec.BlockBytes;

    public override int WordBits => 8 * Word<TWord>.Bytes;

    public override LaneShape ChosenShape => Blake2Many<TWord, TSpec>.Table.Choose();

    public override int MaxStreams => 2;

    public override int MaxScalarStreams => 1;

    public override void Hash(ReadOnlySpan<byte> key, ReadOnlySpan<byte> source, Span<byte> destination) =>
        Blake2One<TWord, TSpec>.Hash(key, source, destination);

    public override void HashEqual(
        ReadOnlySpan<byte> key, ReadOnlySpan<byte> source, int messageLength, Span<byte> destination, int hashBytes, LaneShape? shape = null)
    {
        using Blake2Many<TWord, TSpec>.Setup setup = new(Blake2Parameters.Default, key, key.Length, 1, hashBytes);
        ManyMessages.Equal<TWord, Blake2Many<TWord, TSpec>>(source, messageLength, destination, setup.Hash, shape);
    }

    public override void HashRagged(
        ReadOnlySpan<byte> key, ReadOnlySpan<byte> source, ReadOnlySpan<int> messageLengths, Span<byte> destination, int hashBytes, LaneShape? shape = null)
    {
        using Blake2Many<TWord, TSpec>.Setup setup = new(Blake2Parameters.Default, key, key.Length, 1, hashBytes);
        ManyMessages.Ragged<TWord, Blake2Many<TWord, TSpec>>(source, messageLengths, destination, setup.Hash, shape);
    }

    public override void HashScattered(
        ReadOnlySpan<byte> key, ReadOnlySpan<ReadOnlyMemory<byte>> sources, Span<byte> destination, int hashBytes, LaneShape? shape = null)
    {
        using Blake2Many<TWord, TSpec>.Setup setup = new(Blake2Parameters.Default, key, key.Length, 1, hashBytes);
        ManyMessages.Scattered<TWord, Blake2Many<TWord, TSpec>>(sources, destination, setup.Hash, shape);
    }

    protected static Blake2Parameters Parameters(KnownAnswerCase c) => new()
    {
        Salt = c.Bytes("salt_hex"),
        Personalization = c.Bytes("personal_hex"),
        Fanout = (int)c.Number("tree.fanout", 1),
        MaxDepth = (int)c.Number("tree.max_depth", 1),
        LeafLength = (uint)c.Number("tree.leaf_length", 0),
        NodeOffset = (ulong)c.Number("tree.node_offset", 0),
        NodeDepth = (int)c.Number("tree.node_depth", 0),
        InnerHashSizeInBytes = (int)c.Number("tree.inner_length", 0),
        IsLastNode = c.Flag("tree.last_node"),
    };
}

/// <summary>BLAKE2b in the catalogue.</summary>
internal sealed class Blake2bRow : Blake2Row<ulong, Blake2bSpec>
{
    public override IReadOnlyList<SingleKernel> SingleKernels => Blake2Single<ulong, Blake2bSpec>.Candidates;

    public override IReadOnlyList<KnownAnswers> KnownAnswers =>
    [
        new("BLAKE2b", c =>
        {
            byte[] key = c.Bytes("key_hex");
            Blake2Parameters parameters = Parameters(c);
            return Hashing.KnownAnswers.CheckHash(
                c,
                (source, destination) => Blake2b.HashData(parameters, key, source, destination),
                () => new Blake2b(parameters, key, c.Output.Length),
                (messages, digests) => Blake2b.HashMany(parameters, key, messages, digests, c.Output.Length));
        }),
        new("BLAKE2-F", CheckCompression),
    ];

    public override LanewiseHash Create(ReadOnlySpan<byte> key, int hashBytes) => new Blake2b(key, hashBytes);

    private static IReadOnlyList<string> CheckCompression(KnownAnswerCase c)
    {
        bool isLastBlock = c.Flag("f0"), isLastNode = c.Flag("f1");
        UInt128 t = UInt128.Parse(c.Parameters["t"], CultureInfo.InvariantCulture);
        uint rounds = (uint)c.Number("rounds", 12);
        byte[] h = c.Bytes("h_hex");
        if (c.Parameters["variant"] == "s")
        {
            uint[] words = Words<uint>(h), m = Words<uint>(c.Input);
            Blake2Compression.CompressS(rounds, words, m, (uint)t, (uint)(t >> 32), isLastBlock, isLastNode);
            return Same(words, c.Output);
        }
        else
        {
            ulong[] words = Words<ulong>(h), m = Words<ulong>(c.Input);
            Blake2Compression.CompressB(rounds, words, m, (ulong)t, (ulong)(t >> 64), isLastBlock, isLastNode);
            return Same(words, c.Output);
        }
    }

    private static TWord[] Words<TWord>(ReadOnlySpan<byte> bytes)
        where TWord : unmanaged
    {
        TWord[] words = new TWord[bytes.Length / Word<TWord>.Bytes];
        for (int i = 0; i < words.Length; i++) words[i] = Word<TWord>.ReadLittleEndian(bytes.Slice(i * Word<TWord>.Bytes));
        return words;
    }

    private static IReadOnlyList<string> Same<TWord>(TWord[] words, byte[] output)
        where TWord : unmanaged => words.AsSpan().SequenceEqual(Words<TWord>(output)) ? [] : ["compression"];
}

/// <summary>BLAKE2s in the catalogue.</summary>
internal sealed class Blake2sRow : Blake2Row<uint, Blake2sSpec>
{
    public override IReadOnlyList<SingleKernel> SingleKernels => Blake2Single<uint, Blake2sSpec>.Candidates;

    public override IReadOnlyList<KnownAnswers> KnownAnswers =>
    [
        new("BLAKE2s", c =>
        {
            byte[] key = c.Bytes("key_hex");
            Blake2Parameters parameters = Parameters(c);
            return Hashing.KnownAnswers.CheckHash(
                c,
                (source, destination) => Blake2s.HashData(parameters, key, source, destination),
                () => new Blake2s(parameters, key, c.Output.Length),
                (messages, digests) => Blake2s.HashMany(parameters, key, messages, digests, c.Output.Length));
        }),
    ];

    public override LanewiseHash Create(ReadOnlySpan<byte> key, int hashBytes) => new Blake2s(key, hashBytes);
}
