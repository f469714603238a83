namespace Lanewise.Simd;

/// <summary>
/// Divides long straight-line code into pieces for the interpreter that runs .NET code in a browser. The interpreter compiles
/// pieces of up to 4 KiB of WebAssembly, which start at a method or at the target of a backward jump. The code after a piece is
/// interpreted. Therefore, an unrolled kernel is divided into loops that run once, <c>do { .. } while (Pieces.Again)</c>. On
/// other runtimes, the loops do not change the machine code.
/// </summary>
internal static class Pieces
{
    // This field is always false, but the interpreter does not treat it as a constant.
    private static bool again;

    /// <summary>Returns false. The value is a constant if the runtime compiles whole methods.</summary>
    public static bool Again
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => OperatingSystem.IsBrowser() && again;
        set => again = value;
    }
}
