namespace Lanewise.Api;

/// <summary>The digest lengths that an algorithm allows.</summary>
internal enum HashLengths
{
    /// <summary>The algorithm has one digest length.</summary>
    Fixed,

    /// <summary>Every length up to the default length is allowed. Different lengths give independent digests.</summary>
    Bounded,

    /// <summary>Every length is allowed. Different lengths give independent digests.</summary>
    Any,

    /// <summary>Every length is allowed. A shorter digest is a prefix of a longer digest.</summary>
    Stream,
}

/// <summary>A hash in the <see cref="Catalog"/>, in the form that generic code uses.</summary>
/// <param name="title">The name that error messages and saved states contain, for example <c>SHA-256</c>.</param>
/// <param name="sizes">The valid key lengths and digest lengths.</param>
internal abstract class HashRow(string title, HashSizes sizes)
{
    public string Title => title;

    /// <summary>The name that <c>--tag</c> lines and .NET use, for example <c>BLAKE2b</c> or <c>SHA256</c>.</summary>
    public string Tag { get; } = TagOf(title);

    /// <summary>
    /// The name on the command line, which is also the name of the documentation page, for example <c>blake2b</c> or
    /// <c>sha256</c>.
    /// </summary>
    public string Name => field ??= Tag.ToLowerInvariant();

    public int WordBits => sizes.WordBits;

    public int BlockBytes => sizes.BlockBytes;

    public int DefaultHashBytes => sizes.DefaultHashBytes;

    public HashLengths Lengths => sizes.Lengths;

    public int MinHashBytes => Lengths == HashLengths.Fixed ? DefaultHashBytes : 1;

    /// <summary>The maximum digest length. If the algorithm has no maximum, this is the maximum that the tools offer.</summary>
    public int MaxHashBytes => Lengths is HashLengths.Fixed or HashLengths.Bounded ? DefaultHashBytes : 1024;

    public int MaxKeyBytes => sizes.MaxKeyBytes;

    public int MinKeyBytes => sizes.MinKeyBytes;

    /// <inheritdoc cref="HashSizes.CanBeGuessed"/>
    public bool CanBeGuessed(int macBytes) => sizes.CanBeGuessed(macBytes);

    /// <summary>
    /// Indicates whether the state of an incremental hash can be exported. It is false if the state would reveal the key.
    /// </summary>
    public bool HasStates { get; init; } = true;

    /// <summary>Creates a row for the same hash in key derivation mode. Null if there is no such mode.</summary>
    public Func<string, HashRow>? WithContext { get; init; }

    /// <summary>Derives keys from many passwords with this hash. Null if the hash does not support this.</summary>
    public Pbkdf2Batch? Pbkdf2 { get; init; }

    /// <summary>The table from which <c>HashMany</c> selects the number of streams on this machine.</summary>
    public abstract LaneTable Table { get; }

    /// <summary>The shape that <c>HashMany</c> uses on this machine.</summary>
    public LaneShape ChosenShape => Table.Choose();

    /// <summary>Returns the tag for a name. .NET's names for SHA-1 and SHA-2 contain no hyphen and no slash.</summary>
    public static string TagOf(string title) =>
        title.StartsWith("SHA-", StringComparison.Ordinal) ? title.Remove(3, 1).Replace('/', '-') : title;

    /// <summary>Indicates whether an empty key is a valid key, as for HMAC and KMAC.</summary>
    public bool TakesEmptyKeys => MinKeyBytes == 0 && MaxKeyBytes > 0;

    /// <summary>
    /// Throws if the hash would ignore the key or does not allow a key of this length. An empty key means unkeyed hashing.
    /// </summary>
    public void CheckKey(int keySizeInBytes)
    {
        if (keySizeInBytes > 0) sizes.CheckKey(keySizeInBytes, Title);
    }

    /// <summary>Throws if the MAC does not allow a key of this length. Only some MACs allow an empty key.</summary>
    public void CheckKeyOfMac(int keySizeInBytes) => sizes.CheckKey(keySizeInBytes, Title);

    /// <summary>
    /// Creates an incremental hash. An empty key means unkeyed hashing, except for a MAC that allows an empty key.
    /// </summary>
    public abstract LanewiseHash Create(ReadOnlySpan<byte> key, int hashBytes);

    /// <summary>Hashes one message. The length of the destination determines the digest length.</summary>
    public abstract void Hash(ReadOnlySpan<byte> key, ReadOnlySpan<byte> source, Span<byte> destination);

    /// <summary>Hashes many messages, with the given shape or the default shape.</summary>
    public abstract void HashMany(
        in Messages messages, in Keys keys, Span<byte> destination, int hashBytes, LaneShape? shape = null);

    /// <summary>Hashes many messages on several cores.</summary>
    public abstract void HashMany(
        MemoryMessages messages, MemoryKeys keys, Memory<byte> destination, int hashBytes, ParallelOptions parallelOptions);

    /// <summary>
    /// Creates an incremental hash from a saved state. The part of the state before the algorithm's own part has already been
    /// read.
    /// </summary>
    public abstract LanewiseHash Resume(ref StateReader state, ReadOnlySpan<byte> key);
}

/// <summary>A hash in the catalogue, with its engine.</summary>
/// <param name="over">Creates an instance of the public type from a state.</param>
/// <param name="sizes">The valid key lengths and digest lengths.</param>
/// <param name="engine">The engine.</param>
/// <param name="overKeyed">
/// Creates an instance of the public type from a keyed state, if keyed hashes have a separate type.
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
        in Messages messages, in Keys keys, Span<byte> destination, int hashBytes, LaneShape? shape = null)
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
