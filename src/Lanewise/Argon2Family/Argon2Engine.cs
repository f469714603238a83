namespace Lanewise.Argon2Family;

/// <summary>Computes Argon2 (RFC 9106, section 3.2): the prehash, the first blocks, the passes and the final hash.</summary>
internal static class Argon2Engine
{
    private const int PrehashBytes = Argon2Hash.DigestBytes;

    /// <param name="input">The password, salt, secret and associated data.</param>
    /// <param name="plan">The variant, version and costs.</param>
    /// <param name="destination">Receives the tag.</param>
    /// <param name="options">
    /// The maximum number of cores, and the cancellation token. Null means only the calling thread.
    /// </param>
    public static void Derive(
        scoped in Argon2Input input, in Argon2Plan plan, Span<byte> destination, ParallelOptions? options) =>
        Derive(input, plan, destination, options, LaneDispatch.Widest());

    /// <summary>Computes Argon2 with vectors of the given width. Only tests call this overload directly.</summary>
    public static void Derive(
        scoped in Argon2Input input, in Argon2Plan plan, Span<byte> destination, ParallelOptions? options, int bits)
    {
        options?.CancellationToken.ThrowIfCancellationRequested();
        ulong[] memory = Argon2Memory.Rent(plan.Blocks);
        try
        {
            Start(input, plan, destination.Length, memory, bits);
            for (int pass = 0; pass < plan.Iterations; pass++)
            {
                for (int slice = 0; slice < Argon2Block.Slices; slice++) FillSlice(memory, plan, pass, slice, options, bits);
            }

            Finish(memory, plan, destination, bits);
        }
        finally
        {
            Argon2Memory.Return(memory);
        }
    }

    private static void FillSlice(ulong[] memory, Argon2Plan plan, int pass, int slice, ParallelOptions? options, int bits)
    {
        if (options is not null && plan.Lanes > 1 && Partitioning.Count(options) > 1)
        {
            FillInParallel(memory, plan, pass, slice, options, bits);
            return;
        }

        for (int lane = 0; lane < plan.Lanes; lane++)
        {
            options?.CancellationToken.ThrowIfCancellationRequested();
            Fill(memory, plan, new Argon2Position(pass, slice, lane), bits);
        }
    }

    // The lambda is in a separate method so that only multi-core calls allocate a closure.
    private static void FillInParallel(
        ulong[] memory, Argon2Plan plan, int pass, int slice, ParallelOptions options, int bits) =>
        Partitioning.Run(plan.Lanes, options, lane => Fill(memory, plan, new Argon2Position(pass, slice, lane), bits));

    private static void Fill(ulong[] memory, in Argon2Plan plan, Argon2Position at, int bits)
    {
        switch (bits)
        {
            case 512 when BuiltWidths.Has(512): Argon2Segment<Rows512, Columns512>.Fill(memory, plan, at); break;
            case 256 when BuiltWidths.Has(256): Argon2Segment<Rows256, Columns256>.Fill(memory, plan, at); break;
            case 128 when BuiltWidths.Has(128):
                Argon2Segment<Rows128<MatrixRows>, Rows128<MatrixColumns>>.Fill(memory, plan, at);
                break;
            default: Argon2Segment<ScalarRows<MatrixRows>, ScalarRows<MatrixColumns>>.Fill(memory, plan, at); break;
        }
    }

    private static int IndexOf(int word, int bits) => bits == 512 ? Argon2Order.IndexOf<Rows512>(word) : word;

    /// <summary>Computes the prehash, and then derives the first two blocks of each Argon2 lane from it.</summary>
    private static void Start(scoped in Argon2Input input, in Argon2Plan plan, int tagBytes, Span<ulong> memory, int bits)
    {
        Span<byte> seed = stackalloc byte[PrehashBytes + (2 * sizeof(int))], block = stackalloc byte[Argon2Block.Bytes];
        Argon2Hash hash = new(stackalloc ulong[Argon2Hash.Words], PrehashBytes);
        hash.Append(plan.Lanes);
        hash.Append(tagBytes);
        hash.Append(plan.Memory);
        hash.Append(plan.Iterations);
        hash.Append(plan.Version);
        hash.Append((int)plan.Variant);
        hash.AppendWithLength(input.Password);
        hash.AppendWithLength(input.Salt);
        hash.AppendWithLength(input.Secret);
        hash.AppendWithLength(input.AssociatedData);
        hash.Finish(seed.Slice(0, PrehashBytes));
        for (int lane = 0; lane < plan.Lanes; lane++)
        {
            BinaryPrimitives.WriteInt32LittleEndian(seed.Slice(PrehashBytes + sizeof(int)), lane);
            for (int i = 0; i < 2; i++)
            {
                BinaryPrimitives.WriteInt32LittleEndian(seed.Slice(PrehashBytes), i);
                Argon2Hash.HashLong(seed, block);
                Span<ulong> words = memory.Slice(((lane * plan.LaneLength) + i) * Argon2Block.Words, Argon2Block.Words);
                for (int w = 0; w < words.Length; w++)
                {
                    words[IndexOf(w, bits)] = BinaryPrimitives.ReadUInt64LittleEndian(block.Slice(w * sizeof(ulong)));
                }
            }
        }

        CryptographicOperations.ZeroMemory(seed);
        CryptographicOperations.ZeroMemory(block);
    }

    /// <summary>Computes the tag: the hash of the XOR of the last blocks of all lanes.</summary>
    private static void Finish(ReadOnlySpan<ulong> memory, in Argon2Plan plan, Span<byte> destination, int bits)
    {
        Span<byte> last = stackalloc byte[Argon2Block.Bytes];
        for (int w = 0; w < Argon2Block.Words; w++)
        {
            ulong word = 0;
            for (int lane = 0; lane < plan.Lanes; lane++)
            {
                word ^= memory[((((lane + 1) * plan.LaneLength) - 1) * Argon2Block.Words) + IndexOf(w, bits)];
            }

            BinaryPrimitives.WriteUInt64LittleEndian(last.Slice(w * sizeof(ulong)), word);
        }

        Argon2Hash.HashLong(last, destination);
        CryptographicOperations.ZeroMemory(last);
    }
}
