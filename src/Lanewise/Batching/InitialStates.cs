namespace Lanewise.Batching;

/// <summary>
/// Contains the initial states of a batch: one state for all messages, or one state per message. The default instance contains
/// no state.
/// </summary>
internal readonly ref struct InitialStates<TWord>(ReadOnlySpan<TWord> states, bool arePerMessage)
    where TWord : unmanaged
{
    private readonly ReadOnlySpan<TWord> states = states;

    public bool ArePerMessage => arePerMessage;

    public bool IsEmpty => states.IsEmpty;

    /// <summary>
    /// Returns the initial state of a message. The caller passes the number of words as a constant so that the JIT can optimize
    /// the copy.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public ReadOnlySpan<TWord> Of(int message, int words) => states.Slice(arePerMessage ? message * words : 0, words);
}
