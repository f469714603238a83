using System.Buffers;
using System.Globalization;
using System.Security.Cryptography;
using Lanewise.Hashing;
using Lanewise.Kernels;

namespace Lanewise;

/// <summary>
/// BLAKE3: one message with its chunks in SIMD lanes and on several cores, a running hash, or many messages at once; keyed,
/// for key derivation, and with output of any length that can be read from any place.
/// </summary>
/// <remarks>
/// Sound as published, at 128 bits of security whatever the length of the output. With a key it is a MAC and a PRF, without
/// HMAC around it. Not for passwords. A short output is the beginning of a longer one.
/// <para>Words are read and output is written little-endian. All static methods may be called from several threads at once, a
/// destination may lie inside the source, and calls into spans allocate nothing. Keys are wiped after use.</para>
/// </remarks>
/// <example>
/// <code>
/// byte[] digest = Blake3.HashData("abc"u8);                        // 32 bytes
/// byte[] longer = Blake3.HashData("abc"u8, 100);                   // begins with them
/// byte[] key = Blake3.DeriveKey("example.com 2026-11-21 files", secret, 32);
///
/// // A large message on all cores:
/// Blake3.HashData(message, digest, new ParallelOptions());
/// </code>
/// </example>
public sealed class Blake3 : LanewiseHash
{
    /// <summary>The length of the default output in bits.</summary>
    public const int HashSizeInBits = 256;

    /// <summary>The length of the default output in bytes.</summary>
    public const int HashSizeInBytes = 32;

    /// <summary>The length of a key in bytes.</summary>
    public const int KeySizeInBytes = 32;

    private readonly Blake3Running running;

    /// <summary>Starts an empty message.</summary>
    /// <param name="hashSizeInBytes">The length of the digest in bytes, at least 1.</param>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="hashSizeInBytes"/> is less than 1.</exception>
    public Blake3(int hashSizeInBytes = HashSizeInBytes)
    {
        Blake3One.CheckHashSize(hashSizeInBytes, nameof(hashSizeInBytes));
        running = new Blake3Running(Blake3Spec.Iv, 0, hashSizeInBytes);
    }

    /// <summary>Starts an empty message with a key.</summary>
    /// <param name="key">The key, 32 bytes.</param>
    /// <param name="hashSizeInBytes">The length of the digest in bytes, at least 1.</param>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="hashSizeInBytes"/> is less than 1.</exception>
    /// <exception cref="CryptographicException">The key has not 32 bytes.</exception>
    public Blake3(ReadOnlySpan<byte> key, int hashSizeInBytes = HashSizeInBytes)
    {
        Blake3One.CheckHashSize(hashSizeInBytes, nameof(hashSizeInBytes));
        Blake3One.CheckKey(key.Length);
        Span<uint> words = stackalloc uint[8];
        uint mode = Blake3One.Mode(key, words);
        running = new Blake3Running(words, mode, hashSizeInBytes);
        words.Clear();
    }

    private Blake3(Blake3Running running) => this.running = running;

    /// <summary>Always true: the code is managed.</summary>
    public static bool IsSupported => true;

    /// <summary>
    /// Chunks or messages that run side by side on this machine; batches of a multiple of it waste nothing.
    /// </summary>
    public static int PreferredBatchSize => Blake3Many.Table.Choose().Lanes(32);

    /// <inheritdoc/>
    public override int HashLengthInBytes => running.HashBytes;

    /// <inheritdoc/>
    public override HashAlgorithmName AlgorithmName =>
        new(string.Create(CultureInfo.InvariantCulture, $"BLAKE3-{8L * HashLengthInBytes}"));

    internal Blake3Running Running => running;

    /// <summary>Starts empty key material for a context (<see cref="DeriveKey(string, ReadOnlySpan{byte}, int)"/>).</summary>
    /// <param name="context">The context: fixed in the program, and unlike any other.</param>
    /// <param name="keySizeInBytes">The length of the derived key in bytes, at least 1.</param>
    /// <returns>The running hash, whose digest is the derived key.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="context"/> is null.</exception>
    /// <exception cref="ArgumentException"><paramref name="context"/> is not valid text.</exception>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="keySizeInBytes"/> is less than 1.</exception>
    public static Blake3 CreateDeriveKey(string context, int keySizeInBytes = HashSizeInBytes)
    {
        Blake3One.CheckHashSize(keySizeInBytes, nameof(keySizeInBytes));
        Span<uint> words = stackalloc uint[8];
        Blake3One.ContextKey(context, words);
        return new Blake3(new Blake3Running(words, Blake3Spec.DeriveKeyMaterial, keySizeInBytes));
    }

    /// <inheritdoc cref="CreateDeriveKey(string, int)"/>
    /// <param name="context">The context as bytes; those of UTF-8 give the same as its text.</param>
    /// <param name="keySizeInBytes">The length of the derived key in bytes, at least 1.</param>
    public static Blake3 CreateDeriveKey(ReadOnlySpan<byte> context, int keySizeInBytes = HashSizeInBytes)
    {
        Blake3One.CheckHashSize(keySizeInBytes, nameof(keySizeInBytes));
        Span<uint> words = stackalloc uint[8];
        Blake3One.ContextKey(context, words);
        return new Blake3(new Blake3Running(words, Blake3Spec.DeriveKeyMaterial, keySizeInBytes));
    }

    // ---- one message ----

    /// <summary>Hashes a message.</summary>
    /// <param name="source">The message.</param>
    /// <param name="hashSizeInBytes">The length of the digest in bytes, at least 1.</param>
    /// <returns>The digest.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="source"/> is null.</exception>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="hashSizeInBytes"/> is less than 1.</exception>
    public static byte[] HashData(byte[] source, int hashSizeInBytes = HashSizeInBytes)
    {
        ArgumentNullException.ThrowIfNull(source);
        return HashData(source.AsSpan(), hashSizeInBytes);
    }

    /// <summary>Hashes a message.</summary>
    /// <param name="source">The message.</param>
    /// <param name="hashSizeInBytes">The length of the digest in bytes, at least 1.</param>
    /// <returns>The digest.</returns>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="hashSizeInBytes"/> is less than 1.</exception>
    public static byte[] HashData(ReadOnlySpan<byte> source, int hashSizeInBytes = HashSizeInBytes)
    {
        Blake3One.CheckHashSize(hashSizeInBytes, nameof(hashSizeInBytes));
        byte[] hash = new byte[hashSizeInBytes];
        Blake3One.Hash(Blake3Spec.Iv, 0, source, hash);
        return hash;
    }

    /// <summary>Hashes a message.</summary>
    /// <param name="source">The message.</param>
    /// <param name="destination">Receives the digest; its length, at least 1, is the length of the digest. It may lie inside the source.</param>
    /// <exception cref="ArgumentException"><paramref name="destination"/> is empty.</exception>
    public static void HashData(ReadOnlySpan<byte> source, Span<byte> destination)
    {
        Blake3One.CheckHashSize(destination.Length, nameof(destination));
        Blake3One.Hash(Blake3Spec.Iv, 0, source, destination);
    }

