namespace Lanewise.Common;

/// <summary>When hot code is compiled.</summary>
internal static class CompileOptions
{
    /// <summary>
    /// By the JIT: fully optimized at the first call, because a kernel in the first tier is a hundred times slower. Code
    /// compiled ahead of time must not have it: the precompiler skips such methods (docs/ahead-of-time.md).
    /// </summary>
#if PRECOMPILED
    public const MethodImplOptions AtOnce = default;
#else
    public const MethodImplOptions AtOnce = MethodImplOptions.AggressiveOptimization;
#endif
}
