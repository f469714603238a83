namespace Lanewise.Hazmat;

/// <summary>
/// The tree mode of BLAKE2b (BLAKE2 paper, section 2.10) with a fanout, depth, leaf and inner length of the caller's, its nodes
/// side by side in SIMD lanes: the whole tree, or nodes of one level for a caller with a scheduler of his own.
/// </summary>
/// <remarks>
/// A sharp tool: every choice of parameters is a hash of its own, which other software only computes if it is told all of
/// them. To hash data use <see cref="Blake2b"/> or <see cref="Blake2s"/>; <see cref="Blake2bp"/> and <see cref="Blake2sp"/> are
/// trees that others know.
/// <para>Leaves take <see cref="Blake2Parameters.LeafLength"/> bytes of the message each (0: all of it), the nodes above them the
/// digests of <see cref="Blake2Parameters.Fanout"/> children (0: of all), <see cref="Blake2Parameters.InnerHashSizeInBytes"/>
/// bytes each, which is also the digest length in their parameter blocks; only the root has that of the result. A message
/// of one leaf has one node, leaf and root at once, on level 0. The last node of each level has the flag of the last. With a
/// key, every node begins with its block. A message that needs more levels than <see cref="Blake2Parameters.MaxDepth"/> is
/// refused; the value 255 is no limit. Node offset, node depth and the flag are set by the tree; salt and personalization
/// are the same in all nodes.</para>
/// <para>Calls allocate nothing; the digests of the leaves lie in pooled memory, which is wiped.</para>
/// </remarks>
/// <example>
/// <code>
/// Blake2Parameters tree = new() { Fanout = 4, MaxDepth = 255, LeafLength = 4096, InnerHashSizeInBytes = 64 };
/// Blake2bTree.HashData(tree, message, digest);
/// </code>
/// </example>
public static partial class Blake2bTree;
