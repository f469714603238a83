namespace Lanewise.Tests;

/// <summary>Measures what a call allocates on this thread.</summary>
internal static class Allocated
{
    /// <summary>The minimum of several calls: pools return arrays to the GC at any time, and allocate new ones then.</summary>
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
