using Lanewise.Blake2Family;

namespace Lanewise.Hazmat;

/// <summary>
/// Computes only the compression function F of BLAKE2 (RFC 7693, section 3.2). The number of rounds is a parameter, as in
/// EIP-152.
/// </summary>
/// <remarks>
/// This low-level class does not pad the message, count bytes or process a key. To hash data, use <see cref="Blake2b"/> or
/// <see cref="Blake2s"/>.
/// </remarks>
public static class Blake2Compression
{
    /// <summary>Computes F of BLAKE2b.</summary>
    /// <param name="rounds">
    /// The number of rounds. BLAKE2b uses 12 rounds, and BLAKE2s uses 10. The running time is proportional to the number of
    /// rounds.
    /// </param>
    /// <param name="h">The chaining value of 8 words, which the method updates in place.</param>
    /// <param name="m">The message block of 16 words.</param>
    /// <param name="t0">The low word of the byte counter.</param>
    /// <param name="t1">The high word of the byte counter.</param>
    /// <param name="isLastBlock">The flag f0, which is set for the last block.</param>
    /// <param name="isLastNode">The flag f1, which only tree modes use.</param>
    /// <exception cref="ArgumentException">
    /// <paramref name="h"/> is not 8 words long, or <paramref name="m"/> is not 16 words long.
    /// </exception>
    public static void CompressB(
        uint rounds, Span<ulong> h, ReadOnlySpan<ulong> m, ulong t0, ulong t1, bool isLastBlock, bool isLastNode = false) =>
        Compress<ulong, Blake2bSpec>(rounds, h, m, t0, t1, isLastBlock, isLastNode);

    /// <summary>Computes F of BLAKE2s.</summary>
    /// <inheritdoc cref="CompressB"/>
    public static void CompressS(
        uint rounds, Span<uint> h, ReadOnlySpan<uint> m, uint t0, uint t1, bool isLastBlock, bool isLastNode = false) =>
        Compress<uint, Blake2sSpec>(rounds, h, m, t0, t1, isLastBlock, isLastNode);

    private static void Compress<TWord, TSpec>(
        uint rounds, Span<TWord> h, ReadOnlySpan<TWord> m, TWord t0, TWord t1, bool isLastBlock, bool isLastNode)
        where TWord : unmanaged
        where TSpec : struct, IBlake2Spec<TWord>
    {
        Check(h.Length, 8, nameof(h));
        Check(m.Length, 16, nameof(m));
        Span<TWord> state = stackalloc TWord[Blake2State.Words];
        h.CopyTo(state);
        // Before compressing, the kernel adds the block length to the low word.
        state[Blake2State.T0] = Word<TWord>.From(unchecked(Word<TWord>.ToUInt64(t0) - (uint)TSpec.BlockBytes));
        state[Blake2State.T1] = t1;
        state[Blake2State.F0] = isLastBlock ? Word<TWord>.AllOnes : default;
        state[Blake2State.F1] = isLastNode ? Word<TWord>.AllOnes : default;
        Span<byte> block = stackalloc byte[TSpec.BlockBytes];
        Word<TWord>.WriteLittleEndian(block, m);
        Blake2Kernel<ScalarLane<TWord>, TWord, TSpec, RolledRounds>.Run(state, block, [0], 1, TSpec.BlockBytes, rounds);
        state.Slice(0, Blake2State.ChainingWords).CopyTo(h);
        state.Clear();
        CryptographicOperations.ZeroMemory(block);

        static void Check(int words, int needed, string parameter)
        {
            if (words == needed) return;

            throw new ArgumentException(Invariant($"{parameter} must have {needed} words; it has {words}."), parameter);
        }
    }
}
