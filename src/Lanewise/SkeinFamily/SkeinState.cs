namespace Lanewise.SkeinFamily;

/// <summary>
/// The state that one lane keeps between blocks. The state has three parts: the chaining value, the next block's tweak minus
/// the block length, and the change to the tweak after the first block. The words of all lanes with the same index are adjacent.
/// </summary>
internal static class SkeinState
{
    /// <summary>
    /// The low word of the position in the tweak. Before the kernel processes a block, it adds the block length to this word.
    /// </summary>
    public const int T0 = 0;

    /// <summary>The high word of the tweak: the high part of the position, the tree level and the flags.</summary>
    public const int T1 = 1;

    /// <summary>The value that the kernel adds to the tweak's low word after the first block.</summary>
    public const int ThenAdd = 2;

    /// <summary>
    /// The value that the kernel XORs into the tweak's high word after the first block, usually to clear the first-block flag.
    /// </summary>
    public const int ThenXor = 3;

    /// <summary>The number of words after the chaining value.</summary>
    public const int FinalWords = 4;

    /// <summary>The number of words of an extended tweak: three words, of which the first two follow again.</summary>
    public const int TweakWords = 5;
}

/// <summary>Copies values between lane states and a kernel's vectors.</summary>
internal static class Skein<TLanes>
    where TLanes : struct, ILanes<TLanes, ulong>
{
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void Read(
        ReadOnlySpan<ulong> states, int words, Span<TLanes> key, Span<TLanes> tweak, ref TLanes thenAdd, ref TLanes thenXor)
    {
        int lanes = TLanes.Count;
        for (int i = 0; i < words; i++) key[i].Read(states.Slice(i * lanes));
        tweak[0].Read(states.Slice((words + SkeinState.T0) * lanes));
        tweak[1].Read(states.Slice((words + SkeinState.T1) * lanes));
        thenAdd.Read(states.Slice((words + SkeinState.ThenAdd) * lanes));
        thenXor.Read(states.Slice((words + SkeinState.ThenXor) * lanes));
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void Write(Span<ulong> states, int words, Span<TLanes> key, Span<TLanes> tweak)
    {
        int lanes = TLanes.Count;
        for (int i = 0; i < words; i++) key[i].Write(states.Slice(i * lanes));
        tweak[0].Write(states.Slice((words + SkeinState.T0) * lanes));
        tweak[1].Write(states.Slice((words + SkeinState.T1) * lanes));
        // The tweak is changed only after the first block, so the words that describe the change are cleared now.
        TLanes none = default;
        none.Write(states.Slice((words + SkeinState.ThenAdd) * lanes));
        none.Write(states.Slice((words + SkeinState.ThenXor) * lanes));
    }
}
