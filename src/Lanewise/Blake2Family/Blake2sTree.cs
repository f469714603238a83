using Lanewise.Blake2Family;
using Engine = Lanewise.Blake2Family.Blake2<uint, Lanewise.Blake2Family.Blake2sSpec>.Blake2Tree;
using KeyRules = Lanewise.Blake2Family.Blake2<uint, Lanewise.Blake2Family.Blake2sSpec>.Blake2Engine;

namespace Lanewise.Hazmat;

/// <summary>
/// The tree mode of BLAKE2s (BLAKE2 paper, section 2.10). The caller selects the fanout, the depth, the leaf length and the
/// inner digest length. Nodes are hashed in parallel SIMD lanes. The class can hash whole trees, or single levels if the caller
/// schedules the work.
/// </summary>
/// <inheritdoc cref="Blake2bTree" path="/remarks"/>
/// <example>
/// <code>
/// Blake2Parameters tree = new() { Fanout = 4, MaxDepth = 255, LeafLength = 4096, InnerHashSizeInBytes = 32 };
/// Blake2sTree.HashData(tree, message, digest);
/// </code>
/// </example>
public static class Blake2sTree
{
    /// <inheritdoc cref="Blake2bTree.HashData(Blake2Parameters, ReadOnlySpan{byte}, Span{byte})"/>
    public static void HashData(Blake2Parameters parameters, ReadOnlySpan<byte> source, Span<byte> destination) =>
        Engine.Hash(parameters, default, source, destination);

    /// <inheritdoc cref="Blake2bTree.HashData(Blake2Parameters, ReadOnlySpan{byte}, ReadOnlySpan{byte}, Span{byte})"/>
    public static void HashData(
        Blake2Parameters parameters, ReadOnlySpan<byte> key, ReadOnlySpan<byte> source, Span<byte> destination) =>
        Engine.Hash(parameters, HashMethods<KeyRules>.Default.CheckKey(key), source, destination);

    /// <inheritdoc cref="Blake2bTree.HashNodes(Blake2Parameters, int, ulong, bool, ReadOnlySpan{byte}, Span{byte})"/>
    public static void HashNodes(
        Blake2Parameters parameters, int nodeDepth, ulong firstNode, bool endsLevel, ReadOnlySpan<byte> source,
        Span<byte> destination) =>
        Engine.Nodes(parameters, default, nodeDepth, firstNode, endsLevel, source, destination);

    /// <inheritdoc
    /// cref="Blake2bTree.HashNodes(Blake2Parameters, ReadOnlySpan{byte}, int, ulong, bool, ReadOnlySpan{byte}, Span{byte})"/>
    public static void HashNodes(
        Blake2Parameters parameters, ReadOnlySpan<byte> key, int nodeDepth, ulong firstNode, bool endsLevel,
        ReadOnlySpan<byte> source, Span<byte> destination) =>
        Engine.Nodes(
            parameters, HashMethods<KeyRules>.Default.CheckKey(key), nodeDepth, firstNode, endsLevel, source, destination);

    /// <inheritdoc cref="Blake2bTree.HashRoot(Blake2Parameters, int, ReadOnlySpan{byte}, Span{byte})"/>
    public static void HashRoot(
        Blake2Parameters parameters, int nodeDepth, ReadOnlySpan<byte> children, Span<byte> destination) =>
        Engine.Root(parameters, default, nodeDepth, children, destination);

    /// <inheritdoc cref="Blake2bTree.HashRoot(Blake2Parameters, ReadOnlySpan{byte}, int, ReadOnlySpan{byte}, Span{byte})"/>
    public static void HashRoot(
        Blake2Parameters parameters, ReadOnlySpan<byte> key, int nodeDepth, ReadOnlySpan<byte> children,
        Span<byte> destination) =>
        Engine.Root(parameters, HashMethods<KeyRules>.Default.CheckKey(key), nodeDepth, children, destination);
}
