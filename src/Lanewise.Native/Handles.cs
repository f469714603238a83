using System.Collections.Concurrent;

namespace Lanewise.Native;

/// <summary>
/// Stores the incremental hashes of foreign callers. The handle of a hash is a number. Numbers are never reused, so a freed
/// handle is rejected and never refers to another caller's hash.
/// </summary>
internal static class Handles
{
    private static readonly ConcurrentDictionary<ulong, LanewiseHash> Hashes = new();
    private static ulong last;

    public static ulong Add(LanewiseHash hash)
    {
        ulong handle = Interlocked.Increment(ref last);
        Hashes[handle] = hash;
        return handle;
    }

    /// <summary>Runs an operation on a hash. Concurrent calls with the same handle run one after another.</summary>
    public static TResult Use<TArgument, TResult>(ulong handle, TArgument argument, Func<LanewiseHash, TArgument, TResult> use)
        where TArgument : allows ref struct
    {
        if (!Hashes.TryGetValue(handle, out LanewiseHash? hash)) throw new StatusException(Status.BadHandle);

        lock (hash)
        {
            try
            {
                return use(hash, argument);
            }
            catch (ObjectDisposedException)
            {
                throw new StatusException(Status.BadHandle);
            }
        }
    }

    public static void Free(ulong handle)
    {
        if (!Hashes.TryRemove(handle, out LanewiseHash? hash)) throw new StatusException(Status.BadHandle);

        lock (hash) hash.Dispose();
    }
}
