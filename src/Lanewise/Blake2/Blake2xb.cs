using System.Globalization;
using System.Security.Cryptography;
using Lanewise.Hashing;
using Lanewise.Kernels;

namespace Lanewise;

/// <summary>
/// BLAKE2Xb: BLAKE2b with output of any length, its blocks side by side in SIMD lanes; keyed, of known or unknown length,
/// readable from any place.
/// </summary>
/// <remarks>
/// Sound as published, at the security of BLAKE2b. The length of the output is part of the hash: a short output is not the
/// beginning of a longer one, and output of unknown length is another again. With a key it is a MAC and a PRF.
/// <para>Words are read and output is written little-endian. All static methods may be called from several threads at once, a
/// destination may lie inside the source, and calls into spans allocate nothing. Keys are wiped after use.</para>
/// </remarks>
/// <example>
/// <code>
/// byte[] output = Blake2xb.HashData(message, 1000);
/// </code>
/// </example>
public sealed class Blake2xb : LanewiseHash
{
    /// <summary>The length of the longest key in bytes.</summary>
    public const int MaxKeySizeInBytes = 64;

    private readonly Blake2Running<ulong, Blake2bSpec> running;
    private readonly uint length;

    /// <summary>Starts an empty message.</summary>
    /// <param name="hashSizeInBytes">The length of the output in bytes, at least 1.</param>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="hashSizeInBytes"/> is out of range.</exception>
    public Blake2xb(int hashSizeInBytes)
        : this(default, hashSizeInBytes)
    {
    }

    /// <summary>Starts an empty message with a key.</summary>
    /// <param name="key">The key, at most 64 bytes; empty for none.</param>
    /// <param name="hashSizeInBytes">The length of the output in bytes, at least 1.</param>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="hashSizeInBytes"/> is out of range.</exception>
    /// <exception cref="CryptographicException">The key is longer than 64 bytes.</exception>
    public Blake2xb(ReadOnlySpan<byte> key, int hashSizeInBytes)
    {
        Blake2Extended<ulong, Blake2bSpec>.CheckLength(hashSizeInBytes, nameof(hashSizeInBytes));
        length = (uint)hashSizeInBytes;
        HashLengthInBytes = hashSizeInBytes;
        running = new Blake2Running<ulong, Blake2bSpec>(Blake2Extended<ulong, Blake2bSpec>.RootParameters(length), key, 64);
    }

    private Blake2xb(Blake2Running<ulong, Blake2bSpec> running, uint length)
    {
        this.running = running;
        this.length = length;
        HashLengthInBytes = length == Blake2Extended<ulong, Blake2bSpec>.UnknownLength ? 64 : (int)length;
    }

    /// <summary>The length of the output; where that is unknown, of the part of it that is a digest.</summary>
    public override int HashLengthInBytes { get; }

    /// <inheritdoc/>
    public override HashAlgorithmName AlgorithmName =>
        new(string.Create(CultureInfo.InvariantCulture, $"BLAKE2XB-{8L * HashLengthInBytes}"));

    /// <summary>Starts an empty message whose output has no length; <see cref="GetOutput"/> reads it.</summary>
    /// <param name="key">The key, at most 64 bytes; empty for none.</param>
    /// <returns>The running hash.</returns>
    /// <exception cref="CryptographicException">The key is longer than 64 bytes.</exception>
    public static Blake2xb CreateUnknownLength(ReadOnlySpan<byte> key = default)
    {
        uint unknown = Blake2Extended<ulong, Blake2bSpec>.UnknownLength;
        return new Blake2xb(new Blake2Running<ulong, Blake2bSpec>(Blake2Extended<ulong, Blake2bSpec>.RootParameters(unknown), key, 64), unknown);
    }

    /// <summary>Hashes a message.</summary>
    /// <param name="source">The message.</param>
    /// <param name="hashSizeInBytes">The length of the output in bytes, at least 1.</param>
    /// <returns>The output.</returns>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="hashSizeInBytes"/> is out of range.</exception>
    public static byte[] HashData(ReadOnlySpan<byte> source, int hashSizeInBytes) => HashData(default, source, hashSizeInBytes);

