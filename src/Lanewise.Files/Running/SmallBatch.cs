using Lanewise.Files.Reading;

namespace Lanewise.Files.Running;

/// <summary>
/// A batch of small files that use the same hash. The contents of the files are stored in one buffer, one after another.
/// </summary>
internal sealed class SmallBatch(int limit)
{
    /// <summary>
    /// The maximum number of files in a batch. A batch of this size stays in a core's cache until it is hashed, and fills the
    /// lanes many times over.
    /// </summary>
    public const int MostFiles = 1024;

    private const int FirstBytes = 128 * 1024;

    private readonly List<HashedFile> files = [];
    private int[] lengths = new int[64];
    private int used;

    public byte[] Buffer { get; private set; } = [];

    public int Count => files.Count;

    public bool IsFull => Count == MostFiles;

    public FileHash? Hash => Count == 0 ? null : files[0].Hash;

    /// <summary>The offset of the next file in the buffer.</summary>
    public int End => used;

    /// <summary>Reserves space for a file. Returns false if the files in the batch must be hashed first.</summary>
    public bool TryReserve(int bytes)
    {
        if (used + bytes <= Buffer.Length) return true;
        if (Count > 0 && used + bytes > limit) return false;

        byte[] more = InputFile.Buffer(Math.Max(used + bytes, Math.Min(limit, Math.Max(2 * Buffer.Length, FirstBytes))));
        Buffer.AsSpan(0, used).CopyTo(more);
        Buffer = more;
        return true;
    }

    public void Add(HashedFile file, int length)
    {
        if (Count == lengths.Length) Array.Resize(ref lengths, 2 * lengths.Length);
        lengths[Count] = length;
        files.Add(file);
        used += length;
    }

    /// <summary>Hashes all files, with or without lanes, and returns their results.</summary>
    public void Flush(LaneChoice choice, Action<ReadOnlySpan<HashedFile>> complete)
    {
        if (Count == 0) return;

        FileHash hash = files[0].Hash;
        int size = hash.HashSizeInBytes;
        byte[] digests = new byte[Count * size];
        ReadOnlySpan<int> sizes = lengths.AsSpan(0, Count);
        ReadOnlySpan<byte> contents = Buffer.AsSpan(0, used);
        if (choice.Pays(hash, Count))
        {
            hash.HashMany(contents, sizes, digests);
        }
        else
        {
            for (int i = 0, start = 0; i < Count; start += sizes[i++])
            {
                hash.Hash(contents.Slice(start, sizes[i]), digests.AsSpan(i * size, size));
            }
        }

        for (int i = 0; i < Count; i++) files[i].Set(Count == 1 ? digests : digests.AsSpan(i * size, size).ToArray(), sizes[i]);
        complete(System.Runtime.InteropServices.CollectionsMarshal.AsSpan(files));
        files.Clear();
        used = 0;
    }
}
