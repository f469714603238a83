namespace Lanewise.Tests;

/// <summary>Measures how many bytes a call allocates on this thread.</summary>
internal static class Allocated
{
    /// <summary>
    /// Returns the minimum of several calls, because pools may release arrays to the GC at any time and then allocate new arrays.
    /// </summary>
    public static long Least(Action call)
    {
        const int WarmUp = 3, Rounds = 10;
        for (int i = 0; i < WarmUp; i++) call();
        long least = long.MaxValue;
        for (int i = 0; i < Rounds && least > 0; i++)
        {
            long before = GC.GetAllocatedBytesForCurrentThread();
            call();
            least = Math.Min(least, GC.GetAllocatedBytesForCurrentThread() - before);
        }

        return least;
    }
}
