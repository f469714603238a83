namespace Lanewise.Simd;

/// <summary>Operations on words for generic code. The JIT evaluates the type tests, so they cost nothing at run time.</summary>
internal static class Word<TWord>
    where TWord : unmanaged
{
    private const MethodImplOptions Inline = MethodImplOptions.AggressiveInlining;

    public static int Bytes
    {
        [MethodImpl(Inline)]
        get => typeof(TWord) == typeof(ulong) ? 8 : 4;
    }

    public static TWord AllOnes
    {
        [MethodImpl(Inline)]
        get => From(ulong.MaxValue);
    }

    /// <summary>Returns the low bits of a number.</summary>
    [MethodImpl(Inline)]
    public static TWord From(ulong x) => typeof(TWord) == typeof(ulong) ? (TWord)(object)x : (TWord)(object)(uint)x;

    [MethodImpl(Inline)]
    public static ulong ToUInt64(TWord w) => typeof(TWord) == typeof(ulong) ? (ulong)(object)w : (uint)(object)w;

    [MethodImpl(Inline)]
    public static TWord ReadLittleEndian(ReadOnlySpan<byte> source) => typeof(TWord) == typeof(ulong)
        ? (TWord)(object)BinaryPrimitives.ReadUInt64LittleEndian(source)
        : (TWord)(object)BinaryPrimitives.ReadUInt32LittleEndian(source);

    /// <summary>Fills the destination with little-endian words from the source.</summary>
    [MethodImpl(Inline)]
    public static void ReadLittleEndian(ReadOnlySpan<byte> source, Span<TWord> words)
    {
        for (int i = 0; i < words.Length; i++) words[i] = ReadLittleEndian(source.Slice(i * Bytes));
    }

    /// <summary>Converts little-endian words to this machine's byte order.</summary>
    public static void FromLittleEndian(Span<TWord> words)
    {
        if (!BitConverter.IsLittleEndian) ReadLittleEndian(MemoryMarshal.AsBytes(words), words);
    }

    [MethodImpl(Inline)]
    public static void WriteLittleEndian(Span<byte> destination, TWord w)
    {
        if (typeof(TWord) == typeof(ulong)) BinaryPrimitives.WriteUInt64LittleEndian(destination, (ulong)(object)w);
        else BinaryPrimitives.WriteUInt32LittleEndian(destination, (uint)(object)w);
    }

    /// <summary>Fills the destination with the bytes of the words, in little-endian order.</summary>
    [MethodImpl(Inline)]
    public static void WriteLittleEndian(Span<byte> destination, ReadOnlySpan<TWord> words)
    {
        int i = 0;
        for (; destination.Length >= Bytes; i++)
        {
            WriteLittleEndian(destination, words[i]);
            destination = destination.Slice(Bytes);
        }

        for (int b = 0; b < destination.Length; b++) destination[b] = (byte)(ToUInt64(words[i]) >> (8 * b));
    }
}
