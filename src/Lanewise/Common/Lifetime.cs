namespace Lanewise.Common;

/// <summary>
/// Records whether a secret still exists, in case one thread disposes the owner while another thread uses the secret. Calls
/// neither take a lock nor count users, so each use costs only one read. Disposal sets a flag before it wipes the secret. Each
/// operation checks the flag after using the secret.
/// </summary>
/// <remarks>
/// If words are wiped during a computation, the flag has already been set, so the check detects the wrong result. The check also
/// prevents the finalizer from wiping the words while they are being read.
/// </remarks>
internal struct Lifetime
{
    private bool hasEnded;

    /// <summary>Sets the flag before anything is wiped. Returns false if the flag was already set.</summary>
    public bool TryEnd() => !Interlocked.Exchange(ref hasEnded, true);

    public readonly bool HasEnded => Volatile.Read(in hasEnded);

    /// <summary>Callers must call this method before they use the secret.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public readonly void ThrowIfEnded(object owner)
    {
        if (Volatile.Read(in hasEnded)) Throw(owner);
    }

    /// <summary>
    /// Callers must call this method after they have used the secret. If the owner was disposed in the meantime, the method
    /// clears the result and throws.
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
