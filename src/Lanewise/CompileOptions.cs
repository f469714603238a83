namespace Lanewise;

/// <summary>When hot code is compiled.</summary>
internal static class CompileOptions
{
    /// <summary>
    /// By the JIT: whole and optimised at the first call, since a kernel in the first tier takes a hundred times as long. What is
    /// compiled ahead of time must not ask for it: the precompiler skips such methods (docs/ahead-of-time.md).
    /// </summary>
#if PRECOMPILED
    public const MethodImplOptions AtOnce = default;
#else
    public const MethodImplOptions AtOnce = MethodImplOptions.AggressiveOptimization;
#endif
}
