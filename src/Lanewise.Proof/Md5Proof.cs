namespace Lanewise.Proof;

/// <summary>MD5 answers for all MACs.</summary>
internal sealed class Md5Proof(HashRow row) : HashProof(row)
{
    public override IReadOnlyList<KnownAnswers> Answers =>
        [KnownAnswers.Of(Row), .. Catalog.Macs.SelectMany(mac => mac.KnownAnswers)];
}
