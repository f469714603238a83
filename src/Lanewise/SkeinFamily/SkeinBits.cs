using Lanewise.SkeinFamily;

namespace Lanewise.Hazmat;

/// <summary>
/// Computes Skein for messages and outputs whose length is not a whole number of bytes, and computes Skein trees on several
/// cores.
/// </summary>
/// <remarks>
/// This is a low-level class, because few other libraries support messages that end with a partial byte. Bits are numbered from
/// the most significant bit of each byte. If the message ends within a byte, the remaining bits of that byte are ignored. For
/// messages of whole bytes, use <see cref="Skein512"/> and <see cref="Skein512Mac"/>.
/// <para>The state size is 256 bits for Skein-256, 512 bits for Skein-512 and 1024 bits for Skein-1024.</para>
/// </remarks>
public static class SkeinBits
{
    /// <summary>Hashes a message. The lengths of the message and the output are given in bits.</summary>
    /// <param name="stateSizeInBits">The state size in bits: 256 (Skein-256), 512 (Skein-512) or 1024 (Skein-1024).</param>
    /// <param name="parameters">The optional strings and the shape of the hash tree.</param>
    /// <param name="key">The key, of any length. An empty key means unkeyed hashing.</param>
    /// <param name="source">The message, stored in the minimum number of bytes.</param>
    /// <param name="sourceBits">The message length in bits.</param>
    /// <param name="destination">
    /// Receives the output in the minimum number of bytes. Unused bits of the last byte are zero. The span may overlap
    /// the source.
    /// </param>
    /// <param name="hashBits">The output length in bits, at least 1.</param>
    /// <exception cref="ArgumentNullException"><paramref name="parameters"/> is null.</exception>
    /// <exception cref="ArgumentOutOfRangeException">
    /// The state size is not valid, <paramref name="sourceBits"/> does not match the source length, or
    /// <paramref name="hashBits"/> is less than 1.
    /// </exception>
    /// <exception cref="ArgumentException">
    /// The destination does not have the length of the output, or Skein does not allow a tree of this shape.
    /// </exception>
    public static void HashData(
        int stateSizeInBits, SkeinParameters parameters, ReadOnlySpan<byte> key, ReadOnlySpan<byte> source, long sourceBits,
        Span<byte> destination, long hashBits)
    {
        ArgumentNullException.ThrowIfNull(parameters);
        int stateBytes = SkeinSizes.StateBytes(stateSizeInBits);
        HashSizes.Check(destination, int.MaxValue, "Skein");
        if (stateBytes == 32) Run<Skein256Spec>(parameters, key, source, sourceBits, destination, hashBits);
        else if (stateBytes == 64) Run<Skein512Spec>(parameters, key, source, sourceBits, destination, hashBits);
        else Run<Skein1024Spec>(parameters, key, source, sourceBits, destination, hashBits);
    }

    /// <summary>
    /// Appends the end of a message whose length is not a whole number of bytes. After this call, no data can be appended until
    /// the hash is reset.
    /// </summary>
    /// <param name="hash">An incremental Skein hash or MAC.</param>
    /// <param name="data">The last bytes, stored in the minimum number of bytes.</param>
    /// <param name="bits">
    /// The number of bits in <paramref name="data"/> that belong to the message, counted from the most significant bit of each
    /// byte.
    /// </param>
    /// <exception cref="ArgumentNullException"><paramref name="hash"/> is null.</exception>
    /// <exception cref="ArgumentException"><paramref name="hash"/> is not a Skein hash.</exception>
    /// <exception cref="ArgumentOutOfRangeException">
    /// <paramref name="bits"/> does not match the length of <paramref name="data"/>.
    /// </exception>
    /// <exception cref="InvalidOperationException">A partial last byte was already appended to the message.</exception>
    /// <exception cref="ObjectDisposedException">The instance was disposed.</exception>
    public static void AppendData(LanewiseHash hash, ReadOnlySpan<byte> data, long bits)
    {
        ArgumentNullException.ThrowIfNull(hash);
        if (hash.Incremental is not ISkeinIncremental incremental)
        {
            throw new ArgumentException("Only Skein hashes accept partial bytes.", nameof(hash));
        }

        // Any of the three specifications can be used here, because the check does not depend on the state size.
        int last = SkeinOneShot<Skein512Spec>.CheckBits(data.Length, bits, 1, 8, nameof(bits));
        hash.AppendData(data);
        incremental.EndWithin(last);
    }

    /// <summary>Hashes a message as a tree. The leaves are hashed in lanes and on several cores.</summary>
    /// <param name="stateSizeInBits">The state size in bits: 256 (Skein-256), 512 (Skein-512) or 1024 (Skein-1024).</param>
    /// <param name="parameters">The shape of the hash tree, and the optional strings.</param>
    /// <param name="key">The key, of any length. An empty key means unkeyed hashing.</param>
    /// <param name="source">The message.</param>
    /// <param name="destination">
    /// Receives the digest. The buffer's length determines the digest length. The buffer may overlap the source.
    /// </param>
    /// <param name="parallelOptions">The number of cores, the scheduler and the cancellation token.</param>
    /// <exception cref="ArgumentNullException">
    /// <paramref name="parameters"/> or <paramref name="parallelOptions"/> is null.
    /// </exception>
    /// <exception cref="ArgumentOutOfRangeException">The state size is not valid.</exception>
    /// <exception cref="ArgumentException">
    /// <paramref name="destination"/> is empty, the parameters do not describe a tree, or Skein does not allow a tree of this
    /// shape.
    /// </exception>
    /// <exception cref="OperationCanceledException">
    /// The call was cancelled before anything was written.
    /// </exception>
    public static void HashTree(
        int stateSizeInBits, SkeinParameters parameters, ReadOnlySpan<byte> key, ReadOnlyMemory<byte> source,
        Memory<byte> destination, ParallelOptions parallelOptions)
    {
        ArgumentNullException.ThrowIfNull(parameters);
        ArgumentNullException.ThrowIfNull(parallelOptions);
        int stateBytes = SkeinSizes.StateBytes(stateSizeInBits);
        HashSizes.Check(destination.Span, int.MaxValue, "Skein", nameof(destination));
        if (!parameters.IsTree)
        {
            throw new ArgumentException(
                "The parameters have no tree: LeafExponent, NodeExponent and MaxLevel must be set.", nameof(parameters));
        }

        if (stateBytes == 32) SkeinTree<Skein256Spec>.HashInParallel(parameters, key, source, destination, parallelOptions);
        else if (stateBytes == 64) SkeinTree<Skein512Spec>.HashInParallel(parameters, key, source, destination, parallelOptions);
        else SkeinTree<Skein1024Spec>.HashInParallel(parameters, key, source, destination, parallelOptions);
    }

    private static void Run<TSpec>(
        SkeinParameters parameters, ReadOnlySpan<byte> key, ReadOnlySpan<byte> source, long sourceBits, Span<byte> destination,
        long hashBits)
        where TSpec : struct, ISkeinSpec
    {
        int bits = SkeinOneShot<TSpec>.CheckBits(source.Length, sourceBits, destination.Length, hashBits);
        SkeinOneShot<TSpec>.Hash(parameters, key, source, bits, hashBits, destination);
    }
}
