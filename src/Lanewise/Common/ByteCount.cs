namespace Lanewise.Common;

/// <summary>
/// A 128-bit byte count. The type is not <see cref="UInt128"/>, because the calling convention of UInt128 is not final. Methods
/// that use UInt128 are not compiled ahead of time.
/// </summary>
internal readonly record struct ByteCount(ulong High, ulong Low)
{
    public static ByteCount operator +(ByteCount count, ulong bytes)
    {
        ulong low = unchecked(count.Low + bytes);
        return new(unchecked(count.High + (low < bytes ? 1UL : 0)), low);
    }

    public static ByteCount operator -(ByteCount count, ulong bytes) =>
        new(unchecked(count.High - (count.Low < bytes ? 1UL : 0)), unchecked(count.Low - bytes));

    /// <summary>Divides by a power of two, from 2^1 to 2^64.</summary>
    public static ByteCount operator >>(ByteCount count, int bits) => bits == 64
        ? new(0, count.High)
        : new(count.High >> bits, (count.Low >> bits) | (count.High << (64 - bits)));

    /// <summary>Rounds down to a multiple of the unit, which is a power of two.</summary>
    public ByteCount WholeUnits(ulong unit) => new(High, Low & ~(unit - 1));
}
