using Lanewise.Lanes;

namespace Lanewise.Files.Running;

/// <summary>
/// Whether lanes pay: compiling the lane kernels of an algorithm takes as long as hashing a number of bytes one file after the
/// other. What was compiled, by the process or ahead of time, always pays.
/// </summary>
internal sealed class LaneChoice(long? expectedFiles)
{
    /// <summary>Fewer are done as soon one after the other.</summary>
    public const int FewestFiles = 3;

    /// <summary>Measured: what takes as long one by one, in bytes, as the compiler and the lanes together.</summary>
    private const long CompilerBytes = 32 << 20;

    // What a file costs beside its bytes when it is hashed alone, in bytes.
    private const int FileBytes = 256;

    // The few that a process uses; replaced whole.
    private static string[] compiled = [];

    private long files, bytes;
    private int mostLanes = 1;

    /// <summary>How many lanes were in use side by side.</summary>
    public int MostLanes => Volatile.Read(ref mostLanes);

    /// <summary>A file was opened.</summary>
    public void Add(long length)
    {
        Interlocked.Increment(ref files);
        Interlocked.Add(ref bytes, length + FileBytes);
    }

    /// <summary>Whether so many files at hand are hashed in lanes.</summary>
    public bool Pays(FileHash hash, int count)
    {
        // What was seen so far is the best guess of what is still to come; and where nothing is known, as much again.
        long seen = Interlocked.Read(ref bytes), number = Math.Max(1, Interlocked.Read(ref files));
        // In whole numbers: what makes one of a fraction is not precompiled, but compiled at each start.
        long mean = seen / number, all = Math.Max(expectedFiles ?? number, number);
        long expected = all > long.MaxValue / (mean + 1) ? long.MaxValue : mean * all;
        bool pays = PaysFor(hash, count, expected);
        if (pays) Took(hash.Lanes);
        return pays;
    }

    /// <summary>So many lanes are in use.</summary>
    public void Took(int lanes)
    {
        if (lanes > MostLanes) Volatile.Write(ref mostLanes, lanes);
    }

    /// <summary>Whether so many files or parts with so many bytes in all are hashed in lanes.</summary>
    public static bool PaysFor(FileHash hash, int count, long expected)
    {
        if (count < FewestFiles) return false;

        bool isCompiled = ColdStart.IsAhead || Array.IndexOf(Volatile.Read(ref compiled), hash.Kernels) >= 0;
        if ((!isCompiled && expected < CompilerBytes) || hash.Lanes < FewestFiles) return false;

        if (!isCompiled) Volatile.Write(ref compiled, [.. compiled, hash.Kernels]);
        return true;
    }
}
