namespace Lanewise.Api;

/// <summary>The digest lengths that an algorithm allows.</summary>
internal enum HashLengths
{
    /// <summary>The algorithm has one digest length.</summary>
    Fixed,

    /// <summary>Every length up to the default length is allowed. Digests of different lengths are independent.</summary>
    Bounded,

    /// <summary>Every length is allowed. Digests of different lengths are independent.</summary>
    Any,

    /// <summary>Every length is allowed. A shorter digest is a prefix of a longer one.</summary>
    Stream,
}

/// <summary>An entry of the <see cref="Catalog"/>, which describes a hash to code that works with any hash.</summary>
/// <param name="title">The name that appears in error messages and saved states, for example <c>SHA-256</c>.</param>
/// <param name="sizes">The valid key lengths and digest lengths.</param>
internal abstract class HashRow(string title, HashSizes sizes)
{
    /// <summary>
    /// The maximum digest length, in bytes, of algorithms that are selected by name. It bounds the memory that a name can
    /// request.
    /// </summary>
    public const int MaxNamedBytes = 1024;

    public string Title => title;

    /// <summary>The name in the tools' <c>--tag</c> output and in .NET, for example <c>BLAKE2b</c> or <c>SHA256</c>.</summary>
    public string Tag { get; } = TagOf(title);

    /// <summary>
    /// The name on the command line, which is also the name of the documentation page, for example <c>blake2b</c>.
    /// </summary>
    public string Name => field ??= Tag.ToLowerInvariant();

    public int WordBits => sizes.WordBits;

    public int BlockBytes => sizes.BlockBytes;

    public int DefaultHashBytes => sizes.DefaultHashBytes;

    public HashLengths Lengths => sizes.Lengths;

    public int MinHashBytes => Lengths == HashLengths.Fixed ? DefaultHashBytes : 1;

    /// <summary>
    /// The maximum digest length or, if the algorithm has no maximum, the largest length that can be selected by name.
    /// </summary>
    public int MaxHashBytes => Lengths is HashLengths.Fixed or HashLengths.Bounded ? DefaultHashBytes : MaxNamedBytes;

    public int MaxKeyBytes => sizes.MaxKeyBytes;

    public int MinKeyBytes => sizes.MinKeyBytes;

    /// <inheritdoc cref="HashSizes.CanBeGuessed"/>
    public bool CanBeGuessed(int macBytes) => sizes.CanBeGuessed(macBytes);

    /// <summary>
    /// Indicates whether an incremental hash's state can be exported. False if the state would reveal the key.
    /// </summary>
    public bool HasStates { get; init; } = true;

    /// <summary>
    /// A function that creates the catalog entry for the same hash in key derivation mode, or null if the hash has no such mode.
    /// </summary>
    public Func<string, HashRow>? WithContext { get; init; }

    /// <summary>
    /// A delegate that derives keys from many passwords using PBKDF2 with this hash, or null if PBKDF2 does not support the
    /// hash.
    /// </summary>
    public Pbkdf2Batch? Pbkdf2 { get; init; }

    /// <summary>The table from which <c>HashMany</c> selects the number of interleaved streams on this machine.</summary>
    public abstract LaneTable Table { get; }

    /// <summary>The vector width and the number of interleaved streams that <c>HashMany</c> uses on this machine.</summary>
    public LaneShape ChosenShape => Table.Choose();

    /// <summary>
    /// Converts a title to a tag. The tags of SHA-1 and SHA-2 are .NET's names, without hyphen and slash.
    /// </summary>
    public static string TagOf(string title) =>
        title.StartsWith("SHA-", StringComparison.Ordinal) ? title.Remove(3, 1).Replace('/', '-') : title;

    /// <summary>Indicates whether an empty key is valid, as for HMAC and KMAC.</summary>
    public bool TakesEmptyKeys => MinKeyBytes == 0 && MaxKeyBytes > 0;

    /// <summary>
    /// Throws if the hash does not allow a key of this length. An empty key means unkeyed hashing.
    /// </summary>
    public void CheckKey(int keySizeInBytes)
    {
        if (keySizeInBytes > 0) sizes.CheckKey(keySizeInBytes, Title);
    }

