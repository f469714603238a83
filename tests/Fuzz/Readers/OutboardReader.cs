using System.Security.Cryptography;

namespace Lanewise.Fuzz;

/// <summary>
/// Reads outboards and slices. Whatever bytes the tree contains, every byte that is released must equal the original content.
/// </summary>
internal sealed class OutboardReader() : Reader("read-outboards")
{
    private readonly byte[] root = new byte[Blake3Outboard.RootSizeInBytes];
    private byte[] content = [];
    private int start;
    private int length;
    private bool isSlice;

    protected override byte[] Valid(Random random)
    {
        content = random.Bytes(random.Length(1024) % 40_000);
        start = random.Next(content.Length + 1);
        length = random.Next(content.Length - start + 1);
        byte[] outboard = new byte[Blake3Outboard.GetSize(content.Length)];
        Blake3Outboard.Write(content, outboard, root);
        isSlice = random.OneIn(2);
        if (!isSlice) return outboard;

        using MemoryStream slice = new();
        Blake3Outboard.Extract(new MemoryStream(content), new MemoryStream(outboard), start, length, slice);
        return slice.ToArray();
    }

    protected override bool Read(Random random, byte[] bytes)
    {
        byte[] part = new byte[length];
        bool isRight = false;
        try
        {
            if (isSlice)
            {
                Blake3Outboard.Decode(root, bytes, start, part);
            }
            else
            {
                MemoryStream outboard = new(bytes), source = new(content);
                Blake3Outboard.Read(root, source, outboard, start, part);
                Blake3Outboard.CheckRange(root, source, outboard, start, length);
                long all = Blake3Outboard.VerifyLength(root, source, outboard);
                True(all == content.Length, $"the wrong length {all} was verified instead of {content.Length}");
            }

            isRight = true;
        }
        catch (Exception e) when (e is CryptographicException or InvalidDataException or ArgumentOutOfRangeException)
        {
            // The destination may contain verified bytes. All its other bytes must be zero.
            for (int i = 0; i < part.Length; i++)
            {
                if (part[i] != 0 && part[i] != content[start + i])
                {
                    throw new DifferenceException($"byte {i} was returned although it is wrong");
                }
            }
        }

        if (isRight) Equal(content.AsSpan(start, length), part, $"{length} bytes from {start} of {content.Length} were released");
        return isRight;
    }

    // According to the documentation, a call needs less than 200 KiB, whatever the length field contains. The limit applies to
    // the three calls of this test together.
    protected override long MostMemory(int length) => (16L * length) + (1 << 20);
}
