namespace Lanewise.Common;

/// <summary>
/// A 128-bit byte count. This type replaces <see cref="UInt128"/>, because the ReadyToRun compiler does not compile methods
/// that have UInt128 parameters (the calling convention of UInt128 is not final).
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

    /// <summary>Shifts the count to the right by 1 to 64 bits.</summary>
    public static ByteCount operator >>(ByteCount count, int bits) => bits == 64
        ? new(0, count.High)
        : new(count.High >> bits, (count.Low >> bits) | (count.High << (64 - bits)));

    /// <summary>Rounds the count down to a multiple of the unit, which must be a power of two.</summary>
    public ByteCount WholeUnits(ulong unit) => new(High, Low & ~(unit - 1));
}
