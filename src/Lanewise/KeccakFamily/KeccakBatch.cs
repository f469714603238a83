namespace Lanewise.KeccakFamily;

/// <summary>Defines the size of a stored sponge state in words.</summary>
internal interface IKeccakStateSize
{
    static abstract int Words { get; }
}

/// <summary>The size of a state without padding.</summary>
internal readonly struct StateSize : IKeccakStateSize
{
    public static int Words => KeccakSpec.StateWords;
}

/// <summary>
/// The size of a state, rounded up to a multiple of four words. If the output is longer than one block, whole states are
/// stored in this padded form.
/// </summary>
internal readonly struct PaddedStateSize : IKeccakStateSize
{
    public const int Bytes = 8 * 28;

    public static int Words => Bytes / 8;
}

/// <summary>Specifies what a sponge absorbs in a batch.</summary>
internal enum KeccakInput
{
    /// <summary>Messages, which are followed by the suffix and the padding.</summary>
    Messages,

    /// <summary>The encoded keys of a MAC, which are padded only with zeros.</summary>
    Keys,
}

/// <summary>
/// Describes a sponge function to the lane scheduler. The results are digests of at most one block, or whole states.
/// </summary>
/// <param name="hashBytes">The length of each result (digest or whole state) in bytes.</param>
/// <param name="suffix">
/// The suffix of each message: one byte, or several bytes for functions whose suffix varies. Keys have no suffix.
/// </param>
/// <param name="start">The initial states of the messages. The default value means that all words are zero.</param>
/// <param name="input">Messages, or the keys of a MAC.</param>
internal readonly ref struct KeccakBatch<TSpec, TStateSize>(
    int hashBytes, ReadOnlySpan<byte> suffix, InitialStates<ulong> start, KeccakInput input = KeccakInput.Messages)
    : ILanePieces<ulong>
    where TSpec : struct, IKeccakSpec
    where TStateSize : struct, IKeccakStateSize
{
    private readonly ReadOnlySpan<byte> suffix = suffix;
    private readonly InitialStates<ulong> start = start;

    public static LaneTable Table => KeccakSpec.Table;
    public static int MostStreams => KeccakSpec.MostStreams;
    public static int BlockBytes => TSpec.RateBytes;
    public static int FinalBlockCounts => VariesSuffix ? 2 : 1;
    public static int ChainingWords => TStateSize.Words;
    public static int StateWords => TStateSize.Words;
    public static int ScratchWords => 0;
    public static bool TakesTransposed => false;
    public static bool HoldsLast => false;
    public static int? CountWord => null;
    public int HashBytes => hashBytes;
    private static bool VariesSuffix => TSpec.Kind is SpongeKind.Mac or SpongeKind.Node;

    // An encoded key is at least one byte long. Keys are absorbed without a suffix and padded with zeros to whole blocks.
    private bool AreKeys => KeccakSponge<TSpec>.IsMac && input == KeccakInput.Keys;

    // The scheduler requires a final block for each message. Therefore, the last block of a key is treated as the final block,
    // even if it is full.
    private int Held => AreKeys ? 1 : 0;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public int FullBlocks(int length) => (length - Held) / TSpec.RateBytes;

    // A suffix of a single byte always fits in the same block as the end of the message, because that block is never full.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public int FinalBlocks(int length) => !VariesSuffix ? 1
        : (length - (FullBlocks(length) * TSpec.RateBytes) + suffix.Length + TSpec.RateBytes - 1) / TSpec.RateBytes;

    // The last bit of the padding is 1, except that keys are padded only with zeros.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Pad(int message, int length, int rest, scoped Span<byte> blocks)
    {
        suffix.CopyTo(blocks.Slice(rest));
        if (!AreKeys) blocks[^1] |= 0x80;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool HasOwnStart(int message, int length) => KeccakSponge<TSpec>.IsMac && start.ArePerMessage;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Start(int message, int length, scoped Span<ulong> state)
    {
        state.Clear();
        // The states that result from absorbing the keys are padded. The padding is not copied.
        if (start.ArePerMessage) start.Of(message, PaddedStateSize.Words).Slice(0, KeccakSpec.StateWords).CopyTo(state);
        else if (!start.IsEmpty) start.Of(message, KeccakSpec.StateWords).CopyTo(state);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void SetFinalWords(int length, scoped Span<ulong> rest)
    {
        // Sponge functions do not count bytes, so there is nothing to set.
    }

    public bool TryHashAlone(scoped ReadOnlySpan<byte> message, int blocks, scoped Span<byte> digest) => false;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void Run<TLanes>(
        scoped Span<ulong> states, scoped ReadOnlySpan<byte> source, scoped ReadOnlySpan<int> offsets, int blocks)
        where TLanes : struct, ILanes<TLanes, ulong> =>
        KeccakKernel<TLanes>.Run(states, source, offsets, blocks, TSpec.RateBytes / 8, TSpec.FirstRound);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void RunOne(scoped Span<ulong> state, scoped ReadOnlySpan<byte> source, int offset, int blocks) =>
        KeccakSponge<TSpec>.Run(state, source, offset, blocks);
}
