using Lanewise.Blake2Family;
using static Lanewise.Blake2Family.Blake2<ulong, Lanewise.Blake2Family.Blake2bSpec>;

namespace Lanewise.Argon2Family;

/// <summary>Computes BLAKE2b incrementally, without allocating memory. Wipes all buffered input.</summary>
internal ref struct Argon2Hash
{
    public const int DigestBytes = 64;

    private const int BlockBytes = 128;

    private readonly Span<ulong> state;
    private readonly Span<byte> block;
    private int filled;
    private ulong total;

    /// <summary>The number of 64-bit words of working memory that <see cref="Argon2Hash(Span{ulong}, int)"/> needs.</summary>
    public const int Words = Blake2State.Words + (BlockBytes / sizeof(ulong));

    public Argon2Hash(Span<ulong> space, int digestBytes)
    {
        state = space.Slice(0, Blake2State.Words);
        block = MemoryMarshal.AsBytes(space.Slice(Blake2State.Words, BlockBytes / sizeof(ulong)));
        Blake2OneShot.Start(state, digestBytes, 0);
    }

    public void Append(int number)
    {
        Span<byte> bytes = stackalloc byte[sizeof(int)];
        BinaryPrimitives.WriteInt32LittleEndian(bytes, number);
        Append(bytes);
    }

    public void AppendWithLength(scoped ReadOnlySpan<byte> bytes)
    {
        Append(bytes.Length);
        Append(bytes);
    }

    public void Append(scoped ReadOnlySpan<byte> bytes)
    {
        total += (uint)bytes.Length;
        while (!bytes.IsEmpty)
        {
            // A full block is processed only when more data follows, because BLAKE2b treats the final block differently.
            if (filled == BlockBytes)
            {
                Blake2Single.Run(state, block, 0, 1);
                filled = 0;
            }

            int count = Math.Min(bytes.Length, BlockBytes - filled);
            bytes.Slice(0, count).CopyTo(block.Slice(filled));
            filled += count;
            bytes = bytes.Slice(count);
        }
    }

    /// <summary>Writes the digest and wipes the state.</summary>
    public void Finish(scoped Span<byte> digest)
    {
        block.Slice(filled).Clear();
        Blake2OneShot.SetFinalWords(state.Slice(Blake2State.ChainingWords), total, 0, isLastNode: false);
        Blake2Single.Run(state, block, 0, 1);
        Word<ulong>.WriteLittleEndian(digest, state);
        CryptographicOperations.ZeroMemory(MemoryMarshal.AsBytes(state));
        CryptographicOperations.ZeroMemory(block);
    }

    /// <summary>The variable-length hash H' (RFC 9106, section 3.3).</summary>
    public static void HashLong(ReadOnlySpan<byte> source, Span<byte> destination)
    {
        Span<ulong> space = stackalloc ulong[Words];
        Argon2Hash first = new(space, Math.Min(destination.Length, DigestBytes));
        first.Append(destination.Length);
        first.Append(source);
        if (destination.Length <= DigestBytes)
        {
            first.Finish(destination);
            return;
        }

        // The output is the concatenation of the first halves of all digests except the last, followed by the whole last
        // digest.
        Span<byte> digest = stackalloc byte[DigestBytes];
        first.Finish(digest);
        while (true)
        {
            digest.Slice(0, DigestBytes / 2).CopyTo(destination);
            destination = destination.Slice(DigestBytes / 2);
            int bytes = Math.Min(destination.Length, DigestBytes);
            Argon2Hash next = new(space, bytes);
            next.Append(digest);
            if (destination.Length <= DigestBytes)
            {
                next.Finish(destination);
                break;
            }

            next.Finish(digest);
        }

        CryptographicOperations.ZeroMemory(digest);
    }
}
