using System.Collections.Concurrent;
using System.Runtime.CompilerServices;

namespace Lanewise.Files.Running;

/// <summary>
/// Whether lanes pay: at the first use of an algorithm its kernels for lanes are compiled, which takes as long as so many bytes
/// take one file after the other. What was compiled, by the process or ahead of time, always pays.
/// </summary>
internal sealed class LaneChoice(long? expectedFiles)
{
    /// <summary>Fewer are done as soon one after the other.</summary>
    public const int FewestFiles = 3;

    /// <summary>Measured: what takes as long one by one, in bytes, as the compiler and the lanes together.</summary>
    private const long CompilerBytes = 64 << 20;

    // What a file costs beside its bytes when it is hashed alone, in bytes.
    private const int FileBytes = 256;

    private static readonly ConcurrentDictionary<string, bool> Compiled = [];

    private long files, bytes;

    private static bool IsPrecompiled => CompileOptions.AtOnce == default || !RuntimeFeature.IsDynamicCodeCompiled;

    /// <summary>A file was opened.</summary>
    public void Add(long length)
    {
        Interlocked.Increment(ref files);
        Interlocked.Add(ref bytes, length + FileBytes);
    }

    /// <summary>Whether so many files at hand are hashed in lanes.</summary>
    public bool Pays(FileHash hash, int count)
    {
        if (hash.Lanes < FewestFiles || count < FewestFiles) return false;
        if (IsPrecompiled || Compiled.ContainsKey(hash.Kernels)) return true;

        // What was seen so far is the best guess of what is still to come; and where nothing is known, as much again.
        long seen = Interlocked.Read(ref bytes), number = Math.Max(1, Interlocked.Read(ref files));
        long expected = expectedFiles is long all ? (long)((double)seen / number * Math.Max(all, number)) : seen;
        if (expected < CompilerBytes) return false;

        Compiled.TryAdd(hash.Kernels, true);
        return true;
    }
}
