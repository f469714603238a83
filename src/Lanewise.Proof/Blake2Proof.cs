using Lanewise.Blake2Family;
using Lanewise.Hazmat;

namespace Lanewise.Proof;

/// <summary>Checks the single-message kernels of BLAKE2b and BLAKE2s, and the known answers with parameters.</summary>
internal class Blake2Proof<TWord, TSpec>(HashRow row)
    : HashProof<Blake2<TWord, TSpec>.Blake2Engine>(row, c => new(Parameters(c)))
    where TWord : unmanaged
    where TSpec : struct, IBlake2Spec<TWord>
{
    public override IReadOnlyList<SingleKernel> SingleKernels => SingleKernel.List(
        typeof(TWord) == typeof(ulong), Blake2<TWord, TSpec>.Blake2Single.Chosen, HashWith);

    private static Blake2Parameters Parameters(KnownAnswerCase c) => new()
    {
        Salt = c.Bytes("salt_hex"),
        Personalization = c.Bytes("personal_hex"),
        Fanout = c.Number("tree.fanout", 1),
        MaxDepth = c.Number("tree.max_depth", 1),
        LeafLength = c.Number("tree.leaf_length", 0u),
        NodeOffset = c.Number("tree.node_offset", 0ul),
        NodeDepth = c.Number("tree.node_depth", 0),
        InnerHashSizeInBytes = c.Number("tree.inner_length", 0),
        IsLastNode = c.Flag("tree.last_node"),
    };

    /// <summary>Hashes a whole message with one of the single-message kernels.</summary>
    private static void HashWith(SingleShape shape, ReadOnlySpan<byte> source, Span<byte> destination)
    {
        Span<TWord> record = stackalloc TWord[Blake2State.Words];
        Blake2<TWord, TSpec>.Blake2OneShot.Start(record, destination.Length, 0);
        int blocks = Blake2<TWord, TSpec>.Blake2OneShot.FullBlocks(source.Length);
        Blake2<TWord, TSpec>.Blake2Single.Run(shape, record, source, 0, blocks);
        Span<byte> last = stackalloc byte[TSpec.BlockBytes];
        source.Slice(blocks * TSpec.BlockBytes).CopyTo(last);
        Blake2<TWord, TSpec>.Blake2OneShot.SetFinalWords(record.Slice(Blake2State.ChainingWords), (uint)source.Length, 0, false);
        Blake2<TWord, TSpec>.Blake2Single.Run(shape, record, last, 0, 1);
        Word<TWord>.WriteLittleEndian(destination, record);
    }
}

internal sealed class Blake2bProof(HashRow row) : Blake2Proof<ulong, Blake2bSpec>(row)
{
    public override IReadOnlyList<KnownAnswers> Answers =>
    [
        .. base.Answers,
        new("BLAKE2-F", c => c.Text("variant") == "s"
            ? CheckCompression<uint>(c, (h, m, t) => Blake2Compression.CompressS(
                Rounds(c), h, m, (uint)t, (uint)(t >> 32), c.Flag("f0"), c.Flag("f1")))
            : CheckCompression<ulong>(c, (h, m, t) => Blake2Compression.CompressB(
                Rounds(c), h, m, (ulong)t, (ulong)(t >> 64), c.Flag("f0"), c.Flag("f1")))),
    ];

    private static uint Rounds(KnownAnswerCase c) => c.Number("rounds", 12u);

    private static IReadOnlyList<string> CheckCompression<TWord>(KnownAnswerCase c, Action<TWord[], TWord[], UInt128> compress)
        where TWord : unmanaged
    {
        TWord[] h = Words(c.Bytes("h_hex"));
        compress(h, Words(c.Input), c.Number("t", UInt128.Zero));
        AnswerForms forms = new();
        forms.Add("compression", h.AsSpan().SequenceEqual(Words(c.Output)));
        return forms.Wrong;

        static TWord[] Words(byte[] bytes) =>
            [.. bytes.Chunk(Word<TWord>.Bytes).Select(word => Word<TWord>.ReadLittleEndian(word))];
    }
}

