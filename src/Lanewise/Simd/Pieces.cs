namespace Lanewise.Simd;

/// <summary>
/// Divides long straight-line code into pieces for the interpreter that runs .NET code in a browser. The interpreter compiles
/// pieces of up to 4 KiB of WebAssembly, each of which starts at a method entry or at the target of a backward jump. The code
/// after a piece is interpreted. Therefore, an unrolled kernel is split into pieces, each wrapped in a loop that executes
/// exactly once: <c>do { .. } while (Pieces.Again)</c>. On other runtimes, the loops do not change the machine code.
/// </summary>
internal static class Pieces
{
    // This field is always false, but the interpreter does not treat it as a constant.
    private static bool again;

    /// <summary>Returns false. If the runtime compiles whole methods, this value is a constant.</summary>
    public static bool Again
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => OperatingSystem.IsBrowser() && again;
        set => again = value;
    }
}
