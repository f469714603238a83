namespace Lanewise.Common;

/// <summary>Contains compilation options for hot code.</summary>
internal static class CompileOptions
{
    /// <summary>
    /// Makes the JIT optimize a method on its first call. An unoptimized kernel is a hundred times slower, and a single-core
    /// process would run unoptimized code for about two seconds. Therefore, all methods that hash short messages or process
    /// blocks use this option. Code that is compiled ahead of time must not use AggressiveOptimization, because the ReadyToRun
    /// compiler skips methods with this option (docs/ahead-of-time.md).
    /// </summary>
#if PRECOMPILED
    public const MethodImplOptions AtOnce = default;
#else
    public const MethodImplOptions AtOnce = MethodImplOptions.AggressiveOptimization;
#endif
}
