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
internal abstract class HashRow
{
    /// <summary>The name in texts and saved states: <c>BLAKE2b</c>, <c>SHA-256</c>.</summary>
    public abstract string Title { get; }

    /// <summary>The name in <c>--tag</c> lines and of the base library: <c>BLAKE2b</c>, <c>SHA256</c>.</summary>
    public string Tag => field ??= TagOf(Title);

    /// <summary>The name on the command line and of the documentation page: <c>blake2b</c>, <c>sha256</c>.</summary>
    public string Name => field ??= Tag.ToLowerInvariant();

    public abstract int WordBits { get; }

    public abstract int BlockBytes { get; }

    public abstract int DefaultHashBytes { get; }

    public abstract HashLengths Lengths { get; }

    public int MinHashBytes => Lengths == HashLengths.Fixed ? DefaultHashBytes : 1;

    /// <summary>The longest digest; where there is no end, the longest that tools offer.</summary>
    public int MaxHashBytes => Lengths is HashLengths.Fixed or HashLengths.Bounded ? DefaultHashBytes : 1024;

    /// <summary>0 where there is no keyed mode.</summary>
    public virtual int MaxKeyBytes => 0;

    /// <summary>The shortest key; 0 where an empty key is a key, too.</summary>
    public virtual int MinKeyBytes => 0;

    /// <summary>Whether running hashes are exported: not where that would give their key away.</summary>
    public bool HasStates { get; init; } = true;

    /// <summary>The same hash in its mode for the derivation of keys; null where it has none.</summary>
    public Func<string, HashRow>? WithContext { get; init; }

    /// <summary>How keys are derived with it from many passwords; null where they are not.</summary>
    public Pbkdf2Many? Pbkdf2 { get; init; }

    /// <summary>The streams that <c>HashMany</c> takes on this machine.</summary>
    public abstract LaneTable Table { get; }

    /// <summary>The shape that <c>HashMany</c> takes on this machine.</summary>
    public LaneShape ChosenShape => Table.Choose();

    /// <summary>The base library writes SHA-1 and SHA-2 without their hyphen, and no stroke.</summary>
    public static string TagOf(string title) =>
        title.StartsWith("SHA-", StringComparison.Ordinal) ? title.Remove(3, 1).Replace('/', '-') : title;

    /// <summary>Refuses a key of a length that there is not; an empty one is none.</summary>
    public virtual void CheckKey(ReadOnlySpan<byte> key)
    {
        if (!key.IsEmpty) throw new CryptographicException($"{Title} has no keyed mode.");
    }

    /// <summary>A running hash; the key may be empty.</summary>
    public abstract LanewiseHash Create(ReadOnlySpan<byte> key, int hashBytes);

    /// <summary>One message; digest as long as the destination.</summary>
    public abstract void Hash(ReadOnlySpan<byte> key, ReadOnlySpan<byte> source, Span<byte> destination);

    /// <summary>Many messages, at a given shape or at the chosen one.</summary>
    public abstract void HashMany(
        in Messages messages, in Keys keys, Span<byte> destination, int hashBytes, LaneShape? shape = null);

    /// <summary>Many messages over cores; on one where the row has no verb for more.</summary>
    public virtual void HashMany(
        MemoryMessages messages, Memory<byte> destination, int hashBytes, ParallelOptions parallelOptions) =>
        HashMany(messages.Span, default, destination.Span, hashBytes);

    /// <summary>The running hash of a saved state, which was read up to the algorithm's own part.</summary>
    /// <param name="state">The state.</param>
    /// <param name="key">The key; empty for none.</param>
    /// <param name="secret">What the key check of the state is made with; empty for a hash without a key.</param>
    public abstract LanewiseHash Resume(ref StateReader state, ReadOnlySpan<byte> key, out ReadOnlySpan<byte> secret);
}

/// <summary>A hash in the catalogue as its engine has it.</summary>
/// <param name="over">The public type over a state of its engine.</param>
internal sealed class HashRow<TEngine>(Func<IRunningHash, LanewiseHash> over) : HashRow
    where TEngine : struct, IHashEngine
{
    public Func<IRunningHash, LanewiseHash> Over => over;

    public override string Title => field ??= TEngine.Name;

    public override int WordBits => TEngine.WordBits;

    public override int BlockBytes => TEngine.BlockBytes;

    public override int DefaultHashBytes => TEngine.DefaultHashBytes;

    public override HashLengths Lengths => TEngine.HashLengths;

    public override int MaxKeyBytes => TEngine.MaxKeyBytes;

    public override int MinKeyBytes => TEngine.MinKeyBytes;

    public override LaneTable Table => TEngine.Table;

    public override void CheckKey(ReadOnlySpan<byte> key) => Given(key);

    public override LanewiseHash Create(ReadOnlySpan<byte> key, int hashBytes) =>
        over(HashFace<TEngine>.Start(Given(key), hashBytes).Hash);

    public override void Hash(ReadOnlySpan<byte> key, ReadOnlySpan<byte> source, Span<byte> destination)
    {
        HashFace<TEngine>.CheckHashSize(destination);
        Given(key);
        TEngine.Hash(key, source, destination);
    }

    public override void HashMany(
        in Messages messages, in Keys keys, Span<byte> destination, int hashBytes, LaneShape? shape = null)
    {
        HashFace<TEngine>.CheckHashSize(hashBytes);
        if (keys.SizeInBytes > 0) Given(keys);
        TEngine.HashMany(messages, keys, destination, hashBytes, shape);
    }

    public override void HashMany(
        MemoryMessages messages, Memory<byte> destination, int hashBytes, ParallelOptions parallelOptions) =>
        BatchOverCores.Run<TEngine>(messages, default, destination, hashBytes, parallelOptions);

    public override LanewiseHash Resume(ref StateReader state, ReadOnlySpan<byte> key, out ReadOnlySpan<byte> secret) =>
        over(TEngine.Resume(ref state, key, out secret));

    // Tools say by an empty key that there is none.
    private static Keys Given(ReadOnlySpan<byte> key) => key.IsEmpty ? default : Given(Keys.One(key));

    // A key that would be ignored is refused.
    private static Keys Given(Keys keys)
    {
        if (TEngine.MaxKeyBytes == 0) throw new CryptographicException($"{TEngine.Name} has no keyed mode.");

        HashFace<TEngine>.CheckKey(keys);
        return keys;
    }
}
