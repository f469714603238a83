using System.Security.Cryptography;
using Lanewise.Api;
using Lanewise.Files.Running;
using Lanewise.Incremental;
using Lanewise.Simd;

namespace Lanewise.Files;

/// <summary>A hash algorithm for files, with or without a key.</summary>
public abstract class FileHash
{
    private protected FileHash(int hashSizeInBytes) => HashSizeInBytes = hashSizeInBytes;

    /// <summary>The digest length in bytes.</summary>
    public int HashSizeInBytes { get; }

    /// <summary>The name of the algorithm.</summary>
    public abstract HashAlgorithmName AlgorithmName { get; }

    /// <summary>Returns the hash with the given name. <see cref="LanewiseOperations"/> accepts the same names.</summary>
    /// <param name="hashAlgorithm">The name, for example <c>MD5</c>, <c>BLAKE2B-256</c> or <c>SHA256</c>.</param>
    /// <param name="key">
    /// The key. An empty key means unkeyed hashing. The key is not copied, so do not change it while files are being hashed. The
    /// caller is responsible for wiping the key.
    /// </param>
    /// <returns>The hash with this name.</returns>
    /// <exception cref="ArgumentException">The name is null or empty.</exception>
    /// <exception cref="CryptographicException">The algorithm does not exist or does not accept the key.</exception>
    public static FileHash Of(HashAlgorithmName hashAlgorithm, ReadOnlyMemory<byte> key = default)
    {
        ArgumentException.ThrowIfNullOrEmpty(hashAlgorithm.Name, nameof(hashAlgorithm));
        if (Catalog.TryFind(hashAlgorithm.Name, out HashRow? row, out int hashBytes)) return new RowHash(row, hashBytes, key);

        throw new CryptographicException($"'{hashAlgorithm.Name}' is not an algorithm of this library.");
    }

    /// <summary>
    /// Combines several hashes so that the data is read only once. The digest is the concatenation of the digests of all hashes.
    /// </summary>
    /// <param name="hashes">The hashes. <see cref="HashedFile.DigestOf"/> returns the digest of each hash.</param>
    /// <returns>The combined hash.</returns>
    /// <exception cref="ArgumentException">The list is empty or contains null.</exception>
    public static FileHash Several(params ReadOnlySpan<FileHash> hashes)
    {
        if (hashes.IsEmpty || hashes.Contains(null!)) throw new ArgumentException("Give at least one hash.", nameof(hashes));

        List<FileHash> parts = [];
        foreach (FileHash hash in hashes) parts.AddRange(hash.Parts);
        return parts.Count == 1 ? parts[0] : new SeveralHashes([.. parts]);
    }

    /// <summary>The hashes that this hash combines. The list for a single hash contains only the hash itself.</summary>
    public virtual IReadOnlyList<FileHash> Parts => field ??= [this];

    /// <summary>Identifies the compiled kernels. Hashes that differ only in their digest lengths share kernels.</summary>
    internal abstract string Kernels { get; }

    /// <summary>
    /// The number of messages that fill the lanes, or 1 if there are no lanes or if a single message fills all lanes.
    /// </summary>
    internal virtual int Lanes => 1;

    /// <summary>The vector width of the lanes in bits, or a negative number if there are no lanes.</summary>
    internal virtual int VectorBits => -1;

    /// <summary>
    /// The number of lanes that the parts of a single long message can fill, or 1 if messages cannot be divided into parts.
    /// </summary>
    internal virtual int LanesAlone => 1;

    /// <summary>
    /// The number of lanes in one vector. Hashing fewer messages takes as long as hashing one message in each of these lanes.
    /// </summary>
    internal virtual int LanesOfOneStream => 1;

    /// <summary>The maximum length of messages for which hashing them together is faster than hashing them separately.</summary>
    internal virtual int LongestWithOthers => 0;

    /// <summary>Indicates whether large files are hashed together, one piece of each file at a time.</summary>
    internal virtual bool AdvancesInLanes => false;