    /// <summary>Hashes a message with a key.</summary>
    /// <param name="key">The key, 32 bytes.</param>
    /// <param name="source">The message.</param>
    /// <param name="hashSizeInBytes">The length of the digest in bytes, at least 1.</param>
    /// <returns>The digest.</returns>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="hashSizeInBytes"/> is less than 1.</exception>
    /// <exception cref="CryptographicException">The key has not 32 bytes.</exception>
    /// <remarks>
    /// The length has no default here: with one, a call with two arrays would mean a key and a message, not a message and a
    /// destination.
    /// </remarks>
    public static byte[] HashData(ReadOnlySpan<byte> key, ReadOnlySpan<byte> source, int hashSizeInBytes)
    {
        Blake3One.CheckHashSize(hashSizeInBytes, nameof(hashSizeInBytes));
        byte[] hash = new byte[hashSizeInBytes];
        HashData(key, source, hash.AsSpan());
        return hash;
    }

    /// <summary>Hashes a message with a key.</summary>
    /// <param name="key">The key, 32 bytes.</param>
    /// <param name="source">The message.</param>
    /// <param name="destination">Receives the digest; its length, at least 1, is the length of the digest. It may lie inside the source.</param>
    /// <exception cref="ArgumentException"><paramref name="destination"/> is empty.</exception>
    /// <exception cref="CryptographicException">The key has not 32 bytes.</exception>
    public static void HashData(ReadOnlySpan<byte> key, ReadOnlySpan<byte> source, Span<byte> destination)
    {
        Blake3One.CheckHashSize(destination.Length, nameof(destination));
        Blake3One.CheckKey(key.Length);
        Span<uint> words = stackalloc uint[8];
        uint mode = Blake3One.Mode(key, words);
        Blake3One.Hash(words, mode, source, destination);
        words.Clear();
    }

    /// <summary>Hashes a message in segments.</summary>
    /// <param name="source">The message.</param>
    /// <param name="hashSizeInBytes">The length of the digest in bytes, at least 1.</param>
    /// <returns>The digest.</returns>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="hashSizeInBytes"/> is less than 1.</exception>
    public static byte[] HashData(in ReadOnlySequence<byte> source, int hashSizeInBytes = HashSizeInBytes)
    {
        if (source.IsSingleSegment) return HashData(source.FirstSpan, hashSizeInBytes);

        using Blake3 hash = new(hashSizeInBytes);
        hash.AppendData(source);
        return hash.GetCurrentHash();
    }

    /// <summary>Hashes a stream from its position to its end.</summary>
    /// <param name="source">The stream.</param>
    /// <param name="hashSizeInBytes">The length of the digest in bytes, at least 1.</param>
    /// <returns>The digest.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="source"/> is null.</exception>
    /// <exception cref="ArgumentException"><paramref name="source"/> cannot be read.</exception>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="hashSizeInBytes"/> is less than 1.</exception>
    public static byte[] HashData(Stream source, int hashSizeInBytes = HashSizeInBytes)
    {
        CheckStream(source, nameof(source));
        using Blake3 hash = new(hashSizeInBytes);
        hash.AppendStream(source);
        return hash.GetCurrentHash();
    }

    /// <summary>Hashes a stream with a key, from its position to its end.</summary>
    /// <param name="key">The key, 32 bytes.</param>
    /// <param name="source">The stream.</param>
    /// <param name="hashSizeInBytes">The length of the digest in bytes, at least 1.</param>
    /// <returns>The digest.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="source"/> is null.</exception>
    /// <exception cref="ArgumentException"><paramref name="source"/> cannot be read.</exception>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="hashSizeInBytes"/> is less than 1.</exception>
    /// <exception cref="CryptographicException">The key has not 32 bytes.</exception>
    public static byte[] HashData(ReadOnlySpan<byte> key, Stream source, int hashSizeInBytes = HashSizeInBytes)
    {
        CheckStream(source, nameof(source));
        using Blake3 hash = new(key, hashSizeInBytes);
        hash.AppendStream(source);
        return hash.GetCurrentHash();
    }

    /// <summary>Hashes a stream from its position to its end.</summary>
    /// <param name="source">The stream.</param>
    /// <param name="destination">Receives the digest; its length, at least 1, is the length of the digest.</param>
    /// <exception cref="ArgumentNullException"><paramref name="source"/> is null.</exception>
    /// <exception cref="ArgumentException"><paramref name="source"/> cannot be read.</exception>
    /// <exception cref="ArgumentException"><paramref name="destination"/> is empty.</exception>
    public static void HashData(Stream source, Span<byte> destination)
    {
        CheckStream(source, nameof(source));
        Blake3One.CheckHashSize(destination.Length, nameof(destination));
        using Blake3 hash = new(destination.Length);
        hash.AppendStream(source);
        hash.GetCurrentHash(destination);
    }

    /// <summary>Hashes a stream from its position to its end.</summary>
    /// <param name="source">The stream.</param>
    /// <param name="hashSizeInBytes">The length of the digest in bytes, at least 1.</param>
    /// <param name="cancellationToken">Stops the reading.</param>
    /// <returns>The digest.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="source"/> is null.</exception>
    /// <exception cref="ArgumentException"><paramref name="source"/> cannot be read.</exception>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="hashSizeInBytes"/> is less than 1.</exception>
    public static ValueTask<byte[]> HashDataAsync(
        Stream source, int hashSizeInBytes = HashSizeInBytes, CancellationToken cancellationToken = default)
    {
        CheckStream(source, nameof(source));
        return Run(new Blake3(hashSizeInBytes), source, cancellationToken);
    }

    /// <summary>Hashes a stream with a key, from its position to its end.</summary>
    /// <param name="key">The key, 32 bytes.</param>
    /// <param name="source">The stream.</param>
    /// <param name="hashSizeInBytes">The length of the digest in bytes, at least 1.</param>
    /// <param name="cancellationToken">Stops the reading.</param>
    /// <returns>The digest.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="source"/> is null.</exception>
    /// <exception cref="ArgumentException"><paramref name="source"/> cannot be read.</exception>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="hashSizeInBytes"/> is less than 1.</exception>
    /// <exception cref="CryptographicException">The key has not 32 bytes.</exception>
    public static ValueTask<byte[]> HashDataAsync(
        ReadOnlyMemory<byte> key, Stream source, int hashSizeInBytes = HashSizeInBytes, CancellationToken cancellationToken = default)
    {
        CheckStream(source, nameof(source));
        return Run(new Blake3(key.Span, hashSizeInBytes), source, cancellationToken);
    }

