using System.Buffers.Binary;
using System.IO.Hashing;
using System.Security.Cryptography;
using Lanewise.Files;

namespace Lanewise.Cli.Algorithms;

/// <summary>CRC-32 as used in SFV lists, ZIP and PNG. CRC-32 detects accidental changes, but not attacks.</summary>
internal sealed class Crc32Hash() : FileHash(sizeof(uint))
{
    public const string Title = "CRC32";

    public override HashAlgorithmName AlgorithmName => new(Title);

    internal override string Kernels => Title;

    internal override void Hash(ReadOnlySpan<byte> source, Span<byte> destination) =>
        BinaryPrimitives.WriteUInt32BigEndian(destination, Crc32.HashToUInt32(source));

    internal override IncrementalFileHash Start() => new Running();

    private sealed class Running : IncrementalFileHash
    {
        private readonly Crc32 crc = new();

        public override void Append(ReadOnlySpan<byte> data) => crc.Append(data);

        public override byte[] Finish()
        {
            // CRC-32 is usually written as a number, with the most significant digit first. .NET's class returns the bytes in the
            // opposite order.
            byte[] digest = new byte[sizeof(uint)];
            BinaryPrimitives.WriteUInt32BigEndian(digest, crc.GetCurrentHashAsUInt32());
            return digest;
        }

        public override void Dispose()
        {
            // CRC-32 has no key or other resources to release.
        }
    }
}