    internal abstract void Hash(ReadOnlySpan<byte> source, Span<byte> destination);

    /// <summary>Hashes concatenated messages, and writes their concatenated digests.</summary>
    internal virtual void HashMany(ReadOnlySpan<byte> source, ReadOnlySpan<int> lengths, Span<byte> destination)
    {
        for (int i = 0, start = 0; i < lengths.Length; start += lengths[i++])
        {
            Hash(source.Slice(start, lengths[i]), destination.Slice(i * HashSizeInBytes, HashSizeInBytes));
        }
    }

    internal abstract IncrementalFileHash Start();
}

/// <summary>An incremental hash of a file.</summary>
internal abstract class IncrementalFileHash : IDisposable
{
    private readonly IncrementalFileHash self;

    protected IncrementalFileHash() => self = this;

    /// <summary>
    /// An incremental hash that can be updated together with other incremental hashes, or null if the algorithm does not support
    /// lanes.
    /// </summary>
    public virtual LanewiseHash? Hash => null;

    /// <summary>The hashes that this hash combines.</summary>
    public virtual ReadOnlySpan<IncrementalFileHash> Parts => new(in self);

    public abstract void Append(ReadOnlySpan<byte> data);

    public abstract byte[] Finish();

    public abstract void Dispose();
}

/// <summary>A hash from the catalogue of algorithms.</summary>
internal sealed class RowHash : FileHash
{
    // Tree hashes fill the lanes with the chunks of a single message, so only messages of one or a few chunks are hashed
    // together.
    private const int LongestOfTree = 4096;

    private readonly HashRow row;
    private readonly ReadOnlyMemory<byte> key;
    private bool? advances;

    public RowHash(HashRow row, int hashBytes, ReadOnlyMemory<byte> key)
        : base(hashBytes)
    {
        this.row = row;
        this.key = key;
    }

    public override HashAlgorithmName AlgorithmName =>
        new(HashSizeInBytes == row.DefaultHashBytes ? row.Tag
            : Invariant($"{row.Tag}-{8 * HashSizeInBytes}"));

    internal override string Kernels => row.Title;

    internal override int Lanes => field == 0 ? field = Shape.Lanes(row.WordBits) : field;

    internal override int VectorBits => row.ChosenShape.Bits;

    internal override int LanesAlone => AdvancesInLanes ? 1 : Lanes;

    internal override int LanesOfOneStream => (row.ChosenShape with { Streams = 1 }).Lanes(row.WordBits);

    internal override int LongestWithOthers => AdvancesInLanes ? int.MaxValue : LongestOfTree;

    internal override bool AdvancesInLanes
    {
        get
        {
            if (advances is bool doesAdvance) return doesAdvance;

            using LanewiseHash hash = Create();
            advances = hash.Incremental.Inner is ILaneIncremental;
            return advances.Value;
        }
    }

    internal override void Hash(ReadOnlySpan<byte> source, Span<byte> destination) => row.Hash(key.Span, source, destination);

    internal override void HashMany(ReadOnlySpan<byte> source, ReadOnlySpan<int> lengths, Span<byte> destination) =>
        row.HashMany(
            Messages.Packed(source, lengths), key.IsEmpty ? default : HashKeys.One(key.Span), destination, HashSizeInBytes,
            Shape == row.ChosenShape ? null : Shape);

    internal override IncrementalFileHash Start() => new Running(Create());

    // A kernel with a single stream compiles twice as fast as one with several streams, and still hashes as fast as files can be
    // read.
    private LaneShape Shape => ColdStart.IsAhead ? row.ChosenShape : row.ChosenShape with { Streams = 1 };

    private LanewiseHash Create() => row.Create(key.Span, HashSizeInBytes);

    private sealed class Running(LanewiseHash hash) : IncrementalFileHash
    {
        public override LanewiseHash? Hash => hash;

        public override void Append(ReadOnlySpan<byte> data) => hash.AppendData(data);

        public override byte[] Finish() => hash.GetCurrentHash();

        public override void Dispose() => hash.Dispose();
    }
}
