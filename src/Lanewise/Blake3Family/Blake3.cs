using Lanewise.Blake3Family;

namespace Lanewise;

/// <summary>
/// Computes BLAKE3 for one message, for data that arrives in pieces, or for many messages at once. The chunks of a single message
/// are hashed in SIMD lanes and on several cores. BLAKE3 can also derive keys. The output can have any length and can be read
/// from any position.
/// </summary>
/// <remarks>
/// No attack on the full hash is known. The security level is 128 bits. Collision resistance of 128 bits requires an output of at
/// least 32 bytes. For a MAC, use <see cref="Blake3Mac"/>. Do not use BLAKE3 to hash passwords. A shorter output is a prefix of a
/// longer one.
/// <para>
/// Message words and the output are little-endian. Static methods are thread-safe. The destination may overlap the source.
/// Methods that write to spans do not allocate memory.
/// </para>
/// </remarks>
/// <example>
/// <code>
/// byte[] digest = Blake3.HashData("abc"u8);                        // 32 bytes
/// byte[] longer = Blake3.HashData("abc"u8, 100);                   // begins with these 32 bytes
/// byte[] key = Blake3.DeriveKey("example.com 2026-11-21 files", secret, 32);
///
/// // A large message on all cores:
/// Blake3.HashData(message, digest, new ParallelOptions());
/// </code>
/// </example>
public sealed class Blake3 : VariableHash<Blake3>, IHashAlgorithm<Blake3>
{
    /// <summary>
    /// The default digest length in bytes. Digests of all lengths are prefixes of the same extended output.
    /// <see cref="LanewiseHash.HashLengthInBytes"/> returns the digest length of an instance.
    /// </summary>
    public const int HashSizeInBytes = 32;

    /// <summary>Creates an incremental hash.</summary>
    /// <param name="hashSizeInBytes">The digest length in bytes, at least 1.</param>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="hashSizeInBytes"/> is out of range.</exception>
    public Blake3(int hashSizeInBytes = HashSizeInBytes)
        : base(hashSizeInBytes)
    {
    }

    internal Blake3(IIncrementalHash incremental)
        : base(incremental)
    {
    }

    static HashMethods IHashAlgorithm<Blake3>.Methods => HashMethods<Blake3Engine>.Default;

    internal Blake3Incremental Tree => (Blake3Incremental)Incremental;

    /// <summary>
    /// Creates an incremental hash that derives a key for a context (see
    /// <see cref="DeriveKey(string, ReadOnlySpan{byte}, int)"/>). Append the key material to the hash. Unlike the
    /// static methods, the hash also accepts empty key material, as the specification allows.
    /// </summary>
    /// <param name="context">The context: a string that is hard-coded in the program and used for nothing else.</param>
    /// <param name="keySizeInBytes">The length of the derived key in bytes, at least 1.</param>
    /// <returns>The incremental hash, whose digest is the derived key.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="context"/> is null.</exception>
    /// <exception cref="ArgumentException"><paramref name="context"/> contains an unpaired surrogate.</exception>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="keySizeInBytes"/> is less than 1.</exception>
    public static Blake3 CreateDeriveKey(string context, int keySizeInBytes = HashSizeInBytes)
    {
        HashMethods<Blake3Engine>.Default.CheckHashSize(keySizeInBytes);
        Span<uint> words = stackalloc uint[8];
        Blake3OneShot.ContextKey(context, words);
        return new Blake3(new Blake3Incremental(words, Blake3Spec.DeriveKeyMaterial, keySizeInBytes));
    }

    /// <summary>Hashes a message on several cores. The length of the destination determines the digest length.</summary>
    /// <param name="source">The message.</param>
    /// <param name="destination">Receives the digest. The span must be at least 1 byte long, and may overlap the source.</param>
    /// <param name="parallelOptions">The maximum number of cores, the task scheduler and the cancellation token.</param>
    /// <exception cref="ArgumentNullException"><paramref name="parallelOptions"/> is null.</exception>
    /// <exception cref="ArgumentException"><paramref name="destination"/> is empty.</exception>
    /// <exception cref="OperationCanceledException">The call was cancelled before anything was written.</exception>
    public static void HashData(ReadOnlyMemory<byte> source, Span<byte> destination, ParallelOptions parallelOptions) =>
        Blake3Parallel.Hash(Blake3Spec.Iv, Blake3Spec.Unkeyed, source, destination, parallelOptions);

