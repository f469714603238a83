using System.Buffers;

namespace Lanewise.Native.Exports;

/// <summary>
/// One call that hashes many messages. The messages are divided into windows whose lengths fit in 31 bits, as the core
/// requires.
/// </summary>
internal readonly unsafe ref struct BatchCall
{
    private const int MostPacked = 65_536;
    private const int MostScattered = 1_024;
    private const int MostScatteredOverCores = 16_384;

    // Each thread creates these wrappers for foreign messages only once, so that calls do not allocate memory.
    [ThreadStatic]
    private static ForeignMemory[]? foreign;

    [ThreadStatic]
    private static ReadOnlyMemory<byte>[]? windows;

    private readonly Algorithm algorithm;
    private readonly byte* key;
    private readonly int keyBytes;
    private readonly byte* digests;
    private readonly int digestBytes;
    private readonly nuint count;
    private readonly int threads;

    public BatchCall(Algorithm algorithm, byte* key, int keyBytes, byte* digests, int digestBytes, nuint count, int threads)
    {
        this.algorithm = algorithm;
        this.key = key;
        this.keyBytes = keyBytes;
        this.digests = digests;
        this.digestBytes = digestBytes;
        this.count = count;
        this.threads = threads;
        PointerChecks.Check(digests, PointerChecks.Times(count, (nuint)digestBytes));
        Apart(key, (nuint)keyBytes);
    }

    // The maximum number of messages in a window. The total length of their digests must fit in 31 bits.
    private int MostDigests => Math.Max(1, PointerChecks.MaxPiece / digestBytes);

    /// <summary>Returns the number of threads that the caller requested. 0 means all processors.</summary>
    public static ParallelOptions Options(int threads) => new() { MaxDegreeOfParallelism = threads <= 0 ? -1 : threads };

    /// <summary>Rejects a destination that overlaps an input.</summary>
    public BatchCall Apart(byte* read, nuint length)
    {
        nuint end = (nuint)digests + count * (nuint)digestBytes;
        bool overlap = length > 0 && (nuint)read < end && (nuint)digests < (nuint)read + length;
        return overlap ? throw new StatusException(Status.Overlap) : this;
    }

    /// <summary>Hashes packed messages of equal length.</summary>
    public void Equal(byte* data, nuint length)
    {
        nuint most = nuint.Max(1, PointerChecks.MaxPiece / nuint.Max(length, (nuint)digestBytes));
        for (nuint first = 0; first < count; first += most)
        {
            nuint part = nuint.Min(most, count - first);
            if (length > PointerChecks.MaxPiece) Long(data + first * length, length, first);
            else if (threads == 1) Run(Messages.Packed(Span(data + first * length, part * length), (int)length), first, part);
            else Run(MemoryMessages.Packed(Memory(data + first * length, part * length), (int)length), first, part);
        }
    }

    /// <summary>Hashes packed messages of different lengths.</summary>
    public void Packed(byte* data, nuint* lengths)
    {
        int most = (int)nuint.Min(count, (nuint)Math.Min(MostPacked, MostDigests));
        int[] own = ArrayPool<int>.Shared.Rent(most);
        try
        {
            for (nuint first = 0; first < count;)
            {
                int part = 0;
                nuint bytes = 0;
                while (part < most && first + (nuint)part < count
                    && lengths[first + (nuint)part] <= PointerChecks.MaxPiece - bytes)
                {
                    own[part] = (int)lengths[first + (nuint)part];
                    bytes += (nuint)own[part++];
                }

                if (part == 0)
                {
                    bytes = lengths[first];
                    Long(data, bytes, first);
                    part = 1;
                }
                else if (threads == 1)
                {
                    Run(Messages.Packed(new(data, (int)bytes), own.AsSpan(0, part)), first, (nuint)part);
                }
                else
                {
                    Run(MemoryMessages.Packed(Memory(data, bytes), own.AsMemory(0, part)), first, (nuint)part);
                }

                data += bytes;
                first += (nuint)part;
            }
        }
        finally
        {
            ArrayPool<int>.Shared.Return(own);
        }
    }

    /// <summary>Hashes messages of different lengths that are at arbitrary addresses.</summary>
    public void Scattered(byte** messages, nuint* lengths)
    {
        int most = (int)nuint.Min(count, (nuint)Math.Min(threads == 1 ? MostScattered : MostScatteredOverCores, MostDigests));
        if (foreign is null || foreign.Length < most)
        {
            foreign = new ForeignMemory[most];
            windows = new ReadOnlyMemory<byte>[most];
            for (int i = 0; i < most; i++) foreign[i] = new ForeignMemory();
        }

        for (nuint first = 0; first < count;)
        {
            int part = 0;
            for (; part < most && first + (nuint)part < count && lengths[first + (nuint)part] <= PointerChecks.MaxPiece; part++)
            {
                windows![part] = foreign[part].At(messages[first + (nuint)part], (int)lengths[first + (nuint)part]);
            }

            if (part == 0)
            {
                Long(messages[first], lengths[first], first);
                part = 1;
            }
            else if (threads == 1)
            {
                Run((ReadOnlySpan<ReadOnlyMemory<byte>>)windows.AsSpan(0, part), first, (nuint)part);
            }
            else
            {
                Run((ReadOnlyMemory<ReadOnlyMemory<byte>>)windows.AsMemory(0, part), first, (nuint)part);
            }

            first += (nuint)part;
        }
    }

    private static ReadOnlySpan<byte> Span(byte* pointer, nuint length) => new(pointer, (int)length);

    private static Memory<byte> Memory(byte* pointer, nuint length) => new ForeignMemory().At(pointer, (int)length);

    private void Run(in Messages messages, nuint first, nuint part)
    {
        HashKeys keys = key == null ? default : HashKeys.One(new ReadOnlySpan<byte>(key, keyBytes));
        Span<byte> destination = new(digests + first * (nuint)digestBytes, (int)part * digestBytes);
        algorithm.Row.HashMany(messages, keys, destination, digestBytes);
    }

    private void Run(MemoryMessages messages, nuint first, nuint part)
    {
        MemoryKeys keys = key == null ? default : MemoryKeys.One(Memory(key, (nuint)keyBytes));
        Memory<byte> destination = Memory(digests + first * (nuint)digestBytes, part * (nuint)digestBytes);
        algorithm.Row.HashMany(messages, keys, destination, digestBytes, Options(threads));
    }

    private void Long(byte* data, nuint length, nuint message)
    {
        Span<byte> digest = new(digests + message * (nuint)digestBytes, digestBytes);
        PointerChecks.Hash(algorithm.Row, new ReadOnlySpan<byte>(key, keyBytes), data, length, digest);
    }
}
