namespace Lanewise.Lanes;

/// <summary>
/// Where long straight code may be cut. The runtime of browsers interprets, and compiles what begins at a method or at the
/// target of a jump back, up to 4 KiB of WebAssembly; what comes behind that stays interpreted. A kernel that is unrolled
/// therefore is in loops of one turn, <c>do { .. } while (Pieces.Again)</c>, which other runtimes do not see: the code that
/// they make is the same, byte for byte.
/// </summary>
internal static class Pieces
{
    // Never true, and nothing that the interpreter can know.
    private static bool again;

    /// <summary>False; a constant wherever code is compiled whole.</summary>
    public static bool Again
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => OperatingSystem.IsBrowser() && again;
        set => again = value;
    }
}
