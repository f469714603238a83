namespace Lanewise.Argon2Family;

/// <summary>
/// The memory of computations: arrays of exactly the size that was asked for, which wait here for the next call. An array that
/// nobody asks for between two full garbage collections is given up.
/// </summary>
internal static class Argon2Memory
{
    private const int CollectionsToWait = 2;

    private static readonly Lock Gate = new();
    private static readonly List<Idle> Waiting = [];
    private static bool isWatched;

    /// <summary>The bytes that wait here.</summary>
    public static long IdleBytes
    {
        get
        {
            lock (Gate) return Waiting.Sum(idle => idle.Array.LongLength * sizeof(ulong));
        }
    }

    /// <summary>Memory whose words are not set.</summary>
    public static ulong[] Rent(int blocks)
    {
        int words = blocks * Argon2Block.Words;
        lock (Gate)
        {
            // The array that was used last is the likeliest to be in the caches.
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

    /// <summary>Wipes memory and takes it back.</summary>
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

    // The JIT must not leave it out; more than 2 GiB is too long for CryptographicOperations.ZeroMemory.
    [MethodImpl(MethodImplOptions.NoInlining | MethodImplOptions.NoOptimization)]
    private static void Wipe(Span<ulong> words) => words.Clear();

    // Whether arrays still wait.
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

    /// <summary>Nothing refers to it, so every collection that reaches its generation finds it.</summary>
    private sealed class Watch
    {
        ~Watch()
        {
            if (Trim()) GC.ReRegisterForFinalize(this);
        }
    }
}
