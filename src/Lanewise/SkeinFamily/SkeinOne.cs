namespace Lanewise.SkeinFamily;

/// <summary>Skein of one message: the stages in their order (Skein 1.3, section 3.5), each a UBI over a text.</summary>
internal static class SkeinOne<TSpec>
    where TSpec : struct, ISkeinSpec
{
    // The chaining value after the configuration, by the digest's length in bytes: half the work of a short message.
    private static readonly ulong[]?[] Starts = new ulong[]?[TSpec.StateBytes + 1];

    public static int RecordWords
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => TSpec.Words + SkeinRecord.Closing;
    }

    /// <summary>Blocks before the last, which is held back even where it is full.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static int BodyBlocks(int length) => length == 0 ? 0 : (length - 1) / TSpec.StateBytes;

    // ---- before the message ----

    /// <summary>The chaining value with which messages start, for a plain hash.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void Start(Span<ulong> chain, long hashBits)
    {
        ulong bytes = (ulong)hashBits >> 3;
        if ((hashBits & 7) == 0 && bytes < (uint)Starts.Length && Volatile.Read(ref Starts[bytes]) is { } start)
        {
            start.CopyTo(chain);
        }
        else ComputeStart(chain, hashBits);
    }

    /// <summary>The chaining value with which messages start: after key, configuration and the optional texts.</summary>
    public static void Start(Span<ulong> chain, SkeinParameters parameters, ReadOnlySpan<byte> key, long hashBits)
    {
        ArgumentNullException.ThrowIfNull(parameters);
        parameters.Check();
        if (key.IsEmpty && !parameters.HasTexts && !parameters.IsTree)
        {
            Start(chain, hashBits);
            return;
        }

        Span<ulong> record = stackalloc ulong[RecordWords];
        StartKey(record, parameters, key, hashBits);
        for (int i = 0; i < SkeinParameters.Texts; i++)
        {
            if (!parameters.Text(i).IsEmpty) Ubi(record, parameters.Text(i), SkeinTweak.Text(i));
        }

        record.Slice(0, TSpec.Words).CopyTo(chain);
        record.Clear();
    }

    private static void StartKey(Span<ulong> record, SkeinParameters parameters, ReadOnlySpan<byte> key, long hashBits)
    {
        record.Clear();
        Span<byte> configuration = stackalloc byte[ConfigurationBytes];
        Configure(configuration, parameters, hashBits);
        if (!key.IsEmpty) Ubi(record, key, SkeinTweak.Key);
        Ubi(record, configuration, SkeinTweak.Configuration);
    }

    private static void ComputeStart(Span<ulong> chain, long hashBits)
    {
        Span<ulong> record = stackalloc ulong[RecordWords];
        StartKey(record, SkeinParameters.Default, default, hashBits);
        record.Slice(0, TSpec.Words).CopyTo(chain);
        if (hashBits % 8 == 0 && (ulong)hashBits / 8 < (uint)Starts.Length)
        {
            Volatile.Write(ref Starts[hashBits / 8], record.Slice(0, TSpec.Words).ToArray());
        }
    }

    public const int ConfigurationBytes = 32;

    /// <summary>The configuration text (section 3.5.2).</summary>
    public static void Configure(Span<byte> configuration, SkeinParameters parameters, long hashBits)
    {
        configuration.Clear();
        "SHA3"u8.CopyTo(configuration);
        configuration[4] = 1; // version
        BinaryPrimitives.WriteInt64LittleEndian(configuration.Slice(8), hashBits);
        configuration[16] = (byte)parameters.LeafExponent;
        configuration[17] = (byte)parameters.NodeExponent;
        configuration[18] = (byte)parameters.MaxLevel;
    }

    // ---- UBI (section 3.4) ----

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void Run(Span<ulong> record, ReadOnlySpan<byte> source, int offset, int blocks) =>
        TSpec.Run<ScalarLane<ulong>>(record, source, new ReadOnlySpan<int>(in offset), blocks);

    /// <summary>
    /// Opens a text of the type and level of <paramref name="tweak"/>, whose first byte has number <paramref name="position"/>.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void Open(Span<ulong> closing, ulong tweak, ulong position = 0)
    {
        closing[SkeinRecord.T0] = position;
        closing[SkeinRecord.T1] = tweak | SkeinTweak.First;
        closing[SkeinRecord.ThenAdd] = 0;
        closing[SkeinRecord.ThenXor] = SkeinTweak.First;
    }

    /// <summary>
    /// Makes the next block the last one of a text that ends at byte <paramref name="total"/>, <paramref name="high"/> times 2^64
    /// later. Not one number of 128 bits: what takes such by value is not compiled ahead of time.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void Close(Span<ulong> closing, ulong tweak, ulong total, bool isFirst, uint high = 0)
    {
        // The kernel adds a block to the low word first.
        closing[SkeinRecord.T0] = unchecked(total - (uint)TSpec.StateBytes);
        closing[SkeinRecord.T1] = tweak | SkeinTweak.Final | (isFirst ? SkeinTweak.First : 0) | high;
        closing[SkeinRecord.ThenAdd] = 0;
        closing[SkeinRecord.ThenXor] = 0;
    }

    /// <summary>As <see cref="Close"/>, and after that block comes the first of the output, on eight bytes of counter.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void CloseForOutput(Span<ulong> closing, ulong tweak, ulong total, bool isFirst, uint high = 0) =>
        CloseThen(closing, tweak, total, isFirst, SkeinTweak.Output, 8, high);

    /// <summary>As <see cref="Close"/>, and after that block comes another text, which is one block.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void CloseThen(
        Span<ulong> closing, ulong tweak, ulong total, bool isFirst, ulong nextTweak, uint nextBytes, uint high = 0)
    {
        Close(closing, tweak, total, isFirst, high);
        closing[SkeinRecord.ThenAdd] = unchecked(nextBytes - total - (uint)TSpec.StateBytes);
        closing[SkeinRecord.ThenXor] = closing[SkeinRecord.T1] ^ (nextTweak | SkeinTweak.First | SkeinTweak.Final);
    }

    /// <summary>
    /// A whole text on top of the chaining value of a record; the last <paramref name="bits"/> of it count, if not 0.
    /// </summary>
    [MethodImpl(CompileOptions.AtOnce)]
    public static void Ubi(Span<ulong> record, ReadOnlySpan<byte> text, ulong tweak, ulong position = 0, int bits = 0)
    {
        int blocks = BodyBlocks(text.Length);
        Span<ulong> closing = record.Slice(TSpec.Words);
        if (blocks > 0)
        {
            Open(closing, tweak, position);
            Run(record, text, 0, blocks);
        }

        CloseText(record, text.Slice(blocks * TSpec.StateBytes), tweak, position + (uint)text.Length, blocks == 0, bits);
    }

    /// <summary>Takes the last block of a text, <paramref name="rest"/> of at most a block.</summary>
    [MethodImpl(CompileOptions.AtOnce)]
    public static void CloseText(
        Span<ulong> record, ReadOnlySpan<byte> rest, ulong tweak, ulong total, bool isFirst, int bits, uint high = 0)
    {
        Span<byte> last = stackalloc byte[TSpec.StateBytes];
        tweak |= Pad(rest, bits, last);
        Close(record.Slice(TSpec.Words), tweak, total, isFirst, high);
        Run(record, last, 0, 1);
        CryptographicOperations.ZeroMemory(last);
    }

    // Keeps the upper bits of the last byte, if it is not whole, and puts a one behind them (section 3.4); the flag says so.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static ulong Pad(ReadOnlySpan<byte> rest, int bits, Span<byte> block)
    {
        rest.CopyTo(block);
        if (bits == 0) return 0;

        ref byte last = ref block[rest.Length - 1];
        last = (byte)((last & (0xFF00 >> bits)) | (0x80 >> bits));
        return SkeinTweak.BitPad;
    }

    // ---- message and output ----

    /// <summary>
    /// The last block of the message and the output: <paramref name="record"/> has the chaining value before that block.
    /// </summary>
    [MethodImpl(CompileOptions.AtOnce)]
    public static void Finish(
        Span<ulong> record, ReadOnlySpan<byte> rest, ulong total, bool isFirst, int bits, long hashBits, Span<byte> destination,
        uint high = 0)
    {
        Span<ulong> closing = record.Slice(TSpec.Words);
        Span<byte> blocks = stackalloc byte[2 * TSpec.StateBytes];
        ulong tweak = SkeinTweak.Message | Pad(rest, bits, blocks);
        if (destination.Length <= TSpec.StateBytes)
        {
            // The second block is a counter of zero, the first block of the output.
            CloseForOutput(closing, tweak, total, isFirst, high);
            Run(record, blocks, 0, 2);
            Word<ulong>.WriteLittleEndian(destination, record);
        }
        else
        {
            Close(closing, tweak, total, isFirst, high);
            Run(record, blocks, 0, 1);
            SkeinOutputBlocks<TSpec>.Read(record.Slice(0, TSpec.Words), 0, destination);
        }

        ClearLastBits(hashBits, destination);
        CryptographicOperations.ZeroMemory(blocks);
    }

    /// <summary>The bits behind an output that is not whole bytes are zero.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void ClearLastBits(long hashBits, Span<byte> destination)
    {
        int bits = (int)(hashBits & 7);
        if (bits != 0) destination[^1] &= (byte)(0xFF00 >> bits);
    }

    /// <summary>A whole message, plain; the digest is as long as the destination, which may lie in the source.</summary>
    [MethodImpl(CompileOptions.AtOnce)]
    public static void Hash(ReadOnlySpan<byte> source, Span<byte> destination)
    {
        Span<ulong> record = stackalloc ulong[RecordWords];
        Start(record, 8L * destination.Length);
        HashRest(record, source, 0, 8L * destination.Length, destination);
    }

    /// <summary>A whole message with all that Skein takes.</summary>
    /// <param name="parameters">The optional texts and the tree.</param>
    /// <param name="key">The key, of any length; empty for none.</param>
    /// <param name="source">The message.</param>
    /// <param name="bits">How many upper bits of the last byte count, 1 to 7; 0 for all.</param>
    /// <param name="hashBits">The length of the output in bits.</param>
    /// <param name="destination">The output, in as few bytes as hold it.</param>
    public static void Hash(
        SkeinParameters parameters, ReadOnlySpan<byte> key, ReadOnlySpan<byte> source, int bits, long hashBits,
        Span<byte> destination)
    {
        Span<ulong> record = stackalloc ulong[RecordWords];
        Start(record, parameters, key, hashBits);
        if (parameters.IsTree)
        {
            SkeinTree<TSpec>.Hash(record.Slice(0, TSpec.Words), parameters, source, bits, hashBits, destination, null);
        }
        else
        {
            HashRest(record, source, bits, hashBits, destination);
        }

        record.Clear();
    }

    /// <summary>A whole message after the stages that gave the chaining value <paramref name="start"/>.</summary>
    [MethodImpl(CompileOptions.AtOnce)]
    public static void HashAfter(ReadOnlySpan<ulong> start, ReadOnlySpan<byte> source, long hashBits, Span<byte> destination)
    {
        Span<ulong> record = stackalloc ulong[RecordWords];
        start.CopyTo(record);
        HashRest(record, source, 0, hashBits, destination);
        record.Clear();
    }

    /// <summary>A key from a master key: no message, an identifier.</summary>
    public static void DeriveKey(ReadOnlySpan<byte> key, ReadOnlySpan<byte> identifier, Span<byte> destination)
    {
        Span<ulong> record = stackalloc ulong[RecordWords];
        StartKey(record, SkeinParameters.Default, key, 8L * destination.Length);
        Ubi(record, identifier, SkeinTweak.Text(SkeinParameters.Identifier));
        HashRest(record, default, 0, 8L * destination.Length, destination);
        record.Clear();
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void HashRest(Span<ulong> record, ReadOnlySpan<byte> source, int bits, long hashBits, Span<byte> destination)
    {
        int blocks = BodyBlocks(source.Length);
        if (blocks > 0)
        {
            Open(record.Slice(TSpec.Words), SkeinTweak.Message);
            Run(record, source, 0, blocks);
        }

        Finish(record, source.Slice(blocks * TSpec.StateBytes), (uint)source.Length, blocks == 0, bits, hashBits, destination);
    }

    // ---- checks, each said once ----

    /// <summary>The message's last bits and the output's bits must fit their bytes.</summary>
    public static int CheckBits(
        int sourceLength, long sourceBits, int destinationLength, long hashBits, string parameter = "sourceBits")
    {
        if (sourceBits < 0 || sourceBits > 8L * sourceLength || (sourceBits + 7) / 8 != sourceLength)
        {
            throw new ArgumentOutOfRangeException(
                parameter, sourceBits,
                Invariant($"The source has {sourceLength} bytes, so its bits must be {Math.Max(0, (8L * sourceLength) - 7)} "
                    + $"to {8L * sourceLength}."));
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