    /// <summary>Derives a key from key material for one purpose.</summary>
    /// <param name="context">
    /// The purpose: a string that is hard-coded in the program and used for nothing else, for example <c>example.com 2026-11-21
    /// session tokens</c>. Never include external input.
    /// </param>
    /// <param name="keyMaterial">The secret, which must have full entropy and must not be empty. Do not use a password.</param>
    /// <param name="keySizeInBytes">The length of the derived key in bytes, at least 1.</param>
    /// <returns>The derived key.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="context"/> is null.</exception>
    /// <exception cref="ArgumentException"><paramref name="context"/> contains an unpaired surrogate.</exception>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="keySizeInBytes"/> is less than 1.</exception>
    /// <exception cref="CryptographicException"><paramref name="keyMaterial"/> is empty.</exception>
    public static byte[] DeriveKey(string context, ReadOnlySpan<byte> keyMaterial, int keySizeInBytes)
    {
        HashMethods<Blake3Engine>.Default.CheckHashSize(keySizeInBytes);
        byte[] key = new byte[keySizeInBytes];
        DeriveKey(context, keyMaterial, key);
        return key;
    }

    /// <summary>Derives a key from key material for one purpose.</summary>
    /// <param name="context">The purpose: a string that is hard-coded in the program and used for nothing else.</param>
    /// <param name="keyMaterial">The secret, which must have full entropy and must not be empty. Do not use a password.</param>
    /// <param name="destination">Receives the derived key. The span's length determines the key length.</param>
    /// <exception cref="ArgumentNullException"><paramref name="context"/> is null.</exception>
    /// <exception cref="ArgumentException">
    /// <paramref name="context"/> contains an unpaired surrogate, or <paramref name="destination"/> is empty.
    /// </exception>
    /// <exception cref="CryptographicException"><paramref name="keyMaterial"/> is empty.</exception>
    public static void DeriveKey(string context, ReadOnlySpan<byte> keyMaterial, Span<byte> destination)
    {
        if (keyMaterial.IsEmpty) throw new CryptographicException("The key material is empty.");
        HashMethods<Blake3Engine>.Default.CheckHashSize(destination);
        Span<uint> words = stackalloc uint[8];
        Blake3OneShot.ContextKey(context, words);
        Blake3OneShot.Hash(words, Blake3Spec.DeriveKeyMaterial, keyMaterial, destination);
    }

    /// <summary>Derives one key from each of many secrets, for the same purpose.</summary>
    /// <param name="context">The purpose: a string that is hard-coded in the program and used for nothing else.</param>
    /// <param name="keyMaterial">The secrets, in one buffer or in separate buffers. No secret may be empty.</param>
    /// <param name="destination">Receives the keys in the order of the secrets.</param>
    /// <param name="keySizeInBytes">The length of each derived key in bytes, at least 1.</param>
    /// <exception cref="ArgumentNullException"><paramref name="context"/> is null.</exception>
    /// <exception cref="ArgumentOutOfRangeException">
    /// The length of a secret is negative, or <paramref name="keySizeInBytes"/> is less than 1.
    /// </exception>
    /// <exception cref="ArgumentException"><paramref name="context"/> contains an unpaired surrogate.</exception>
    /// <exception cref="ArgumentException">
    /// The destination's length differs from the total length of the keys, or the source's length differs from the total length
    /// of the secrets.
    /// </exception>
    /// <exception cref="CryptographicException">A secret is empty.</exception>
    public static void DeriveKeyMany(
        string context, Messages keyMaterial, Span<byte> destination, int keySizeInBytes = HashSizeInBytes)
    {
        if (keyMaterial.HaveEmpty) throw new CryptographicException("The key material of a key is empty.");
        HashMethods<Blake3Engine>.Default.CheckHashSize(keySizeInBytes);
        Span<uint> words = stackalloc uint[8];
        Blake3OneShot.ContextKey(context, words);
        Batch.Run(
            keyMaterial, default, destination,
            new Blake3Batch(new(words, Blake3Spec.DeriveKeyMaterial), keySizeInBytes, null));
    }

    /// <summary>Appends data to the message. Large inputs are hashed on several cores.</summary>
    /// <param name="data">The data. Using several cores saves time for inputs of at least 1 MiB.</param>
    /// <param name="parallelOptions">The maximum number of cores, the task scheduler and the cancellation token.</param>
    /// <exception cref="ArgumentNullException"><paramref name="parallelOptions"/> is null.</exception>
    /// <exception cref="ObjectDisposedException">The instance was disposed.</exception>
    /// <exception cref="OperationCanceledException">The call was cancelled before any data was appended.</exception>
    public void AppendData(ReadOnlyMemory<byte> data, ParallelOptions parallelOptions)
    {
        ArgumentNullException.ThrowIfNull(parallelOptions);
        using Use use = new(this);
        parallelOptions.CancellationToken.ThrowIfCancellationRequested();
        Tree.Append(data, parallelOptions);
    }

    /// <summary>
    /// Returns the extended output for the data appended so far. The output can be read from any position. More data can be
    /// appended later.
    /// </summary>
    /// <returns>An output reader that is independent of this instance.</returns>
    /// <exception cref="ObjectDisposedException">The instance was disposed.</exception>
    public Blake3Output GetOutput()
    {
        using Use use = new(this);
        return new Blake3Output(Tree);
    }
}
