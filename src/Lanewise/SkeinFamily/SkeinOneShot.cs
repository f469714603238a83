namespace Lanewise.SkeinFamily;

/// <summary>
/// Hashes one message with Skein (Skein 1.3, section 3.5). The stages are processed in order. Each stage is a UBI over one
/// string.
/// </summary>
internal static class SkeinOneShot<TSpec>
    where TSpec : struct, ISkeinSpec
{
    // The chaining values after the configuration stage, indexed by digest length in bytes. The values are cached, because
    // computing one takes half as long as hashing a short message. TSpec.Iv is the value for the next index, so a
    // batch of digests of this length does not compile the kernel for single messages.
    private static readonly ulong[]?[] Starts = new ulong[]?[TSpec.StateBytes];

    public static int StateWords
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => TSpec.Words + SkeinState.FinalWords;
    }

    /// <summary>The number of words after a state in which the kernels for vectors extend the key and the tweak.</summary>
    public static int ScratchWords => (2 * TSpec.Words) + 1 + SkeinState.TweakWords;

    /// <summary>Returns the number of blocks before the last block, which is held back even if it is full.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static int FullBlocks(int length) => length == 0 ? 0 : (length - 1) / TSpec.StateBytes;

    // ---- before the message ----

    /// <summary>Writes the initial chaining value of an unkeyed hash without parameters.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void Start(Span<ulong> chain, long hashBits)
    {
        ulong bytes = (ulong)hashBits >> 3;
        if (hashBits == 8 * TSpec.StateBytes) TSpec.Iv.CopyTo(chain);
        else if ((hashBits & 7) == 0 && bytes < (uint)Starts.Length)
        {
            (Volatile.Read(ref Starts[bytes]) ?? ComputeStart((int)bytes)).CopyTo(chain);
        }
        else RunStages(chain, SkeinParameters.Default, default, hashBits, default);
    }

    private static ulong[] ComputeStart(int hashBytes)
    {
        ulong[] start = new ulong[TSpec.Words];
        RunStages(start, SkeinParameters.Default, default, 8L * hashBytes, default);
        Volatile.Write(ref Starts[hashBytes], start);
        return start;
    }

    /// <summary>
    /// Writes a message's initial chaining value, which results from the stages for the key, the configuration, and the
    /// optional strings or the identifier.
    /// </summary>
    public static void Start(
        Span<ulong> chain, SkeinParameters parameters, ReadOnlySpan<byte> key, long hashBits,
        ReadOnlySpan<byte> identifier = default)
    {
        ArgumentNullException.ThrowIfNull(parameters);
        parameters.Check();
        if (key.IsEmpty && !parameters.HasTexts && !parameters.IsTree) Start(chain, hashBits);
        else RunStages(chain, parameters, key, hashBits, identifier);
    }

    private static void RunStages(
        Span<ulong> chain, SkeinParameters parameters, ReadOnlySpan<byte> key, long hashBits, ReadOnlySpan<byte> identifier)
    {
        Span<ulong> state = stackalloc ulong[StateWords];
        SkeinStages<TSpec, ScalarLane<ulong>> stages = new(state, stackalloc int[1], stackalloc byte[2 * TSpec.StateBytes]);
        stages.Start(parameters, key, key.Length, hashBits);
        stages.RunAlike(identifier, SkeinTweak.Text(SkeinParameters.Identifier));
        state.Slice(0, TSpec.Words).CopyTo(chain);
        stages.Wipe();
    }

    // ---- UBI (section 3.4) ----

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void Run(Span<ulong> state, ReadOnlySpan<byte> source, int offset, int blocks) =>
        TSpec.Run<ScalarLane<ulong>>(state, source, new ReadOnlySpan<int>(in offset), blocks);

    /// <summary>
    /// Starts a UBI with the type and level of <paramref name="tweak"/>. The first byte of the UBI's input has offset
    /// <paramref name="position"/>.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void Open(Span<ulong> finalWords, ulong tweak, ulong position = 0)
    {
        finalWords[SkeinState.T0] = position;
        finalWords[SkeinState.T1] = tweak | SkeinTweak.First;
        finalWords[SkeinState.ThenAdd] = 0;
        finalWords[SkeinState.ThenXor] = SkeinTweak.First;
    }

    /// <summary>
    /// Marks the next block as the last block of a UBI that ends at byte <paramref name="total"/> plus <paramref name="high"/>
    /// times 2^64. The length is passed as two numbers, because methods with 128-bit parameters are not compiled ahead of time.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void SetFinalWords(Span<ulong> finalWords, ulong tweak, ulong total, bool isFirst, uint high = 0)
    {
        // The kernel adds the block length to the low word before it processes the block.
        finalWords[SkeinState.T0] = unchecked(total - (uint)TSpec.StateBytes);
        finalWords[SkeinState.T1] = tweak | SkeinTweak.Final | (isFirst ? SkeinTweak.First : 0) | high;
        finalWords[SkeinState.ThenAdd] = 0;
        finalWords[SkeinState.ThenXor] = 0;
    }

    /// <summary>
    /// Sets the final words, like <see cref="SetFinalWords"/>, for a UBI that is followed by another UBI of one block.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void SetFinalWordsThen(
        Span<ulong> finalWords, ulong tweak, ulong total, bool isFirst, ulong nextTweak, uint nextBytes, uint high = 0)
    {
        SetFinalWords(finalWords, tweak, total, isFirst, high);
        finalWords[SkeinState.ThenAdd] = unchecked(nextBytes - total - (uint)TSpec.StateBytes);
        finalWords[SkeinState.ThenXor] = finalWords[SkeinState.T1] ^ (nextTweak | SkeinTweak.First | SkeinTweak.Final);
    }

    /// <summary>Starts a UBI, processes its input except the last block, and returns the last block.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ReadOnlySpan<byte> RunAllButLastBlock(
        Span<ulong> state, ReadOnlySpan<byte> text, ulong tweak, ulong position, out bool isFirst)
    {
        int blocks = FullBlocks(text.Length);
        isFirst = blocks == 0;
        if (blocks > 0)
        {
            Open(state.Slice(TSpec.Words), tweak, position);
            Run(state, text, 0, blocks);
        }

        return text.Slice(blocks * TSpec.StateBytes);
    }

    /// <summary>Processes the last block of a UBI, which may be partial or empty, and writes the chaining value.</summary>
    [MethodImpl(CompileOptions.AtOnce)]
    public static void RunLastBlock(
        Span<ulong> state, ReadOnlySpan<byte> rest, ulong tweak, ulong total, bool isFirst, int bits, Span<byte> value,
        uint high = 0)
    {
        Span<byte> last = stackalloc byte[TSpec.StateBytes];
        tweak |= Pad(rest, bits, last);
        SetFinalWords(state.Slice(TSpec.Words), tweak, total, isFirst, high);
        Run(state, last, 0, 1);
        Word<ulong>.WriteLittleEndian(value, state);
        CryptographicOperations.ZeroMemory(last);
    }

    // Copies the last block. If the last byte is partial, its upper bits are kept, and a 1 bit is appended (section 3.4). The
    // return value is the tweak flag that indicates this padding.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static ulong Pad(ReadOnlySpan<byte> rest, int bits, Span<byte> block)
    {
        rest.CopyTo(block);
        if (bits == SkeinTweak.WholeBytes) return 0;

        ref byte last = ref block[rest.Length - 1];
        last = (byte)((last & (0xFF00 >> bits)) | (0x80 >> bits));
        return SkeinTweak.BitPad;
    }

    // ---- message and output ----

    /// <summary>
    /// Processes the last block of the message, and writes the output. <paramref name="state"/> contains the chaining value
    /// before that block.
    /// </summary>
    [MethodImpl(CompileOptions.AtOnce)]
    public static void Finish(
        Span<ulong> state, ReadOnlySpan<byte> rest, ulong total, bool isFirst, int bits, Span<byte> destination, uint high = 0)
    {
        Span<byte> blocks = stackalloc byte[2 * TSpec.StateBytes];
        if (destination.Length <= TSpec.StateBytes)
        {
            // The second block contains the counter 0. Processing this block produces the first output block.
            ulong tweak = SkeinTweak.Message | Pad(rest, bits, blocks);
            SetFinalWordsThen(
                state.Slice(TSpec.Words), tweak, total, isFirst, SkeinTweak.Output, SkeinOutputBlocks<TSpec>.CounterBytes, high);
            Run(state, blocks, 0, 2);
            Word<ulong>.WriteLittleEndian(destination, state);
        }
        else
        {
            Span<byte> chain = blocks.Slice(0, TSpec.StateBytes);
            RunLastBlock(state, rest, SkeinTweak.Message, total, isFirst, bits, chain, high);
            SkeinOutputBlocks<TSpec>.Read(chain, 0, destination);
        }

        CryptographicOperations.ZeroMemory(blocks);
    }

    /// <summary>
    /// Hashes a whole message without options. The length of the destination determines the digest length. The destination may
    /// overlap the source.
    /// </summary>
    [MethodImpl(CompileOptions.AtOnce)]
    public static void Hash(ReadOnlySpan<byte> source, Span<byte> destination)
    {
        Span<ulong> state = stackalloc ulong[StateWords];
        Start(state, 8L * destination.Length);
        HashRest(state, source, SkeinTweak.WholeBytes, destination);
    }

    /// <summary>
    /// Hashes a whole message with all options of Skein. An empty key means unkeyed hashing. Only the upper
    /// <paramref name="bits"/> bits (1 to 7) of the message's last byte belong to the message, or all bits
    /// (<see cref="SkeinTweak.WholeBytes"/>). Unused bits of the output's last byte are zero. If an
    /// <paramref name="identifier"/> for key derivation is given, the parameters must not contain one.
    /// </summary>
    public static void Hash(
        SkeinParameters parameters, ReadOnlySpan<byte> key, ReadOnlySpan<byte> source, int bits, long hashBits,
        Span<byte> destination, ReadOnlySpan<byte> identifier = default)
    {
        Span<ulong> state = stackalloc ulong[StateWords];
        Start(state, parameters, key, hashBits, identifier);
        if (parameters.IsTree) SkeinTree<TSpec>.Hash(state.Slice(0, TSpec.Words), parameters, source, bits, destination, null);
        else HashRest(state, source, bits, destination);
        state.Clear();
        if (hashBits % 8 != 0) destination[^1] &= (byte)(0xFF00 >> (int)(hashBits % 8));
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void HashRest(Span<ulong> state, ReadOnlySpan<byte> source, int bits, Span<byte> destination)
    {
        ReadOnlySpan<byte> rest = RunAllButLastBlock(state, source, SkeinTweak.Message, 0, out bool isFirst);
        Finish(state, rest, (uint)source.Length, isFirst, bits, destination);
    }

    // ---- checks ----

    /// <summary>Checks that the lengths in bits of the message and the output match their lengths in bytes.</summary>
    public static int CheckBits(
        int sourceLength, long sourceBits, int destinationLength, long hashBits, string parameter = "sourceBits")
    {
        if (sourceBits < 0 || sourceBits > 8L * sourceLength || (sourceBits + 7) / 8 != sourceLength)
        {
            throw new ArgumentOutOfRangeException(
                parameter, sourceBits,
                Invariant($"A source of {sourceLength} bytes must have {Math.Max(0, (8L * sourceLength) - 7)} to "
                    + $"{8L * sourceLength} bits."));
        }

        if (hashBits < 1)
        {
            throw new ArgumentOutOfRangeException(
                nameof(hashBits), hashBits, Invariant($"An output of {TSpec.Name} has at least one bit."));
        }

        if ((hashBits + 7) / 8 != destinationLength)
        {
            throw new ArgumentException(
                Invariant($"An output of {hashBits} bits needs a destination of {(hashBits + 7) / 8} bytes; it has "
                    + $"{destinationLength}."), "destination");
        }

        return (int)(sourceBits & 7);
    }
}
