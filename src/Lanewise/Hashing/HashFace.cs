namespace Lanewise.Hashing;

/// <summary>
/// The bodies of the static verbs that every public hash has: checks, one message, streams, comparison, many messages.
/// </summary>
internal static class HashFace<TEngine>
    where TEngine : struct, IHashEngine
{
    // Asked for at every key: made once.
    private static readonly HashSizes Sizes = TEngine.Sizes;

    // Longer digests are compared outside the stack.
    private const int StackBytes = 256;

    // Shorter ones than the 128 bits that a MAC is expected to have.
    private const int LeastVerifiedBytes = 16;

    // ---- checks, each said once ----

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void CheckHashSize(int bytes, [CallerArgumentExpression(nameof(bytes))] string parameter = "")
    {
        if (!HashSizes.IsSize(bytes, TEngine.MaxHashBytes)) HashSizes.Check(bytes, TEngine.MaxHashBytes, TEngine.Name, parameter);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void CheckHashSize(ReadOnlySpan<byte> span, [CallerArgumentExpression(nameof(span))] string parameter = "")
    {
        if (HashSizes.IsSize(span.Length, TEngine.MaxHashBytes)) return;

        HashSizes.Check(span, TEngine.MaxHashBytes, TEngine.Name, parameter);
    }

    // Whether it can be a digest. Its length is the sender's: who may send a byte finds the right one by the 128th try.
    private static bool CheckExpected(ReadOnlySpan<byte> hash, bool isKeyed)
    {
        LanewiseHash.CheckExpected(hash);
        if (Sizes.Lengths == HashLengths.Fixed) return hash.Length == TEngine.MaxHashBytes;

        CheckHashSize(hash);
        if (!isKeyed || hash.Length >= LeastVerifiedBytes) return true;

        throw new ArgumentException(
            Invariant($"A digest under a key is compared from {LeastVerifiedBytes} bytes on: {hash.Length} bytes can be guessed. "
                + $"Where a shorter one was agreed on, compare by VerifyCurrentHash of a hash of that length."), nameof(hash));
    }

    // An empty key that was given is not always the same as none.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void CheckKey(in Keys keys)
    {
        if (keys.AreGiven) CheckKey(keys.SizeInBytes);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void CheckKey(int bytes)
    {
        if (!Sizes.IsKey(bytes)) Sizes.CheckKey(bytes, TEngine.Name);
    }

    // ---- one message ----

    public static byte[] Hash(in Keys key, ReadOnlySpan<byte> source, int hashSizeInBytes)
    {
        CheckHashSize(hashSizeInBytes);
        byte[] hash = new byte[hashSizeInBytes];
        Hash(key, source, hash);
        return hash;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void Hash(in Keys key, ReadOnlySpan<byte> source, Span<byte> destination, TEngine engine = default)
    {
        CheckHashSize(destination);
        CheckKey(key);
        engine.Hash(key.Bytes, source, destination);
    }

    public static byte[] Hash(in ReadOnlySequence<byte> source, int hashSizeInBytes)
    {
        if (source.IsSingleSegment) return Hash(default, source.FirstSpan, hashSizeInBytes);

        using IRunningHash running = Start(default, hashSizeInBytes);
        foreach (ReadOnlyMemory<byte> segment in source) running.Append(segment.Span);
        return running.Finish();
    }

    public static byte[] Hash(in Keys key, Stream source, int hashSizeInBytes)
    {
        Streams.CheckReadable(source, nameof(source));
        using IRunningHash running = Start(key, hashSizeInBytes);
        Streams.AppendTo(source, running);
        return running.Finish();
    }

    public static void Hash(in Keys key, Stream source, Span<byte> destination)
    {
        Streams.CheckReadable(source, nameof(source));
        CheckHashSize(destination);
        using IRunningHash running = Start(key, destination.Length);
        Streams.AppendTo(source, running);
        running.Finish(destination);
    }

    public static ValueTask<byte[]> HashAsync(
        in Keys key, Stream source, int hashSizeInBytes, CancellationToken cancellationToken)
    {
        Streams.CheckReadable(source, nameof(source));
        return Run(Start(key, hashSizeInBytes), source, static running => running.Finish(), cancellationToken);
    }

    public static ValueTask<int> HashAsync(
        in Keys key, Stream source, Memory<byte> destination, CancellationToken cancellationToken)
    {
        Streams.CheckReadable(source, nameof(source));
        CheckHashSize(destination.Span, nameof(destination));
        return Run(Start(key, destination.Length), source, Write, cancellationToken);

        int Write(IRunningHash running)
        {
            running.Finish(destination.Span);
            return destination.Length;
        }
    }

    private static async ValueTask<TResult> Run<TResult>(
        IRunningHash started, Stream source, Func<IRunningHash, TResult> end, CancellationToken cancellationToken)
    {
        using IRunningHash running = started;
        await Streams.AppendToAsync(source, running, cancellationToken).ConfigureAwait(false);
        return end(running);
    }

    // ---- comparison with an expected digest ----

    public static bool Verify(ReadOnlySpan<byte> key, ReadOnlySpan<byte> source, ReadOnlySpan<byte> hash)
    {
        if (!CheckExpected(hash, !key.IsEmpty)) return false;

        Span<byte> computed = hash.Length <= StackBytes ? stackalloc byte[hash.Length] : new byte[hash.Length];
        Hash(Keys.One(key), source, computed);
        return LanewiseHash.AreEqual(computed, hash);
    }

    public static bool Verify(in Keys key, Stream source, ReadOnlySpan<byte> hash)
    {
        Streams.CheckReadable(source, nameof(source));
        if (!CheckExpected(hash, key.SizeInBytes > 0)) return false;

        using IRunningHash running = Start(key, hash.Length);
        Streams.AppendTo(source, running);
        return LanewiseHash.AreEqual(running.Finish(), hash);
    }

    public static ValueTask<bool> VerifyAsync(
        in Keys key, Stream source, ReadOnlyMemory<byte> hash, CancellationToken cancellationToken)
    {
        Streams.CheckReadable(source, nameof(source));
        return CheckExpected(hash.Span, key.SizeInBytes > 0)
            ? Run(Start(key, hash.Length), source, Compare, cancellationToken) : new ValueTask<bool>(false);

        bool Compare(IRunningHash running) => LanewiseHash.AreEqual(running.Finish(), hash.Span);
    }

    // ---- many messages ----

    public static int PreferredBatchSize =>
        Math.Max(1, TEngine.Table.Choose().Lanes(Sizes.WordBits) / Sizes.LanesPerMessage);

    public static void HashMany(
        in Messages messages, Span<byte> destination, int hashSizeInBytes, in Keys keys, TEngine engine = default)
    {
        CheckHashSize(hashSizeInBytes);
        CheckKey(keys);
        engine.HashMany(messages, keys, destination, hashSizeInBytes);
    }

    public static void HashMany(
        MemoryMessages messages, Memory<byte> destination, ParallelOptions parallelOptions, int hashSizeInBytes, MemoryKeys keys)
    {
        CheckHashSize(hashSizeInBytes);
        CheckKey(keys.Span);
        BatchOverCores.Run<TEngine>(messages, keys, destination, hashSizeInBytes, parallelOptions);
    }

    // ---- a running hash ----

    /// <summary>An empty message; whoever keeps it wipes it.</summary>
    public static IRunningHash Start(in Keys key, int hashSizeInBytes, TEngine engine = default)
    {
        CheckHashSize(hashSizeInBytes);
        CheckKey(key);
        return engine.Start(key.Bytes, hashSizeInBytes);
    }
}

/// <summary>What the faces check before there is an engine.</summary>
internal static class HashFace
{
    public static TParameters Given<TParameters>(TParameters parameters)
        where TParameters : class
    {
        ArgumentNullException.ThrowIfNull(parameters);
        return parameters;
    }

    /// <summary>A task that ends with another, whose result nobody asks for.</summary>
    public static async ValueTask Ended(ValueTask<int> task) => await task.ConfigureAwait(false);
}
