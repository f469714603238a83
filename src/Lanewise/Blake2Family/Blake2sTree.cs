using Lanewise.Blake2Family;

namespace Lanewise.Hazmat;

/// <summary>
/// The tree mode of BLAKE2s (BLAKE2 paper, section 2.10) with a fanout, depth, leaf and inner length of the caller's, its nodes
/// side by side in SIMD lanes: the whole tree, or nodes of one level for a caller with a scheduler of his own.
/// </summary>
/// <inheritdoc cref="Blake2bTree" path="/remarks"/>
/// <example>
/// <code>
/// Blake2Parameters tree = new() { Fanout = 4, MaxDepth = 255, LeafLength = 4096, InnerHashSizeInBytes = 32 };
/// Blake2sTree.HashData(tree, message, digest);
/// </code>
/// </example>
[FaceOf(typeof(Blake2bTree), typeof(Blake2Tree<uint, Blake2sSpec>))]
public static partial class Blake2sTree;
