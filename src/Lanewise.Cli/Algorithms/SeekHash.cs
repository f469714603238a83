using System.Security.Cryptography;
using Lanewise.Api;
using Lanewise.Files;

namespace Lanewise.Cli.Algorithms;

/// <summary>Computes BLAKE3 output from a byte offset, as <c>b3sum --seek</c> does.</summary>
internal sealed class SeekHash(HashRow row, int hashBytes, ReadOnlyMemory<byte> key, ulong position) : FileHash(hashBytes)
{
    public override HashAlgorithmName AlgorithmName => new(row.Tag);

    internal override string Kernels => row.Title;

    internal override void Hash(ReadOnlySpan<byte> source, Span<byte> destination)
    {
        using Running running = new(row.Create(key.Span, HashSizeInBytes), position);
        running.Append(source);
        running.Read(destination);
    }

    internal override IncrementalFileHash Start() => new Running(row.Create(key.Span, HashSizeInBytes), position);

    private sealed class Running(LanewiseHash hash, ulong position) : IncrementalFileHash
    {
        public override LanewiseHash? Hash => hash;

        public override void Append(ReadOnlySpan<byte> data) => hash.AppendData(data);

        public override byte[] Finish()
        {
            byte[] digest = new byte[hash.HashLengthInBytes];
            Read(digest);
            return digest;
        }

        public void Read(Span<byte> destination)
        {
            using Blake3Output output = Blake3Output.Of(hash);
            output.ReadAt(position, destination);
        }

        public override void Dispose() => hash.Dispose();
    }
}
