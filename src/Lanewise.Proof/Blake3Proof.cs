using Lanewise.Blake3Family;
using Lanewise.Hashing;

namespace Lanewise.Proof;

/// <summary>BLAKE3: kernels for one block after another, long messages, derived keys and places in the output.</summary>
internal sealed class Blake3Proof(HashRow row) : HashProof(row)
{
    public override IReadOnlyList<SingleKernel> SingleKernels =>
        SingleKernel.List(false, Blake3Single.Chosen, Blake3One.HashWith);

    public override IReadOnlyList<KnownAnswers> Answers => [new("BLAKE3", Check)];

    public override IReadOnlyList<RowJob> Jobs() => [One("message of 1 MiB", 1 << 20), One("message of 16 MiB", 1 << 24)];

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

        using Blake3 running = (Blake3)hash.Create(c.Key, hash.DefaultHashBytes);
        running.AppendData(c.Input);
        using Blake3Output output = running.GetOutput();
        output.Position = c.Number("seek", 0ul);
        return output.Read(c.Output.Length).AsSpan().SequenceEqual(c.Output) ? [] : ["output at a place"];
    }
}
