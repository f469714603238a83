namespace Lanewise.Blake3Family;

/// <summary>Reads the nodes of a tree: parents and chunks in pre-order.</summary>
internal interface IBlake3Nodes
{
    /// <summary>Reads parents, starting at a pre-order index, until the destination is full.</summary>
    void Parents(ulong index, scoped Span<byte> nodes);

    /// <summary>Reads content, starting at a chunk, until the destination is full.</summary>
    void Content(ulong chunk, scoped Span<byte> destination);

    /// <summary>
    /// Indicates whether parents are stored separately from chunks. If so, all parents of a subtree can be read at once.
    /// </summary>
    static abstract bool AreApart { get; }
}

/// <summary>Reads nodes from an outboard, and chunks from the content. Only the required parts are read.</summary>
internal readonly struct OutboardNodes(Stream content, Stream outboard) : IBlake3Nodes
{
    public static bool AreApart => true;

    public void Parents(ulong index, scoped Span<byte> nodes)
    {
        outboard.Position = Blake3Header.Bytes + ((long)index * Blake3Spec.BlockBytes);
        Blake3Header.Fill(nodes, outboard, "outboard", outboard.Position);
    }

    public void Content(ulong chunk, scoped Span<byte> destination)
    {
        content.Position = (long)(chunk * Blake3Spec.ChunkBytes);
        Blake3Header.Fill(destination, content, "content", content.Position);
    }

    /// <summary>
    /// Writes the nodes and chunks that are needed to verify a range. The subtree's parents start at the given pre-order index.
    /// </summary>
    public void Extract(in Blake3Range range, ulong first, ulong count, ulong index, byte[] buffer, Stream slice)
    {
        if (!range.Meets(first, count)) return;

        if (count == 1)
        {
            Span<byte> chunk = buffer.AsSpan(0, range.Bytes(first, 1));
            Content(first, chunk);
            slice.Write(chunk);
            return;
        }

        Span<byte> node = buffer.AsSpan(0, Blake3Spec.BlockBytes);
        Parents(index, node);
        slice.Write(node);
        ulong left = Blake3Spec.Left(count);
        Extract(range, first, left, index + 1, buffer, slice);
        Extract(range, first + left, count - left, index + left, buffer, slice);
    }
}

/// <summary>Reads a slice from a stream or from memory. Bytes after the slice are not read from the stream.</summary>
internal ref struct SliceNodes(Stream? stream, ReadOnlySpan<byte> slice) : IBlake3Nodes
{
    private readonly ReadOnlySpan<byte> slice = slice;
    private long position;

    public static bool AreApart => false;

    /// <summary>Reads the content length, which is at the beginning of the slice.</summary>
    public ulong Header()
    {
        Span<byte> header = stackalloc byte[Blake3Header.Bytes];
        Next(header);
        return BinaryPrimitives.ReadUInt64LittleEndian(header);
    }

    public void Parents(ulong index, scoped Span<byte> nodes) => Next(nodes);

    public void Content(ulong chunk, scoped Span<byte> destination) => Next(destination);

    /// <summary>If the slice is in memory, throws if there are bytes after the last node.</summary>
    public readonly void CheckEnd()
    {
        if (stream is not null || position == slice.Length) return;

        throw new InvalidDataException(
            Invariant($"The slice for this range must have {position} bytes, but it has {slice.Length}."));
    }

    private void Next(scoped Span<byte> destination)
    {
        if (stream is not null) Blake3Header.Fill(destination, stream, "slice", position);
        else if (slice.Length - position < destination.Length)
        {
            throw Blake3Header.Ends("slice", slice.Length, position + destination.Length);
        }
        else slice.Slice((int)position, destination.Length).CopyTo(destination);
        position += destination.Length;
    }
}

/// <summary>The header of an outboard or a slice, which contains the content length.</summary>
internal static class Blake3Header
{
    public const int Bytes = 8;

    /// <summary>
    /// Fills the destination with the next bytes of the stream, which are at offset <paramref name="position"/>.
    /// </summary>
    public static void Fill(scoped Span<byte> destination, Stream stream, string what, long position)
    {
        int read = stream.ReadAtLeast(destination, destination.Length, throwOnEndOfStream: false);
        if (read < destination.Length) throw Ends(what, position + read, position + destination.Length);
    }

    public static InvalidDataException Ends(string what, long at, long needed) =>
        new(Invariant($"The {what} ends after {at} bytes, but {needed} bytes are required."));
}
