namespace Lanewise.Simd;

/// <summary>
/// Marks where long straight-line code may be divided. The runtime in a browser is an interpreter. It compiles pieces of up to 4
/// KiB of WebAssembly, which start at a method or at the target of a backward jump. Code after such a piece is interpreted.
/// Therefore, an unrolled kernel is divided into loops that run once, <c>do { .. } while (Pieces.Again)</c>. Other runtimes are
/// not affected: their machine code is the same, byte for byte.
/// </summary>
internal static class Pieces
{
    // This condition is never true, but the interpreter cannot know that.
    private static bool again;

    /// <summary>Returns false. This is a constant if the runtime compiles whole methods.</summary>
    public static bool Again
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => OperatingSystem.IsBrowser() && again;
        set => again = value;
    }
}
