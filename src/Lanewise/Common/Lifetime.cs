namespace Lanewise.Common;

/// <summary>
/// Holds a flag that indicates whether a secret was wiped, in case one thread disposes the owner while another thread is using
/// the secret. Disposal sets the flag before it wipes the secret. Each operation checks the flag after using the secret. The
/// flag needs no lock and no reference count, so each use of the secret costs only one additional read.
/// </summary>
/// <remarks>
/// If the secret is wiped during a computation, the flag has already been set, so the check detects the wrong result. The check
/// also keeps the owner alive so that the finalizer does not wipe the secret during the computation.
/// </remarks>
internal struct Lifetime
{
    private bool hasEnded;

    /// <summary>
    /// Sets the flag, and returns false if it was already set. The caller must set the flag before it wipes the secret.
    /// </summary>
    public bool TryEnd() => !Interlocked.Exchange(ref hasEnded, true);

    public readonly bool HasEnded => Volatile.Read(in hasEnded);

    /// <summary>
    /// Throws an exception if the owner was disposed. Callers must call this method before they use the secret.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public readonly void ThrowIfEnded(object owner)
    {
        if (Volatile.Read(in hasEnded)) Throw(owner);
    }

    /// <summary>
    /// If the owner was disposed, clears the result and throws an exception. Callers must call this method after they have used
    /// the secret.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public readonly void ThrowIfEndedSince(object owner, Span<byte> computed, Span<byte> more = default)
    {
        // The words of the secret must be read before the flag.
        Volatile.ReadBarrier();
        if (Volatile.Read(in hasEnded)) Throw(owner, computed, more);
        GC.KeepAlive(owner);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void Throw(object owner, Span<byte> computed = default, Span<byte> more = default)
    {
        CryptographicOperations.ZeroMemory(computed);
        CryptographicOperations.ZeroMemory(more);
        throw new ObjectDisposedException(owner.GetType().FullName);
    }
}
