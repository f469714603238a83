using Lanewise.SkeinFamily;

namespace Lanewise;

/// <summary>
/// Skein as a message authentication code (Skein 1.3, section 4.3): a key that is hashed once, and any number of messages under
/// it, whole or in pieces.
/// </summary>
/// <remarks>
/// The key has a stage of its own before the message, so there is no HMAC around the hash. Words are little-endian. The result
/// is that of the keyed forms of <see cref="Skein256"/>, <see cref="Skein512"/> and <see cref="Skein1024"/>, which hash the key
/// with every call; their <c>HashMany</c> takes many messages at once in lanes, under one key or a key for each.
/// <para><see cref="ComputeMac(ReadOnlySpan{byte}, Span{byte})"/> and <see cref="Verify"/> do not touch the running message;
/// several threads may call them at once. The key's state is wiped by <see cref="LanewiseHash.Dispose()"/>; a saved state is
/// one of the Skein type of the same size.</para>
/// </remarks>
/// <example>
/// <code>
/// using SkeinMac mac = new(key, macSizeInBytes: 32);
/// byte[] tag = mac.ComputeMac(message);
/// bool unchanged = mac.Verify(message, tag);   // in fixed time
/// </code>
/// </example>
public sealed class SkeinMac : LanewiseHash
{
    /// <summary>Takes a key.</summary>
    /// <param name="key">The key, of any length but 0.</param>
    /// <param name="macSizeInBytes">The length of a code in bytes, at least 1; it is an input of the hash.</param>
    /// <param name="stateSizeInBits">256, 512 or 1024: which Skein.</param>
    /// <exception cref="CryptographicException">The key is empty.</exception>
    /// <exception cref="ArgumentOutOfRangeException">The length is less than 1, or the state is another number.</exception>
    public SkeinMac(ReadOnlySpan<byte> key, int macSizeInBytes = 64, int stateSizeInBits = 512)
        : this(SkeinParameters.Default, key, macSizeInBytes, stateSizeInBits)
    {
    }

    /// <summary>Takes a key and the optional texts, such as a personalization, or the shape of a tree.</summary>
    /// <param name="parameters">The optional texts and the shape of the tree.</param>
    /// <param name="key">The key, of any length but 0.</param>
    /// <param name="macSizeInBytes">The length of a code in bytes, at least 1; it is an input of the hash.</param>
    /// <param name="stateSizeInBits">256, 512 or 1024: which Skein.</param>
    /// <exception cref="ArgumentNullException"><paramref name="parameters"/> is null.</exception>
    /// <exception cref="ArgumentException">The tree has a shape that Skein does not allow.</exception>
    /// <exception cref="CryptographicException">The key is empty.</exception>
    /// <exception cref="ArgumentOutOfRangeException">The length is less than 1, or the state is another number.</exception>
    public SkeinMac(SkeinParameters parameters, ReadOnlySpan<byte> key, int macSizeInBytes = 64, int stateSizeInBits = 512)
        : this(Start(parameters, key, macSizeInBytes, stateSizeInBits), stateSizeInBits)
    {
    }

    private SkeinMac(IRunningHash running, int stateSizeInBits)
        : base(running) => StateSizeInBits = stateSizeInBits;

    /// <summary>The length of the state in bits.</summary>
    public int StateSizeInBits { get; }

    /// <inheritdoc/>
    public override HashAlgorithmName AlgorithmName => new(Invariant($"SKEIN-{StateSizeInBits}-{8L * HashLengthInBytes}"));

    internal override string StateName => Invariant($"Skein-{StateSizeInBits}");

    /// <summary>The code of a whole message; what was appended is not touched.</summary>
    /// <param name="source">The message.</param>
    /// <returns>The code.</returns>
    /// <exception cref="ObjectDisposedException">The instance was disposed.</exception>
    public byte[] ComputeMac(ReadOnlySpan<byte> source)
    {
        byte[] mac = new byte[HashLengthInBytes];
        ComputeMac(source, mac);
        return mac;
    }

    /// <summary>The code of a whole message; what was appended is not touched. Nothing is allocated without a tree.</summary>
    /// <param name="source">The message.</param>
    /// <param name="destination">Receives the code; it may lie in the message.</param>
    /// <returns>The number of bytes written.</returns>
    /// <exception cref="ArgumentException">The destination is shorter than the code.</exception>
    /// <exception cref="ObjectDisposedException">The instance was disposed.</exception>
    public int ComputeMac(ReadOnlySpan<byte> source, Span<byte> destination)
    {
        ThrowIfDisposed();
        int length = HashLengthInBytes;
        if (destination.Length < length) throw BatchChecks.TooShort(destination.Length, length);

        Span<byte> mac = destination.Slice(0, length);
        using Use use = new(this, mac);
        ((ISkeinRunning)Running).HashAlone(source, mac);
        return length;
    }

    /// <summary>Compares the code of a whole message with an expected one, in time that does not depend on their bytes.</summary>
    /// <param name="source">The message.</param>
    /// <param name="mac">The expected code.</param>
    /// <returns>Whether they are equal; false also where the lengths differ.</returns>
    /// <exception cref="ArgumentException"><paramref name="mac"/> is empty.</exception>
    /// <exception cref="ObjectDisposedException">The instance was disposed.</exception>
    public bool Verify(ReadOnlySpan<byte> source, ReadOnlySpan<byte> mac)
    {
        if (mac.IsEmpty) throw new ArgumentException("The expected code is empty.", nameof(mac));

        Span<byte> computed = HashLengthInBytes <= 256 ? stackalloc byte[HashLengthInBytes] : new byte[HashLengthInBytes];
        ComputeMac(source, computed);
        return AreEqual(computed, mac);
    }

    /// <inheritdoc cref="LanewiseHash.Clone"/>
    public new SkeinMac Clone() => (SkeinMac)base.Clone();

    private protected override LanewiseHash Duplicate() => new SkeinMac(Running.Clone(), StateSizeInBits);

    private static IRunningHash Start(SkeinParameters parameters, ReadOnlySpan<byte> key, int macSizeInBytes, int stateSizeInBits)
    {
        if (key.IsEmpty) throw new CryptographicException("The key is empty: without one the result is a plain hash.");

        HashSizes.Check(macSizeInBytes, int.MaxValue, "Skein");
        ArgumentNullException.ThrowIfNull(parameters);
        return SkeinSizes.Start(SkeinSizes.StateBytes(stateSizeInBits), parameters, key, macSizeInBytes);
    }
}
