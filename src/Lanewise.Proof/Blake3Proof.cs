using Lanewise.Blake3Family;

namespace Lanewise.Proof;

/// <summary>Checks BLAKE3: the single-message kernels, long messages, derived keys, and output from different offsets.</summary>
internal sealed class Blake3Proof(HashRow row) : HashProof(row)
{
    public override IReadOnlyList<SingleKernel> SingleKernels =>
        SingleKernel.List(false, Blake3Single.Chosen, HashWith);

    public override IReadOnlyList<KnownAnswers> Answers => [new("BLAKE3", Check)];

    public override IReadOnlyList<RowJob> Jobs() => [One("message of 1 MiB", 1 << 20), One("message of 16 MiB", 1 << 24)];

    /// <summary>Hashes a message without a key, with one of the single-message kernels.</summary>
    private static void HashWith(SingleShape shape, ReadOnlySpan<byte> source, Span<byte> destination)
    {
        if (source.Length > Blake3Spec.ChunkBytes)
        {
            Blake3OneShot.Hash(Blake3Spec.Iv, Blake3Spec.Unkeyed, source, destination);
            return;
        }

        Span<uint> record = stackalloc uint[Blake3State.Words];
        Blake3OneShot.Start(record, Blake3Spec.Iv, Blake3Spec.Unkeyed, 0);
        int blocks = Blake3OneShot.FullBlocks(source.Length);
        Blake3Single.Run(shape, record, source, 0, blocks);
        Span<byte> last = stackalloc byte[Blake3Spec.BlockBytes];
        ReadOnlySpan<byte> rest = source.Slice(blocks * Blake3Spec.BlockBytes);
        rest.CopyTo(last);
        record[Blake3State.Length] = (uint)rest.Length;
        record[Blake3State.LastFlags] = Blake3Spec.ChunkEnd | Blake3Spec.Root;
        Blake3Single.Run(shape, record, last, 0, 1);
        Word<uint>.WriteLittleEndian(destination, record);
    }

    private static RowJob One(string name, int length)
    {
        byte[] source = RowJob.Data(length), digest = new byte[Blake3Spec.HashBytes];
        return new(
            name,
            length,
            digest,
            () => Blake3.HashData(source, digest.AsSpan()),
            () => Blake3.HashData(source.AsMemory(), digest, RowJob.TwoCores));
    }

    private IReadOnlyList<string> Check(KnownAnswerCase c)
    {
        string? context = c.Text("context");
        HashRow hash = context is null ? Row : Row.WithContext!(context);
        if (c.Text("seek") is null) return KnownAnswers.Of(hash).Compute(c);

        using LanewiseHash running = hash.Create(c.Key, hash.DefaultHashBytes);
        running.AppendData(c.Input);
        using Blake3Output output = Blake3Output.Of(running);
        output.Position = c.Number("seek", 0ul);
        return output.Read(c.Output.Length).AsSpan().SequenceEqual(c.Output) ? [] : ["output at an offset"];
    }
}
