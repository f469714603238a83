using System.Security.Cryptography;

namespace Lanewise.Files.Running;

/// <summary>
/// Computes several hashes of data that is read once. The digest is the concatenation of the digests of all hashes.
/// </summary>
internal sealed class SeveralHashes(FileHash[] parts) : FileHash(parts.Sum(part => part.HashSizeInBytes))
{
    public override HashAlgorithmName AlgorithmName => new(string.Join('+', parts.Select(part => part.AlgorithmName.Name)));

    public override IReadOnlyList<FileHash> Parts => parts;

    internal override string Kernels => field ??= string.Join('+', parts.Select(part => part.Kernels));

    internal override int Lanes { get; } = parts.Max(part => part.Lanes);

    internal override int LanesAlone { get; } = parts.Max(part => part.LanesAlone);

    internal override int LanesOfOneStream { get; } = parts.Max(part => part.LanesOfOneStream);

    internal override int LongestWithOthers { get; } = parts.Max(part => part.LongestWithOthers);

    internal override bool AdvancesInLanes { get; } = parts.Any(part => part.AdvancesInLanes);

    internal override void Hash(ReadOnlySpan<byte> source, Span<byte> destination)
    {
        foreach (FileHash part in parts)
        {
            part.Hash(source, destination.Slice(0, part.HashSizeInBytes));
            destination = destination.Slice(part.HashSizeInBytes);
        }
    }

    internal override void HashMany(ReadOnlySpan<byte> source, ReadOnlySpan<int> lengths, Span<byte> destination)
    {
        byte[] digests = new byte[lengths.Length * parts.Max(part => part.HashSizeInBytes)];
        int offset = 0;
        foreach (FileHash part in parts)
        {
            int size = part.HashSizeInBytes;
            HashMany(part, source, lengths, digests.AsSpan(0, lengths.Length * size));
            for (int i = 0; i < lengths.Length; i++)
            {
                digests.AsSpan(i * size, size).CopyTo(destination.Slice((i * HashSizeInBytes) + offset));
            }

            offset += size;
        }
    }

    internal override IncrementalFileHash Start() => new Running([.. parts.Select(part => part.Start())]);

    // Some messages are hashed faster separately, others together, and a batch may contain messages of both kinds.
    private static void HashMany(FileHash part, ReadOnlySpan<byte> source, ReadOnlySpan<int> lengths, Span<byte> digests)
    {
        int size = part.HashSizeInBytes;
        while (!lengths.IsEmpty)
        {
            int count = 0, bytes = 0;
            for (; count < lengths.Length && lengths[count] <= part.LongestWithOthers; count++) bytes += lengths[count];
            if (count > 0)
            {
                part.HashMany(source.Slice(0, bytes), lengths.Slice(0, count), digests.Slice(0, count * size));
            }
            else
            {
                (count, bytes) = (1, lengths[0]);
                part.Hash(source.Slice(0, bytes), digests.Slice(0, size));
            }

            source = source.Slice(bytes);
            lengths = lengths.Slice(count);
            digests = digests.Slice(count * size);
        }
    }

    private sealed class Running(IncrementalFileHash[] parts) : IncrementalFileHash
    {
        public override ReadOnlySpan<IncrementalFileHash> Parts => parts;

        public override void Append(ReadOnlySpan<byte> data)
        {
            foreach (IncrementalFileHash part in parts) part.Append(data);
        }

        public override byte[] Finish() => [.. parts.SelectMany(part => part.Finish())];

        public override void Dispose()
        {
            foreach (IncrementalFileHash part in parts) part.Dispose();
        }
    }
}
