namespace Lanewise.SkeinFamily;

/// <summary>
/// The state that one lane keeps between blocks. It consists of three parts: the chaining value, the tweak of the next block
/// minus the length of this block, and the change to the tweak after the first block. The words of all lanes with the same index
/// are adjacent.
/// </summary>
internal static class SkeinState
{
    /// <summary>
    /// The low word of the position in the tweak. Before processing a block, the kernel adds the block length to it.
    /// </summary>
    public const int T0 = 0;

    /// <summary>The high part of the position, the tree level and the flags.</summary>
    public const int T1 = 1;

    /// <summary>The value that is added to the low word after the first block of a run.</summary>
    public const int ThenAdd = 2;

    /// <summary>
    /// The value that is XORed into the high word after the first block of a run. It clears the first-block flag.
    /// </summary>
    public const int ThenXor = 3;

    /// <summary>The number of words after the chaining value.</summary>
    public const int FinalWords = 4;
}

/// <summary>Moves values between states and the vectors of a kernel.</summary>
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
        // Clears the values that the kernel adds and XORs only once, because they have now been applied.
        TLanes none = default;
        none.Write(states.Slice((words + SkeinState.ThenAdd) * lanes));
        none.Write(states.Slice((words + SkeinState.ThenXor) * lanes));
    }
}
