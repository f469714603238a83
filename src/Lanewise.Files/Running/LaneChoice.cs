using Lanewise.Simd;

namespace Lanewise.Files.Running;

/// <summary>
/// Decides whether lanes save time. Compiling lane kernels takes as long as hashing about 32 MB without lanes. Once they are
/// compiled, lane kernels always save time.
/// </summary>
internal sealed class LaneChoice(long? expectedFiles)
{
    /// <summary>
    /// The minimum number of files for which lanes are used. With fewer files, hashing one file after another is just as fast.
    /// </summary>
    public const int FewestFiles = 3;

    /// <summary>
    /// The measured number of bytes above which compiling and using lane kernels takes no longer than hashing sequentially.
    /// </summary>
    private const long CompilerBytes = 32 << 20;

    // The overhead of hashing a file separately, expressed as a number of bytes per file.
    private const int FileBytes = 256;

    // The array has few entries, so it is replaced as a whole when an entry is added.
    private static string[] compiled = [];

    private long files, bytes;
    private int mostLanes = 1;

    /// <summary>The maximum number of lanes that were in use at the same time.</summary>
    public int MostLanes => Volatile.Read(ref mostLanes);

    /// <summary>Counts an opened file.</summary>
    public void Add(long length)
    {
        Interlocked.Increment(ref files);
        Interlocked.Add(ref bytes, length + FileBytes);
    }

    /// <summary>Returns whether the given number of waiting files should be hashed in lanes.</summary>
    public bool Pays(FileHash hash, int count)
    {
        // If the number of files is unknown, it is assumed that as many files will follow as were opened so far.
        long seen = Interlocked.Read(ref bytes), number = Math.Max(1, Interlocked.Read(ref files));
        // The estimate uses only integers, because the conversion from floating point is not precompiled.
        long mean = seen / number, all = Math.Max(expectedFiles ?? number, number);
        long expected = all > long.MaxValue / (mean + 1) ? long.MaxValue : mean * all;
        bool pays = PaysFor(hash, count, expected);
        if (pays) Took(hash.Lanes);
        return pays;
    }

    /// <summary>Records the number of lanes in use.</summary>
    public void Took(int lanes)
    {
        if (lanes > MostLanes) Volatile.Write(ref mostLanes, lanes);
    }

    /// <summary>
    /// Returns whether the given number of files or parts, with the given total number of bytes, should be hashed in lanes.
    /// </summary>
    public static bool PaysFor(FileHash hash, int count, long expected)
    {
        if (count < FewestFiles) return false;

        bool isCompiled = ColdStart.IsAhead || Array.IndexOf(Volatile.Read(ref compiled), hash.Kernels) >= 0;
        if ((!isCompiled && expected < CompilerBytes) || hash.Lanes < FewestFiles) return false;

        if (!isCompiled) Volatile.Write(ref compiled, [.. compiled, hash.Kernels]);
        return true;
    }
}
