namespace Lanewise.SkeinFamily;

/// <summary>
/// Processes the stages of Skein (Skein 1.3, section 3.5). Each stage is a UBI (section 3.4) over one string per lane. All
/// strings of a stage have the same length.
/// </summary>
internal readonly ref struct SkeinStages<TSpec, TLanes>
    where TSpec : struct, ISkeinSpec
    where TLanes : struct, ILanes<TLanes, ulong>
{
    private const int ConfigurationBytes = 32;

    private readonly Span<ulong> states;
    private readonly Span<int> offsets;
    private readonly Span<byte> ends;

    /// <summary>Creates an instance that uses the caller's memory: a state, an offset and two blocks for each lane.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public SkeinStages(Span<ulong> states, Span<int> offsets, Span<byte> ends)
    {
        this.states = states;
        this.offsets = offsets;
        this.ends = ends;
    }

    /// <summary>
    /// Assigns consecutive strings from a list to the lanes. If the list ends, the remaining lanes repeat the last string.
    /// </summary>
    public void Set(int first, int count, int length)
    {
        for (int l = 0; l < offsets.Length; l++) offsets[l] = Math.Min(first + l, count - 1) * length;
    }

    /// <summary>
    /// Processes the stages before the message: the key, the configuration and the optional strings. Each lane has a separate
    /// key offset. The chaining values must be zero.
    /// </summary>
    [MethodImpl(CompileOptions.AtOnce)]
    public void Start(SkeinParameters parameters, ReadOnlySpan<byte> keys, int keySize, long hashBits)
    {
        // Section 3.5.2 defines the layout of the configuration string.
        Span<byte> configuration = stackalloc byte[ConfigurationBytes];
        "SHA3"u8.CopyTo(configuration);
        configuration[4] = 1; // version
        BinaryPrimitives.WriteInt64LittleEndian(configuration.Slice(8), hashBits);
        configuration[16] = (byte)parameters.LeafExponent;
        configuration[17] = (byte)parameters.NodeExponent;
        configuration[18] = (byte)parameters.MaxLevel;
        if (keySize > 0) Run(keys, keySize, SkeinTweak.Key, SkeinTweak.Configuration, ConfigurationBytes, configuration);
        else RunAlike(configuration, SkeinTweak.Configuration);
        for (int i = 0; parameters.HasTexts && i < SkeinParameters.Texts; i++) RunAlike(parameters.Text(i), SkeinTweak.Text(i));
    }

    /// <summary>Processes the same string in all lanes. An empty string is omitted.</summary>
    public void RunAlike(ReadOnlySpan<byte> text, ulong tweak)
    {
        if (text.IsEmpty) return;

        Set(0, 1, 0);
        Run(text, text.Length, tweak);
    }

    /// <summary>
    /// Processes each lane's string at that lane's offset. If <paramref name="next"/> is not empty, the method also processes
    /// this string, which is the same for all lanes. <paramref name="next"/> is at most one block long, and is padded with zeros.
    /// </summary>
    [MethodImpl(CompileOptions.AtOnce)]
    public void Run(
        scoped ReadOnlySpan<byte> source, int length, ulong tweak, ulong nextTweak = 0, uint nextBytes = 0,
        scoped ReadOnlySpan<byte> next = default)
    {
        int blocks = SkeinOneShot<TSpec>.FullBlocks(length), fullBytes = blocks * TSpec.StateBytes, row = 2 * TSpec.StateBytes;
        // With a single lane, the final words are written directly into the state.
        scoped Span<ulong> finalWords = TLanes.Count == 1 ? states.Slice(TSpec.Words) : stackalloc ulong[SkeinState.FinalWords];
        if (blocks > 0)
        {
            SkeinOneShot<TSpec>.Open(finalWords, tweak);
            Broadcast(finalWords);
            TSpec.Run<TLanes>(states, source, offsets, blocks);
        }

        // The last block is padded with zeros. If there is a following string, one kernel call processes both blocks.
        ends.Clear();
        for (int l = 0; l < offsets.Length; l++)
        {
            source.Slice(offsets[l] + fullBytes, length - fullBytes).CopyTo(ends.Slice(l * row));
            if (!next.IsEmpty) next.CopyTo(ends.Slice((l * row) + TSpec.StateBytes));
            offsets[l] = l * row;
        }

        if (nextBytes == 0) SkeinOneShot<TSpec>.SetFinalWords(finalWords, tweak, (uint)length, blocks == 0);
        else SkeinOneShot<TSpec>.SetFinalWordsThen(finalWords, tweak, (uint)length, blocks == 0, nextTweak, nextBytes);
        Broadcast(finalWords);
        TSpec.Run<TLanes>(states, ends, offsets, nextBytes == 0 ? 1 : 2);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private void Broadcast(scoped ReadOnlySpan<ulong> finalWords)
    {
        for (int w = 0; TLanes.Count > 1 && w < finalWords.Length; w++)
        {
            TLanes word = default;
            word.Broadcast(finalWords[w]);
            word.Write(states.Slice((TSpec.Words + w) * TLanes.Count));
        }
    }

    public void Wipe()
    {
        CryptographicOperations.ZeroMemory(MemoryMarshal.AsBytes(states));
        CryptographicOperations.ZeroMemory(ends);
    }
}
