using System.Security.Cryptography;

namespace Lanewise.Files;

/// <summary>Several hashes of a file that is read once: their digests one after the other.</summary>
internal sealed class JoinedHash(IReadOnlyList<FileHash> hashes) : FileHash(hashes.Sum(hash => hash.HashSizeInBytes))
{
    public override HashAlgorithmName AlgorithmName => new(string.Join('+', hashes.Select(hash => hash.AlgorithmName.Name)));

    internal override string Kernels => AlgorithmName.Name!;

    internal override void Hash(ReadOnlySpan<byte> source, Span<byte> destination)
    {
        foreach (FileHash hash in hashes)
        {
            hash.Hash(source, destination.Slice(0, hash.HashSizeInBytes));
            destination = destination.Slice(hash.HashSizeInBytes);
        }
    }

    internal override RunningFileHash Start() => new Running([.. hashes.Select(hash => hash.Start())]);

    private sealed class Running(RunningFileHash[] parts) : RunningFileHash
    {
        public override void Append(ReadOnlySpan<byte> data)
        {
            foreach (RunningFileHash part in parts) part.Append(data);
        }

        public override byte[] Finish() => [.. parts.SelectMany(part => part.Finish())];

        public override void Dispose()
        {
            foreach (RunningFileHash part in parts) part.Dispose();
        }
    }
}
