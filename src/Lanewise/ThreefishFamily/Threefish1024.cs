using System.Security.Cryptography;
using Lanewise.SkeinFamily;
using Lanewise.ThreefishFamily;

namespace Lanewise;

/// <summary>Threefish-1024 (Skein 1.3): blocks and keys of 128 bytes, 80 rounds.</summary>
/// <inheritdoc cref="ThreefishCipher" path="/remarks"/>
/// <example>
/// <code>
/// using Threefish1024 cipher = new(key);                    // 128 bytes
/// cipher.EncryptEcb(sector, sector, PaddingMode.None, tweak); // in place
/// </code>
/// </example>
public sealed class Threefish1024 : ThreefishCipher
{
    /// <summary>The length of a block in bytes.</summary>
    public new const int BlockSizeInBytes = 128;

    /// <summary>The length of a key in bytes.</summary>
    public new const int KeySizeInBytes = BlockSizeInBytes;

    /// <summary>Takes a key; it is copied, and wiped by <see cref="LanewiseCipher.Dispose"/>.</summary>
    /// <param name="key">128 bytes.</param>
    /// <exception cref="CryptographicException">The key has another length.</exception>
    public Threefish1024(ReadOnlySpan<byte> key)
        : base(ThreefishSize<Threefish1024Spec>.Instance, key)
    {
    }

    /// <summary>Blocks that run side by side on this machine; runs of a multiple of it waste nothing.</summary>
    public static int PreferredBatchSize => Threefish1024Spec.Table.Choose().Lanes(64);

    /// <summary>A key for each packet, for the static verbs of <see cref="LanewiseCipher"/>.</summary>
    /// <param name="keys">The keys one after the other, 128 bytes for each packet.</param>
    /// <returns>The keys.</returns>
    public static CipherKeys KeyPerPacket(ReadOnlyMemory<byte> keys) => new(ThreefishSize<Threefish1024Spec>.Instance, keys);
}
