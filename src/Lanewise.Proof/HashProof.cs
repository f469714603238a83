using System.Collections.Concurrent;
using Lanewise.Blake2Family;
using Lanewise.KeccakFamily;
using Lanewise.SkeinFamily;

namespace Lanewise.Proof;

/// <summary>A kernel for one message: how a whole unkeyed message is hashed with it, digest of the default length.</summary>
internal sealed record SingleKernel(string Name, bool IsChosen, HashOne Hash)
{
    /// <summary>Those of an algorithm that has several: all that this machine supports, the scalar one first.</summary>
    /// <param name="has256">Whether a row has four words of 64 bits; else there is no use for 256.</param>
    /// <param name="chosen">The one that this machine takes.</param>
    /// <param name="hash">A whole message with one of them.</param>
    public static IReadOnlyList<SingleKernel> List(bool has256, SingleShape chosen, HashWith hash) =>
    [
        .. SingleTable.Supported.Where(shape => has256 || shape != SingleShape.Rows256).Select(shape => new SingleKernel(
            shape.ToString().ToLowerInvariant(), shape == chosen, (source, destination) => hash(shape, source, destination))),
    ];
}

internal delegate void HashWith(SingleShape shape, ReadOnlySpan<byte> source, Span<byte> destination);

/// <summary>
/// What proves and measures a hash beyond what its row in the catalogue is enough for; a hash without a class of its own gets
/// what is here.
/// </summary>
internal class HashProof(HashRow row)
{
    private static readonly ConcurrentDictionary<HashRow, HashProof> Found = [];

    public HashRow Row => row;

    /// <summary>The kernels for one message; exactly one is chosen.</summary>
    public virtual IReadOnlyList<SingleKernel> SingleKernels =>
        [new("scalar", true, (source, destination) => row.Hash(default, source, destination))];

    /// <summary>The known-answer files that can be checked.</summary>
    public virtual IReadOnlyList<KnownAnswers> Answers => [KnownAnswers.Of(row)];

    /// <summary>Tables beyond those that every row gets, such as the comparison that an algorithm is known for.</summary>
    public virtual IReadOnlyList<Measurement> Measurements => [];

    /// <summary>Jobs beyond those that every row gets; made anew, with their data, by each call.</summary>
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

    /// <summary>The public type of a row: <c>Sha3_256</c> of SHA3-256.</summary>
    public static Type PublicType(HashRow row) => Find(row.Name) ?? throw new InvalidOperationException(row.Name);

    /// <summary>The public types of a row: the hash, and the MAC that it is with a key.</summary>
    public static IReadOnlyList<Type> PublicTypes(HashRow row) =>
        Find(row.Name + "Mac") is { } mac ? [PublicType(row), mac] : [PublicType(row)];

    private static Type? Find(string name) =>
        typeof(LanewiseHash).Assembly.GetExportedTypes().SingleOrDefault(t => Plain(t.Name) == Plain(name));

    // Names of types have no hyphen, and an underscore where two numbers meet.
    private static string Plain(string name) => string.Concat(name.Where(char.IsLetterOrDigit)).ToUpperInvariant();
}

/// <summary>A hash whose cases say parameters.</summary>
/// <param name="row">The row.</param>
/// <param name="read">The hash with the parameters of a case.</param>
internal abstract class HashProof<TEngine>(HashRow row, Func<KnownAnswerCase, TEngine> read) : HashProof(row)
    where TEngine : struct, IHashEngine
{
    public override IReadOnlyList<KnownAnswers> Answers => [new(Row.Title, Check)];

    protected virtual IReadOnlyList<string> Check(KnownAnswerCase c)
    {
        // What takes no key does not ask for one: a case that has one all the same is not understood.
        TEngine engine = read(c);
        byte[] key = Row.MaxKeyBytes > 0 ? c.Key : [];
        return KnownAnswers.CheckHash(
            c,
            (source, destination) => new HashMethods<TEngine>(engine).Hash(key, source, destination),
            () => Start(engine, key, c.Output.Length),
            (messages, digests) => new HashMethods<TEngine>(engine).HashMany(
                messages, Row.MaxKeyBytes > 0 ? Keys.One(key.AsSpan()) : default, digests, c.Output.Length));
    }

    protected LanewiseHash Start(TEngine engine, ReadOnlySpan<byte> key, int hashBytes) =>
        ((HashRow<TEngine>)Row).Over(engine.Start(key, hashBytes), !key.IsEmpty);
}

/// <summary>What <see cref="HashProof"/> knows, read as if it stood in the row.</summary>
internal static class HashRowProof
{
    extension(HashRow row)
    {
        /// <summary>The shapes for many messages that are worth a comparison, of those that this machine supports.</summary>
        public IReadOnlyList<LaneShape> Shapes => row.Table.Shapes;

        /// <summary>The longest key that is worth a comparison: one longer than a block is hashed.</summary>
        public int LongestKeyTried => Math.Min(row.MaxKeyBytes, 3 * row.BlockBytes);

        public IReadOnlyList<SingleKernel> SingleKernels => HashProof.Of(row).SingleKernels;

        public IReadOnlyList<KnownAnswers> KnownAnswers => HashProof.Of(row).Answers;

        public IReadOnlyList<Measurement> Measurements => HashProof.Of(row).Measurements;

        public IReadOnlyList<RowJob> Jobs() => HashProof.Of(row).Jobs();

        /// <summary>Many messages of so many bytes, at every shape.</summary>
        public IReadOnlyList<Entrant> AtEveryShape(int bytes, int messages)
        {
            byte[] source = RowJob.Data(bytes * messages), digests = new byte[messages * row.DefaultHashBytes];
            return
            [
                .. row.Shapes.Select(shape => Entrant.Of(shape.ToString(), source.Length, () =>
                    row.HashMany(Messages.Packed(source, bytes), default, digests, row.DefaultHashBytes, shape))),
            ];
        }

        /// <summary>One message of so many bytes, with every kernel.</summary>
        public IReadOnlyList<Entrant> WithEveryKernel(int bytes)
        {
            byte[] source = RowJob.Data(bytes), digest = new byte[row.DefaultHashBytes];
            return [.. row.SingleKernels.Select(kernel => Entrant.Of(kernel.Name, bytes, () => kernel.Hash(source, digest)))];
        }
    }
}
