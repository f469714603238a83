namespace Lanewise.Argon2Family;

/// <summary>
/// Caches the memory that Argon2 computations use. A cached array is reused by the next call that requests exactly the same size.
/// An array that is not used between two full garbage collections is released.
/// </summary>
internal static class Argon2Memory
{
    private const int CollectionsToWait = 2;

    private static readonly Lock Gate = new();
    private static readonly List<Idle> Waiting = [];
    private static bool isWatched;

    /// <summary>The total size of the cached arrays, in bytes.</summary>
    public static long IdleBytes
    {
        get
        {
            lock (Gate) return Waiting.Sum(idle => idle.Array.LongLength * sizeof(ulong));
        }
    }

    /// <summary>Returns an array from the cache, or a new uninitialized array.</summary>
    public static ulong[] Rent(int blocks)
    {
        int words = blocks * Argon2Block.Words;
        lock (Gate)
        {
            // The search starts with the most recently used array, which is most likely to be in the CPU caches.
            for (int i = Waiting.Count - 1; i >= 0; i--)
            {
                ulong[] array = Waiting[i].Array;
                if (array.Length != words) continue;

                Waiting.RemoveAt(i);
                return array;
            }
        }

        return GC.AllocateUninitializedArray<ulong>(words);
    }

    /// <summary>Wipes an array and returns it to the cache.</summary>
    public static void Return(ulong[] array)
    {
        Wipe(array);
        bool isFirst;
        lock (Gate)
        {
            Waiting.Add(new Idle(array, GC.CollectionCount(GC.MaxGeneration)));
            isFirst = !isWatched;
            isWatched = true;
        }

        if (isFirst) _ = new Watch();
    }

    // The attributes prevent the JIT from removing the write. CryptographicOperations.ZeroMemory cannot be used, because it
    // accepts at most 2 GiB.
    [MethodImpl(MethodImplOptions.NoInlining | MethodImplOptions.NoOptimization)]
    private static void Wipe(Span<ulong> words) => words.Clear();

    // Releases unused arrays, and returns whether the cache still contains arrays.
    private static bool Trim()
    {
        int collections = GC.CollectionCount(GC.MaxGeneration);
        lock (Gate)
        {
            Waiting.RemoveAll(idle => collections - idle.Since >= CollectionsToWait);
            return isWatched = Waiting.Count > 0;
        }
    }

    private readonly record struct Idle(ulong[] Array, int Since);

    /// <summary>
    /// Trims the cache after garbage collections. Nothing references this object, so every garbage collection of its
    /// generation runs the finalizer.
    /// </summary>
    private sealed class Watch
    {
        ~Watch()
        {
            if (Trim()) GC.ReRegisterForFinalize(this);
        }
    }
}