    /// <summary>Hashes a stream from its position to its end.</summary>
    /// <param name="source">The stream.</param>
    /// <param name="destination">Receives the digest; its length, at least 1, is the length of the digest.</param>
    /// <param name="cancellationToken">Stops the reading.</param>
    /// <returns>A task that ends when the digest is written.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="source"/> is null.</exception>
    /// <exception cref="ArgumentException"><paramref name="source"/> cannot be read.</exception>
    /// <exception cref="ArgumentException"><paramref name="destination"/> is empty.</exception>
    public static ValueTask HashDataAsync(Stream source, Memory<byte> destination, CancellationToken cancellationToken = default)
    {
        CheckStream(source, nameof(source));
        Blake3One.CheckHashSize(destination.Length, nameof(destination));
        return Run();

        async ValueTask Run()
        {
            using Blake3 hash = new(destination.Length);
            await hash.AppendStreamAsync(source, cancellationToken).ConfigureAwait(false);
            hash.GetCurrentHash(destination.Span);
        }
    }

    /// <summary>Compares the keyed digest of a message with an expected one, in time that does not depend on their bytes.</summary>
    /// <param name="key">The key, 32 bytes.</param>
    /// <param name="source">The message.</param>
    /// <param name="hash">The expected digest; its length is the length that is computed.</param>
    /// <returns>Whether they are equal.</returns>
    /// <exception cref="ArgumentException"><paramref name="hash"/> is empty.</exception>
    /// <exception cref="CryptographicException">The key has not 32 bytes.</exception>
    public static bool Verify(ReadOnlySpan<byte> key, ReadOnlySpan<byte> source, ReadOnlySpan<byte> hash)
    {
        CheckLength(hash);
        Span<byte> computed = hash.Length <= 256 ? stackalloc byte[hash.Length] : new byte[hash.Length];
        HashData(key, source, computed);
        bool equal = CryptographicOperations.FixedTimeEquals(computed, hash);
        CryptographicOperations.ZeroMemory(computed);
        return equal;
    }

    /// <summary>Compares the keyed digest of a stream with an expected one, in time that does not depend on their bytes.</summary>
    /// <param name="key">The key, 32 bytes.</param>
    /// <param name="source">The stream.</param>
    /// <param name="hash">The expected digest; its length is the length that is computed.</param>
    /// <returns>Whether they are equal.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="source"/> is null.</exception>
    /// <exception cref="ArgumentException"><paramref name="hash"/> is empty, or <paramref name="source"/> cannot be read.</exception>
    /// <exception cref="CryptographicException">The key has not 32 bytes.</exception>
    public static bool Verify(ReadOnlySpan<byte> key, Stream source, ReadOnlySpan<byte> hash)
    {
        CheckStream(source, nameof(source));
        CheckLength(hash);
        using Blake3 computed = new(key, hash.Length);
        computed.AppendStream(source);
        return computed.VerifyCurrentHash(hash);
    }

    /// <summary>Compares the keyed digest of a stream with an expected one, in time that does not depend on their bytes.</summary>
    /// <param name="key">The key, 32 bytes.</param>
    /// <param name="source">The stream.</param>
    /// <param name="hash">The expected digest; its length is the length that is computed.</param>
    /// <param name="cancellationToken">Stops the reading.</param>
    /// <returns>Whether they are equal.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="source"/> is null.</exception>
    /// <exception cref="ArgumentException"><paramref name="hash"/> is empty, or <paramref name="source"/> cannot be read.</exception>
    /// <exception cref="CryptographicException">The key has not 32 bytes.</exception>
    public static ValueTask<bool> VerifyAsync(
        ReadOnlyMemory<byte> key, Stream source, ReadOnlyMemory<byte> hash, CancellationToken cancellationToken = default)
    {
        CheckStream(source, nameof(source));
        CheckLength(hash.Span);
        return Run(new Blake3(key.Span, hash.Length));

        async ValueTask<bool> Run(Blake3 computed)
        {
            using (Blake3 disposed = computed)
            {
                await computed.AppendStreamAsync(source, cancellationToken).ConfigureAwait(false);
                return computed.VerifyCurrentHash(hash.Span);
            }
        }
    }

    // ---- one message on several cores ----

    /// <summary>Hashes a message on several cores.</summary>
    /// <param name="source">The message.</param>
    /// <param name="destination">Receives the output; its length, at least 1, is the length of the output. It may lie inside the source.</param>
    /// <param name="parallelOptions">Cores, scheduler and cancellation.</param>
    /// <exception cref="ArgumentNullException"><paramref name="parallelOptions"/> is null.</exception>
    /// <exception cref="ArgumentException"><paramref name="destination"/> is empty.</exception>
    /// <exception cref="OperationCanceledException">Cancelled; nothing was written.</exception>
    public static void HashData(ReadOnlyMemory<byte> source, Span<byte> destination, ParallelOptions parallelOptions)
    {
        Blake3One.CheckHashSize(destination.Length, nameof(destination));
        Blake3Parallel.Hash(Blake3Spec.Iv, 0, source, destination, parallelOptions);
    }

    /// <summary>Hashes a message with a key on several cores.</summary>
    /// <param name="key">The key, 32 bytes.</param>
    /// <param name="source">The message.</param>
    /// <param name="destination">Receives the output; its length, at least 1, is the length of the output. It may lie inside the source.</param>
    /// <param name="parallelOptions">Cores, scheduler and cancellation.</param>
    /// <exception cref="ArgumentNullException"><paramref name="parallelOptions"/> is null.</exception>
    /// <exception cref="ArgumentException"><paramref name="destination"/> is empty.</exception>
    /// <exception cref="CryptographicException">The key has not 32 bytes.</exception>
    /// <exception cref="OperationCanceledException">Cancelled; nothing was written.</exception>
    public static void HashData(ReadOnlySpan<byte> key, ReadOnlyMemory<byte> source, Span<byte> destination, ParallelOptions parallelOptions)
    {
        Blake3One.CheckHashSize(destination.Length, nameof(destination));
        Blake3One.CheckKey(key.Length);
        Span<uint> words = stackalloc uint[8];
        uint mode = Blake3One.Mode(key, words);
        Blake3Parallel.Hash(words, mode, source, destination, parallelOptions);
        words.Clear();
    }

    // ---- key derivation ----

    /// <summary>Derives a key from key material, for one purpose.</summary>
    /// <param name="context">
    /// The purpose: text fixed in the program, unlike any other, such as <c>example.com 2026-11-21 session tokens</c>. Never
    /// input from outside.
    /// </param>
    /// <param name="keyMaterial">The secret, with full entropy; not a password.</param>
    /// <param name="keySizeInBytes">The length of the derived key in bytes, at least 1.</param>
    /// <returns>The derived key.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="context"/> is null.</exception>
    /// <exception cref="ArgumentException"><paramref name="context"/> is not valid text.</exception>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="keySizeInBytes"/> is less than 1.</exception>
    public static byte[] DeriveKey(string context, ReadOnlySpan<byte> keyMaterial, int keySizeInBytes)
    {
        Blake3One.CheckHashSize(keySizeInBytes, nameof(keySizeInBytes));
        byte[] key = new byte[keySizeInBytes];
        DeriveKey(context, keyMaterial, key);
        return key;
    }

