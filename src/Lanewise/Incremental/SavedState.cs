namespace Lanewise.Incremental;

/// <summary>Contains constants, helper methods and exceptions for saved states.</summary>
internal static class SavedState
{
    /// <summary>
    /// The maximum digest length of a saved hash. Without this limit, a forged length would be detected only after memory for
    /// the digest had been allocated.
    /// </summary>
    public const int MostHashBytes = 1 << 20;

    /// <summary>The format version of a saved state whose layout has never changed.</summary>
    public const byte FirstVersion = 1;

    /// <summary>The newest format version that any saved state uses.</summary>
    public const byte LastVersion = 2;

    public static InvalidDataException Bad(string text) => new(text);

    public static InvalidDataException Bad(ref InvariantText text) => new(Invariant(ref text));

    public static InvalidDataException CountersDisagree() => Bad("The saved state is not valid: its counters do not agree.");

    /// <summary>
    /// Writes words to a buffer as little-endian bytes, and returns these bytes. Words that do not fit in the buffer are omitted.
    /// </summary>
    public static ReadOnlySpan<byte> Bytes<TWord>(ReadOnlySpan<TWord> words, Span<byte> buffer)
        where TWord : unmanaged
    {
        buffer = buffer.Slice(0, Math.Min(buffer.Length, words.Length * Word<TWord>.Bytes));
        Word<TWord>.WriteLittleEndian(buffer, words);
        return buffer;
    }

    public static void CheckKey(int given, int needed)
    {
        if (given == needed) return;

        throw new CryptographicException(needed == 0
            ? "The saved state belongs to an unkeyed hash; do not pass a key."
            : Invariant($"The saved state belongs to a hash with a key of {needed} bytes; the given key has {given} bytes."));
    }
}

/// <summary>Writes the parts of a saved state.</summary>
internal sealed class StateWriter
{
    private byte[] buffer = new byte[512];
    private int length;

    public ReadOnlySpan<byte> Written => buffer.AsSpan(0, length);

    public void Byte(byte value) => Next(1)[0] = value;

    public void Bytes(ReadOnlySpan<byte> value) => value.CopyTo(Next(value.Length));

    public void Number(ulong value) => BinaryPrimitives.WriteUInt64LittleEndian(Next(sizeof(ulong)), value);

    /// <summary>Writes the length and then the bytes of a string.</summary>
    public void Text(ReadOnlySpan<byte> text)
    {
        Number((uint)text.Length);
        Bytes(text);
    }

    public void Words<TWord>(ReadOnlySpan<TWord> words)
        where TWord : unmanaged
    {
        foreach (TWord w in words) Word<TWord>.WriteLittleEndian(Next(Word<TWord>.Bytes), w);
    }

    /// <summary>Returns the state and wipes the buffer.</summary>
    public byte[] ToArray()
    {
        byte[] state = Written.ToArray();
        CryptographicOperations.ZeroMemory(buffer);
        length = 0;
        return state;
    }

    // A state may contain message bytes and values that depend on a key, so a buffer that has become too small is wiped.
    private Span<byte> Next(int bytes)
    {
        if (buffer.Length - length < bytes)
        {
            byte[] larger = new byte[Math.Max(2 * buffer.Length, checked(length + bytes))];
            Written.CopyTo(larger);
            CryptographicOperations.ZeroMemory(buffer);
            buffer = larger;
        }

        length += bytes;
        return buffer.AsSpan(length - bytes, bytes);
    }
}

/// <summary>Reads the parts of a saved state. Throws an exception if a value is missing or out of range.</summary>
internal ref struct StateReader(ReadOnlySpan<byte> bytes, byte version)
{
    private readonly ReadOnlySpan<byte> bytes = bytes;
    private IWipeable? begun;

    public int Position { get; private set; }

    /// <summary>
    /// Sets the hash that receives the state. The hash may already contain a key, so it is wiped if the state is not valid.
    /// </summary>
    public TIncremental Begin<TIncremental>(TIncremental incremental)
        where TIncremental : IWipeable
    {
        begun = incremental;
        return incremental;
    }

    public readonly void Wipe() => begun?.Wipe();

    public byte Byte() => Bytes(1)[0];

    public ReadOnlySpan<byte> Bytes(int count)
    {
        if (count > bytes.Length - Position) throw SavedState.Bad("The saved state ends too early.");

        Position += count;
        return bytes.Slice(Position - count, count);
    }

    public ulong Number() => BinaryPrimitives.ReadUInt64LittleEndian(Bytes(8));

    /// <summary>Reads a number and checks that it is in the given range.</summary>
    public int Number(int least, int most, string what)
    {
        ulong value = Number();
        if (value < (ulong)least || value > (ulong)most)
        {
            throw SavedState.Bad($"The saved state is not valid: {what} is {value}; the valid range is {least} to {most}.");
        }

        return (int)value;
    }

    /// <summary>Reads a digest length, which must be at least 1.</summary>
    public int HashBytes(int most = int.MaxValue) =>
        Number(1, Math.Min(most, SavedState.MostHashBytes), "the length of the digest");

    /// <summary>Reads the length and then the bytes of a string.</summary>
    public ReadOnlySpan<byte> Text(string what) => Bytes(Number(0, int.MaxValue, $"the length of {what}"));

    public void Words<TWord>(scoped Span<TWord> words)
        where TWord : unmanaged
    {
        for (int i = 0; i < words.Length; i++) words[i] = Word<TWord>.ReadLittleEndian(Bytes(Word<TWord>.Bytes));
    }

    /// <summary>Throws an exception if the state's version is not the one that the algorithm requires.</summary>
    public readonly void CheckVersion(byte needed, string what)
    {
        if (version != needed)
        {
            throw SavedState.Bad(
                $"The saved state has version {version}; for {what}, this library supports only version {needed}.");
        }
    }

    public readonly void End()
    {
        if (Position == bytes.Length) return;

        throw SavedState.Bad($"The saved state contains {bytes.Length - Position} unexpected bytes at the end.");
    }
}
