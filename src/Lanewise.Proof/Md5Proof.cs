namespace Lanewise.Proof;

/// <summary>MD5 runs in up to four streams, and answers for all MACs.</summary>
internal sealed class Md5Proof(HashRow row) : HashProof(row)
{
    public override int MaxStreams => 4;

    public override int MaxScalarStreams => 2;

    public override IReadOnlyList<KnownAnswers> Answers =>
        [KnownAnswers.Of(Row), .. Catalog.Macs.SelectMany(mac => mac.KnownAnswers)];
}