    /// <summary>Derives a key from key material, for one purpose.</summary>
    /// <param name="context">The purpose: text fixed in the program, unlike any other.</param>
    /// <param name="keyMaterial">The secret, with full entropy; not a password.</param>
    /// <param name="destination">Receives the derived key; its length is that of the key.</param>
    /// <exception cref="ArgumentNullException"><paramref name="context"/> is null.</exception>
    /// <exception cref="ArgumentException"><paramref name="context"/> is not valid text, or <paramref name="destination"/> is empty.</exception>
    public static void DeriveKey(string context, ReadOnlySpan<byte> keyMaterial, Span<byte> destination)
    {
        Blake3One.CheckHashSize(destination.Length, nameof(destination));
        Span<uint> words = stackalloc uint[8];
        Blake3One.ContextKey(context, words);
        Blake3One.Hash(words, Blake3Spec.DeriveKeyMaterial, keyMaterial, destination);
    }

    /// <summary>Derives a key from key material, for one purpose.</summary>
    /// <param name="context">The purpose as bytes; those of UTF-8 give the same as its text.</param>
    /// <param name="keyMaterial">The secret, with full entropy; not a password.</param>
    /// <param name="destination">Receives the derived key; its length is that of the key.</param>
    /// <exception cref="ArgumentException"><paramref name="destination"/> is empty.</exception>
    public static void DeriveKey(ReadOnlySpan<byte> context, ReadOnlySpan<byte> keyMaterial, Span<byte> destination)
    {
        Blake3One.CheckHashSize(destination.Length, nameof(destination));
        Span<uint> words = stackalloc uint[8];
        Blake3One.ContextKey(context, words);
        Blake3One.Hash(words, Blake3Spec.DeriveKeyMaterial, keyMaterial, destination);
    }

    /// <summary>Derives keys for one purpose from key material of one length that lies one after the other.</summary>
    /// <param name="context">The purpose: text fixed in the program, unlike any other.</param>
    /// <param name="keyMaterial">The secrets: exactly as many as the destination has room for.</param>
    /// <param name="keyMaterialLength">The length of each secret in bytes.</param>
    /// <param name="destination">Receives the keys in the order of the secrets.</param>
    /// <param name="keySizeInBytes">The length of each derived key in bytes, at least 1.</param>
    /// <exception cref="ArgumentNullException"><paramref name="context"/> is null.</exception>
    /// <exception cref="ArgumentOutOfRangeException">A length is negative or <paramref name="keySizeInBytes"/> is less than 1.</exception>
    /// <exception cref="ArgumentException">
    /// <paramref name="context"/> is not valid text, the destination is not a whole number of keys, or the source is not that many secrets.
    /// </exception>
    public static void DeriveKeyMany(
        string context, ReadOnlySpan<byte> keyMaterial, int keyMaterialLength, Span<byte> destination, int keySizeInBytes)
    {
        Blake3One.CheckHashSize(keySizeInBytes, nameof(keySizeInBytes));
        Span<uint> words = stackalloc uint[8];
        Blake3One.ContextKey(context, words);
        Blake3Batch.Equal(new(words, Blake3Spec.DeriveKeyMaterial), keyMaterial, keyMaterialLength, destination, keySizeInBytes);
    }

    /// <summary>Derives keys for one purpose from key material of any lengths that lies one after the other.</summary>
    /// <param name="context">The purpose: text fixed in the program, unlike any other.</param>
    /// <param name="keyMaterial">The secrets.</param>
    /// <param name="keyMaterialLengths">Their lengths in bytes.</param>
    /// <param name="destination">Receives the keys in the order of the secrets.</param>
    /// <param name="keySizeInBytes">The length of each derived key in bytes, at least 1.</param>
    /// <exception cref="ArgumentNullException"><paramref name="context"/> is null.</exception>
    /// <exception cref="ArgumentOutOfRangeException">A length is negative or <paramref name="keySizeInBytes"/> is less than 1.</exception>
    /// <exception cref="ArgumentException">
    /// <paramref name="context"/> is not valid text, the lengths do not add up to the source, or the destination is not exactly a key per secret.
    /// </exception>
    public static void DeriveKeyMany(
        string context, ReadOnlySpan<byte> keyMaterial, ReadOnlySpan<int> keyMaterialLengths, Span<byte> destination, int keySizeInBytes)
    {
        Blake3One.CheckHashSize(keySizeInBytes, nameof(keySizeInBytes));
        Span<uint> words = stackalloc uint[8];
        Blake3One.ContextKey(context, words);
        Blake3Batch.Ragged(new(words, Blake3Spec.DeriveKeyMaterial), keyMaterial, keyMaterialLengths, destination, keySizeInBytes);
    }

    /// <summary>Derives keys for one purpose from key material of any lengths, wherever it lies.</summary>
    /// <param name="context">The purpose: text fixed in the program, unlike any other.</param>
    /// <param name="keyMaterial">The secrets.</param>
    /// <param name="destination">Receives the keys in the order of the secrets.</param>
    /// <param name="keySizeInBytes">The length of each derived key in bytes, at least 1.</param>
    /// <exception cref="ArgumentNullException"><paramref name="context"/> is null.</exception>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="keySizeInBytes"/> is less than 1.</exception>
    /// <exception cref="ArgumentException"><paramref name="context"/> is not valid text, or the destination is not exactly a key per secret.</exception>
    public static void DeriveKeyMany(
        string context, ReadOnlySpan<ReadOnlyMemory<byte>> keyMaterial, Span<byte> destination, int keySizeInBytes)
    {
        Blake3One.CheckHashSize(keySizeInBytes, nameof(keySizeInBytes));
        Span<uint> words = stackalloc uint[8];
        Blake3One.ContextKey(context, words);
        Blake3Batch.Scattered(new(words, Blake3Spec.DeriveKeyMaterial), keyMaterial, destination, keySizeInBytes);
    }

    // ---- many messages ----

    /// <summary>Hashes messages of one length that lie one after the other.</summary>
    /// <param name="source">The messages: exactly as many as the destination has room for.</param>
    /// <param name="messageLength">The length of each message in bytes; 0 is allowed.</param>
    /// <param name="destination">Receives the digests in the order of the messages.</param>
    /// <param name="hashSizeInBytes">The length of each digest in bytes, at least 1.</param>
    /// <exception cref="ArgumentOutOfRangeException">A length is negative or <paramref name="hashSizeInBytes"/> is less than 1.</exception>
    /// <exception cref="ArgumentException">The destination is not a whole number of digests, or the source is not that many messages.</exception>
    public static void HashMany(ReadOnlySpan<byte> source, int messageLength, Span<byte> destination, int hashSizeInBytes)
    {
        Blake3One.CheckHashSize(hashSizeInBytes, nameof(hashSizeInBytes));
        using Blake3Batch.Keys setup = new(default);
        Blake3Batch.Equal(setup, source, messageLength, destination, hashSizeInBytes);
    }

