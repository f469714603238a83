using Lanewise.Hashing;

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

    protected static TurboShakeParameters Domain(KnownAnswerCase c) => new()
    {
        DomainSeparation = c.Number("domain_separation", TurboShakeParameters.Default.DomainSeparation),
    };
}

internal sealed class Sha3224Proof(HashRow row) : KeccakProof(row);

internal sealed class Sha3256Proof(HashRow row) : KeccakProof(row);

internal sealed class Sha3384Proof(HashRow row) : KeccakProof(row);

internal sealed class Sha3512Proof(HashRow row) : KeccakProof(row);

internal sealed class Keccak256Proof(HashRow row) : KeccakProof(row);

internal sealed class Shake128Proof(HashRow row) : KeccakProof(row);

internal sealed class Shake256Proof(HashRow row) : KeccakProof(row);

internal sealed class CShake128Proof(HashRow row) : KeccakProof(row)
{
    public override IReadOnlyList<KnownAnswers> Answers =>
    [
        new(Row.Title, c => KnownAnswers.CheckHash(
            c,
            (source, destination) => CShake128.HashData(Parameters(c), source, destination),
            () => new CShake128(Parameters(c), c.Output.Length),
            (messages, digests) => CShake128.HashMany(messages, digests, c.Output.Length, Parameters(c)))),
    ];
}

internal sealed class CShake256Proof(HashRow row) : KeccakProof(row)
{
    public override IReadOnlyList<KnownAnswers> Answers =>
    [
        new(Row.Title, c => KnownAnswers.CheckHash(
            c,
            (source, destination) => CShake256.HashData(Parameters(c), source, destination),
            () => new CShake256(Parameters(c), c.Output.Length),
            (messages, digests) => CShake256.HashMany(messages, digests, c.Output.Length, Parameters(c)))),
    ];
}

internal sealed class TurboShake128Proof(HashRow row) : KeccakProof(row)
{
    public override IReadOnlyList<KnownAnswers> Answers =>
    [
        new(Row.Title, c => KnownAnswers.CheckHash(
            c,
            (source, destination) => TurboShake128.HashData(Domain(c), source, destination),
            () => new TurboShake128(Domain(c), c.Output.Length),
            (messages, digests) => TurboShake128.HashMany(messages, digests, c.Output.Length, Domain(c)))),
    ];
}

internal sealed class TurboShake256Proof(HashRow row) : KeccakProof(row)
{
    public override IReadOnlyList<KnownAnswers> Answers =>
    [
        new(Row.Title, c => KnownAnswers.CheckHash(
            c,
            (source, destination) => TurboShake256.HashData(Domain(c), source, destination),
            () => new TurboShake256(Domain(c), c.Output.Length),
            (messages, digests) => TurboShake256.HashMany(messages, digests, c.Output.Length, Domain(c)))),
    ];
}

internal sealed class KangarooTwelveProof(HashRow row) : KeccakProof(row)
{
    public override IReadOnlyList<KnownAnswers> Answers =>
    [
        new(Row.Title, c => KnownAnswers.CheckHash(
            c,
            (source, destination) => KangarooTwelve.HashData(Customized(c), source, destination),
            () => new KangarooTwelve(Customized(c), c.Output.Length),
            (messages, digests) => KangarooTwelve.HashMany(messages, digests, c.Output.Length, Customized(c)))),
    ];

    public override IReadOnlyList<RowJob> Jobs()
    {
        byte[] source = RowJob.Data(1 << 20), digest = new byte[KangarooTwelve.HashSizeInBytes];
        return [new("message of 1 MiB", source.Length, digest, () => KangarooTwelve.HashData(source, digest.AsSpan()))];
    }

    private static KangarooTwelveParameters Customized(KnownAnswerCase c) => new()
    {
        Customization = c.Bytes("customization_hex"),
    };
}

internal sealed class Kmac128Proof(HashRow row) : KeccakProof(row)
{
    public override IReadOnlyList<KnownAnswers> Answers =>
    [
        new(Row.Title, c => KnownAnswers.CheckHash(
            c,
            (source, destination) => Kmac128.HashData(Of(c), c.Key, source, destination),
            () => new Kmac128(Of(c), c.Key, c.Output.Length),
            (messages, digests) => Kmac128.HashMany(messages, digests, c.Output.Length, Keys.One(c.Key), Of(c)))),
    ];
}

internal sealed class Kmac256Proof(HashRow row) : KeccakProof(row)
{
    public override IReadOnlyList<KnownAnswers> Answers =>
    [
        new(Row.Title, c => KnownAnswers.CheckHash(
            c,
            (source, destination) => Kmac256.HashData(Of(c), c.Key, source, destination),
            () => new Kmac256(Of(c), c.Key, c.Output.Length),
            (messages, digests) => Kmac256.HashMany(messages, digests, c.Output.Length, Keys.One(c.Key), Of(c)))),
    ];
}
