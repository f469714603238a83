namespace Lanewise.Ciphers;

/// <summary>The two words of a tweak. They are zero if a cipher has no tweak.</summary>
/// <remarks>
/// The type is not <see cref="UInt128"/>, because the calling convention of UInt128 is not final. Methods with a UInt128
/// parameter are not compiled ahead of time.
/// </remarks>
internal readonly record struct Tweak(ulong Low, ulong High)
{
    /// <summary>Reads the words of the first 16 bytes in little-endian order.</summary>
    public static Tweak Read(ReadOnlySpan<byte> bytes) =>
        new(BinaryPrimitives.ReadUInt64LittleEndian(bytes), BinaryPrimitives.ReadUInt64LittleEndian(bytes.Slice(sizeof(ulong))));

    public void Write(Span<byte> bytes)
    {
        BinaryPrimitives.WriteUInt64LittleEndian(bytes, Low);
        BinaryPrimitives.WriteUInt64LittleEndian(bytes.Slice(sizeof(ulong)), High);
    }
}
