namespace Lanewise.Api;

/// <summary>
/// Implements the methods of the public base classes for any <see cref="IHashEngine"/>: argument checks and shared code. The
/// abstract methods receive only valid key lengths and valid digest lengths.
/// </summary>
internal abstract class HashMethods(string name, HashSizes sizes)
{
    // The maximum length of a MAC that is computed on the stack. Longer MACs are computed in an array on the heap.
    private const int StackBytes = 256;

    private readonly HashAlgorithmName fixedName =
        sizes.Lengths == HashLengths.Fixed ? new(HashRow.TagOf(name)) : default;

    /// <summary>The name that appears in error messages and saved states, for example <c>BLAKE2b</c>.</summary>
    public string Name => name;

    public HashSizes Sizes => sizes;

    /// <summary>The digest length, or the default digest length if the length is variable.</summary>
    public int HashBytes { get; } = sizes.DefaultHashBytes;

    public int PreferredBatchSize => Math.Max(1, Table.Choose().Lanes(sizes.WordBits) / sizes.LanesPerMessage);

    // ---- implemented by an engine ----

    public abstract LaneTable Table { get; }

    public abstract void Hash(ReadOnlySpan<byte> key, ReadOnlySpan<byte> source, Span<byte> destination);

    public abstract IIncrementalHash Start(ReadOnlySpan<byte> key, int hashBytes);

    public abstract IIncrementalHash Resume(ref StateReader reader, ReadOnlySpan<byte> key);

    public abstract void HashMany(
        in Messages messages, in HashKeys keys, Span<byte> destination, int hashBytes, LaneShape? shape = null);

    public abstract void HashMany(
        MemoryMessages messages, MemoryKeys keys, Memory<byte> destination, int hashBytes, ParallelOptions parallelOptions);

    /// <summary>Returns the algorithm's name. If the digest length is variable, the name ends with the length in bits.</summary>
    public HashAlgorithmName AlgorithmName(int hashBytes) => fixedName.Name is not null
        ? fixedName : new(Invariant($"{name.ToUpperInvariant()}-{8L * hashBytes}"));

    // ---- checks ----

