using System.Buffers.Binary;
using System.Globalization;
using Lanewise.Kernels;
using Lanewise.Lanes;

namespace Lanewise;

/// <summary>
/// The parameter block of BLAKE2 (RFC 7693, section 2.5; BLAKE2 specification, section 2.8) beside digest and key length:
/// salt, personalization and the fields of the tree mode.
/// </summary>
/// <remarks>The defaults are the sequential mode: fanout and depth 1, everything else 0. An instance does not change.</remarks>
public sealed class Blake2Parameters
{
    /// <summary>The sequential mode without salt and personalization.</summary>
    public static Blake2Parameters Default { get; } = new();

    /// <summary>The salt: up to 16 bytes for BLAKE2b, 8 for BLAKE2s; a shorter one is filled with zeros on the right.</summary>
    public ReadOnlyMemory<byte> Salt { get; init; }

    /// <summary>The personalization: up to 16 bytes for BLAKE2b, 8 for BLAKE2s; a shorter one is filled with zeros on the right.</summary>
    public ReadOnlyMemory<byte> Personalization { get; init; }

    /// <summary>Children of a node: 0 (unlimited) to 255; 1 in the sequential mode.</summary>
    public int Fanout { get; init; } = 1;

    /// <summary>Height of the tree: 1 to 255 (255 is unlimited); 1 in the sequential mode.</summary>
    public int MaxDepth { get; init; } = 1;

    /// <summary>Bytes of a leaf; 0 is unlimited, and the sequential mode.</summary>
    public uint LeafLength { get; init; }

    /// <summary>Number of the node in its level, from the left: up to 2^64 - 1 for BLAKE2b, 2^48 - 1 for BLAKE2s.</summary>
    public ulong NodeOffset { get; init; }

    /// <summary>Level of the node: 0 for leaves, to 255.</summary>
    public int NodeDepth { get; init; }

    /// <summary>Length of the digests of inner nodes in bytes: 0 (sequential) to 64, or 32 for BLAKE2s.</summary>
    public int InnerHashSizeInBytes { get; init; }

    /// <summary>Whether the node is the last of its level; sets the flag f1.</summary>
    public bool IsLastNode { get; init; }

    /// <summary>Writes the block: 8 words of the variant.</summary>
    internal void Write<TWord, TSpec>(int hashBytes, int keyBytes, Span<byte> block)
        where TWord : unmanaged
        where TSpec : struct, IBlake2Spec<TWord>
    {
        int field = 2 * Word<TWord>.Bytes; // salt and personalization are two words each
        Check(Salt.Length <= field, nameof(Salt), Salt.Length, field);
        Check(Personalization.Length <= field, nameof(Personalization), Personalization.Length, field);
        Check(Fanout is >= 0 and <= 255, nameof(Fanout), Fanout, 255);
        Check(MaxDepth is >= 1 and <= 255, nameof(MaxDepth), MaxDepth, 255);
        Check(NodeDepth is >= 0 and <= 255, nameof(NodeDepth), NodeDepth, 255);
        Check(InnerHashSizeInBytes >= 0 && InnerHashSizeInBytes <= TSpec.MaxHashBytes, nameof(InnerHashSizeInBytes), InnerHashSizeInBytes, TSpec.MaxHashBytes);

        block.Clear();
        block[0] = (byte)hashBytes;
        block[1] = (byte)keyBytes;
        block[2] = (byte)Fanout;
        block[3] = (byte)MaxDepth;
        BinaryPrimitives.WriteUInt32LittleEndian(block.Slice(4), LeafLength);
        BinaryPrimitives.WriteUInt64LittleEndian(block.Slice(8), NodeOffset);
        int depth = 16;
        if (typeof(TWord) == typeof(uint))
        {
            // BLAKE2s has 48 bits of node offset, and the next two fields in the other 16.
            if (NodeOffset >> 48 != 0)
            {
                throw new ArgumentException("The node offset of BLAKE2s must be less than 2^48.", "parameters");
            }

            depth = 14;
        }

        block[depth] = (byte)NodeDepth;
        block[depth + 1] = (byte)InnerHashSizeInBytes;
        Salt.Span.CopyTo(block.Slice(4 * Word<TWord>.Bytes));
        Personalization.Span.CopyTo(block.Slice(6 * Word<TWord>.Bytes));

        static void Check(bool good, string field, int value, int most)
        {
            if (good) return;

            throw new ArgumentException(
                string.Create(CultureInfo.InvariantCulture, $"{field} of {TSpec.Name} is {value}{(field is nameof(Salt) or nameof(Personalization) ? " bytes" : "")}; at most {most}{(field == nameof(MaxDepth) ? ", at least 1," : "")} is allowed."),
                "parameters");
        }
    }
}