/// <summary>
/// Checks BLAKE2bp and BLAKE2sp. The tree leaves are computed at every vector width. Messages are also hashed in batches.
/// </summary>
internal sealed class Blake2LeavesProof<TWord, TSpec>(HashRow row) : HashProof(row)
    where TWord : unmanaged
    where TSpec : struct, IBlake2Spec<TWord>
{
    public override IReadOnlyList<SingleKernel> SingleKernels =>
    [
        .. LaneDispatch.Supported.Where(s => s is { Streams: 1, Bits: <= 256 }).Select(s => new SingleKernel(
            "leaves " + s,
            s == Blake2<TWord, TSpec>.Blake2Leaves.Shape(Blake2<TWord, TSpec>.Blake2Leaves.Count, null),
            (source, destination) => Blake2<TWord, TSpec>.Blake2Leaves.Hash(default, source, destination, s))),
    ];

    public override IReadOnlyList<RowJob> Jobs()
    {
        const int Count = 4, Length = 64 * 1024;
        byte[] source = RowJob.Data(Count * Length), digests = new byte[Count * TSpec.MaxHashBytes];
        return
        [
            new("four messages of 64 KiB", source.Length, digests, () =>
                Row.HashMany(Messages.Packed(source, Length), default, digests, TSpec.MaxHashBytes)),
        ];
    }
}

/// <summary>
/// Checks BLAKE2Xb and BLAKE2Xs with long output, output of unknown length, and prefixes of output of unknown length.
/// </summary>
internal sealed class Blake2OutputProof<TWord, TSpec>(HashRow row) : HashProof(row)
    where TWord : unmanaged
    where TSpec : struct, IBlake2Spec<TWord>
{
    private const string Length = "xof_length";

    public override IReadOnlyList<KnownAnswers> Answers => [new(Row.Title, Check)];

    public override IReadOnlyList<SingleKernel> SingleKernels => [base.SingleKernels[0] with { Name = "output in lanes" }];

    public override IReadOnlyList<RowJob> Jobs()
    {
        // The longest output of BLAKE2Xs is two bytes shorter than 64 KiB. BLAKE2Xb is tested with the same length.
        byte[] source = RowJob.Data(64), output = new byte[65_534];
        return [new("output of 64 KiB", output.Length, output, () => Row.Hash(default, source, output))];
    }

    private IReadOnlyList<string> Check(KnownAnswerCase c)
    {
        uint length = c.Number(Length, (uint)c.Output.Length);
        if (length == c.Output.Length) return KnownAnswers.Of(Row).Compute(c);

        uint unknownLength = Blake2<TWord, TSpec>.Blake2OutputEngine.UnknownLength;
        bool isUnknown = length == unknownLength;
        uint most = Math.Min(unknownLength - 1, int.MaxValue);
        if (!isUnknown && (length < c.Output.Length || length > most))
        {
            throw KnownAnswerCase.Bad(Length, c.Text(Length)!, Invariant(
                $"at least the output's {c.Output.Length}, at most {most}, or {unknownLength} for an unknown length"));
        }

        IIncrementalHash hash = isUnknown
            ? Blake2<TWord, TSpec>.Blake2OutputEngine.StartUnknown(c.Key)
            : default(Blake2<TWord, TSpec>.Blake2OutputEngine).Start(c.Key, (int)length);
        hash.Append(c.Input);
        using Blake2xOutput output = Blake2<TWord, TSpec>.Blake2OutputEngine.Output(hash);
        AnswerForms forms = new();
        forms.Add("beginning of the output", output.Read(c.Output.Length).AsSpan().SequenceEqual(c.Output));
        int half = c.Output.Length / 2;
        byte[] rest = new byte[c.Output.Length - half];
        output.ReadAt((ulong)half, rest);
        forms.Add("output from its middle on", rest.AsSpan().SequenceEqual(c.Output.AsSpan(half)));
        return forms.Wrong;
    }
}
