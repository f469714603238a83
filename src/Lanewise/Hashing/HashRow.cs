using System.Security.Cryptography;
using Lanewise.Lanes;

namespace Lanewise.Hashing;

/// <summary>What lengths the digests of an algorithm have.</summary>
internal enum HashLengths
{
    /// <summary>One.</summary>
    Fixed,

    /// <summary>Any up to the usual one; each is a hash of its own.</summary>
    Bounded,

    /// <summary>Any; each is a hash of its own.</summary>
    Any,

    /// <summary>Any; a shorter digest is the beginning of a longer one.</summary>
    Stream,
}

/// <summary>A hash in the <see cref="Catalog"/>: what is needed in order to use it without knowing it.</summary>
/// <param name="title">The name in texts and in <c>--tag</c> lines: <c>BLAKE2b</c>.</param>
/// <param name="wordBits">The bits of a word.</param>
/// <param name="blockBytes">The bytes of a block.</param>
/// <param name="hashBytes">The usual length of the digest in bytes.</param>
/// <param name="lengths">What other lengths there are.</param>
internal abstract class HashRow(string title, int wordBits, int blockBytes, int hashBytes, HashLengths lengths)
{
    public string Title => title;

    /// <summary>The name on the command line and of the documentation page: <c>blake2b</c>.</summary>
    public string Name { get; } = title.ToLowerInvariant();

    public int WordBits => wordBits;

    public int BlockBytes => blockBytes;

    public int DefaultHashBytes => hashBytes;

    public HashLengths Lengths => lengths;

    public int MinHashBytes => lengths == HashLengths.Fixed ? hashBytes : 1;

    /// <summary>The longest digest; where there is no end, the longest that tools offer.</summary>
    public virtual int MaxHashBytes => lengths is HashLengths.Fixed or HashLengths.Bounded ? hashBytes : 1024;

    /// <summary>0 where there is no keyed mode.</summary>
    public virtual int MaxKeyBytes => 0;

    /// <summary>The shortest key; 0 where an empty key is a key, too.</summary>
    public virtual int MinKeyBytes => Math.Min(1, MaxKeyBytes);

    /// <summary>The hash that takes keys where this one takes none; found by its name, and not an algorithm of its own.</summary>
    public virtual HashRow? Mac => null;

    /// <summary>The shape that <c>HashMany</c> takes on this machine.</summary>
    public abstract LaneShape ChosenShape { get; }

    /// <summary>The same hash in its mode for the derivation of keys; null where it has none.</summary>
    public virtual HashRow? WithContext(string context) => null;

    /// <summary>A running hash; the key may be empty.</summary>
    public abstract LanewiseHash Create(ReadOnlySpan<byte> key, int hashBytes);

    /// <summary>One message; digest as long as the destination.</summary>
    public abstract void Hash(ReadOnlySpan<byte> key, ReadOnlySpan<byte> source, Span<byte> destination);

    /// <summary>Many messages of one length, at a given shape or at the chosen one.</summary>
    public abstract void HashEqual(
        ReadOnlySpan<byte> key, ReadOnlySpan<byte> source, int messageLength, Span<byte> destination, int hashBytes, LaneShape? shape = null);

    /// <summary>Many messages of any lengths, packed, at a given shape or at the chosen one.</summary>
    public abstract void HashRagged(
        ReadOnlySpan<byte> key,
        ReadOnlySpan<byte> source,
        ReadOnlySpan<int> messageLengths,
        Span<byte> destination,
        int hashBytes,
        LaneShape? shape = null);

    /// <summary>Many messages of any lengths, anywhere, at a given shape or at the chosen one.</summary>
    public abstract void HashScattered(
        ReadOnlySpan<byte> key, ReadOnlySpan<ReadOnlyMemory<byte>> sources, Span<byte> destination, int hashBytes, LaneShape? shape = null);

    /// <summary>The running hash of a saved state, which was read up to the algorithm's own part.</summary>
    /// <param name="state">The state.</param>
    /// <param name="key">The key; empty for none.</param>
    /// <param name="secret">What the key check of the state is made with; empty for a hash without a key.</param>
    public abstract LanewiseHash Resume(ref StateReader state, ReadOnlySpan<byte> key, out ReadOnlySpan<byte> secret);

    /// <summary>A key that would be ignored is refused.</summary>
    protected void CheckNoKey(ReadOnlySpan<byte> key)
    {
        if (!key.IsEmpty) throw new CryptographicException($"{Title} has no keyed mode.");
    }
}
