using System.Collections.Concurrent;
using Lanewise.Blake2Family;
using Lanewise.KeccakFamily;
using Lanewise.SkeinFamily;

namespace Lanewise.Proof;

/// <summary>A single-message kernel, which hashes a whole message without a key to a digest of the default length.</summary>
internal sealed record SingleKernel(string Name, bool IsChosen, HashOne Hash)
{
    /// <summary>
    /// Returns all single-message kernels of an algorithm that this machine supports, starting with the scalar kernel.
    /// </summary>
    /// <param name="has256">
    /// True if a row of the hash state consists of four 64-bit words. Otherwise, 256-bit vectors have no advantage.
    /// </param>
    /// <param name="chosen">The kernel that this machine uses.</param>
    /// <param name="hash">Hashes a whole message with the given kernel.</param>
    public static IReadOnlyList<SingleKernel> List(bool has256, SingleShape chosen, HashWith hash) =>
    [
        .. SingleTable.Supported.Where(shape => has256 || shape != SingleShape.Rows256).Select(shape => new SingleKernel(
            shape.ToString().ToLowerInvariant(), shape == chosen, (source, destination) => hash(shape, source, destination))),
    ];
}

internal delegate void HashWith(SingleShape shape, ReadOnlySpan<byte> source, Span<byte> destination);

/// <summary>
/// The checks and measurements of a hash. Derived classes add algorithm-specific checks. Hashes without specific checks use this
/// base class.
/// </summary>
internal class HashProof(HashRow row)
{
    private static readonly ConcurrentDictionary<HashRow, HashProof> Found = [];

    public HashRow Row => row;

    /// <summary>The single-message kernels. Exactly one kernel is marked as chosen.</summary>
    public virtual IReadOnlyList<SingleKernel> SingleKernels =>
        [new("scalar", true, (source, destination) => row.Hash(default, source, destination))];

    /// <summary>The known answers that can be checked.</summary>
    public virtual IReadOnlyList<KnownAnswers> Answers => [KnownAnswers.Of(row)];

    /// <summary>Additional measurements for this algorithm, for example a published comparison.</summary>
    public virtual IReadOnlyList<Measurement> Measurements => [];

    /// <summary>Returns additional jobs for this algorithm. Each call creates the jobs with new data.</summary>
    public virtual IReadOnlyList<RowJob> Jobs() => [];

    public static HashProof Of(HashRow row) => Found.GetOrAdd(row, static row => row.Name switch
    {
        "blake2b" => new Blake2bProof(row),
        "blake2s" => new Blake2Proof<uint, Blake2sSpec>(row),
        "blake2bp" => new Blake2LeavesProof<ulong, Blake2bSpec>(row),
        "blake2sp" => new Blake2LeavesProof<uint, Blake2sSpec>(row),
        "blake2xb" => new Blake2OutputProof<ulong, Blake2bSpec>(row),
        "blake2xs" => new Blake2OutputProof<uint, Blake2sSpec>(row),
        "blake3" => new Blake3Proof(row),
        "skein-256" => new SkeinProof<Skein256Spec>(row),
        "skein-512" => new SkeinProof<Skein512Spec>(row),
        "skein-1024" => new SkeinProof<Skein1024Spec>(row),
        "sha256" => new Sha256Proof(row),
        "cshake128" => new CShakeProof<Shake128Spec>(row),
        "cshake256" => new CShakeProof<Shake256Spec>(row),
        "turboshake128" => new TurboShakeProof<TurboSpec<Shake128Spec>>(row),
        "turboshake256" => new TurboShakeProof<TurboSpec<Shake256Spec>>(row),
        "kangarootwelve" => new KangarooTwelveProof(row),
        "kmac128" => new KmacProof<KmacSpec<Shake128Spec>>(row),
        "kmac256" => new KmacProof<KmacSpec<Shake256Spec>>(row),
        _ => new HashProof(row),
    });

    /// <summary>Returns the public type of a hash, for example <c>Sha3_256</c> for SHA3-256.</summary>
    public static Type PublicType(HashRow row) => Find(row.Name) ?? throw new InvalidOperationException(row.Name);