    /// <summary>Throws if the MAC does not allow a key of this length. Only HMAC and KMAC allow an empty key.</summary>
    public void CheckKeyOfMac(int keySizeInBytes) => sizes.CheckKey(keySizeInBytes, Title);

    /// <summary>
    /// Creates an incremental hash. An empty key means unkeyed hashing, except for a MAC that allows it.
    /// </summary>
    public abstract LanewiseHash Create(ReadOnlySpan<byte> key, int hashBytes);

    /// <summary>Hashes one message. The length of the destination determines the digest length.</summary>
    public abstract void Hash(ReadOnlySpan<byte> key, ReadOnlySpan<byte> source, Span<byte> destination);

    /// <summary>
    /// Hashes many messages, using the given kernel shape (vector width and number of streams) or, if it is null, the default
    /// shape.
    /// </summary>
    public abstract void HashMany(
        in Messages messages, in HashKeys keys, Span<byte> destination, int hashBytes, LaneShape? shape = null);

    /// <summary>Hashes many messages on several cores.</summary>
    public abstract void HashMany(
        MemoryMessages messages, MemoryKeys keys, Memory<byte> destination, int hashBytes, ParallelOptions parallelOptions);

    /// <summary>
    /// Creates an incremental hash from a saved state. The caller has already read the header, which ends with the algorithm's
    /// name.
    /// </summary>
    public abstract LanewiseHash Resume(ref StateReader state, ReadOnlySpan<byte> key);
}

/// <summary>A catalog entry for a hash that is implemented by an engine.</summary>
/// <param name="over">A function that creates an instance of the public type from a state.</param>
/// <param name="sizes">The valid key lengths and digest lengths.</param>
/// <param name="engine">The engine.</param>
/// <param name="overKeyed">
/// A function that creates an instance of the public type from a keyed state, if keyed hashes have a separate type.
/// </param>
internal sealed class HashRow<TEngine>(
    Func<IIncrementalHash, LanewiseHash> over, HashSizes sizes, TEngine engine,
    Func<IIncrementalHash, LanewiseHash>? overKeyed = null)
    : HashRow(TEngine.Name, sizes)
    where TEngine : struct, IHashEngine
{
    public HashRow(Func<IIncrementalHash, LanewiseHash> over, Func<IIncrementalHash, LanewiseHash>? overKeyed = null)
        : this(over, TEngine.Sizes, default, overKeyed)
    {
    }

    public LanewiseHash Over(IIncrementalHash incremental, bool hasKey) =>
        hasKey && overKeyed is not null ? overKeyed(incremental) : over(incremental);

    public override LaneTable Table => TEngine.Table;

    public override LanewiseHash Create(ReadOnlySpan<byte> key, int hashBytes)
    {
        HashMethods<TEngine>.Usual.CheckHashSize(hashBytes);
        CheckKey(key.Length);
        return Over(engine.Start(key, hashBytes), !key.IsEmpty);
    }

    public override void Hash(ReadOnlySpan<byte> key, ReadOnlySpan<byte> source, Span<byte> destination)
    {
        HashMethods<TEngine>.Usual.CheckHashSize(destination);
        CheckKey(key.Length);
        engine.Hash(key, source, destination);
    }

    public override void HashMany(
        in Messages messages, in HashKeys keys, Span<byte> destination, int hashBytes, LaneShape? shape = null)
    {
        HashMethods<TEngine>.Usual.CheckHashSize(hashBytes);
        CheckKey(keys.SizeInBytes);
        engine.HashMany(messages, keys, destination, hashBytes, shape);
    }

    public override void HashMany(
        MemoryMessages messages, MemoryKeys keys, Memory<byte> destination, int hashBytes, ParallelOptions parallelOptions)
    {
        HashMethods<TEngine>.Usual.CheckHashSize(hashBytes);
        CheckKey(keys.Span.SizeInBytes);
        ParallelBatch.Run<TEngine>(messages, keys, destination, hashBytes, parallelOptions, engine);
    }

    public override LanewiseHash Resume(ref StateReader state, ReadOnlySpan<byte> key) =>
        Over(TEngine.Resume(ref state, key), !key.IsEmpty);
}
