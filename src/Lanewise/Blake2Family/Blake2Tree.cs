namespace Lanewise.Blake2Family;

internal static partial class Blake2<TWord, TSpec>
{
    /// <summary>
    /// Implements the tree mode of BLAKE2 (BLAKE2 paper, section 2.10). The caller selects the fanout, the depth, the leaf length
    /// and the inner digest length. The nodes of each level are hashed in lanes. The same code hashes all levels: leaves hash
    /// parts of the message, and all other nodes hash their children's digests.
    /// </summary>
    internal static class Blake2Tree
    {
        /// <summary>
        /// Hashes a message as a tree. The length of the destination determines the digest length. The destination may overlap
        /// the source.
        /// </summary>
        public static void Hash(
            Blake2Parameters parameters, ReadOnlySpan<byte> key, ReadOnlySpan<byte> source, Span<byte> destination,
            LaneShape? shape = null)
        {
            Check(parameters);
            HashMethods<Blake2Engine>.Default.CheckHashSize(destination);
            int inner = parameters.InnerHashSizeInBytes, nodes = Nodes(parameters, 0, source.Length);
            CheckSize(parameters, source.Length, nodes);
            using Rented<byte> values = new(nodes == 1 ? 0 : nodes * inner);
            ReadOnlySpan<byte> level = source;
            int depth = 0;
            for (; nodes > 1; nodes = Nodes(parameters, depth, level.Length))
            {
                // Levels above the leaves can be hashed in place, because each group of nodes is read before its digests are
                // written, and the digests are not longer than the group's input.
                Level(parameters, key, depth++, 0, true, level, values.Span, shape);
                level = values.Span.Slice(0, nodes * inner);
            }

            // A level that has only one node consists of the root, which may be a leaf.
            Node(parameters, key, depth, 0, true, level, destination);
        }

        /// <summary>
        /// Computes the digests of adjacent nodes on a level below the root, starting at node <paramref name="first"/>. Each
        /// digest has the inner digest length.
        /// </summary>
        public static void Nodes(
            Blake2Parameters parameters, ReadOnlySpan<byte> key, int depth, ulong first, bool endsLevel,
            ReadOnlySpan<byte> source, Span<byte> destination, LaneShape? shape = null)
        {
            Check(parameters);
            if (depth < 0 || depth > parameters.MaxDepth - 2)
            {
                throw new ArgumentOutOfRangeException(
                    "nodeDepth", depth,
                    Invariant($"A tree of depth {parameters.MaxDepth} has nodes below its root on levels 0 to "
                        + $"{parameters.MaxDepth - 2}."));
            }

            // With unlimited fanout, a node is as long as the whole source, so a check of the node length alone would accept any
            // source length.
            if (depth > 0 && (source.IsEmpty || source.Length % parameters.InnerHashSizeInBytes != 0))
            {
                throw new ArgumentException(
                    Invariant($"Nodes above the leaves hash digests, so the source length must be a positive multiple of "
                        + $"{parameters.InnerHashSizeInBytes} bytes, not {source.Length}."), nameof(source));
            }

            int nodeBytes = NodeBytes(parameters, depth, source.Length), nodes = Nodes(parameters, depth, source.Length);
            if (!endsLevel && (source.IsEmpty || source.Length % nodeBytes != 0))
            {
                throw new ArgumentException(
                    Invariant($"Only the last node of a level may be shorter: the source length must be a positive multiple of "
                        + $"the node length, {nodeBytes} bytes, not {source.Length}."), nameof(source));
            }

            BatchChecks.Destination(destination.Length, nodes, parameters.InnerHashSizeInBytes);
            ulong most = typeof(TWord) == typeof(ulong) ? ulong.MaxValue : (1UL << 48) - 1;
            if (first > most || (ulong)(nodes - 1) > most - first)
            {
                throw new ArgumentOutOfRangeException(
                    "firstNode", first, Invariant($"The node offsets of {TSpec.Name} must be at most {most}."));
            }

            using DigestTarget target = new(destination, source.Overlaps(destination) || key.Overlaps(destination));
            Level(parameters, key, depth, first, endsLevel, source, target.Digests, shape);
            target.Complete();
        }

