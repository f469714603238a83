using Lanewise.Hazmat;
using Lanewise.SkeinFamily;

namespace Lanewise.Proof;

/// <summary>
/// Checks Skein with one state size. The checks include tree hashing and known answers with parameters and partial bytes.
/// </summary>
internal sealed class SkeinProof<TSpec>(HashRow row) : HashProof<SkeinEngine<TSpec>>(
    row, c => new(Parameters(c)))
    where TSpec : struct, ISkeinSpec
{
    public override IReadOnlyList<RowJob> Jobs()
    {
        // With these parameters, leaves and nodes are 64 blocks long, and the tree height is not limited.
        SkeinParameters parameters = new() { LeafExponent = 6, NodeExponent = 6, MaxLevel = 255 };
        byte[] source = RowJob.Data(1 << 20), digest = new byte[Row.DefaultHashBytes];
        return
        [
            new(
                "tree, 1 MiB",
                source.Length,
                digest,
                () => new SkeinEngine<TSpec>(parameters).Hash(default, source, digest),
                () => SkeinBits.HashTree(8 * Row.BlockBytes, parameters, default, source, digest, RowJob.TwoCores)),
        ];
    }

    protected override IReadOnlyList<string> Check(KnownAnswerCase c)
    {
        long outputBits = c.Number("output_bits", 8L * c.Output.Length), inputBits = c.Number("input_bits", 8L * c.Input.Length);
        SkeinParameters parameters = Parameters(c);
        if (inputBits % 8 != 0)
        {
            byte[] output = new byte[c.Output.Length];
            SkeinBits.HashData(8 * Row.BlockBytes, parameters, c.Key, c.Input, inputBits, output, outputBits);
            AnswerForms forms = new();
            forms.Add("one-shot", output.AsSpan().SequenceEqual(c.Output));
            if (outputBits % 8 != 0) return forms.Wrong;

            using LanewiseHash hash = Start(new(parameters), c.Key, c.Output.Length);
            foreach (int split in (ReadOnlySpan<int>)[0, 1, 64, 65])
            {
                int cut = Math.Min(split, c.Input.Length - 1);
                hash.AppendData(c.Input.AsSpan(0, cut));
                SkeinBits.AppendData(hash, c.Input.AsSpan(cut), inputBits - (8L * cut));
                hash.GetHashAndReset(output);
                forms.Add($"incremental, the last bits after {cut} bytes", output.AsSpan().SequenceEqual(c.Output));
            }

            return forms.Wrong;
        }

        return KnownAnswers.CheckHash(
            c,
            (source, destination) => SkeinBits.HashData(
                8 * Row.BlockBytes, parameters, c.Key, source, 8L * source.Length, destination, outputBits),
            () => Start(new(parameters), c.Key, c.Output.Length),
            parameters.IsTree || outputBits % 8 != 0 ? null : HashMany);

        void HashMany(ReadOnlyMemory<byte>[] messages, byte[] digests) =>
            new SkeinEngine<TSpec>(parameters).HashMany(messages, HashKeys.One(c.Key.AsSpan()), digests, c.Output.Length);
    }

    private static SkeinParameters Parameters(KnownAnswerCase c) => new()
    {
        Personalization = c.Bytes("personal_hex"),
        PublicKey = c.Bytes("public_key_hex"),
        KeyDerivationIdentifier = c.Bytes("kdf_id_hex"),
        Nonce = c.Bytes("nonce_hex"),
        LeafExponent = c.Number("tree.leaf", 0),
        NodeExponent = c.Number("tree.node", 0),
        MaxLevel = c.Number("tree.max_level", 0),
    };
}
