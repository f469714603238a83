using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Security.Cryptography;

namespace Lanewise.Kernels;

/// <summary>The state of a running BLAKE2 hash: record, held-back block, count, and what a restart needs.</summary>
internal sealed class Blake2Running<TWord, TSpec>
    where TWord : unmanaged
    where TSpec : struct, IBlake2Spec<TWord>
{
    private readonly TWord[] start = new TWord[Blake2Record.Words];
    private readonly TWord[] record = new TWord[Blake2Record.Words];
    private readonly byte[] buffer = new byte[TSpec.BlockBytes];
    private readonly byte[]? keyBlock;
    private readonly bool isLastNode;
    private int filled;
    private UInt128 total;

    public Blake2Running(Blake2Parameters parameters, ReadOnlySpan<byte> key, int hashBytes)
    {
        ArgumentNullException.ThrowIfNull(parameters);
        Blake2One<TWord, TSpec>.CheckHashSize(hashBytes, "hashSizeInBytes");
        Blake2One<TWord, TSpec>.CheckKey(key);
        HashBytes = hashBytes;
        isLastNode = parameters.IsLastNode;
        Blake2One<TWord, TSpec>.Start(start, parameters, hashBytes, key.Length);
        if (!key.IsEmpty)
        {
            keyBlock = new byte[TSpec.BlockBytes];
            key.CopyTo(keyBlock);
        }

        Restart();
    }

    private Blake2Running(Blake2Running<TWord, TSpec> other)
    {
        HashBytes = other.HashBytes;
        isLastNode = other.isLastNode;
        other.start.CopyTo(start, 0);
        other.record.CopyTo(record, 0);
        other.buffer.CopyTo(buffer, 0);
        keyBlock = (byte[]?)other.keyBlock?.Clone();
        filled = other.filled;
        total = other.total;
    }

    public int HashBytes { get; }

    /// <summary>
    /// Puts the counter as if that many bytes had gone before, in whole blocks: tests of the carry between its words use it.
    /// </summary>
    internal void SkipTo(UInt128 bytes)
    {
        total = bytes + (uint)filled;
        record[Blake2Record.T0] = Lanes.Word<TWord>.From((ulong)bytes);
        record[Blake2Record.T1] = Lanes.Word<TWord>.From((ulong)(bytes >> (8 * Lanes.Word<TWord>.Bytes)));
    }

    [MethodImpl(MethodImplOptions.AggressiveOptimization)]
    public void Append(ReadOnlySpan<byte> data)
    {
        if (data.IsEmpty) return;

        total += (uint)data.Length;
        int room = TSpec.BlockBytes - filled;
        if (data.Length <= room)
        {
            data.CopyTo(buffer.AsSpan(filled));
            filled += data.Length;
            return;
        }

        // More follows, so the buffered block is not the last one.
        if (filled > 0)
        {
            data.Slice(0, room).CopyTo(buffer.AsSpan(filled));
            data = data.Slice(room);
            Blake2One<TWord, TSpec>.Run(record, buffer, 0, 1);
        }

        int blocks = Blake2One<TWord, TSpec>.BodyBlocks(data.Length);
        if (blocks > 0) Blake2One<TWord, TSpec>.Run(record, data, 0, blocks);
        data = data.Slice(blocks * TSpec.BlockBytes);
        data.CopyTo(buffer);
        filled = data.Length;
    }

    [MethodImpl(MethodImplOptions.AggressiveOptimization)]
    public void Finish(Span<byte> destination)
    {
        Span<TWord> last = stackalloc TWord[Blake2Record.Words];
        record.CopyTo(last);
        Blake2One<TWord, TSpec>.Finish(last, buffer.AsSpan(0, filled), (ulong)total, (ulong)(total >> 64), isLastNode, destination);
        last.Clear();
    }

    public void Restart()
    {
        start.CopyTo(record, 0);
        CryptographicOperations.ZeroMemory(buffer);
        filled = 0;
        total = 0;
        if (keyBlock is null) return;

        keyBlock.CopyTo(buffer, 0);
        filled = TSpec.BlockBytes;
        total = (uint)TSpec.BlockBytes;
    }

    public Blake2Running<TWord, TSpec> Clone() => new(this);

    public void Wipe()
    {
        CryptographicOperations.ZeroMemory(MemoryMarshal.AsBytes(start.AsSpan()));
        CryptographicOperations.ZeroMemory(MemoryMarshal.AsBytes(record.AsSpan()));
        CryptographicOperations.ZeroMemory(buffer);
        CryptographicOperations.ZeroMemory(keyBlock);
        filled = 0;
        total = 0;
    }
}
