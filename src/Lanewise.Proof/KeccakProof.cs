using Lanewise.KeccakFamily;

namespace Lanewise.Proof;

internal abstract class CShakeProof<TSpec>(HashRow row) : HashProof<SpongeEngine<TSpec, CShakeParameters>>(
    row, c => new(new() { FunctionName = c.Bytes("function_name_hex"), Customization = c.Bytes("customization_hex") }))
    where TSpec : struct, IKeccakSpec;

internal sealed class CShake128Proof(HashRow row) : CShakeProof<Shake128Spec>(row);

internal sealed class CShake256Proof(HashRow row) : CShakeProof<Shake256Spec>(row);

internal abstract class TurboShakeProof<TSpec>(HashRow row)
    : HashProof<SpongeEngine<TSpec, TurboShakeParameters>>(
        row,
        c => new(new()
        {
            DomainSeparation = c.Number("domain_separation", TurboShakeParameters.Default.DomainSeparation),
        }))
    where TSpec : struct, IKeccakSpec;

internal sealed class TurboShake128Proof(HashRow row) : TurboShakeProof<TurboShake128Spec>(row);

internal sealed class TurboShake256Proof(HashRow row) : TurboShakeProof<TurboShake256Spec>(row);

internal abstract class KmacProof<TSpec>(HashRow row) : HashProof<SpongeEngine<TSpec, KmacParameters>>(
    row, c => new(new() { Customization = c.Bytes("customization_hex"), IsXof = c.Flag("xof") }))
    where TSpec : struct, IKeccakSpec;

internal sealed class Kmac128Proof(HashRow row) : KmacProof<Kmac128Spec>(row);

internal sealed class Kmac256Proof(HashRow row) : KmacProof<Kmac256Spec>(row);

internal sealed class KangarooTwelveProof(HashRow row) : HashProof<KangarooEngine>(
    row, c => new(new() { Customization = c.Bytes("customization_hex") }))
{
    public override IReadOnlyList<RowJob> Jobs()
    {
        byte[] source = RowJob.Data(1 << 20), digest = new byte[KangarooTwelve.HashSizeInBytes];
        return [new("message of 1 MiB", source.Length, digest, () => KangarooTwelve.HashData(source, digest.AsSpan()))];
    }
}
