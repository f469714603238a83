namespace Lanewise.Blake3Family;

/// <summary>
/// Reads and verifies the part of a tree that is needed for a range, from the root down. Before a node is used, its hash is
/// compared with the value in the verified parent. Verified bytes are copied to the span (unless it is empty) and written to the
/// stream (if there is one).
/// </summary>
internal ref struct Blake3Walk<TNodes>(TNodes nodes, Blake3Range range, Span<byte> destination, Stream? stream)
    where TNodes : struct, IBlake3Nodes, allows ref struct
{
    private readonly Span<byte> destination = destination;
    private TNodes nodes = nodes;
    private Blake3Group? group;

    /// <summary>The source of the nodes, including its current position.</summary>
    public readonly TNodes Nodes => nodes;

    /// <summary>Verifies the range. If the range needs the final chunk, the content length is verified, too.</summary>
    public void Verify(scoped ReadOnlySpan<byte> root) => Subtree(0, range.Chunks, 0, root);

    private void Subtree(ulong first, ulong count, ulong index, scoped ReadOnlySpan<byte> expected)
    {
        if (!range.Meets(first, count)) return;

        if (count == 1)
        {
            Chunk(first, expected);
            return;
        }

        bool isGroup = TNodes.AreApart && count <= Blake3Group.MaxChunks && range.Holds(first, count);
        if (isGroup && TryGroup(first, (int)count, index, expected)) return;

        Span<byte> node = stackalloc byte[Blake3Spec.BlockBytes];
        nodes.Parents(index, node);
        if (!IsParent(node, expected, count))
        {
            throw new CryptographicException(
                Invariant($"The node above chunks {first} to {first + (count - 1)} does not match "
                    + $"{(Root(count) != 0 ? "the root" : "the node above it")}."));
        }

        ulong left = Blake3Spec.Left(count);
        Subtree(first, left, index + 1, node.Slice(0, Blake3Spec.HashBytes));
        Subtree(first + left, count - left, index + left, node.Slice(Blake3Spec.HashBytes));
    }

    private readonly void Release(ulong first, scoped ReadOnlySpan<byte> verified)
    {
        if (range.IsOutside) return;

        ulong at = first * Blake3Spec.ChunkBytes, end = at + (uint)verified.Length;
        ulong from = Math.Max(at, range.Start), to = Math.Min(end, range.Start + range.Length);
        if (from >= to) return;

        ReadOnlySpan<byte> wanted = verified.Slice((int)(from - at), (int)(to - from));
        if (!destination.IsEmpty) wanted.CopyTo(destination.Slice((int)(from - range.Start)));
        stream?.Write(wanted);
    }

    private void Chunk(ulong first, scoped ReadOnlySpan<byte> expected)
    {
        Span<byte> chunk = stackalloc byte[range.Bytes(first, 1)], value = stackalloc byte[Blake3Spec.HashBytes];
        nodes.Content(first, chunk);
        Blake3OneShot.ChunkValue(Blake3Spec.Iv, Blake3Spec.Unkeyed, first, chunk, value, Root(1));
        if (!value.SequenceEqual(expected))
        {
            throw new CryptographicException(
                Invariant($"Chunk {first} (starting at byte {first * Blake3Spec.ChunkBytes}) does not match the tree."));
        }

        Release(first, chunk);
    }

    // Hashes all chunks of a subtree in lanes, and compares the resulting parents with the stored ones. If they differ, the
    // caller verifies node by node to find the first wrong node.
    private bool TryGroup(ulong first, int count, ulong index, scoped ReadOnlySpan<byte> expected)
    {
        group ??= new Blake3Group();
        Span<byte> bytes = group.Content.AsSpan(0, range.Bytes(first, (uint)count));
        Span<byte> read = group.NodesRead.AsSpan(0, (count - 1) * Blake3Spec.BlockBytes);
        nodes.Parents(index, read);
        nodes.Content(first, bytes);
        ReadOnlySpan<byte> made = group.Nodes(bytes, first);
        if (!made.SequenceEqual(read) || !IsParent(made, expected, (uint)count)) return false;

        Release(first, bytes);
        return true;
    }

    private readonly bool IsParent(scoped ReadOnlySpan<byte> node, scoped ReadOnlySpan<byte> expected, ulong count)
    {
        Span<byte> value = stackalloc byte[Blake3Spec.HashBytes];
        Blake3OneShot.ParentValue(Blake3Spec.Iv, Blake3Spec.Unkeyed, node, value, Root(count));
        return value.SequenceEqual(expected);
    }

    // Returns the root flag if a subtree with this number of chunks is the whole tree, and 0 otherwise.
    private readonly uint Root(ulong count) => count == range.Chunks ? Blake3Spec.Root : 0;
}
