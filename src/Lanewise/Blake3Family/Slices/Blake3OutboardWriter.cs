namespace Lanewise.Blake3Family;

/// <summary>The content that an outboard is made of, and where its nodes are put.</summary>
internal interface IOutboardPlaces
{
    ReadOnlySpan<byte> Content(ulong first, ulong count);

    /// <summary>Puts parents from an index in pre-order on.</summary>
    void Put(ulong index, scoped ReadOnlySpan<byte> nodes);
}

/// <summary>Content and nodes in memory.</summary>
internal readonly ref struct OutboardSpans(ReadOnlySpan<byte> content, Span<byte> nodes) : IOutboardPlaces
{
    private readonly ReadOnlySpan<byte> content = content;
    private readonly Span<byte> nodes = nodes;

    public ReadOnlySpan<byte> Content(ulong first, ulong count)
    {
        ReadOnlySpan<byte> rest = content.Slice((int)first * Blake3Spec.ChunkBytes);
        return rest.Slice(0, (int)Math.Min(count * Blake3Spec.ChunkBytes, (uint)rest.Length));
    }

    public void Put(ulong index, scoped ReadOnlySpan<byte> nodes) =>
        nodes.CopyTo(this.nodes.Slice((int)index * Blake3Spec.BlockBytes));
}

/// <summary>Content and outboard in streams, with a buffer for a group.</summary>
internal readonly struct OutboardStreams(Stream content, Stream outboard, long length) : IOutboardPlaces
{
    private readonly byte[] buffer = new byte[Blake3Group.MaxBytes];

    public ReadOnlySpan<byte> Content(ulong first, ulong count)
    {
        long position = (long)first * Blake3Spec.ChunkBytes;
        Span<byte> bytes = buffer.AsSpan(0, (int)Math.Min((long)count * Blake3Spec.ChunkBytes, length - position));
        new OutboardNodes(outboard, content).Content(first, bytes);
        return bytes;
    }

    public void Put(ulong index, scoped ReadOnlySpan<byte> nodes)
    {
        outboard.Position = Blake3Header.Bytes + ((long)index * Blake3Spec.BlockBytes);
        outboard.Write(nodes);
    }
}

/// <summary>
/// Makes an outboard, one group of chunks at a time; a subtree's size follows from the length, so every node has its place.
/// </summary>
internal static class Blake3OutboardWriter
{
    /// <summary>Puts all nodes of content of this length, and writes its root.</summary>
    public static void Run<TPlaces>(in TPlaces places, ulong length, Span<byte> root)
        where TPlaces : struct, IOutboardPlaces, allows ref struct
    {
        ulong chunks = Blake3Spec.Chunks(length);
        if (chunks == 1)
        {
            Blake3.HashData(places.Content(0, 1), root);
            return;
        }

        Span<byte> node = stackalloc byte[Blake3Spec.BlockBytes];
        Node(places, new Blake3Group(), 0, chunks, 0, node);
        Blake3One.ParentValue(Blake3Spec.Iv, 0, node, root, Blake3Spec.Root);
    }

    // The root node of a subtree of more than one chunk; it and all below it are then put.
    private static void Node<TPlaces>(
        in TPlaces places, Blake3Group group, ulong first, ulong count, ulong index, Span<byte> node)
        where TPlaces : struct, IOutboardPlaces, allows ref struct
    {
        if (count <= Blake3Group.MaxChunks)
        {
            ReadOnlySpan<byte> all = group.Nodes(places.Content(first, count), first);
            places.Put(index, all);
            all.Slice(0, Blake3Spec.BlockBytes).CopyTo(node);
            return;
        }

        ulong left = Blake3Spec.Left(count);
        Span<byte> child = stackalloc byte[Blake3Spec.BlockBytes];
        Span<byte> leftValue = node.Slice(0, Blake3Spec.HashBytes), rightValue = node.Slice(Blake3Spec.HashBytes);
        Node(places, group, first, left, index + 1, child);
        Blake3One.ParentValue(Blake3Spec.Iv, 0, child, leftValue);
        if (count - left == 1)
        {
            Blake3One.ChunkValue(Blake3Spec.Iv, 0, first + left, places.Content(first + left, 1), rightValue);
        }
        else
        {
            Node(places, group, first + left, count - left, index + left, child);
            Blake3One.ParentValue(Blake3Spec.Iv, 0, child, rightValue);
        }

        places.Put(index, node);
    }
}
