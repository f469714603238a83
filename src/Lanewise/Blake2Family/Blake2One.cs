using System.Diagnostics;

namespace Lanewise.Blake2Family;

/// <summary>
/// BLAKE2 of one message: parameters, key block, the held-back last block, counter and flags (RFC 7693, section 3.3).
/// </summary>
internal static class Blake2One<TWord, TSpec>
    where TWord : unmanaged
    where TSpec : struct, IBlake2Spec<TWord>
{
    /// <summary>
    /// The initial state: the starting value XORed with the parameter block (RFC 7693, section 2.5; BLAKE2 specification,
    /// section 2.8). The defaults mean the sequential mode.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void Start(
        Span<TWord> record, int hashBytes, int keyBytes, int fanout = 1, int maxDepth = 1, uint leafLength = 0,
        ulong nodeOffset = 0, int nodeDepth = 0, int innerBytes = 0)
    {
        record = record.Slice(0, Blake2Record.Words);
        TSpec.Iv.CopyTo(record);
        Add(record, 0, (uint)hashBytes | ((uint)keyBytes << 8) | ((uint)fanout << 16) | ((uint)maxDepth << 24));
        bool isWide = typeof(TWord) == typeof(ulong);
        if (leafLength != 0) Add(record, isWide ? 0 : 1, isWide ? (ulong)leafLength << 32 : leafLength);
        if (nodeOffset != 0 || nodeDepth != 0) Place(record, 1, 0, nodeOffset, nodeDepth);
        if (innerBytes != 0) Add(record, isWide ? 2 : 3, (ulong)(uint)innerBytes << (isWide ? 8 : 24));
        record.Slice(Blake2Record.ChainingWords).Clear();
    }

    /// <summary>The initial state with these parameters; null means the sequential mode.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void Start(Span<TWord> record, Blake2Parameters? parameters, int hashBytes, int keyBytes)
    {
        if (parameters is null)
        {
            Start(record, hashBytes, keyBytes);
            return;
        }

        parameters.Check<TWord, TSpec>();
        Start(record, hashBytes, keyBytes, parameters.Fanout, parameters.MaxDepth, parameters.LeafLength,
            parameters.NodeOffset, parameters.NodeDepth, parameters.InnerHashSizeInBytes);
        AddText(record, 4, parameters.Salt.Span);
        AddText(record, 6, parameters.Personalization.Span);

        static void AddText(Span<TWord> record, int word, ReadOnlySpan<byte> text)
        {
            if (text.IsEmpty) return;

            Span<byte> field = stackalloc byte[2 * Word<TWord>.Bytes];
            text.CopyTo(field);
            Add(record, word, Word<TWord>.ToUInt64(Word<TWord>.ReadLittleEndian(field)));
            Add(record, word + 1, Word<TWord>.ToUInt64(Word<TWord>.ReadLittleEndian(field.Slice(Word<TWord>.Bytes))));
        }
    }

    /// <summary>Adds index and level of a node to a lane whose state has neither.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void Place(Span<TWord> records, int lanes, int lane, ulong number, int depth)
    {
        if (typeof(TWord) == typeof(ulong))
        {
            Add(records, lanes + lane, number);
            Add(records, (2 * lanes) + lane, (uint)depth);
        }
        else
        {
            // BLAKE2s has 48 bits for the index, and the level in the same word.
            Add(records, (2 * lanes) + lane, (uint)number);
            Add(records, (3 * lanes) + lane, (number >> 32) | ((uint)depth << 16));
        }
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void Add(Span<TWord> record, int word, ulong parameter) =>
        record[word] = Word<TWord>.From(Word<TWord>.ToUInt64(record[word]) ^ parameter);

    /// <summary>
    /// Sets counter and flags for the last block of a message; its length, including the key block, is <paramref name="high"/>
    /// times 2^64 plus <paramref name="low"/>.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void Close(Span<TWord> closing, ulong low, ulong high, bool isLastNode)
    {
        closing = closing.Slice(0, Blake2Record.Words - Blake2Record.ChainingWords);
        // The kernel adds a block to the low word first.
        closing[Blake2Record.T0 - Blake2Record.ChainingWords] = Word<TWord>.From(unchecked(low - (uint)TSpec.BlockBytes));
        closing[Blake2Record.T1 - Blake2Record.ChainingWords] = Word<TWord>.From(
            typeof(TWord) == typeof(ulong) ? high : low >> 32);
        closing[Blake2Record.F0 - Blake2Record.ChainingWords] = Word<TWord>.AllOnes;
        closing[Blake2Record.F1 - Blake2Record.ChainingWords] = isLastNode ? Word<TWord>.AllOnes : default;
    }

    /// <summary>Compresses the last block, whose <paramref name="rest"/> is at most one block, and writes the digest.</summary>
    [MethodImpl(CompileOptions.AtOnce)]
    public static void Finish(
        Span<TWord> record, ReadOnlySpan<byte> rest, ulong low, ulong high, bool isLastNode, Span<byte> destination)
    {
        Debug.Assert(rest.Length <= TSpec.BlockBytes, "The last part of a message is at most a block.");
        Span<byte> last = stackalloc byte[TSpec.BlockBytes];
        rest.CopyTo(last);
        Close(record.Slice(Blake2Record.ChainingWords), low, high, isLastNode);
        Blake2Single<TWord, TSpec>.Run(record, last, 0, 1);
        Word<TWord>.WriteLittleEndian(destination, record);
    }

    /// <summary>Hashes a whole message from a state that has its parameters; the state is overwritten.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void HashFrom(
        Span<TWord> record, ReadOnlySpan<byte> key, ReadOnlySpan<byte> source, bool isLastNode, Span<byte> destination)
    {
        if (key.IsEmpty) HashRest(record, 0, isLastNode, source, destination);
        else HashKeyed(record, key, isLastNode, source, destination);
    }

    private static void HashKeyed(
        Span<TWord> record, ReadOnlySpan<byte> key, bool isLastNode, ReadOnlySpan<byte> source, Span<byte> destination)
    {
        Span<byte> keyBlock = stackalloc byte[TSpec.BlockBytes];
        key.CopyTo(keyBlock);
        if (source.IsEmpty)
        {
            // The key block is the first block and the last.
            Finish(record, keyBlock, (uint)TSpec.BlockBytes, 0, isLastNode, destination);
        }
        else
        {
            Blake2Single<TWord, TSpec>.Run(record, keyBlock, 0, 1);
            HashRest(record, (uint)TSpec.BlockBytes, isLastNode, source, destination);
        }

        CryptographicOperations.ZeroMemory(keyBlock);
        record.Clear();
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void HashRest(
        Span<TWord> record, uint before, bool isLastNode, ReadOnlySpan<byte> source, Span<byte> destination)
    {
        int blocks = BodyBlocks(source.Length);
        if (blocks > 0) Blake2Single<TWord, TSpec>.Run(record, source, 0, blocks);
        Finish(record, source.Slice(blocks * TSpec.BlockBytes), (ulong)before + (uint)source.Length, 0, isLastNode, destination);
    }

    /// <summary>Blocks before the last one, which is held back even if it is full.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static int BodyBlocks(int length) => length == 0 ? 0 : (length - 1) / TSpec.BlockBytes;
}
