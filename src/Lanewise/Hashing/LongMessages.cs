namespace Lanewise.Hashing;

/// <summary>Long messages: the pieces in which they are copied where <see cref="Make"/> says so, and reading ahead.</summary>
internal static class LongMessages
{
    public const int PieceBytes = 4 * 1024;

    /// <summary>
    /// Long enough for the processor to fetch ahead: 64 rows from memory in pieces of 4 KiB 9x, of 16 KiB 11x (Zen 5).
    /// </summary>
    public const int EqualPieceBytes = 16 * 1024;

    /// <summary>
    /// Reads a byte of each line of what many lanes are about to read in turns: one line after the other the processor fetches
    /// ahead, of 32 rows in turns it does not.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void Touch(ReadOnlySpan<byte> bytes)
    {
        if (Make.Here.Touches) TouchLines(bytes);
    }

    // Returns what it read, so that the reads are not left out.
    [MethodImpl(CompileOptions.AtOnce | MethodImplOptions.NoInlining)]
    internal static int TouchLines(ReadOnlySpan<byte> bytes)
    {
        ReadOnlySpan<Line> lines = MemoryMarshal.Cast<byte, Line>(bytes);
        int sum = 0;
        while (lines.Length >= 8)
        {
            sum |= lines[0].First | lines[1].First | lines[2].First | lines[3].First;
            sum |= lines[4].First | lines[5].First | lines[6].First | lines[7].First;
            lines = lines.Slice(8);
        }

        return sum;
    }

    [StructLayout(LayoutKind.Sequential, Size = 64)]
    private readonly struct Line
    {
        public readonly byte First;
    }
}
