namespace Lanewise.Common;

/// <summary>
/// Whether a secret still exists, for owners that one thread may dispose while another uses them. Calls neither wait nor count,
/// so each use costs one read. Disposal marks the object before wiping it; each operation checks the mark after using the secret.
/// </summary>
/// <remarks>
/// If words are wiped during a computation, the mark was set before, so the check detects the wrong result. The check also
/// prevents the owner from being finalized (and thus wiped) while its words are read.
/// </remarks>
internal struct Lifetime
{
    private bool hasEnded;

    /// <summary>Sets the mark before anything is wiped; returns false if the mark was already set.</summary>
    public bool TryEnd() => !Interlocked.Exchange(ref hasEnded, true);

    public readonly bool HasEnded => Volatile.Read(in hasEnded);

    /// <summary>Called before the secret is used.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public readonly void ThrowIfEnded(object owner)
    {
        if (Volatile.Read(in hasEnded)) Throw(owner);
    }

    /// <summary>Called after the secret was used; the result is cleared if the secret was disposed during the use.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public readonly void ThrowIfEndedSince(object owner, Span<byte> computed, Span<byte> more = default)
    {
        // The operation reads the words of the secret before it reads the mark.
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
