namespace Lanewise.Icc.Images;

/// <summary>
/// Describes which parts of an image are replaced. The other parts are copied in blocks instead of being loaded completely.
/// </summary>
internal sealed class ImageEdit(Stream image)
{
    private readonly SortedList<long, Patch> patches = [];

    public bool ChangesNothing => patches.Count == 0;

    /// <summary>The length of the new image in bytes.</summary>
    public long Length => Moved(image.Length);

    /// <summary>
    /// Replaces bytes at an offset. No byte may be replaced twice, and each offset may have at most one insertion.
    /// </summary>
    public void Replace(long offset, long removed, byte[] bytes)
    {
        if (removed > 0 || bytes.Length > 0) patches.Add(offset, new(removed, bytes));
    }

    /// <summary>
    /// Returns the offset in the new image of an unchanged byte, given its offset in the old image. Bytes inserted at an offset
    /// are placed before the byte at that offset.
    /// </summary>
    public long Moved(long offset)
    {
        long moved = offset;
        foreach ((long at, Patch patch) in patches)
        {
            if (at <= offset) moved += patch.Bytes.Length - patch.Removed;
        }

        return moved;
    }

    public void WriteTo(Stream destination)
    {
        byte[] buffer = new byte[1 << 16];
        long done = 0;
        foreach ((long at, Patch patch) in patches)
        {
            Copy(destination, done, at - done, buffer);
            destination.Write(patch.Bytes);
            done = at + patch.Removed;
        }

        Copy(destination, done, image.Length - done, buffer);
    }

    public byte[] ToArray()
    {
        byte[] bytes = new byte[Length];
        using MemoryStream stream = new(bytes);
        WriteTo(stream);
        return bytes;
    }

    private void Copy(Stream destination, long offset, long count, byte[] buffer)
    {
        image.Position = offset;
        while (count > 0)
        {
            Span<byte> part = buffer.AsSpan(0, (int)Math.Min(count, buffer.Length));
            image.ReadExactly(part);
            destination.Write(part);
            count -= part.Length;
        }
    }

    private readonly record struct Patch(long Removed, byte[] Bytes);
}
