using Lanewise.KeccakFamily;

namespace Lanewise.Proof;

/// <summary>Keccak runs in one stream: the 25 words of its state fill the registers.</summary>
internal abstract class KeccakProof(HashRow row) : HashProof(row)
{
    public override int MaxStreams => 1;

    protected static CShakeParameters Parameters(KnownAnswerCase c) => new()
    {
        FunctionName = c.Bytes("function_name_hex"),
        Customization = c.Bytes("customization_hex"),
    };

    protected static KmacParameters Of(KnownAnswerCase c) => new()
    {
        Customization = c.Bytes("customization_hex"),
        IsXof = c.Flag("xof"),
    };

    protected static KangarooTwelveParameters Customized(KnownAnswerCase c) => new()
    {
        Customization = c.Bytes("customization_hex"),
    };

    protected static TurboShakeParameters Domain(KnownAnswerCase c) => new()
    {
        DomainSeparation = c.Number("domain_separation", TurboShakeParameters.Default.DomainSeparation),
    };
}

/// <summary>A sponge whose cases say parameters.</summary>
/// <param name="row">The row.</param>
/// <param name="read">The parameters of a case.</param>
/// <param name="running">The public type over a state of the engine.</param>
internal abstract class KeccakProof<TEngine, TParameters>(
    HashRow row, Func<KnownAnswerCase, TParameters> read, Func<IRunningHash, LanewiseHash> running)
    : KeccakProof(row)
    where TEngine : struct, IHashEngine<TParameters>
    where TParameters : class
{
    public override IReadOnlyList<KnownAnswers> Answers =>
    [
        new(Row.Title, c =>
        {
            // What takes no key does not ask for one: a case that has one all the same is not understood.
            TParameters parameters = read(c);
            byte[] key = TEngine.MaxKeyBytes > 0 ? c.Key : [];
            return KnownAnswers.CheckHash(
                c,
                (source, destination) => HashFace<TEngine, TParameters>.Hash(parameters, key, source, destination),
                () => running(HashFace<TEngine, TParameters>.Start(parameters, key, c.Output.Length)),
                (messages, digests) => HashFace<TEngine, TParameters>.HashMany(
                    messages, digests, c.Output.Length, TEngine.MaxKeyBytes > 0 ? Keys.One(key) : default, parameters));
        }),
    ];
}

internal sealed class Sha3224Proof(HashRow row) : KeccakProof(row);

internal sealed class Sha3256Proof(HashRow row) : KeccakProof(row);

internal sealed class Sha3384Proof(HashRow row) : KeccakProof(row);

internal sealed class Sha3512Proof(HashRow row) : KeccakProof(row);

internal sealed class Keccak256Proof(HashRow row) : KeccakProof(row);

internal sealed class Shake128Proof(HashRow row) : KeccakProof(row);

internal sealed class Shake256Proof(HashRow row) : KeccakProof(row);

internal sealed class CShake128Proof(HashRow row)
    : KeccakProof<SpongeEngine<CShake128Spec, CShakeParameters>, CShakeParameters>(row, Parameters, hash => new CShake128(hash));

internal sealed class CShake256Proof(HashRow row)
    : KeccakProof<SpongeEngine<CShake256Spec, CShakeParameters>, CShakeParameters>(row, Parameters, hash => new CShake256(hash));

internal sealed class TurboShake128Proof(HashRow row)
    : KeccakProof<SpongeEngine<TurboShake128Spec, TurboShakeParameters>, TurboShakeParameters>(
        row, Domain, hash => new TurboShake128(hash));

internal sealed class TurboShake256Proof(HashRow row)
    : KeccakProof<SpongeEngine<TurboShake256Spec, TurboShakeParameters>, TurboShakeParameters>(
        row, Domain, hash => new TurboShake256(hash));

internal sealed class Kmac128Proof(HashRow row)
    : KeccakProof<KmacEngine<Kmac128Spec>, KmacParameters>(row, Of, hash => new Kmac128(hash));

internal sealed class Kmac256Proof(HashRow row)
    : KeccakProof<KmacEngine<Kmac256Spec>, KmacParameters>(row, Of, hash => new Kmac256(hash));

internal sealed class KangarooTwelveProof(HashRow row)
    : KeccakProof<KangarooEngine, KangarooTwelveParameters>(row, Customized, hash => new KangarooTwelve(hash))
{
    public override IReadOnlyList<RowJob> Jobs()
    {
        byte[] source = RowJob.Data(1 << 20), digest = new byte[KangarooTwelve.HashSizeInBytes];
        return [new("message of 1 MiB", source.Length, digest, () => KangarooTwelve.HashData(source, digest.AsSpan()))];
    }
}
