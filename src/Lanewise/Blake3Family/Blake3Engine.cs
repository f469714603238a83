namespace Lanewise.Blake3Family;

/// <summary>The engine of BLAKE3, or of key derivation if the key words of a context are given.</summary>
internal readonly struct Blake3Engine(uint[]? context) : IHashEngine
{
    public static string Name => "BLAKE3";
    public static HashSizes Sizes => new(
        HashLengths.Stream, Blake3Spec.HashBytes, Blake3Spec.BlockBytes, 32, Blake3Spec.HashBytes, Blake3Spec.HashBytes);
    public static LaneTable Table => Blake3ChunkHash.Table;

    public void Hash(ReadOnlySpan<byte> key, ReadOnlySpan<byte> source, Span<byte> destination)
    {
        if (context is not null) Blake3OneShot.Hash(context, Blake3Spec.DeriveKeyMaterial, source, destination);
        else if (key.IsEmpty) Blake3OneShot.Hash(Blake3Spec.Iv, Blake3Spec.Unkeyed, source, destination);
        else Blake3OneShot.HashKeyed(key, source, destination);
    }

    public IIncrementalHash Start(ReadOnlySpan<byte> key, int hashBytes)
    {
        if (context is not null) return new Blake3Incremental(context, Blake3Spec.DeriveKeyMaterial, hashBytes);
        if (key.IsEmpty) return new Blake3Incremental(Blake3Spec.Iv, Blake3Spec.Unkeyed, hashBytes);

        Span<uint> words = stackalloc uint[Blake3State.ChainingWords];
        Blake3OneShot.ReadKey(key, words);
        Blake3Incremental incremental = new(words, Blake3Spec.KeyedHash, hashBytes);
        words.Clear();
        return incremental;
    }

    public static IIncrementalHash Resume(ref StateReader reader, ReadOnlySpan<byte> key) =>
        Blake3Incremental.ReadState(ref reader, key);

    public void HashMany(
        in Messages messages, in HashKeys keys, Span<byte> destination, int hashBytes, LaneShape? shape = null)
    {
        Blake3Keys start = context is null ? new(Blake3Spec.Iv, Blake3Spec.Unkeyed) : new(context, Blake3Spec.DeriveKeyMaterial);
        Batch.Run(messages, keys, destination, new Blake3Batch(start, hashBytes, shape));
    }

    /// <summary>
    /// Returns the <see cref="HashRow"/> for key derivation with the given context. In key derivation mode, BLAKE3 does not
    /// accept a key.
    /// </summary>
    public static HashRow Row(string context)
    {
        uint[] key = new uint[Blake3State.ChainingWords];
        Blake3OneShot.ContextKey(context, key);
        HashSizes sizes = Sizes with { MinKeyBytes = 0, MaxKeyBytes = 0 };
        return new HashRow(new HashMethods<Blake3Engine>(new(key), sizes), hash => new Blake3(hash));
    }
}
