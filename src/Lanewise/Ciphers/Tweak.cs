namespace Lanewise.Ciphers;

/// <summary>The two words of a tweak, zero if a cipher has none.</summary>
/// <remarks>
/// Not <see cref="UInt128"/>, whose calling convention is not final: methods with such a parameter are not compiled ahead of
/// time.
/// </remarks>
internal readonly record struct Tweak(ulong Low, ulong High)
{
    /// <summary>The words of the first 16 bytes, little-endian.</summary>
    public static Tweak Read(ReadOnlySpan<byte> bytes) =>
        new(BinaryPrimitives.ReadUInt64LittleEndian(bytes), BinaryPrimitives.ReadUInt64LittleEndian(bytes.Slice(sizeof(ulong))));

    public void Write(Span<byte> bytes)
    {
        BinaryPrimitives.WriteUInt64LittleEndian(bytes, Low);
        BinaryPrimitives.WriteUInt64LittleEndian(bytes.Slice(sizeof(ulong)), High);
    }
}
