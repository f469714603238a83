using Lanewise.Blake2Family;

namespace Lanewise;

/// <summary>
/// The parameter block of BLAKE2 (RFC 7693, section 2.5; BLAKE2 specification, section 2.8) without the digest length and the
/// key length. The parameters include the salt, the personalization and the fields of the tree mode.
/// </summary>
/// <remarks>
/// The default values select the sequential mode: fanout and depth are 1, and all other fields are 0. Instances are immutable,
/// and contain copies of the salt and the personalization.
/// </remarks>
public sealed class Blake2Parameters
{
    /// <summary>The parameters of the sequential mode without a salt or a personalization.</summary>
    public static Blake2Parameters Default { get; } = new();

    /// <summary>
    /// The salt, at most 16 bytes for BLAKE2b and 8 bytes for BLAKE2s. A shorter salt is padded with zeros.
    /// </summary>
    public ReadOnlyMemory<byte> Salt { get; init => field = value.ToArray(); }

    /// <summary>
    /// The personalization, at most 16 bytes for BLAKE2b and 8 bytes for BLAKE2s. A shorter personalization is padded with zeros
    /// at the end.
    /// </summary>
    public ReadOnlyMemory<byte> Personalization { get; init => field = value.ToArray(); }

    /// <summary>The number of children of a node, from 0 (unlimited) to 255. The sequential mode uses 1.</summary>
    public int Fanout { get; init; } = 1;

    /// <summary>The height of the tree, from 1 to 255 (unlimited). The sequential mode uses 1.</summary>
    public int MaxDepth { get; init; } = 1;

    /// <summary>The leaf length in bytes. A value of 0 means unlimited, as in the sequential mode.</summary>
    public uint LeafLength { get; init; }

    /// <summary>
    /// The index of the node within its level, counted from the left. The maximum index is 2^64 - 1 for BLAKE2b and 2^48 - 1
    /// for BLAKE2s.
    /// </summary>
    public ulong NodeOffset { get; init; }

    /// <summary>The level of the node, from 0 (leaves) to 255.</summary>
    public int NodeDepth { get; init; }

    /// <summary>
    /// The digest length of inner nodes in bytes: 0 in the sequential mode, otherwise at most 64 (BLAKE2b) or 32 (BLAKE2s).
    /// </summary>
    public int InnerHashSizeInBytes { get; init; }

    /// <summary>
    /// Indicates whether the node is the last of its level. If so, the flag f1 is set in the node's last block.
    /// </summary>
    public bool IsLastNode { get; init; }

    /// <summary>Throws if a parameter is too large for its field in the selected BLAKE2 variant.</summary>
    internal void Check<TWord, TSpec>()
        where TWord : unmanaged
        where TSpec : struct, IBlake2Spec<TWord>
    {
        int text = 2 * Word<TWord>.Bytes; // salt and personalization are two words each
        Check(Salt.Length <= text, nameof(Salt), Salt.Length, text);
        Check(Personalization.Length <= text, nameof(Personalization), Personalization.Length, text);
        Check(Fanout is >= 0 and <= 255, nameof(Fanout), Fanout, 255);
        Check(MaxDepth is >= 1 and <= 255, nameof(MaxDepth), MaxDepth, 255);
        Check(NodeDepth is >= 0 and <= 255, nameof(NodeDepth), NodeDepth, 255);
        bool hasInner = InnerHashSizeInBytes >= 0 && InnerHashSizeInBytes <= TSpec.MaxHashBytes;
        Check(hasInner, nameof(InnerHashSizeInBytes), InnerHashSizeInBytes, TSpec.MaxHashBytes);
        if (typeof(TWord) == typeof(uint) && NodeOffset >> 48 != 0)
        {
            throw new ArgumentException("The node offset of BLAKE2s must be less than 2^48.", "parameters");
        }

        static void Check(bool good, string field, int value, int most)
        {
            if (good) return;

            string bytes = field is nameof(Salt) or nameof(Personalization) ? " bytes" : "",
                least = field == nameof(MaxDepth) ? ", at least 1," : "";
            throw new ArgumentException(
                Invariant($"{field} of {TSpec.Name} is {value}{bytes}; at most {most}{least} is allowed."), "parameters");
        }
    }
}
