namespace Lanewise.Ciphers;

/// <summary>The two words of a tweak, which are zero if the cipher has no tweak.</summary>
/// <remarks>
/// A tweak is not a <see cref="UInt128"/>, because the calling convention of UInt128 is not final. Methods with a UInt128
/// parameter are not compiled ahead of time.
/// </remarks>
internal readonly record struct Tweak(ulong Low, ulong High)
{
    /// <summary>Reads the two words from the first 16 bytes in little-endian order.</summary>
    public static Tweak Read(ReadOnlySpan<byte> bytes) =>
        new(BinaryPrimitives.ReadUInt64LittleEndian(bytes), BinaryPrimitives.ReadUInt64LittleEndian(bytes.Slice(sizeof(ulong))));

    public void Write(Span<byte> bytes)
    {
        BinaryPrimitives.WriteUInt64LittleEndian(bytes, Low);
        BinaryPrimitives.WriteUInt64LittleEndian(bytes.Slice(sizeof(ulong)), High);
    }
}