    /// <summary>Hashes messages of one length that lie one after the other, all with one key.</summary>
    /// <param name="key">The key, 32 bytes.</param>
    /// <param name="source">The messages: exactly as many as the destination has room for.</param>
    /// <param name="messageLength">The length of each message in bytes; 0 is allowed.</param>
    /// <param name="destination">Receives the digests in the order of the messages.</param>
    /// <param name="hashSizeInBytes">The length of each digest in bytes, at least 1.</param>
    /// <exception cref="ArgumentOutOfRangeException">A length is negative or <paramref name="hashSizeInBytes"/> is less than 1.</exception>
    /// <exception cref="ArgumentException">The destination is not a whole number of digests, or the source is not that many messages.</exception>
    /// <exception cref="CryptographicException">The key has not 32 bytes.</exception>
    public static void HashMany(ReadOnlySpan<byte> key, ReadOnlySpan<byte> source, int messageLength, Span<byte> destination, int hashSizeInBytes)
    {
        Blake3One.CheckHashSize(hashSizeInBytes, nameof(hashSizeInBytes));
        using Blake3Batch.Keys setup = Key(key);
        Blake3Batch.Equal(setup, source, messageLength, destination, hashSizeInBytes);
    }

    /// <summary>Hashes messages of one length that lie one after the other, each with a key of its own.</summary>
    /// <param name="keys">The keys, one per message, one after the other.</param>
    /// <param name="keySizeInBytes">The length of each key in bytes, at least 1.</param>
    /// <param name="source">The messages: exactly as many as the destination has room for.</param>
    /// <param name="messageLength">The length of each message in bytes; 0 is allowed.</param>
    /// <param name="destination">Receives the digests in the order of the messages.</param>
    /// <param name="hashSizeInBytes">The length of each digest in bytes, at least 1.</param>
    /// <exception cref="ArgumentOutOfRangeException">A length is negative or <paramref name="hashSizeInBytes"/> is less than 1.</exception>
    /// <exception cref="ArgumentException">The destination is not a whole number of digests, or the source is not that many messages, or <paramref name="keys"/> is not exactly a key per message.</exception>
    /// <exception cref="CryptographicException">The keys have not 32 bytes.</exception>
    public static void HashMany(ReadOnlySpan<byte> keys, int keySizeInBytes, ReadOnlySpan<byte> source, int messageLength, Span<byte> destination, int hashSizeInBytes)
    {
        Blake3One.CheckHashSize(hashSizeInBytes, nameof(hashSizeInBytes));
        using Blake3Batch.Keys setup = Keys(keys, keySizeInBytes);
        Blake3Batch.Equal(setup, source, messageLength, destination, hashSizeInBytes);
    }

    /// <summary>Hashes messages of one length that lie one after the other, on several cores.</summary>
    /// <param name="source">The messages: exactly as many as the destination has room for.</param>
    /// <param name="messageLength">The length of each message in bytes; 0 is allowed.</param>
    /// <param name="destination">Receives the digests in the order of the messages.</param>
    /// <param name="hashSizeInBytes">The length of each digest in bytes, at least 1.</param>
    /// <param name="parallelOptions">Cores, scheduler and cancellation.</param>
    /// <exception cref="ArgumentNullException"><paramref name="parallelOptions"/> is null.</exception>
    /// <exception cref="ArgumentOutOfRangeException">A length is negative or <paramref name="hashSizeInBytes"/> is less than 1.</exception>
    /// <exception cref="ArgumentException">The destination is not a whole number of digests, or the source is not that many messages.</exception>
    /// <exception cref="OperationCanceledException">Cancelled; the destination is then only partly written.</exception>
    public static void HashMany(
        ReadOnlyMemory<byte> source, int messageLength, Memory<byte> destination, int hashSizeInBytes, ParallelOptions parallelOptions)
    {
        Blake3One.CheckHashSize(hashSizeInBytes, nameof(hashSizeInBytes));
        ManyOverCores.Equal(source, messageLength, destination, hashSizeInBytes, parallelOptions,
            (range, digests) => HashMany(range.Of(source).Span, messageLength, digests.Span, hashSizeInBytes));
    }

    /// <summary>Hashes messages of one length that lie one after the other, all with one key, on several cores.</summary>
    /// <param name="key">The key, 32 bytes.</param>
    /// <param name="source">The messages: exactly as many as the destination has room for.</param>
    /// <param name="messageLength">The length of each message in bytes; 0 is allowed.</param>
    /// <param name="destination">Receives the digests in the order of the messages.</param>
    /// <param name="hashSizeInBytes">The length of each digest in bytes, at least 1.</param>
    /// <param name="parallelOptions">Cores, scheduler and cancellation.</param>
    /// <exception cref="ArgumentNullException"><paramref name="parallelOptions"/> is null.</exception>
    /// <exception cref="ArgumentOutOfRangeException">A length is negative or <paramref name="hashSizeInBytes"/> is less than 1.</exception>
    /// <exception cref="ArgumentException">The destination is not a whole number of digests, or the source is not that many messages.</exception>
    /// <exception cref="CryptographicException">The key has not 32 bytes.</exception>
    /// <exception cref="OperationCanceledException">Cancelled; the destination is then only partly written.</exception>
    public static void HashMany(
        ReadOnlyMemory<byte> key, ReadOnlyMemory<byte> source, int messageLength, Memory<byte> destination, int hashSizeInBytes, ParallelOptions parallelOptions)
    {
        Blake3One.CheckHashSize(hashSizeInBytes, nameof(hashSizeInBytes));
        Blake3One.CheckKey(key.Length);
        ManyOverCores.Equal(source, messageLength, destination, hashSizeInBytes, parallelOptions,
            (range, digests) => HashMany(key.Span, range.Of(source).Span, messageLength, digests.Span, hashSizeInBytes), key);
    }