        /// <summary>Computes the root from the digests of its children.</summary>
        public static void Root(
            Blake2Parameters parameters, ReadOnlySpan<byte> key, int depth, ReadOnlySpan<byte> children, Span<byte> destination)
        {
            Check(parameters);
            HashMethods<Blake2Engine>.Default.CheckHashSize(destination);
            if (depth < 1 || depth > parameters.MaxDepth - 1)
            {
                throw new ArgumentOutOfRangeException(
                    "nodeDepth", depth,
                    Invariant($"The root of a tree of depth {parameters.MaxDepth} is on level 1 to {parameters.MaxDepth - 1}."));
            }

            int inner = parameters.InnerHashSizeInBytes;
            if (children.IsEmpty || children.Length % inner != 0
                || (parameters.Fanout > 0 && children.Length > parameters.Fanout * inner))
            {
                string count = parameters.Fanout > 0 ? Invariant($"1 to {parameters.Fanout}") : "one or more";
                throw new ArgumentException(
                    Invariant($"The root hashes {count} whole digests of {inner} bytes; the source has {children.Length} bytes."),
                    nameof(children));
            }

            Node(parameters, key, depth, 0, true, children, destination);
        }

        // ---- sizes ----

        // Returns the input length of a whole node on a level whose total input has the given length. A node of unlimited length
        // covers the whole level.
        private static int NodeBytes(Blake2Parameters parameters, int depth, int levelBytes)
        {
            if (depth > 0) return parameters.Fanout == 0 ? levelBytes : parameters.Fanout * parameters.InnerHashSizeInBytes;

            return parameters.LeafLength == 0 ? Math.Max(1, levelBytes) : (int)Math.Min(parameters.LeafLength, int.MaxValue);
        }

        // An empty message has one empty leaf.
        private static int Nodes(Blake2Parameters parameters, int depth, int levelBytes)
        {
            int nodeBytes = NodeBytes(parameters, depth, levelBytes);
            return (int)Math.Max(1, ((long)levelBytes + nodeBytes - 1) / nodeBytes);
        }

        private static void Check(Blake2Parameters parameters)
        {
            ArgumentNullException.ThrowIfNull(parameters);
            Refuse(parameters.Fanout == 1, nameof(Blake2Parameters.Fanout),
                "1 means the sequential mode; a tree has 2 to 255, or 0 for any number");
            Refuse(parameters.MaxDepth == 1, nameof(Blake2Parameters.MaxDepth),
                "1 means the sequential mode; a tree has 2 to 255");
            Refuse(parameters.InnerHashSizeInBytes == 0, nameof(Blake2Parameters.InnerHashSizeInBytes),
                "0 means the sequential mode; the nodes of a tree have at least 1 byte");
            Refuse(parameters.NodeOffset != 0, nameof(Blake2Parameters.NodeOffset), "the hash sets this field; leave it 0");
            Refuse(parameters.NodeDepth != 0, nameof(Blake2Parameters.NodeDepth), "the hash sets this field; leave it 0");
            Refuse(parameters.IsLastNode, nameof(Blake2Parameters.IsLastNode), "the hash sets this field; leave it false");
            // This call checks the remaining fields and limits.
            parameters.Check<TWord, TSpec>();

            static void Refuse(bool isBad, string field, string why)
            {
                if (isBad)
                {
                    throw new ArgumentException(
                        Invariant($"{field} is not valid for a tree of {TSpec.Name}: {why}."), nameof(parameters));
                }
            }
        }

        private static void CheckSize(Blake2Parameters parameters, int sourceBytes, int leaves)
        {
            long bytes = (long)leaves * parameters.InnerHashSizeInBytes;
            if (bytes > Array.MaxLength)
            {
                throw new ArgumentException(
                    Invariant($"The digests of {leaves} leaves have {bytes} bytes, too many for an array; use longer leaves."),
                    nameof(parameters));
            }

            int levels = 1;
            for (long nodes = leaves; nodes > 1; levels++)
            {
                nodes = parameters.Fanout == 0 ? 1 : (nodes + parameters.Fanout - 1) / parameters.Fanout;
            }

            // A MaxDepth of 255 means no limit. This value needs no special case, because no array is large enough for a tree of
            // 255 levels.
            if (levels > parameters.MaxDepth)
            {
                throw new ArgumentException(
                    Invariant($"{sourceBytes} bytes in leaves of {parameters.LeafLength} with fanout {parameters.Fanout} need a "
                        + $"tree of depth {levels}; MaxDepth is {parameters.MaxDepth}."), nameof(parameters));
            }
        }

        // ---- nodes ----

        private static void Node(
            Blake2Parameters parameters, ReadOnlySpan<byte> key, int depth, ulong number, bool isLast, ReadOnlySpan<byte> source,
            Span<byte> destination)
        {
            Span<TWord> state = stackalloc TWord[Blake2State.Words];
            Blake2OneShot.Start(state, parameters, destination.Length, key.Length);
            Blake2OneShot.SetNode(state, 1, 0, number, depth);
            Blake2OneShot.HashFrom(state, key, source, isLast, destination);
            state.Clear();
        }