    /// <summary>Returns the given digest length, or the default digest length for null.</summary>
    public int CheckHashSize(int? bytes, [CallerArgumentExpression(nameof(bytes))] string parameter = "")
    {
        int size = bytes ?? HashBytes;
        if (!sizes.IsSize(size)) HashSizes.Check(size, sizes.MaxHashBytes, name, parameter);
        return size;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void CheckHashSize(ReadOnlySpan<byte> span, [CallerArgumentExpression(nameof(span))] string parameter = "")
    {
        if (!sizes.IsSize(span.Length)) HashSizes.Check(span, sizes.MaxHashBytes, name, parameter);
    }

    /// <summary>Throws if the key length is not valid for a MAC.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public ReadOnlySpan<byte> CheckKey(ReadOnlySpan<byte> key)
    {
        if (!sizes.IsKey(key.Length)) sizes.CheckKey(key.Length, name);
        return key;
    }

    /// <summary>Returns this object after checking the key length as <see cref="CheckKey"/> does.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public HashMethods Checked(ReadOnlySpan<byte> key)
    {
        CheckKey(key);
        return this;
    }

    public HashKeys OneKey(byte[] key) => HashKeys.One(CheckKey(KeyArray.Span(key)));

    public HashKeys CheckKeys(HashKeys keys)
    {
        keys.CheckAreGiven(name);
        if (!sizes.IsKey(keys.SizeInBytes)) sizes.CheckKey(keys.SizeInBytes, name);
        return keys;
    }

    public MemoryKeys CheckKeys(MemoryKeys keys)
    {
        CheckKeys(keys.Span);
        return keys;
    }

    // Returns false if the length of an expected fixed-length MAC is wrong. Throws if the length of a variable-length MAC is
    // not valid.
    private bool CheckExpected(ReadOnlySpan<byte> hash)
    {
        LanewiseHash.CheckExpected(hash);
        if (sizes.Lengths == HashLengths.Fixed) return hash.Length == HashBytes;

        CheckHashSize(hash);
        if (!sizes.CanBeGuessed(hash.Length)) return true;

        throw new ArgumentException(
            Invariant($"The MAC must be at least {HashSizes.LeastVerifiedBytes} bytes long; a MAC of {hash.Length} bytes can be ")
                + "guessed. If a shorter MAC length was agreed on, create a MAC instance with that length and call "
                + "VerifyCurrentHash.",
            nameof(hash));
    }

    // ---- digests of the default length ----

    public void HashMany(in Messages messages, in HashKeys keys, Span<byte> destination) =>
        HashMany(messages, keys, destination, HashBytes);

    public void HashMany(MemoryMessages messages, MemoryKeys keys, Memory<byte> destination, ParallelOptions parallelOptions) =>
        HashMany(messages, keys, destination, HashBytes, parallelOptions);

    // ---- one message ----

    public byte[] HashToArray(ReadOnlySpan<byte> key, ReadOnlySpan<byte> source, int? hashSizeInBytes = null)
    {
        byte[] hash = new byte[CheckHashSize(hashSizeInBytes)];
        Hash(key, source, hash);
        return hash;
    }

    public byte[] HashToArray(in ReadOnlySequence<byte> source, int? hashSizeInBytes = null)
    {
        if (source.IsSingleSegment) return HashToArray(default, source.FirstSpan, hashSizeInBytes);

        using IIncrementalHash incremental = Start(default, CheckHashSize(hashSizeInBytes));
        foreach (ReadOnlyMemory<byte> segment in source) incremental.Append(segment.Span);
        return incremental.Finish();
    }

    public byte[] HashToArray(ReadOnlySpan<byte> key, Stream source, int? hashSizeInBytes = null)
    {
        int hashBytes = CheckHashSize(hashSizeInBytes);
        StreamSource.CheckReadable(source, nameof(source));
        using IIncrementalHash incremental = Start(key, hashBytes);
        StreamSource.AppendTo(source, incremental);
        return incremental.Finish();
    }

    /// <summary>Hashes a stream. The length of the destination determines the digest length.</summary>
    public void Hash(ReadOnlySpan<byte> key, Stream source, Span<byte> destination)
    {
        StreamSource.CheckReadable(source, nameof(source));
        using IIncrementalHash incremental = Start(key, destination.Length);
        StreamSource.AppendTo(source, incremental);
        incremental.Finish(destination);
    }

    public ValueTask<byte[]> HashToArrayAsync(
        ReadOnlySpan<byte> key, Stream source, int? hashSizeInBytes, CancellationToken cancellationToken)
    {
        int hashBytes = CheckHashSize(hashSizeInBytes);
        StreamSource.CheckReadable(source, nameof(source));
        return Run(Start(key, hashBytes), source, static incremental => incremental.Finish(), cancellationToken);
    }

    public ValueTask<int> HashAsync(
        ReadOnlySpan<byte> key, Stream source, Memory<byte> destination, CancellationToken cancellationToken)
    {
        StreamSource.CheckReadable(source, nameof(source));
        return Run(Start(key, destination.Length), source, Write, cancellationToken);

        int Write(IIncrementalHash incremental)
        {
            incremental.Finish(destination.Span);
            return destination.Length;
        }
    }

    /// <summary>Converts a task with a result to a task without a result.</summary>
    public static async ValueTask Ended(ValueTask<int> task) => await task.ConfigureAwait(false);

    private static async ValueTask<TResult> Run<TResult>(
        IIncrementalHash started, Stream source, Func<IIncrementalHash, TResult> end, CancellationToken cancellationToken)
    {
        using IIncrementalHash incremental = started;
        await StreamSource.AppendToAsync(source, incremental, cancellationToken).ConfigureAwait(false);
        return end(incremental);
    }

    // ---- hashes with a fixed length: the destination may be longer than the digest ----

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public int HashFixed(ReadOnlySpan<byte> key, ReadOnlySpan<byte> source, Span<byte> destination)
    {
        CheckLength(destination.Length);
        Hash(key, source, destination.Slice(0, HashBytes));
        return HashBytes;
    }

    public bool TryHashFixed(
        ReadOnlySpan<byte> key, ReadOnlySpan<byte> source, Span<byte> destination, out int bytesWritten)
    {
        bytesWritten = 0;
        if (destination.Length < HashBytes) return false;

        Hash(key, source, destination.Slice(0, HashBytes));
        bytesWritten = HashBytes;
        return true;
    }

    public int HashFixed(ReadOnlySpan<byte> key, Stream source, Span<byte> destination)
    {
        StreamSource.CheckReadable(source, nameof(source));
        CheckLength(destination.Length);
        Hash(key, source, destination.Slice(0, HashBytes));
        return HashBytes;
    }

    public ValueTask<int> HashFixedAsync(
        ReadOnlySpan<byte> key, Stream source, Memory<byte> destination, CancellationToken cancellationToken)
    {
        StreamSource.CheckReadable(source, nameof(source));
        CheckLength(destination.Length);
        return HashAsync(key, source, destination.Slice(0, HashBytes), cancellationToken);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private void CheckLength(int length)
    {
        if (length < HashBytes) throw BatchChecks.TooShort(length, HashBytes);
    }

    // ---- comparison with an expected MAC ----

    public bool Verify(ReadOnlySpan<byte> key, ReadOnlySpan<byte> source, ReadOnlySpan<byte> hash)
    {
        CheckKey(key);
        if (!CheckExpected(hash)) return false;

        Span<byte> computed = hash.Length <= StackBytes ? stackalloc byte[hash.Length] : new byte[hash.Length];
        Hash(key, source, computed);
        return LanewiseHash.AreEqual(computed, hash);
    }

    public bool Verify(ReadOnlySpan<byte> key, Stream source, ReadOnlySpan<byte> hash)
    {
        CheckKey(key);
        StreamSource.CheckReadable(source, nameof(source));
        if (!CheckExpected(hash)) return false;

        using IIncrementalHash incremental = Start(key, hash.Length);
        StreamSource.AppendTo(source, incremental);
        return LanewiseHash.AreEqual(incremental.Finish(), hash);
    }

    public ValueTask<bool> VerifyAsync(
        ReadOnlySpan<byte> key, Stream source, ReadOnlyMemory<byte> hash, CancellationToken cancellationToken)
    {
        CheckKey(key);
        StreamSource.CheckReadable(source, nameof(source));
        return CheckExpected(hash.Span)
            ? Run(Start(key, hash.Length), source, Compare, cancellationToken) : new ValueTask<bool>(false);

        bool Compare(IIncrementalHash incremental) => LanewiseHash.AreEqual(incremental.Finish(), hash.Span);
    }

    // ---- many messages, each digest in a new array ----

    public byte[][] HashManyToArrays(IEnumerable<byte[]> messages, in HashKeys keys, int? hashSizeInBytes = null)
    {
        int hashBytes = CheckHashSize(hashSizeInBytes);
        ArgumentNullException.ThrowIfNull(messages);
        return HashManyToArrays(MessageArray.Of(messages), keys, hashBytes);
    }

    public byte[][] HashManyToArrays(IEnumerable<ReadOnlyMemory<byte>> messages, in HashKeys keys, int? hashSizeInBytes = null)
    {
        int hashBytes = CheckHashSize(hashSizeInBytes);
        ArgumentNullException.ThrowIfNull(messages);
        return HashManyToArrays(messages as ReadOnlyMemory<byte>[] ?? [.. messages], keys, hashBytes);
    }

    private byte[][] HashManyToArrays(ReadOnlyMemory<byte>[] messages, in HashKeys keys, int hashBytes)
    {
        using Rented<byte> packed = new(checked(messages.Length * hashBytes));
        HashMany(messages, keys, packed.Span, hashBytes);
        byte[][] hashes = new byte[messages.Length][];
        for (int i = 0; i < hashes.Length; i++) hashes[i] = packed.Span.Slice(i * hashBytes, hashBytes).ToArray();
        return hashes;
    }
}

/// <summary>Implements the methods of a hash by calling its engine.</summary>
internal class HashMethods<TEngine>(TEngine engine, HashSizes? sizes = null) : HashMethods(TEngine.Name, sizes ?? TEngine.Sizes)
    where TEngine : struct, IHashEngine
{
    /// <summary>The instance for the hash with default parameters.</summary>
    public static readonly HashMethods<TEngine> Default = new(default);

    public override LaneTable Table => TEngine.Table;

    public override void Hash(ReadOnlySpan<byte> key, ReadOnlySpan<byte> source, Span<byte> destination) =>
        engine.Hash(key, source, destination);

    public override IIncrementalHash Start(ReadOnlySpan<byte> key, int hashBytes) => engine.Start(key, hashBytes);

    public override IIncrementalHash Resume(ref StateReader reader, ReadOnlySpan<byte> key) => TEngine.Resume(ref reader, key);

    public override void HashMany(
        in Messages messages, in HashKeys keys, Span<byte> destination, int hashBytes, LaneShape? shape = null) =>
        engine.HashMany(messages, keys, destination, hashBytes, shape);

    public override void HashMany(
        MemoryMessages messages, MemoryKeys keys, Memory<byte> destination, int hashBytes, ParallelOptions parallelOptions) =>
        ParallelBatch.Run(messages, keys, destination, hashBytes, parallelOptions, engine);
}