    /// <summary>Hashes messages of one length that lie one after the other, each with a key of its own, on several cores.</summary>
    /// <param name="keys">The keys, one per message, one after the other.</param>
    /// <param name="keySizeInBytes">The length of each key in bytes, at least 1.</param>
    /// <param name="source">The messages: exactly as many as the destination has room for.</param>
    /// <param name="messageLength">The length of each message in bytes; 0 is allowed.</param>
    /// <param name="destination">Receives the digests in the order of the messages.</param>
    /// <param name="hashSizeInBytes">The length of each digest in bytes, at least 1.</param>
    /// <param name="parallelOptions">Cores, scheduler and cancellation.</param>
    /// <exception cref="ArgumentNullException"><paramref name="parallelOptions"/> is null.</exception>
    /// <exception cref="ArgumentOutOfRangeException">A length is negative or <paramref name="hashSizeInBytes"/> is less than 1.</exception>
    /// <exception cref="ArgumentException">The destination is not a whole number of digests, or the source is not that many messages, or <paramref name="keys"/> is not exactly a key per message.</exception>
    /// <exception cref="CryptographicException">The keys have not 32 bytes.</exception>
    /// <exception cref="OperationCanceledException">Cancelled; the destination is then only partly written.</exception>
    public static void HashMany(
        ReadOnlyMemory<byte> keys, int keySizeInBytes, ReadOnlyMemory<byte> source, int messageLength, Memory<byte> destination, int hashSizeInBytes, ParallelOptions parallelOptions)
    {
        Blake3One.CheckHashSize(hashSizeInBytes, nameof(hashSizeInBytes));
        Blake3One.CheckKey(keySizeInBytes);
        Blake3One.CheckKeys(keys.Length, destination.Length / Math.Max(1, hashSizeInBytes));
        ManyOverCores.Equal(source, messageLength, destination, hashSizeInBytes, parallelOptions,
            (range, digests) => HashMany(keys.Slice(range.First * keySizeInBytes, range.Count * keySizeInBytes).Span, keySizeInBytes, range.Of(source).Span, messageLength, digests.Span, hashSizeInBytes), keys);
    }

    /// <summary>Hashes messages of any lengths that lie one after the other.</summary>
    /// <param name="source">The messages.</param>
    /// <param name="messageLengths">The length of each message in bytes; their sum is the length of the source.</param>
    /// <param name="destination">Receives the digests in the order of the messages.</param>
    /// <param name="hashSizeInBytes">The length of each digest in bytes, at least 1.</param>
    /// <exception cref="ArgumentOutOfRangeException">A length is negative or <paramref name="hashSizeInBytes"/> is less than 1.</exception>
    /// <exception cref="ArgumentException">The destination is not exactly a digest per message, or the lengths do not add up to the source.</exception>
    public static void HashMany(ReadOnlySpan<byte> source, ReadOnlySpan<int> messageLengths, Span<byte> destination, int hashSizeInBytes)
    {
        Blake3One.CheckHashSize(hashSizeInBytes, nameof(hashSizeInBytes));
        using Blake3Batch.Keys setup = new(default);
        Blake3Batch.Ragged(setup, source, messageLengths, destination, hashSizeInBytes);
    }

    /// <summary>Hashes messages of any lengths that lie one after the other, all with one key.</summary>
    /// <param name="key">The key, 32 bytes.</param>
    /// <param name="source">The messages.</param>
    /// <param name="messageLengths">The length of each message in bytes; their sum is the length of the source.</param>
    /// <param name="destination">Receives the digests in the order of the messages.</param>
    /// <param name="hashSizeInBytes">The length of each digest in bytes, at least 1.</param>
    /// <exception cref="ArgumentOutOfRangeException">A length is negative or <paramref name="hashSizeInBytes"/> is less than 1.</exception>
    /// <exception cref="ArgumentException">The destination is not exactly a digest per message, or the lengths do not add up to the source.</exception>
    /// <exception cref="CryptographicException">The key has not 32 bytes.</exception>
    public static void HashMany(ReadOnlySpan<byte> key, ReadOnlySpan<byte> source, ReadOnlySpan<int> messageLengths, Span<byte> destination, int hashSizeInBytes)
    {
        Blake3One.CheckHashSize(hashSizeInBytes, nameof(hashSizeInBytes));
        using Blake3Batch.Keys setup = Key(key);
        Blake3Batch.Ragged(setup, source, messageLengths, destination, hashSizeInBytes);
    }

    /// <summary>Hashes messages of any lengths that lie one after the other, each with a key of its own.</summary>
    /// <param name="keys">The keys, one per message, one after the other.</param>
    /// <param name="keySizeInBytes">The length of each key in bytes, at least 1.</param>
    /// <param name="source">The messages.</param>
    /// <param name="messageLengths">The length of each message in bytes; their sum is the length of the source.</param>
    /// <param name="destination">Receives the digests in the order of the messages.</param>
    /// <param name="hashSizeInBytes">The length of each digest in bytes, at least 1.</param>
    /// <exception cref="ArgumentOutOfRangeException">A length is negative or <paramref name="hashSizeInBytes"/> is less than 1.</exception>
    /// <exception cref="ArgumentException">The destination is not exactly a digest per message, or the lengths do not add up to the source, or <paramref name="keys"/> is not exactly a key per message.</exception>
    /// <exception cref="CryptographicException">The keys have not 32 bytes.</exception>
    public static void HashMany(ReadOnlySpan<byte> keys, int keySizeInBytes, ReadOnlySpan<byte> source, ReadOnlySpan<int> messageLengths, Span<byte> destination, int hashSizeInBytes)
    {
        Blake3One.CheckHashSize(hashSizeInBytes, nameof(hashSizeInBytes));
        using Blake3Batch.Keys setup = Keys(keys, keySizeInBytes);
        Blake3Batch.Ragged(setup, source, messageLengths, destination, hashSizeInBytes);
    }

    /// <summary>Hashes messages of any lengths that lie one after the other, on several cores.</summary>
    /// <param name="source">The messages.</param>
    /// <param name="messageLengths">The length of each message in bytes; their sum is the length of the source.</param>
    /// <param name="destination">Receives the digests in the order of the messages.</param>
    /// <param name="hashSizeInBytes">The length of each digest in bytes, at least 1.</param>
    /// <param name="parallelOptions">Cores, scheduler and cancellation.</param>
    /// <exception cref="ArgumentNullException"><paramref name="parallelOptions"/> is null.</exception>
    /// <exception cref="ArgumentOutOfRangeException">A length is negative or <paramref name="hashSizeInBytes"/> is less than 1.</exception>
    /// <exception cref="ArgumentException">The destination is not exactly a digest per message, or the lengths do not add up to the source.</exception>
    /// <exception cref="OperationCanceledException">Cancelled; the destination is then only partly written.</exception>
    public static void HashMany(
        ReadOnlyMemory<byte> source, ReadOnlyMemory<int> messageLengths, Memory<byte> destination, int hashSizeInBytes, ParallelOptions parallelOptions)
    {
        Blake3One.CheckHashSize(hashSizeInBytes, nameof(hashSizeInBytes));
        ManyOverCores.Ragged(source, messageLengths, destination, hashSizeInBytes, parallelOptions,
            (range, digests) => HashMany(range.Of(source).Span, range.Items(messageLengths).Span, digests.Span, hashSizeInBytes));
    }

