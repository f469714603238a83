using Lanewise;

namespace Shared;

/// <summary>A third-party library that uses the package.</summary>
public static class Digests
{
    /// <summary>SHA-256 of many messages, in hexadecimal digits.</summary>
    public static string[] Sha256Batch(params ReadOnlyMemory<byte>[] messages)
    {
        byte[] digests = new byte[messages.Length * Sha256.HashSizeInBytes];
        Sha256.HashMany(messages, digests);
        return [.. digests.Chunk(Sha256.HashSizeInBytes).Select(Convert.ToHexStringLower)];
    }
}
