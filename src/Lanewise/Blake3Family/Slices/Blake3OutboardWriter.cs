namespace Lanewise.Blake3Family;

/// <summary>Supplies an outboard's content, and receives the outboard's nodes.</summary>
internal interface IOutboardTarget
{
    ReadOnlySpan<byte> Content(ulong first, ulong count);

    /// <summary>Writes parents, starting at a pre-order index.</summary>
    void Put(ulong index, scoped ReadOnlySpan<byte> nodes);
}

/// <summary>Reads the content from memory, and writes the nodes to memory.</summary>
internal readonly ref struct OutboardSpans(ReadOnlySpan<byte> content, Span<byte> nodes) : IOutboardTarget
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

/// <summary>Reads the content from a stream, and writes the outboard to a stream. The buffer holds one group of chunks.</summary>
internal readonly struct OutboardStreams(Stream content, Stream outboard, long length) : IOutboardTarget
{
    private readonly byte[] buffer = new byte[Blake3Group.MaxBytes];

    public ReadOnlySpan<byte> Content(ulong first, ulong count)
    {
        long position = (long)first * Blake3Spec.ChunkBytes;
        Span<byte> bytes = buffer.AsSpan(0, (int)Math.Min((long)count * Blake3Spec.ChunkBytes, length - position));
        new OutboardNodes(content, outboard).Content(first, bytes);
        return bytes;
    }

    public void Put(ulong index, scoped ReadOnlySpan<byte> nodes)
    {
        outboard.Position = Blake3Header.Bytes + ((long)index * Blake3Spec.BlockBytes);
        outboard.Write(nodes);
    }
}

/// <summary>
/// Writes an outboard, one group of chunks after another. The content length determines the size of each subtree, so every node
/// has a fixed position.
/// </summary>
internal ref struct Blake3OutboardWriter<TTarget>(TTarget target)
    where TTarget : struct, IOutboardTarget, allows ref struct
{
    // This field is not readonly, because each method call on a readonly field would copy the struct.
    private TTarget target = target;
    private Blake3Group? group;

    /// <summary>Writes all nodes for content of the given length, and the root.</summary>
    public void Run(ulong length, scoped Span<byte> root) => Subtree(0, Blake3Spec.Chunks(length), 0, root, Blake3Spec.Root);

    // Writes the nodes of a subtree, and returns its chaining value.
    private void Subtree(ulong first, ulong count, ulong index, scoped Span<byte> value, uint root = 0)
    {
        if (count == 1)
        {
            Blake3OneShot.ChunkValue(Blake3Spec.Iv, Blake3Spec.Unkeyed, first, target.Content(first, 1), value, root);
            return;
        }

        Span<byte> node = stackalloc byte[Blake3Spec.BlockBytes];
        if (count <= Blake3Group.MaxChunks)
        {
            group ??= new Blake3Group();
            ReadOnlySpan<byte> all = group.Nodes(target.Content(first, count), first);
            target.Put(index, all);
            all.Slice(0, Blake3Spec.BlockBytes).CopyTo(node);
        }
        else
        {
            ulong left = Blake3Spec.Left(count);
            Subtree(first, left, index + 1, node.Slice(0, Blake3Spec.HashBytes));
            Subtree(first + left, count - left, index + left, node.Slice(Blake3Spec.HashBytes));
            target.Put(index, node);
        }

        Blake3OneShot.ParentValue(Blake3Spec.Iv, Blake3Spec.Unkeyed, node, value, root);
    }
}
