using System.Diagnostics.CodeAnalysis;

namespace Lanewise.KeccakFamily;

/// <summary>
/// The sponge for one message (FIPS 202, section 4). The sponge absorbs data with scalar code, pads the message and produces
/// the output. The sponge also absorbs the strings that precede a message (NIST SP 800-185, section 2.3). The default value is
/// a sponge that has absorbed nothing.
/// </summary>
internal struct KeccakSponge<TSpec>
    where TSpec : struct, IKeccakSpec
{
    /// <summary>The size, in bytes, of the buffer that <see cref="PaddedHead"/> requires.</summary>
    public const int MostHeadBytes = 2 + LengthCode.MostBytes;

    private KeccakWords state;
    private KeccakWords block;
    private int waiting;

    /// <summary>Creates a sponge from a state and the first bytes of an incomplete block.</summary>
    public KeccakSponge(ReadOnlySpan<ulong> state, ReadOnlySpan<byte> waiting = default)
    {
        state.CopyTo(this.state);
        waiting.CopyTo(Block);
        this.waiting = waiting.Length;
    }

    public static bool IsMac
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => TSpec.Kind == SpongeKind.Mac;
    }

    [UnscopedRef]
    public Span<ulong> State => state;

    /// <summary>The buffered bytes of the current block.</summary>
    [UnscopedRef]
    public ReadOnlySpan<byte> Waiting => Block.Slice(0, waiting);

    [UnscopedRef]
    private Span<byte> Block => MemoryMarshal.AsBytes((Span<ulong>)block).Slice(0, TSpec.RateBytes);

    /// <summary>Hashes a whole message. The destination may overlap the message.</summary>
    [MethodImpl(CompileOptions.AtOnce)]
    public static void Hash(ReadOnlySpan<byte> source, Span<byte> destination)
    {
        KeccakSponge<TSpec> sponge = default;
        sponge.Absorb(source);
        sponge.Finish(TSpec.Suffix, destination);
    }

    /// <summary>Absorbs whole blocks.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void Run(Span<ulong> state, ReadOnlySpan<byte> source, int offset, int blocks) =>
        KeccakKernel<ScalarLane<ulong>>.Run(
            state, source, new ReadOnlySpan<int>(in offset), blocks, TSpec.RateBytes / 8, TSpec.FirstRound);

    /// <summary>
    /// Absorbs bytepad(encode_string(N) || encode_string(S), rate) for cSHAKE (NIST SP 800-185, section 3.3). If both
    /// strings are empty, the method absorbs nothing.
    /// </summary>
    public void AbsorbNames(ReadOnlySpan<byte> functionName, ReadOnlySpan<byte> customization)
    {
        if (functionName.IsEmpty && customization.IsEmpty) return;

        Absorb(PaddedHead(functionName.Length, stackalloc byte[MostHeadBytes]));
        Absorb(functionName);
        Absorb(LengthCode.Left(8UL * (uint)customization.Length, stackalloc byte[LengthCode.MostBytes]));
        Absorb(customization);
        Pad();
    }

    /// <summary>
    /// Absorbs bytepad(encode_string(K), rate) for KMAC, after the function name and the customization (NIST SP 800-185,
    /// section 4.3).
    /// </summary>
    public void AbsorbKey(ReadOnlySpan<byte> key)
    {
        Absorb(PaddedHead(key.Length, stackalloc byte[MostHeadBytes]));
        Absorb(key);
        Pad();
    }

    /// <summary>
    /// Returns the bytes that bytepad and encode_string prepend to a string: the encoded rate and the encoded length in bits.
    /// </summary>
    public static ReadOnlySpan<byte> PaddedHead(int stringBytes, Span<byte> buffer)
    {
        ReadOnlySpan<byte> length = LengthCode.Left(8UL * (uint)stringBytes, buffer.Slice(2));
        buffer = buffer.Slice(buffer.Length - length.Length - 2);
        buffer[0] = 1;
        buffer[1] = (byte)TSpec.RateBytes;
        return buffer;
    }

    /// <summary>Absorbs data. An incomplete block at the end is buffered.</summary>
    [MethodImpl(CompileOptions.AtOnce)]
    public void Absorb(scoped ReadOnlySpan<byte> data)
    {
        if (waiting > 0)
        {
            int taken = Math.Min(TSpec.RateBytes - waiting, data.Length);
            data.Slice(0, taken).CopyTo(Block.Slice(waiting));
            data = data.Slice(taken);
            waiting += taken;
            if (waiting < TSpec.RateBytes) return;

            Run(state, Block, 0, 1);
        }

        int blocks = data.Length / TSpec.RateBytes;
        if (blocks > 0) Run(state, data, 0, blocks);
        data = data.Slice(blocks * TSpec.RateBytes);
        data.CopyTo(Block);
        waiting = data.Length;
    }

    // Pads the current block with zeros and absorbs it, unless the block is empty.
    private void Pad()
    {
        if (waiting == 0) return;

        Block.Slice(waiting).Clear();
        Run(state, Block, 0, 1);
        waiting = 0;
    }

    /// <summary>Pads the message, and fills the destination with output. The sponge cannot be used after this call.</summary>
    [MethodImpl(CompileOptions.AtOnce)]
    public void Finish(scoped ReadOnlySpan<byte> suffix, Span<byte> destination)
    {
        if (suffix.Length > 1) Absorb(suffix.Slice(0, suffix.Length - 1));
        Span<byte> rest = Block.Slice(waiting);
        rest.Clear();
        rest[0] = suffix[^1];
        rest[^1] |= 0x80;
        Run(state, Block, 0, 1);
        Squeeze(destination);
    }

    /// <summary>Fills the destination with output. The state is permuted between output blocks.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Squeeze(Span<byte> destination)
    {
        if (destination.Length > TSpec.RateBytes) Block.Clear();
        for (; destination.Length > TSpec.RateBytes; destination = destination.Slice(TSpec.RateBytes))
        {
            Word<ulong>.WriteLittleEndian(destination.Slice(0, TSpec.RateBytes), state);
            Run(state, Block, 0, 1);
        }

        Word<ulong>.WriteLittleEndian(destination, state);
    }

    public void Wipe()
    {
        CryptographicOperations.ZeroMemory(MemoryMarshal.AsBytes(State));
        CryptographicOperations.ZeroMemory(Block);
        waiting = 0;
    }
}

/// <summary>A buffer for a state or a block.</summary>
[InlineArray(KeccakSpec.StateWords)]
internal struct KeccakWords
{
    private ulong first;
}
