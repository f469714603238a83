namespace Lanewise.Common;

/// <summary>Compilation options for hot code.</summary>
internal static class CompileOptions
{
    /// <summary>
    /// Makes the JIT optimize the method on the first call, because an unoptimized kernel is a hundred times slower. Code that is
    /// compiled ahead of time must not have this option, because the precompiler skips such methods (docs/ahead-of-time.md).
    /// </summary>
#if PRECOMPILED
    public const MethodImplOptions AtOnce = default;
#else
    public const MethodImplOptions AtOnce = MethodImplOptions.AggressiveOptimization;
#endif
}
