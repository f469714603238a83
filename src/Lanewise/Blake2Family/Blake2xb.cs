using static Lanewise.Blake2Family.Blake2<ulong, Lanewise.Blake2Family.Blake2bSpec>;

namespace Lanewise;

/// <summary>
/// Computes BLAKE2Xb, which is BLAKE2b with output of any length. The output blocks are computed in parallel SIMD lanes. The
/// output length need not be known in advance, and the output can be read from any position. Many messages can be hashed at
/// once.
/// </summary>
/// <remarks>
/// No attack on the full hash is known. BLAKE2Xb is as secure as BLAKE2b. The output depends on the requested length, so a
/// shorter output is not a prefix of a longer one. Output whose length is not specified in advance differs from all output of a
/// specified length.
/// <para>
/// Message words and the output are little-endian. Static methods are thread-safe. The destination may overlap the source.
/// Methods that write to spans do not allocate memory.
/// </para>
/// </remarks>
/// <example>
/// <code>
/// byte[] output = Blake2xb.HashData(message, 1000);
/// </code>
/// </example>
public sealed class Blake2xb : VariableHash<Blake2xb>, IHashAlgorithm<Blake2xb>
{
    /// <summary>The maximum length in bytes of an output whose length is known in advance.</summary>
    public const int MaxHashSizeInBytes = int.MaxValue;

    /// <summary>
    /// The default output length in bytes, which is the digest length of the underlying hash. The same length applies if the
    /// output length is unknown.
    /// </summary>
    public const int HashSizeInBytes = 64;

    /// <summary>Creates an incremental hash.</summary>
    /// <param name="hashSizeInBytes">The digest length in bytes, 1 to <see cref="MaxHashSizeInBytes"/>.</param>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="hashSizeInBytes"/> is out of range.</exception>
    public Blake2xb(int hashSizeInBytes = HashSizeInBytes)
        : base(hashSizeInBytes)
    {
    }

    internal Blake2xb(IIncrementalHash incremental)
        : base(incremental)
    {
    }

    static HashMethods IHashAlgorithm<Blake2xb>.Methods => HashMethods<Blake2OutputEngine>.Default;

    /// <summary>
    /// Creates an incremental hash whose output length is unknown. To read the output, call <see cref="GetOutput"/>.
    /// </summary>
    /// <returns>The incremental hash.</returns>
    public static Blake2xb CreateUnknownLength() => new(Blake2OutputEngine.StartUnknown(default));

    /// <summary>
    /// Returns the output for the data appended so far. The output can be read from any position. More data can be appended
    /// later.
    /// </summary>
    /// <returns>An output reader that is independent of this instance.</returns>
    /// <exception cref="ObjectDisposedException">The instance was disposed.</exception>
    public Blake2xOutput GetOutput()
    {
        using Use use = new(this);
        return Blake2OutputEngine.Output(Incremental);
    }
}