    /// <summary>Hashes messages of any lengths that lie one after the other, all with one key, on several cores.</summary>
    /// <param name="key">The key, 32 bytes.</param>
    /// <param name="source">The messages.</param>
    /// <param name="messageLengths">The length of each message in bytes; their sum is the length of the source.</param>
    /// <param name="destination">Receives the digests in the order of the messages.</param>
    /// <param name="hashSizeInBytes">The length of each digest in bytes, at least 1.</param>
    /// <param name="parallelOptions">Cores, scheduler and cancellation.</param>
    /// <exception cref="ArgumentNullException"><paramref name="parallelOptions"/> is null.</exception>
    /// <exception cref="ArgumentOutOfRangeException">A length is negative or <paramref name="hashSizeInBytes"/> is less than 1.</exception>
    /// <exception cref="ArgumentException">The destination is not exactly a digest per message, or the lengths do not add up to the source.</exception>
    /// <exception cref="CryptographicException">The key has not 32 bytes.</exception>
    /// <exception cref="OperationCanceledException">Cancelled; the destination is then only partly written.</exception>
    public static void HashMany(
        ReadOnlyMemory<byte> key, ReadOnlyMemory<byte> source, ReadOnlyMemory<int> messageLengths, Memory<byte> destination, int hashSizeInBytes, ParallelOptions parallelOptions)
    {
        Blake3One.CheckHashSize(hashSizeInBytes, nameof(hashSizeInBytes));
        Blake3One.CheckKey(key.Length);
        ManyOverCores.Ragged(source, messageLengths, destination, hashSizeInBytes, parallelOptions,
            (range, digests) => HashMany(key.Span, range.Of(source).Span, range.Items(messageLengths).Span, digests.Span, hashSizeInBytes), key);
    }

    /// <summary>Hashes messages of any lengths that lie one after the other, each with a key of its own, on several cores.</summary>
    /// <param name="keys">The keys, one per message, one after the other.</param>
    /// <param name="keySizeInBytes">The length of each key in bytes, at least 1.</param>
    /// <param name="source">The messages.</param>
    /// <param name="messageLengths">The length of each message in bytes; their sum is the length of the source.</param>
    /// <param name="destination">Receives the digests in the order of the messages.</param>
    /// <param name="hashSizeInBytes">The length of each digest in bytes, at least 1.</param>
    /// <param name="parallelOptions">Cores, scheduler and cancellation.</param>
    /// <exception cref="ArgumentNullException"><paramref name="parallelOptions"/> is null.</exception>
    /// <exception cref="ArgumentOutOfRangeException">A length is negative or <paramref name="hashSizeInBytes"/> is less than 1.</exception>
    /// <exception cref="ArgumentException">The destination is not exactly a digest per message, or the lengths do not add up to the source, or <paramref name="keys"/> is not exactly a key per message.</exception>
    /// <exception cref="CryptographicException">The keys have not 32 bytes.</exception>
    /// <exception cref="OperationCanceledException">Cancelled; the destination is then only partly written.</exception>
    public static void HashMany(
        ReadOnlyMemory<byte> keys, int keySizeInBytes, ReadOnlyMemory<byte> source, ReadOnlyMemory<int> messageLengths, Memory<byte> destination, int hashSizeInBytes, ParallelOptions parallelOptions)
    {
        Blake3One.CheckHashSize(hashSizeInBytes, nameof(hashSizeInBytes));
        Blake3One.CheckKey(keySizeInBytes);
        Blake3One.CheckKeys(keys.Length, messageLengths.Length);
        ManyOverCores.Ragged(source, messageLengths, destination, hashSizeInBytes, parallelOptions,
            (range, digests) => HashMany(keys.Slice(range.First * keySizeInBytes, range.Count * keySizeInBytes).Span, keySizeInBytes, range.Of(source).Span, range.Items(messageLengths).Span, digests.Span, hashSizeInBytes), keys);
    }

    /// <summary>Hashes messages of any lengths, wherever they lie.</summary>
    /// <param name="sources">The messages.</param>
    /// <param name="destination">Receives the digests in the order of the messages.</param>
    /// <param name="hashSizeInBytes">The length of each digest in bytes, at least 1.</param>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="hashSizeInBytes"/> is less than 1.</exception>
    /// <exception cref="ArgumentException">The destination is not exactly a digest per message.</exception>
    public static void HashMany(ReadOnlySpan<ReadOnlyMemory<byte>> sources, Span<byte> destination, int hashSizeInBytes)
    {
        Blake3One.CheckHashSize(hashSizeInBytes, nameof(hashSizeInBytes));
        using Blake3Batch.Keys setup = new(default);
        Blake3Batch.Scattered(setup, sources, destination, hashSizeInBytes);
    }

    /// <summary>Hashes messages of any lengths, wherever they lie, all with one key.</summary>
    /// <param name="key">The key, 32 bytes.</param>
    /// <param name="sources">The messages.</param>
    /// <param name="destination">Receives the digests in the order of the messages.</param>
    /// <param name="hashSizeInBytes">The length of each digest in bytes, at least 1.</param>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="hashSizeInBytes"/> is less than 1.</exception>
    /// <exception cref="ArgumentException">The destination is not exactly a digest per message.</exception>
    /// <exception cref="CryptographicException">The key has not 32 bytes.</exception>
    public static void HashMany(ReadOnlySpan<byte> key, ReadOnlySpan<ReadOnlyMemory<byte>> sources, Span<byte> destination, int hashSizeInBytes)
    {
        Blake3One.CheckHashSize(hashSizeInBytes, nameof(hashSizeInBytes));
        using Blake3Batch.Keys setup = Key(key);
        Blake3Batch.Scattered(setup, sources, destination, hashSizeInBytes);
    }

    /// <summary>Hashes messages of any lengths, wherever they lie, each with a key of its own.</summary>
    /// <param name="keys">The keys, one per message, one after the other.</param>
    /// <param name="keySizeInBytes">The length of each key in bytes, at least 1.</param>
    /// <param name="sources">The messages.</param>
    /// <param name="destination">Receives the digests in the order of the messages.</param>
    /// <param name="hashSizeInBytes">The length of each digest in bytes, at least 1.</param>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="hashSizeInBytes"/> is less than 1.</exception>
    /// <exception cref="ArgumentException">The destination is not exactly a digest per message, or <paramref name="keys"/> is not exactly a key per message.</exception>
    /// <exception cref="CryptographicException">The keys have not 32 bytes.</exception>
    public static void HashMany(ReadOnlySpan<byte> keys, int keySizeInBytes, ReadOnlySpan<ReadOnlyMemory<byte>> sources, Span<byte> destination, int hashSizeInBytes)
    {
        Blake3One.CheckHashSize(hashSizeInBytes, nameof(hashSizeInBytes));
        using Blake3Batch.Keys setup = Keys(keys, keySizeInBytes);
        Blake3Batch.Scattered(setup, sources, destination, hashSizeInBytes);
    }