    /// <summary>Hashes a message.</summary>
    /// <param name="source">The message.</param>
    /// <param name="destination">Receives the output; its length is the length of the output. It may lie inside the source.</param>
    /// <exception cref="ArgumentException"><paramref name="destination"/> is empty or too long.</exception>
    public static void HashData(ReadOnlySpan<byte> source, Span<byte> destination) =>
        Blake2Extended<ulong, Blake2bSpec>.Hash(default, source, destination);

    /// <summary>Hashes a message with a key.</summary>
    /// <param name="key">The key, at most 64 bytes; empty for none.</param>
    /// <param name="source">The message.</param>
    /// <param name="hashSizeInBytes">The length of the output in bytes, at least 1.</param>
    /// <returns>The output.</returns>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="hashSizeInBytes"/> is out of range.</exception>
    /// <exception cref="CryptographicException">The key is longer than 64 bytes.</exception>
    public static byte[] HashData(ReadOnlySpan<byte> key, ReadOnlySpan<byte> source, int hashSizeInBytes)
    {
        Blake2Extended<ulong, Blake2bSpec>.CheckLength(hashSizeInBytes, nameof(hashSizeInBytes));
        byte[] hash = new byte[hashSizeInBytes];
        Blake2Extended<ulong, Blake2bSpec>.Hash(key, source, hash);
        return hash;
    }

    /// <summary>Hashes a message with a key.</summary>
    /// <param name="key">The key, at most 64 bytes; empty for none.</param>
    /// <param name="source">The message.</param>
    /// <param name="destination">Receives the output; its length is the length of the output. It may lie inside the source.</param>
    /// <exception cref="ArgumentException"><paramref name="destination"/> is empty or too long.</exception>
    /// <exception cref="CryptographicException">The key is longer than 64 bytes.</exception>
    public static void HashData(ReadOnlySpan<byte> key, ReadOnlySpan<byte> source, Span<byte> destination) =>
        Blake2Extended<ulong, Blake2bSpec>.Hash(key, source, destination);

    /// <summary>The output of the data so far, to be read from any place; more can be appended afterwards.</summary>
    /// <returns>A reader, which does not change with this instance.</returns>
    /// <exception cref="ObjectDisposedException">The instance was disposed.</exception>
    public Blake2xOutput GetOutput()
    {
        AppendData(default(ReadOnlySpan<byte>));
        byte[] root = new byte[64];
        running.Finish(root);
        return new Blake2xOutput(root, length, isXb: true);
    }

    /// <inheritdoc cref="LanewiseHash.Clone"/>
    public new Blake2xb Clone() => (Blake2xb)base.Clone();

    private protected override void Append(ReadOnlySpan<byte> data) => running.Append(data);

    private protected override void Finish(Span<byte> destination)
    {
        Span<byte> root = stackalloc byte[64];
        running.Finish(root);
        Blake2Extended<ulong, Blake2bSpec>.Read(root, length, 0, destination);
        CryptographicOperations.ZeroMemory(root);
    }

    private protected override void Restart() => running.Restart();

    private protected override LanewiseHash Duplicate() => new Blake2xb(running.Clone(), length);

    private protected override void Wipe() => running.Wipe();

    internal override string StateName => "BLAKE2Xb";

    internal override ReadOnlySpan<byte> WriteState(StateWriter writer)
    {
        writer.Number(length);
        return running.WriteState(writer);
    }

    internal static Blake2xb ReadState(ref StateReader reader, ReadOnlySpan<byte> key, out ReadOnlySpan<byte> secret)
    {
        ulong length = reader.Number();
        bool isKnown = length != Blake2Extended<ulong, Blake2bSpec>.UnknownLength;
        if (length < 1 || (isKnown && length > Math.Min(int.MaxValue, Blake2Extended<ulong, Blake2bSpec>.MaxLength)))
        {
            throw SavedState.Bad($"The saved state is not valid: the length of the output is {length}.");
        }

        return new Blake2xb(Blake2Running<ulong, Blake2bSpec>.ReadState(ref reader, key, out secret), (uint)length);
    }
}
