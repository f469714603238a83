namespace Lanewise.Hashing;

/// <summary>What lengths the digests of an algorithm have.</summary>
internal enum HashLengths
{
    /// <summary>One.</summary>
    Fixed,

    /// <summary>Any up to the usual one; each is a hash of its own.</summary>
    Bounded,

    /// <summary>Any; each is a hash of its own.</summary>
    Any,

    /// <summary>Any; a shorter digest is the beginning of a longer one.</summary>
    Stream,
}

/// <summary>A hash in the <see cref="Catalog"/>: what is needed in order to use it without knowing it.</summary>
/// <param name="title">The name in messages and saved states: <c>BLAKE2b</c>, <c>SHA-256</c>.</param>
/// <param name="sizes">Its sizes.</param>
internal abstract class HashRow(string title, HashSizes sizes)
{
    public string Title => title;

    /// <summary>The name in <c>--tag</c> lines and in .NET: <c>BLAKE2b</c>, <c>SHA256</c>.</summary>
    public string Tag { get; } = TagOf(title);

    /// <summary>The name on the command line and of the documentation page: <c>blake2b</c>, <c>sha256</c>.</summary>
    public string Name => field ??= Tag.ToLowerInvariant();

    public int WordBits => sizes.WordBits;

    public int BlockBytes => sizes.BlockBytes;

    public int DefaultHashBytes => sizes.DefaultHashBytes;

    public HashLengths Lengths => sizes.Lengths;

    public int MinHashBytes => Lengths == HashLengths.Fixed ? DefaultHashBytes : 1;

    /// <summary>The longest digest; where there is no end, the longest that tools offer.</summary>
    public int MaxHashBytes => Lengths is HashLengths.Fixed or HashLengths.Bounded ? DefaultHashBytes : 1024;

    public int MaxKeyBytes => sizes.MaxKeyBytes;

    public int MinKeyBytes => sizes.MinKeyBytes;

    /// <summary>Whether incremental hashes are exported: not where that would give their key away.</summary>
    public bool HasStates { get; init; } = true;

    /// <summary>The same hash in its mode for the derivation of keys; null where it has none.</summary>
    public Func<string, HashRow>? WithContext { get; init; }

    /// <summary>How keys are derived with it from many passwords; null where they are not.</summary>
    public Pbkdf2Many? Pbkdf2 { get; init; }

    /// <summary>The streams that <c>HashMany</c> takes on this machine.</summary>
    public abstract LaneTable Table { get; }

    /// <summary>The shape that <c>HashMany</c> takes on this machine.</summary>
    public LaneShape ChosenShape => Table.Choose();

    /// <summary>.NET writes SHA-1 and SHA-2 without a hyphen or a slash.</summary>
    public static string TagOf(string title) =>
        title.StartsWith("SHA-", StringComparison.Ordinal) ? title.Remove(3, 1).Replace('/', '-') : title;

    /// <summary>Whether an empty key is a key, too, as for HMAC and KMAC.</summary>
    public bool TakesEmptyKeys => MinKeyBytes == 0 && MaxKeyBytes > 0;

    /// <summary>
    /// Refuses a key that would be ignored, or of a length that the hash does not take; an empty one means unkeyed.
    /// </summary>
    public void CheckKey(int keySizeInBytes)
    {
        if (keySizeInBytes > 0) sizes.CheckKey(keySizeInBytes, Title);
    }

    /// <summary>Refuses a key of a length that the MAC does not take; only some take an empty one.</summary>
    public void CheckKeyOfMac(int keySizeInBytes) => sizes.CheckKey(keySizeInBytes, Title);

    /// <summary>An incremental hash; the key may be empty.</summary>
    public abstract LanewiseHash Create(ReadOnlySpan<byte> key, int hashBytes);

    /// <summary>One message; digest as long as the destination.</summary>
    public abstract void Hash(ReadOnlySpan<byte> key, ReadOnlySpan<byte> source, Span<byte> destination);

    /// <summary>Many messages, at a given shape or at the chosen one.</summary>
    public abstract void HashMany(
        in Messages messages, in Keys keys, Span<byte> destination, int hashBytes, LaneShape? shape = null);

    /// <summary>Many messages over cores.</summary>
    public abstract void HashMany(
        MemoryMessages messages, MemoryKeys keys, Memory<byte> destination, int hashBytes, ParallelOptions parallelOptions);

    /// <summary>The incremental hash of a saved state, which was read up to the algorithm's own part.</summary>
    public abstract LanewiseHash Resume(ref StateReader state, ReadOnlySpan<byte> key);
}

/// <summary>A hash in the catalogue as its engine has it, and the public type over a state of that.</summary>
/// <param name="over">The public type over a state.</param>
/// <param name="sizes">The sizes.</param>
/// <param name="engine">The engine.</param>
/// <param name="overKeyed">The public type over a state with a key, where that is another.</param>
internal sealed class HashRow<TEngine>(
    Func<IRunningHash, LanewiseHash> over, HashSizes sizes, TEngine engine, Func<IRunningHash, LanewiseHash>? overKeyed = null)
    : HashRow(TEngine.Name, sizes)
    where TEngine : struct, IHashEngine
{
    public HashRow(Func<IRunningHash, LanewiseHash> over, Func<IRunningHash, LanewiseHash>? overKeyed = null)
        : this(over, TEngine.Sizes, default, overKeyed)
    {
    }

    public LanewiseHash Over(IRunningHash running, bool hasKey) =>
        hasKey && overKeyed is not null ? overKeyed(running) : over(running);

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
        BatchOverCores.Run<TEngine>(messages, keys, destination, hashBytes, parallelOptions, engine);
    }

    public override LanewiseHash Resume(ref StateReader state, ReadOnlySpan<byte> key) =>
        Over(TEngine.Resume(ref state, key), !key.IsEmpty);
}