        private static void Level(
            Blake2Parameters parameters, ReadOnlySpan<byte> key, int depth, ulong first, bool endsLevel,
            ReadOnlySpan<byte> source, Span<byte> destination, LaneShape? shape)
        {
            int nodeBytes = NodeBytes(parameters, depth, source.Length), nodes = Nodes(parameters, depth, source.Length),
                inner = parameters.InnerHashSizeInBytes;
            // If the last node is shorter than the others, it is hashed separately.
            int inLanes = source.Length == (long)nodes * nodeBytes ? nodes : nodes - 1;
            if (inLanes > 0)
            {
                Whole whole = new(parameters, key, depth, first, endsLevel ? nodes - 1 : null, source, nodeBytes, inLanes);
                LaneLevel.Run<TWord, Whole>(
                    whole, destination, inner, Blake2Batch.Table.ChooseFor<TWord>(inLanes, shape));
            }

            if (inLanes < nodes)
            {
                Node(parameters, key, depth, first + (uint)inLanes, endsLevel, source.Slice(inLanes * nodeBytes),
                    destination.Slice(inLanes * inner, inner));
            }
        }

        /// <summary>
        /// Hashes whole nodes of one level. <paramref name="last"/> is the index of the node that has the last-node flag, or null
        /// if there is no such node.
        /// </summary>
        private readonly ref struct Whole(
            Blake2Parameters parameters, ReadOnlySpan<byte> key, int depth, ulong first, int? last, ReadOnlySpan<byte> source,
            int nodeBytes, int count)
            : ILaneNodes<TWord>
        {
            private readonly ReadOnlySpan<byte> key = key;
            private readonly ReadOnlySpan<byte> source = source;

            public static int MostStreams => Blake2Batch.MostStreams;
            public static int StateWords => Blake2State.Words;
            public static int ScratchWords => Blake2State.MessageWords;
            public static int BlockBytes => TSpec.BlockBytes;
            public static int ValueBytes => TSpec.MaxHashBytes;
            public int Count => count;

            public int ValueIndex(int node) => node;

            public void Start(scoped Span<TWord> state) =>
                Blake2OneShot.Start(state, parameters, parameters.InnerHashSizeInBytes, key.Length);

            public int Set(int node, scoped Span<TWord> states, scoped Span<byte> blocks, int lanes, int lane)
            {
                Blake2OneShot.SetNode(states, lanes, lane, first + (uint)node, depth);
                return node * nodeBytes;
            }

            [MethodImpl(CompileOptions.AtOnce)]
            public void Run<TLanes>(scoped Span<TWord> states, scoped Span<int> offsets, scoped Span<byte> blocks, int part)
                where TLanes : struct, ILanes<TLanes, TWord>
            {
                int lanes = TLanes.Count, fullBlocks = Blake2OneShot.FullBlocks(nodeBytes),
                    rest = nodeBytes - (fullBlocks * TSpec.BlockBytes);
                Span<TWord> finalWords = stackalloc TWord[Blake2State.Words - Blake2State.ChainingWords];
                if (!key.IsEmpty)
                {
                    Span<int> same = stackalloc int[lanes];
                    blocks.Slice(0, TSpec.BlockBytes).Clear();
                    key.CopyTo(blocks);
                    Blake2Kernel<TLanes, TWord, TSpec>.Compress(states, blocks, same, 1, TSpec.BlockBytes);
                    blocks.Slice(0, TSpec.BlockBytes).Clear();
                }

                if (fullBlocks > 0)
                {
                    Blake2Kernel<TLanes, TWord, TSpec>.Compress(states, source, offsets, fullBlocks, TSpec.BlockBytes);
                }

                ulong total = (ulong)nodeBytes + (key.IsEmpty ? 0 : (uint)TSpec.BlockBytes);
                Blake2OneShot.SetFinalWords(finalWords, total, 0, false);
                LaneStates.Broadcast<TWord, TLanes>(finalWords, states.Slice(Blake2State.ChainingWords * lanes));
                bool isWhole = rest == TSpec.BlockBytes;
                for (int l = 0; l < lanes; l++)
                {
                    if (offsets[l] == last * nodeBytes) states[(Blake2State.F1 * lanes) + l] = Word<TWord>.AllOnes;
                    offsets[l] += fullBlocks * TSpec.BlockBytes;
                    if (isWhole) continue;

                    source.Slice(offsets[l], rest).CopyTo(blocks.Slice(l * TSpec.BlockBytes));
                    offsets[l] = l * TSpec.BlockBytes;
                }

                Blake2Kernel<TLanes, TWord, TSpec>.Compress(states, isWhole ? source : blocks, offsets, 1, TSpec.BlockBytes);
            }

            public void RunOne(int node, scoped Span<byte> value) =>
                Node(parameters, key, depth, first + (uint)node, node == last, source.Slice(node * nodeBytes, nodeBytes), value);
        }
    }
}
