using Lanewise.Ciphers;

namespace Lanewise.ThreefishFamily;

/// <summary>Constants that all variants of Threefish share.</summary>
internal static class ThreefishSpec
{
    /// <summary>
    /// The parity constant of the key schedule (Skein 1.3, section 3.3.2), which is the AES encryption of the number 240 under an
    /// all-zero key.
    /// </summary>
    public const ulong C240 = 0x1BD11BDAA9FC1A22;

    public const int TweakBytes = 16;

    public const int MaxWords = 16;

    /// <summary>
    /// Writes the subkeys for a key and a tweak of zero (Skein 1.3, section 3.3.2), one after another. The first subkey is the
    /// key.
    /// </summary>
    /// <param name="key">The words of the key.</param>
    /// <param name="subkeys">Receives whole subkeys, each as long as the key.</param>
    public static void Schedule(ReadOnlySpan<ulong> key, Span<ulong> subkeys)
    {
        int words = key.Length;
        // The key words k0 to kN are stored twice. The words of subkey s start at index s modulo N + 1.
        Span<ulong> k = stackalloc ulong[2 * MaxWords + 1];
        k = k.Slice(0, (2 * words) + 1);
        ulong parity = C240;
        foreach (ulong word in key) parity ^= word;
        key.CopyTo(k);
        k[words] = parity;
        key.CopyTo(k.Slice(words + 1));
        for (int s = 0; !subkeys.IsEmpty; s++, subkeys = subkeys.Slice(words))
        {
            k.Slice(s % (words + 1), words).CopyTo(subkeys);
            unchecked
            {
                subkeys[words - 1] += (uint)s;
            }
        }

        CryptographicOperations.ZeroMemory(MemoryMarshal.AsBytes(k));
    }

    /// <summary>Adds a tweak to the subkeys for a tweak of zero (Skein 1.3, section 3.3.2).</summary>
    public static void AddTweak(Tweak tweak, int words, Span<ulong> subkeys)
    {
        // The tweak words of subkey s are t(s mod 3) and t((s + 1) mod 3).
        ulong t0 = tweak.Low, t1 = tweak.High, t2 = t0 ^ t1;
        for (; !subkeys.IsEmpty; subkeys = subkeys.Slice(words))
        {
            unchecked
            {
                subkeys[words - 3] += t0;
                subkeys[words - 2] += t1;
            }

            (t0, t1, t2) = (t1, t2, t0);
        }
    }
}

/// <summary>
/// Defines a variant of Threefish: its name, its number of words and its kernels. The tool tools/KernelSource generates all
/// variants from one template, ThreefishText.cs.
/// </summary>
internal interface IThreefishSpec
{
    static abstract string Name { get; }

    /// <summary>The number of 64-bit words in a block, and in a key.</summary>
    static abstract int Words { get; }

    /// <summary>The number of subkeys: one per four rounds, plus one.</summary>
    static abstract int Subkeys { get; }

    /// <summary>The number of interleaved streams for each vector width, as measured.</summary>
    static abstract LaneTable Table { get; }

    /// <inheritdoc cref="ILaneJob{TWord}.MostStreams"/>
    static abstract int MostStreams { get; }

    /// <summary>Creates an instance of this variant's public type with a key.</summary>
    static abstract ThreefishCipher Create(ReadOnlySpan<byte> key);

    /// <summary>
    /// Encrypts or decrypts groups of blocks, one block per lane. Each lane reads its block at the lane's offset in the source.
    /// Each group starts where the previous group ends.
    /// </summary>
    /// <param name="encrypting">True to encrypt, false to decrypt.</param>
    /// <param name="keyWords">
    /// The words of the key. For each word index, the words of all lanes are adjacent. If the span contains the words for only
    /// one group, all groups use these words. Otherwise, each group has separate words.
    /// </param>
    /// <param name="tweakWords">The two words of the tweak, in the same layout as <paramref name="keyWords"/>.</param>
    /// <param name="tweakStep">
    /// The number that is added to the first word of the tweak after each block, if all blocks share one tweak.
    /// </param>
    /// <param name="source">The source.</param>
    /// <param name="offsets">The offset of each lane's first block.</param>
    /// <param name="destination">
    /// The destination, which receives the blocks one after another, starting with the first lane's block.
    /// </param>
    /// <param name="groups">The number of groups, which is the number of blocks per lane.</param>
    static abstract void Run<TLanes>(
        bool encrypting, ReadOnlySpan<ulong> keyWords, ReadOnlySpan<ulong> tweakWords, ulong tweakStep,
        ReadOnlySpan<byte> source, ReadOnlySpan<int> offsets, Span<byte> destination, int groups)
        where TLanes : struct, ILanes<TLanes, ulong>;

    /// <summary>
    /// Does the same as <see cref="Run"/> with more than one lane, under one key and one tweak. Every lane adds the same subkeys,
    /// so neither the key nor the tweak is stored per lane. <see cref="ThreefishSpec.Schedule"/> computes the subkeys.
    /// </summary>
    static abstract void RunScheduled<TLanes>(
        bool encrypting, ReadOnlySpan<ulong> subkeys,
        ReadOnlySpan<byte> source, ReadOnlySpan<int> offsets, Span<byte> destination, int groups)
        where TLanes : struct, ILanes<TLanes, ulong>;

    /// <summary>
    /// XORs groups of adjacent blocks with encrypted counter blocks. The words of a counter block are the words of
    /// <paramref name="counter"/>, except the last word, which is big-endian and counts up from <paramref name="first"/>. The
    /// method uses more than one lane, and the subkeys for the key and the tweak.
    /// </summary>
    static abstract void CountScheduled<TLanes>(
        ReadOnlySpan<ulong> subkeys, ReadOnlySpan<ulong> counter, ulong first,
        ReadOnlySpan<byte> source, ReadOnlySpan<int> offsets, Span<byte> destination, int groups)
        where TLanes : struct, ILanes<TLanes, ulong>;

    /// <summary>Does the same as <see cref="CountScheduled"/> with one lane, and computes the subkeys itself.</summary>
    static abstract void Count<TLanes>(
        ReadOnlySpan<ulong> keyWords, ReadOnlySpan<ulong> tweakWords, ReadOnlySpan<ulong> counter, ulong first,
        ReadOnlySpan<byte> source, ReadOnlySpan<int> offsets, Span<byte> destination, int groups)
        where TLanes : struct, ILanes<TLanes, ulong>;
}
