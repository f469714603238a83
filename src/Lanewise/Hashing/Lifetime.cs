namespace Lanewise.Hashing;

/// <summary>
/// Whether a secret is still there, for owners that one thread may dispose while another uses them. No call waits and nothing
/// is counted, so a use costs one read: disposing ends the life before it wipes, and who used the secret asks afterwards.
/// </summary>
/// <remarks>
/// What was computed from wiped words was computed after the end, so the question sees it; the asking also keeps the owner from
/// being finalized, which wipes, while its words are read.
/// </remarks>
internal struct Lifetime
{
    private bool hasEnded;

    /// <summary>Ends it, before anything is wiped; false where it had ended.</summary>
    public bool TryEnd() => !Interlocked.Exchange(ref hasEnded, true);

    public readonly bool HasEnded => Volatile.Read(in hasEnded);

    /// <summary>Before the secret is used.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public readonly void ThrowIfEnded(object owner)
    {
        if (Volatile.Read(in hasEnded)) Throw(owner);
    }

    /// <summary>After the secret was used; what was computed with it is cleared where it was disposed meanwhile.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public readonly void ThrowIfEndedSince(object owner, Span<byte> computed, Span<byte> more = default)
    {
        // The words of the secret have been read before the question is.
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