    /// <summary>Hashes messages of any lengths, wherever they lie, on several cores.</summary>
    /// <param name="sources">The messages.</param>
    /// <param name="destination">Receives the digests in the order of the messages.</param>
    /// <param name="hashSizeInBytes">The length of each digest in bytes, at least 1.</param>
    /// <param name="parallelOptions">Cores, scheduler and cancellation.</param>
    /// <exception cref="ArgumentNullException"><paramref name="parallelOptions"/> is null.</exception>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="hashSizeInBytes"/> is less than 1.</exception>
    /// <exception cref="ArgumentException">The destination is not exactly a digest per message.</exception>
    /// <exception cref="OperationCanceledException">Cancelled; the destination is then only partly written.</exception>
    public static void HashMany(
        ReadOnlyMemory<ReadOnlyMemory<byte>> sources, Memory<byte> destination, int hashSizeInBytes, ParallelOptions parallelOptions)
    {
        Blake3One.CheckHashSize(hashSizeInBytes, nameof(hashSizeInBytes));
        ManyOverCores.Scattered(sources, destination, hashSizeInBytes, parallelOptions,
            (range, digests) => HashMany(range.Items(sources).Span, digests.Span, hashSizeInBytes));
    }

    /// <summary>Hashes messages of any lengths, wherever they lie, all with one key, on several cores.</summary>
    /// <param name="key">The key, 32 bytes.</param>
    /// <param name="sources">The messages.</param>
    /// <param name="destination">Receives the digests in the order of the messages.</param>
    /// <param name="hashSizeInBytes">The length of each digest in bytes, at least 1.</param>
    /// <param name="parallelOptions">Cores, scheduler and cancellation.</param>
    /// <exception cref="ArgumentNullException"><paramref name="parallelOptions"/> is null.</exception>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="hashSizeInBytes"/> is less than 1.</exception>
    /// <exception cref="ArgumentException">The destination is not exactly a digest per message.</exception>
    /// <exception cref="CryptographicException">The key has not 32 bytes.</exception>
    /// <exception cref="OperationCanceledException">Cancelled; the destination is then only partly written.</exception>
    public static void HashMany(
        ReadOnlyMemory<byte> key, ReadOnlyMemory<ReadOnlyMemory<byte>> sources, Memory<byte> destination, int hashSizeInBytes, ParallelOptions parallelOptions)
    {
        Blake3One.CheckHashSize(hashSizeInBytes, nameof(hashSizeInBytes));
        Blake3One.CheckKey(key.Length);
        ManyOverCores.Scattered(sources, destination, hashSizeInBytes, parallelOptions,
            (range, digests) => HashMany(key.Span, range.Items(sources).Span, digests.Span, hashSizeInBytes), key);
    }

    /// <summary>Hashes messages of any lengths, wherever they lie, each with a key of its own, on several cores.</summary>
    /// <param name="keys">The keys, one per message, one after the other.</param>
    /// <param name="keySizeInBytes">The length of each key in bytes, at least 1.</param>
    /// <param name="sources">The messages.</param>
    /// <param name="destination">Receives the digests in the order of the messages.</param>
    /// <param name="hashSizeInBytes">The length of each digest in bytes, at least 1.</param>
    /// <param name="parallelOptions">Cores, scheduler and cancellation.</param>
    /// <exception cref="ArgumentNullException"><paramref name="parallelOptions"/> is null.</exception>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="hashSizeInBytes"/> is less than 1.</exception>
    /// <exception cref="ArgumentException">The destination is not exactly a digest per message, or <paramref name="keys"/> is not exactly a key per message.</exception>
    /// <exception cref="CryptographicException">The keys have not 32 bytes.</exception>
    /// <exception cref="OperationCanceledException">Cancelled; the destination is then only partly written.</exception>
    public static void HashMany(
        ReadOnlyMemory<byte> keys, int keySizeInBytes, ReadOnlyMemory<ReadOnlyMemory<byte>> sources, Memory<byte> destination, int hashSizeInBytes, ParallelOptions parallelOptions)
    {
        Blake3One.CheckHashSize(hashSizeInBytes, nameof(hashSizeInBytes));
        Blake3One.CheckKey(keySizeInBytes);
        Blake3One.CheckKeys(keys.Length, sources.Length);
        ManyOverCores.Scattered(sources, destination, hashSizeInBytes, parallelOptions,
            (range, digests) => HashMany(keys.Slice(range.First * keySizeInBytes, range.Count * keySizeInBytes).Span, keySizeInBytes, range.Items(sources).Span, digests.Span, hashSizeInBytes), keys);
    }

    // ---- a running hash ----

    /// <summary>Appends data to the message, hashing a large piece on several cores.</summary>
    /// <param name="data">The bytes; pieces of a MiB and more pay.</param>
    /// <param name="parallelOptions">Cores, scheduler and cancellation.</param>
    /// <exception cref="ArgumentNullException"><paramref name="parallelOptions"/> is null.</exception>
    /// <exception cref="ObjectDisposedException">The instance was disposed.</exception>
    /// <exception cref="OperationCanceledException">Cancelled; the message is then spoiled and the instance must be reset.</exception>
    public void AppendData(ReadOnlyMemory<byte> data, ParallelOptions parallelOptions)
    {
        ArgumentNullException.ThrowIfNull(parallelOptions);
        AppendData(default(ReadOnlySpan<byte>));
        parallelOptions.CancellationToken.ThrowIfCancellationRequested();
        running.Append(data, parallelOptions);
    }

    /// <summary>The extended output of the data so far, to be read from any place; more can be appended afterwards.</summary>
    /// <returns>A reader, which does not change with this instance.</returns>
    /// <exception cref="ObjectDisposedException">The instance was disposed.</exception>
    public Blake3Output GetOutput()
    {
        AppendData(default(ReadOnlySpan<byte>));
        return new Blake3Output(running);
    }

    /// <inheritdoc cref="LanewiseHash.Clone"/>
    public new Blake3 Clone() => (Blake3)base.Clone();

    private protected override void Append(ReadOnlySpan<byte> data) => running.Append(data);

    private protected override void Finish(Span<byte> destination) => running.Read(0, destination);

    private protected override void Restart() => running.Restart();

    private protected override LanewiseHash Duplicate() => new Blake3(running.Clone());

    private protected override void Wipe() => running.Wipe();

    internal override string StateName => "BLAKE3";

    internal override ReadOnlySpan<byte> WriteState(StateWriter writer) => running.WriteState(writer);

    internal static Blake3 ReadState(ref StateReader reader, ReadOnlySpan<byte> key, out ReadOnlySpan<byte> secret) =>
        new(Blake3Running.ReadState(ref reader, key, out secret));

    private static async ValueTask<byte[]> Run(Blake3 hash, Stream source, CancellationToken cancellationToken)
    {
        using (hash)
        {
            await hash.AppendStreamAsync(source, cancellationToken).ConfigureAwait(false);
            return hash.GetCurrentHash();
        }
    }

    private static Blake3Batch.Keys Key(ReadOnlySpan<byte> key)
    {
        Blake3One.CheckKey(key.Length);
        return new Blake3Batch.Keys(key);
    }

    private static Blake3Batch.Keys Keys(ReadOnlySpan<byte> keys, int keySizeInBytes)
    {
        Blake3One.CheckKey(keySizeInBytes);
        return new Blake3Batch.Keys(keys, perMessage: true);
    }

    private static void CheckLength(ReadOnlySpan<byte> hash) => CheckExpected(hash);
}
