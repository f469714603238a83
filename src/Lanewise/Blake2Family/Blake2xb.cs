using Lanewise.Blake2Family;

namespace Lanewise;

/// <summary>
/// BLAKE2Xb: BLAKE2b with output of any length, its blocks side by side in SIMD lanes; keyed, of known or unknown length,
/// readable from any place, or of many messages at once.
/// </summary>
/// <remarks>
/// Sound as published, at the security of BLAKE2b. The length of the output is part of the hash: a short output is not the
/// beginning of a longer one, and output of unknown length is another again. With a key it is a MAC and a PRF.
/// <para>Message words and output are little-endian. Static methods are thread-safe. The destination may overlap the source.
/// Calls into spans allocate nothing.</para>
/// </remarks>
/// <example>
/// <code>
/// byte[] output = Blake2xb.HashData(message, 1000);
/// </code>
/// </example>
public sealed class Blake2xb : VariableHash<Blake2xb>, IHashAlgorithm<Blake2xb>
{
    /// <summary>The length of the longest output in bytes that is known beforehand.</summary>
    public const int MaxHashSizeInBytes = int.MaxValue;

    // That of BLAKE2b, and of what is returned where the length is unknown.
    private const int HashSizeInBytes = 64;

    /// <summary>Starts an empty message.</summary>
    /// <param name="hashSizeInBytes">The length of the digest in bytes, 1 to <see cref="MaxHashSizeInBytes"/>.</param>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="hashSizeInBytes"/> is no such length.</exception>
    public Blake2xb(int hashSizeInBytes = HashSizeInBytes)
        : base(hashSizeInBytes)
    {
    }

    internal Blake2xb(IRunningHash running)
        : base(running)
    {
    }

    static HashMethods IHashAlgorithm<Blake2xb>.Methods => HashMethods<Blake2OutputEngine<ulong, Blake2bSpec>>.Usual;

    static Blake2xb IHashAlgorithm<Blake2xb>.Over(IRunningHash running) => new(running);

    /// <summary>Starts an empty message whose output has no length; <see cref="GetOutput"/> reads it.</summary>
    /// <returns>The incremental hash.</returns>
    public static Blake2xb CreateUnknownLength() => new(Blake2OutputEngine<ulong, Blake2bSpec>.StartUnknown(default));

    /// <summary>The output of the data so far, which can be read from any position; more can be appended afterwards.</summary>
    /// <returns>A reader, which does not change with this instance.</returns>
    /// <exception cref="ObjectDisposedException">The instance was disposed.</exception>
    public Blake2xOutput GetOutput()
    {
        using Use use = new(this);
        return Blake2OutputEngine<ulong, Blake2bSpec>.Output(Running);
    }
}
