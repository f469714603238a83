using System.Runtime.InteropServices;
using System.Security.Cryptography;

namespace Lanewise.Kernels;

/// <summary>The state of a running BLAKE2bp or BLAKE2sp: the records of the leaves, and the stripes that may be the last.</summary>
internal sealed class Blake2LeavesRunning<TWord, TSpec>
    where TWord : unmanaged
    where TSpec : struct, IBlake2Spec<TWord>
{
    private const int BufferStripes = 8;

    private readonly TWord[] start = new TWord[Blake2Leaves<TWord, TSpec>.RecordsWords];
    private readonly TWord[] records = new TWord[Blake2Leaves<TWord, TSpec>.RecordsWords];
    private readonly byte[] buffer = new byte[BufferStripes * Blake2Leaves<TWord, TSpec>.StripeBytes];
    private readonly byte[] key;
    private int filled;

    public Blake2LeavesRunning(ReadOnlySpan<byte> key, int hashBytes)
    {
        Blake2One<TWord, TSpec>.CheckHashSize(hashBytes, "hashSizeInBytes");
        Blake2One<TWord, TSpec>.CheckKey(key);
        HashBytes = hashBytes;
        this.key = key.ToArray();
        Blake2Leaves<TWord, TSpec>.Start(start, hashBytes, key.Length);
        Restart();
    }

    private Blake2LeavesRunning(Blake2LeavesRunning<TWord, TSpec> other)
        : this(other.key, other.HashBytes)
    {
        other.records.CopyTo(records, 0);
        other.buffer.CopyTo(buffer, 0);
        filled = other.filled;
    }

    public int HashBytes { get; }

    private static int StripeBytes => Blake2Leaves<TWord, TSpec>.StripeBytes;

    public void Append(ReadOnlySpan<byte> data)
    {
        if (data.Length <= buffer.Length - filled)
        {
            data.CopyTo(buffer.AsSpan(filled));
            filled += data.Length;
            return;
        }

        if (filled > 0)
        {
            int room = buffer.Length - filled;
            data.Slice(0, room).CopyTo(buffer.AsSpan(filled));
            data = data.Slice(room);

            // The last stripe holds no last block if all leaves have something after it.
            int last = StripeBytes * (BufferStripes - 1);
            bool all = data.Length > StripeBytes - TSpec.BlockBytes;
            Blake2Leaves<TWord, TSpec>.Run(records, buffer, all ? BufferStripes : BufferStripes - 1);
            filled = 0;
            if (!all)
            {
                buffer.AsSpan(last).CopyTo(buffer);
                filled = StripeBytes;
            }
        }

        int stripes = filled > 0 ? 0 : Blake2Leaves<TWord, TSpec>.BodyStripes(data.Length);
        Blake2Leaves<TWord, TSpec>.Run(records, data, stripes);
        data = data.Slice(stripes * StripeBytes);
        data.CopyTo(buffer.AsSpan(filled));
        filled += data.Length;
    }

    public void Finish(Span<byte> destination)
    {
        Span<TWord> last = stackalloc TWord[Blake2Leaves<TWord, TSpec>.RecordsWords];
        Span<byte> digests = stackalloc byte[Blake2Leaves<TWord, TSpec>.DigestsBytes];
        records.CopyTo(last);
        Blake2Leaves<TWord, TSpec>.Finish(last, buffer.AsSpan(0, filled), digests);
        Blake2Leaves<TWord, TSpec>.Root(digests, key.Length, destination);
        last.Clear();
        CryptographicOperations.ZeroMemory(digests);
    }

    public void Restart()
    {
        start.CopyTo(records, 0);
        CryptographicOperations.ZeroMemory(buffer);
        filled = 0;
        if (key.Length == 0) return;

        Blake2Leaves<TWord, TSpec>.WriteKey(key, buffer);
        filled = StripeBytes;
    }

    public Blake2LeavesRunning<TWord, TSpec> Clone() => new(this);

    public void Wipe()
    {
        CryptographicOperations.ZeroMemory(MemoryMarshal.AsBytes(start.AsSpan()));
        CryptographicOperations.ZeroMemory(MemoryMarshal.AsBytes(records.AsSpan()));
        CryptographicOperations.ZeroMemory(buffer);
        CryptographicOperations.ZeroMemory(key);
        filled = 0;
    }
}
