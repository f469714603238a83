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
/// <param name="methods">The methods of the hash.</param>
/// <param name="over">A function that creates an instance of the public type from a state.</param>
/// <param name="overKeyed">
/// A function that creates an instance of the public type from a keyed state, if keyed hashes have a separate type.
/// </param>
internal sealed class HashRow(
    HashMethods methods, Func<IIncrementalHash, LanewiseHash> over, Func<IIncrementalHash, LanewiseHash>? overKeyed = null)
{
    /// <summary>
    /// The maximum digest length, in bytes, of algorithms that are selected by name. It bounds the memory that a name can
    /// request.
    /// </summary>
    public const int MaxNamedBytes = 1024;

    private readonly HashSizes sizes = methods.Sizes;

    /// <summary>The name that appears in error messages and saved states, for example <c>SHA-256</c>.</summary>
    public string Title => methods.Name;

    /// <summary>The name in the tools' <c>--tag</c> output and in .NET, for example <c>BLAKE2b</c> or <c>SHA256</c>.</summary>
    public string Tag { get; } = TagOf(methods.Name);

    /// <summary>
    /// The name on the command line, which is also the name of the documentation page, for example <c>blake2b</c>.
    /// </summary>
    public string Name => field ??= Tag.ToLowerInvariant();

    /// <summary>Indicates whether the hash does not protect against attackers. It is only for fixity and old protocols.</summary>
    public bool IsBroken => Title is "MD5" or "SHA-1";

    public int WordBits => sizes.WordBits;

    public int BlockBytes => sizes.BlockBytes;

    public int DefaultHashBytes => sizes.DefaultHashBytes;

    public HashLengths Lengths => sizes.Lengths;

    public int MinHashBytes => Lengths == HashLengths.Fixed ? DefaultHashBytes : 1;

    /// <summary>
    /// The maximum digest length or, if the algorithm has no maximum, the largest length that can be selected by name.
    /// </summary>
    public int MaxHashBytes => Math.Min(sizes.MaxHashBytes, MaxNamedBytes);

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
    public LaneTable Table => methods.Table;

    /// <summary>The vector width and the number of interleaved streams that <c>HashMany</c> uses on this machine.</summary>
    public LaneShape ChosenShape => Table.Choose();

    /// <summary>Creates the entry of a public type.</summary>
    public static HashRow Of<THash>(
        Func<IIncrementalHash, THash> over, Func<IIncrementalHash, LanewiseHash>? overKeyed = null,
        Func<string, HashRow>? withContext = null, Pbkdf2Batch? pbkdf2 = null, bool hasStates = true)
        where THash : LanewiseHash, IHashAlgorithm<THash> =>
        new(THash.Methods, over, overKeyed) { WithContext = withContext, Pbkdf2 = pbkdf2, HasStates = hasStates };

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

    /// <summary>Creates an instance of the public type that wraps an incremental hash.</summary>
    public LanewiseHash Over(IIncrementalHash incremental, bool hasKey) =>
        hasKey && overKeyed is not null ? overKeyed(incremental) : over(incremental);

    /// <summary>
    /// Creates an incremental hash. An empty key means unkeyed hashing, except for a MAC that allows it.
    /// </summary>
    public LanewiseHash Create(ReadOnlySpan<byte> key, int hashBytes)
    {
        methods.CheckHashSize(hashBytes);
        CheckKey(key.Length);
        return Over(methods.Start(key, hashBytes), !key.IsEmpty);
    }

    /// <summary>Hashes one message. The length of the destination determines the digest length.</summary>
    public void Hash(ReadOnlySpan<byte> key, ReadOnlySpan<byte> source, Span<byte> destination)
    {
        methods.CheckHashSize(destination);
        CheckKey(key.Length);
        methods.Hash(key, source, destination);
    }

    /// <summary>
    /// Hashes many messages, using the given kernel shape (vector width and number of streams) or, if it is null, the default
    /// shape.
    /// </summary>
    public void HashMany(
        in Messages messages, in HashKeys keys, Span<byte> destination, int hashBytes, LaneShape? shape = null)
    {
        methods.CheckHashSize(hashBytes);
        CheckKey(keys.SizeInBytes);
        methods.HashMany(messages, keys, destination, hashBytes, shape);
    }

    /// <summary>Hashes many messages on several cores.</summary>
    public void HashMany(
        MemoryMessages messages, MemoryKeys keys, Memory<byte> destination, int hashBytes, ParallelOptions parallelOptions)
    {
        methods.CheckHashSize(hashBytes);
        CheckKey(keys.Span.SizeInBytes);
        methods.HashMany(messages, keys, destination, hashBytes, parallelOptions);
    }

    /// <summary>
    /// Creates an incremental hash from a saved state. The caller has already read the header, which ends with the algorithm's
    /// name.
    /// </summary>
    public LanewiseHash Resume(ref StateReader state, ReadOnlySpan<byte> key) =>
        Over(methods.Resume(ref state, key), !key.IsEmpty);
}