    /// <summary>Returns the public types of a hash: the hash class, and the MAC class if it exists.</summary>
    public static IReadOnlyList<Type> PublicTypes(HashRow row) =>
        Find(row.Name + "Mac") is { } mac ? [PublicType(row), mac] : [PublicType(row)];

    private static Type? Find(string name) =>
        typeof(LanewiseHash).Assembly.GetExportedTypes().SingleOrDefault(t => Plain(t.Name) == Plain(name));

    // Unlike titles, type names contain no hyphens, and contain an underscore between two numbers.
    private static string Plain(string name) => string.Concat(name.Where(char.IsLetterOrDigit)).ToUpperInvariant();
}

/// <summary>Describes a hash whose known-answer cases contain parameters.</summary>
/// <param name="row">The catalogue row of the hash.</param>
/// <param name="read">Creates the hash engine with the parameters of a case.</param>
internal abstract class HashProof<TEngine>(HashRow row, Func<KnownAnswerCase, TEngine> read) : HashProof(row)
    where TEngine : struct, IHashEngine
{
    public override IReadOnlyList<KnownAnswers> Answers => [new(Row.Title, Check)];

    protected virtual IReadOnlyList<string> Check(KnownAnswerCase c)
    {
        // For a hash without keys, the key parameter is not read. If a case contains a key, the key is then reported as an
        // unknown parameter.
        TEngine engine = read(c);
        byte[] key = Row.MaxKeyBytes > 0 ? c.Key : [];
        return KnownAnswers.CheckHash(
            c,
            (source, destination) => new HashMethods<TEngine>(engine).Hash(key, source, destination),
            () => Start(engine, key, c.Output.Length),
            (messages, digests) => new HashMethods<TEngine>(engine).HashMany(
                messages, Row.MaxKeyBytes > 0 ? HashKeys.One(key.AsSpan()) : default, digests, c.Output.Length));
    }

    protected LanewiseHash Start(TEngine engine, ReadOnlySpan<byte> key, int hashBytes) =>
        Row.Over(engine.Start(key, hashBytes), !key.IsEmpty);
}

/// <summary>Exposes the members of <see cref="HashProof"/> as extension members of <see cref="HashRow"/>.</summary>
internal static class HashRowProof
{
    extension(HashRow row)
    {
        /// <summary>
        /// The combinations of vector width and vector count (<see cref="LaneShape"/>) for many messages that this machine
        /// supports.
        /// </summary>
        public IReadOnlyList<LaneShape> Shapes => row.Table.Shapes;

        /// <summary>
        /// The maximum key length in comparisons. If possible, this length exceeds the block length, because HMAC hashes keys
        /// that are longer than a block.
        /// </summary>
        public int LongestKeyTried => Math.Min(row.MaxKeyBytes, 3 * row.BlockBytes);

        public IReadOnlyList<SingleKernel> SingleKernels => HashProof.Of(row).SingleKernels;

        public IReadOnlyList<KnownAnswers> KnownAnswers => HashProof.Of(row).Answers;

        public IReadOnlyList<Measurement> Measurements => HashProof.Of(row).Measurements;

        public IReadOnlyList<RowJob> Jobs() => HashProof.Of(row).Jobs();

        /// <summary>
        /// Returns one benchmark entrant for each supported <see cref="LaneShape"/>. Each entrant hashes many messages of the
        /// given length.
        /// </summary>
        public IReadOnlyList<Entrant> AtEveryShape(int bytes, int messages)
        {
            byte[] source = RowJob.Data(bytes * messages), digests = new byte[messages * row.DefaultHashBytes];
            return
            [
                .. row.Shapes.Select(shape => Entrant.Of(shape.ToString(), source.Length, () =>
                    row.HashMany(Messages.Packed(source, bytes), default, digests, row.DefaultHashBytes, shape))),
            ];
        }

        /// <summary>
        /// Returns one benchmark entrant for each single-message kernel. Each entrant hashes one message of the given length.
        /// </summary>
        public IReadOnlyList<Entrant> WithEveryKernel(int bytes)
        {
            byte[] source = RowJob.Data(bytes), digest = new byte[row.DefaultHashBytes];
            return [.. row.SingleKernels.Select(kernel => Entrant.Of(kernel.Name, bytes, () => kernel.Hash(source, digest)))];
        }
    }
}
