using Lanewise.KeccakFamily;

namespace Lanewise.Proof;

internal sealed class CShakeProof<TSpec>(HashRow row) : HashProof<SpongeEngine<TSpec, CShakeParameters>>(
    row, c => new(new() { FunctionName = c.Bytes("function_name_hex"), Customization = c.Bytes("customization_hex") }))
    where TSpec : struct, IKeccakSpec;

internal sealed class TurboShakeProof<TSpec>(HashRow row)
    : HashProof<SpongeEngine<TSpec, TurboShakeParameters>>(
        row,
        c => new(new()
        {
            DomainSeparation = c.Number("domain_separation", TurboShakeParameters.Default.DomainSeparation),
        }))
    where TSpec : struct, IKeccakSpec;

internal sealed class KmacProof<TSpec>(HashRow row) : HashProof<SpongeEngine<TSpec, KmacParameters>>(
    row, c => new(new() { Customization = c.Bytes("customization_hex"), IsXof = c.Flag("xof") }))
    where TSpec : struct, IKeccakSpec;

internal sealed class KangarooTwelveProof(HashRow row) : HashProof<KangarooEngine>(
    row, c => new(new() { Customization = c.Bytes("customization_hex") }))
{
    public override IReadOnlyList<RowJob> Jobs()
    {
        byte[] source = RowJob.Data(1 << 20), digest = new byte[KangarooTwelve.HashSizeInBytes];
        return [new("message of 1 MiB", source.Length, digest, () => KangarooTwelve.HashData(source, digest.AsSpan()))];
    }
}
