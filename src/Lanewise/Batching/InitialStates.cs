namespace Lanewise.Batching;

/// <summary>
/// The initial states of a batch, one after another: one state for all messages, or one state per message. The default value has
/// no state.
/// </summary>
internal readonly ref struct InitialStates<TWord>(ReadOnlySpan<TWord> states, bool arePerMessage)
    where TWord : unmanaged
{
    private readonly ReadOnlySpan<TWord> states = states;

    public bool ArePerMessage => arePerMessage;

    public bool IsEmpty => states.IsEmpty;

    /// <summary>
    /// Returns the state of a message. The caller passes the number of words, so that the JIT knows how many words it copies.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public ReadOnlySpan<TWord> Of(int message, int words) => states.Slice(arePerMessage ? message * words : 0, words);
}
