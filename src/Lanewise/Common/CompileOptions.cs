namespace Lanewise.Common;

/// <summary>Contains compilation options for hot code.</summary>
internal static class CompileOptions
{
    /// <summary>
    /// Makes the JIT optimize a method on its first call, because an unoptimized kernel is a hundred times slower. Code that is
    /// compiled ahead of time must not use AggressiveOptimization, because the ReadyToRun compiler skips methods with this
    /// option (docs/ahead-of-time.md).
    /// </summary>
#if PRECOMPILED
    public const MethodImplOptions AtOnce = default;
#else
    public const MethodImplOptions AtOnce = MethodImplOptions.AggressiveOptimization;
#endif
}
