using System.Buffers;
using System.Globalization;
using System.Security.Cryptography;
using System.Text;
using Lanewise.Hashing;
using Lanewise.Kernels;

namespace Lanewise;

/// <summary>
/// Skein-256 (Skein 1.3, October 2010): one message, a running hash, or many messages at once in SIMD lanes; with a key,
/// personalization, public key, key derivation identifier, nonce, and as a tree.
/// </summary>
/// <remarks>
/// Sound as published, at the security of its output length and of its 256 bits of state. With a key it is a MAC and a
/// PRF, without HMAC around it. The output has any length, which is an input of the hash: a short one is not the beginning
/// of a long one.
/// <para>Words are read and digests written little-endian. All static methods may be called from several threads at once, a
/// destination may lie inside the source, and calls into spans allocate nothing but the chaining value that belongs to a
/// length of digest, once. Keys are wiped after use.</para>
/// </remarks>
/// <example>
/// <code>
/// byte[] digest = Skein256.HashData("abc"u8);          // 32 bytes
/// byte[] other = Skein256.HashData("abc"u8, 20);       // 20 bytes, not the beginning of the first
///
/// // Ten thousand messages of 128 bytes, one after the other in one buffer, 32 bytes of digest each:
/// byte[] digests = new byte[10_000 * 32];
/// Skein256.HashMany(messages, 128, digests, 32);
/// </code>
/// </example>
public sealed class Skein256 : LanewiseHash
{
    /// <summary>The length of the state, and of the default digest, in bits.</summary>
    public const int HashSizeInBits = 256;

    /// <summary>The length of the state, and of the default digest, in bytes.</summary>
    public const int HashSizeInBytes = 32;

    private readonly SkeinRunning<Skein256Spec> running;

    /// <summary>Starts an empty message.</summary>
    /// <param name="hashSizeInBytes">The length of the digest in bytes, at least 1.</param>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="hashSizeInBytes"/> is less than 1.</exception>
    public Skein256(int hashSizeInBytes = HashSizeInBytes)
        : this(SkeinParameters.Default, default, hashSizeInBytes)
    {
    }

    /// <summary>Starts an empty message with a key.</summary>
    /// <param name="key">The key, of any length; empty for none.</param>
    /// <param name="hashSizeInBytes">The length of the digest in bytes, at least 1.</param>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="hashSizeInBytes"/> is less than 1.</exception>
    public Skein256(ReadOnlySpan<byte> key, int hashSizeInBytes = HashSizeInBytes)
        : this(SkeinParameters.Default, key, hashSizeInBytes)
    {
    }

    /// <summary>Starts an empty message with these parameters.</summary>
    /// <param name="parameters">The optional texts and the shape of the tree.</param>
    /// <param name="key">The key, of any length; empty for none.</param>
    /// <param name="hashSizeInBytes">The length of the digest in bytes, at least 1.</param>
    /// <exception cref="ArgumentNullException"><paramref name="parameters"/> is null.</exception>
    /// <exception cref="ArgumentException">The tree has a shape that Skein does not allow.</exception>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="hashSizeInBytes"/> is less than 1.</exception>
    public Skein256(SkeinParameters parameters, ReadOnlySpan<byte> key = default, int hashSizeInBytes = HashSizeInBytes) =>
        running = new SkeinRunning<Skein256Spec>(parameters, key, CheckedBits(hashSizeInBytes));

    private Skein256(SkeinRunning<Skein256Spec> running) => this.running = running;

    /// <summary>Always true: the code is managed.</summary>
    public static bool IsSupported => true;

    /// <summary>
    /// Messages that <c>HashMany</c> runs side by side on this machine; batches of a multiple of it waste nothing.
    /// </summary>
    public static int PreferredBatchSize => SkeinMany<Skein256Spec>.Table.Choose().Lanes(64);

    /// <inheritdoc/>
    public override int HashLengthInBytes => running.HashBytes;

    /// <inheritdoc/>
    public override HashAlgorithmName AlgorithmName =>
        new(string.Create(CultureInfo.InvariantCulture, $"SKEIN-256-{8L * HashLengthInBytes}"));

    internal SkeinRunning<Skein256Spec> Running => running;

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
    public static byte[] HashData(ReadOnlySpan<byte> source, int hashSizeInBytes = HashSizeInBytes) =>
        HashData(default, source, hashSizeInBytes);

    /// <summary>Hashes a message.</summary>
    /// <param name="source">The message.</param>
    /// <param name="destination">Receives the digest; its length is the length of the digest. It may lie inside the source.</param>
    /// <exception cref="ArgumentException"><paramref name="destination"/> is empty.</exception>
    public static void HashData(ReadOnlySpan<byte> source, Span<byte> destination) =>
        SkeinOne<Skein256Spec>.Hash(source, destination);

    // The length has no default: with one, two arrays would be taken for key and message, not for message and destination.

    /// <summary>Hashes a message with a key.</summary>
    /// <param name="key">The key, of any length; empty for none.</param>
    /// <param name="source">The message.</param>
    /// <param name="hashSizeInBytes">The length of the digest in bytes, at least 1.</param>
    /// <returns>The digest.</returns>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="hashSizeInBytes"/> is less than 1.</exception>
    public static byte[] HashData(ReadOnlySpan<byte> key, ReadOnlySpan<byte> source, int hashSizeInBytes)
    {
        SkeinOne<Skein256Spec>.CheckHashSize(hashSizeInBytes, nameof(hashSizeInBytes));
        byte[] hash = new byte[hashSizeInBytes];
        HashData(key, source, hash);
        return hash;
    }

    /// <summary>Hashes a message with a key.</summary>
    /// <param name="key">The key, of any length; empty for none.</param>
    /// <param name="source">The message.</param>
    /// <param name="destination">Receives the digest; its length is the length of the digest. It may lie inside the source.</param>
    /// <exception cref="ArgumentException"><paramref name="destination"/> is empty.</exception>
    public static void HashData(ReadOnlySpan<byte> key, ReadOnlySpan<byte> source, Span<byte> destination) =>
        HashData(SkeinParameters.Default, key, source, destination);

    /// <summary>Hashes a message with a key if there is room for the digest.</summary>
    /// <param name="key">The key, of any length; empty for none.</param>
    /// <param name="source">The message.</param>
    /// <param name="destination">Receives the digest. It may lie inside the source.</param>
    /// <param name="bytesWritten">The number of bytes written; 0 where there was no room.</param>
    /// <param name="hashSizeInBytes">The length of the digest in bytes, at least 1.</param>
    /// <returns>Whether there was room; if not, nothing was written.</returns>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="hashSizeInBytes"/> is less than 1.</exception>
    public static bool TryHashData(
        ReadOnlySpan<byte> key, ReadOnlySpan<byte> source, Span<byte> destination, out int bytesWritten, int hashSizeInBytes = HashSizeInBytes)
    {
        SkeinOne<Skein256Spec>.CheckHashSize(hashSizeInBytes, nameof(hashSizeInBytes));
        bytesWritten = 0;
        if (destination.Length < hashSizeInBytes) return false;

        HashData(key, source, destination.Slice(0, hashSizeInBytes));
        bytesWritten = hashSizeInBytes;
        return true;
    }

    /// <summary>Hashes a message with these parameters.</summary>
    /// <param name="parameters">The optional texts and the shape of the tree.</param>
    /// <param name="key">The key, of any length; empty for none.</param>
    /// <param name="source">The message.</param>
    /// <param name="destination">Receives the digest; its length is the length of the digest. It may lie inside the source.</param>
    /// <exception cref="ArgumentNullException"><paramref name="parameters"/> is null.</exception>
    /// <exception cref="ArgumentException">
    /// <paramref name="destination"/> is empty, or the tree of <paramref name="parameters"/> has a shape that Skein does not allow.
    /// </exception>
    public static void HashData(SkeinParameters parameters, ReadOnlySpan<byte> key, ReadOnlySpan<byte> source, Span<byte> destination) =>
        HashBits(parameters, key, source, 8L * source.Length, destination, 8L * destination.Length);

    /// <summary>Hashes a message of any number of bits to an output of any number of bits.</summary>
    /// <remarks>Bits count from the top of each byte; those of the last byte that are not part of the message are ignored.</remarks>
    /// <param name="parameters">The optional texts and the shape of the tree.</param>
    /// <param name="key">The key, of any length; empty for none.</param>
    /// <param name="source">The message, in as few bytes as hold its bits.</param>
    /// <param name="sourceBits">The length of the message in bits.</param>
    /// <param name="destination">Receives the output, in as few bytes as hold it; unused bits of the last one are zero. It may lie inside the source.</param>
    /// <param name="hashBits">The length of the output in bits, at least 1.</param>
    /// <exception cref="ArgumentNullException"><paramref name="parameters"/> is null.</exception>
    /// <exception cref="ArgumentOutOfRangeException">The bits are not those of the bytes of the source, or there is no output.</exception>
    /// <exception cref="ArgumentException">
    /// The destination is not exactly as long as the output, or the tree has a shape that Skein does not allow.
    /// </exception>
    public static void HashBits(
        SkeinParameters parameters, ReadOnlySpan<byte> key, ReadOnlySpan<byte> source, long sourceBits, Span<byte> destination, long hashBits)
    {
        ArgumentNullException.ThrowIfNull(parameters);
        CheckRoom(destination.Length);
        int bits = SkeinOne<Skein256Spec>.CheckBits(source.Length, sourceBits, destination.Length, hashBits);
        SkeinOne<Skein256Spec>.Hash(parameters, key, source, bits, hashBits, destination);
    }

    /// <summary>Hashes a message as a tree, whose leaves run in lanes and on several cores.</summary>
    /// <param name="parameters">The shape of the tree, and the optional texts.</param>
    /// <param name="key">The key, of any length; empty for none.</param>
    /// <param name="source">The message.</param>
    /// <param name="destination">Receives the digest; its length is the length of the digest. It may lie inside the source.</param>
    /// <param name="parallelOptions">Cores, scheduler and cancellation.</param>
    /// <exception cref="ArgumentNullException"><paramref name="parameters"/> or <paramref name="parallelOptions"/> is null.</exception>
    /// <exception cref="ArgumentException">
    /// <paramref name="destination"/> is empty, or the parameters have no tree, or one of a shape that Skein does not allow.
    /// </exception>
    /// <exception cref="OperationCanceledException">Cancelled; the destination is then not written.</exception>
    public static void HashTree(
        SkeinParameters parameters, ReadOnlySpan<byte> key, ReadOnlyMemory<byte> source, Memory<byte> destination, ParallelOptions parallelOptions)
    {
        ArgumentNullException.ThrowIfNull(parameters);
        ArgumentNullException.ThrowIfNull(parallelOptions);
        CheckRoom(destination.Length);
        if (!parameters.IsTree) throw new ArgumentException("The parameters have no tree: LeafExponent, NodeExponent and MaxLevel must be set.", nameof(parameters));

        ulong[] chain = new ulong[HashSizeInBytes / 8];
        SkeinOne<Skein256Spec>.Start(chain, parameters, key, 8L * destination.Length);
        try
        {
            SkeinTree<Skein256Spec>.HashOverCores(chain, parameters, source, 8L * destination.Length, destination, parallelOptions);
        }
        finally
        {
            Array.Clear(chain);
        }
    }

    /// <summary>Hashes a message in segments.</summary>
    /// <param name="source">The message.</param>
    /// <param name="hashSizeInBytes">The length of the digest in bytes, at least 1.</param>
    /// <returns>The digest.</returns>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="hashSizeInBytes"/> is less than 1.</exception>
    public static byte[] HashData(in ReadOnlySequence<byte> source, int hashSizeInBytes = HashSizeInBytes)
    {
        if (source.IsSingleSegment) return HashData(source.FirstSpan, hashSizeInBytes);

        using Skein256 hash = new(hashSizeInBytes);
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
    public static byte[] HashData(Stream source, int hashSizeInBytes = HashSizeInBytes) => HashData(default, source, hashSizeInBytes);

    /// <summary>Hashes a stream with a key, from its position to its end.</summary>
    /// <param name="key">The key, of any length; empty for none.</param>
    /// <param name="source">The stream.</param>
    /// <param name="hashSizeInBytes">The length of the digest in bytes, at least 1.</param>
    /// <returns>The digest.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="source"/> is null.</exception>
    /// <exception cref="ArgumentException"><paramref name="source"/> cannot be read.</exception>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="hashSizeInBytes"/> is less than 1.</exception>
    public static byte[] HashData(ReadOnlySpan<byte> key, Stream source, int hashSizeInBytes = HashSizeInBytes)
    {
        CheckStream(source, nameof(source));
        using Skein256 hash = new(key, hashSizeInBytes);
        hash.AppendStream(source);
        return hash.GetCurrentHash();
    }

    /// <summary>Hashes a stream from its position to its end.</summary>
    /// <param name="source">The stream.</param>
    /// <param name="destination">Receives the digest; its length is the length of the digest.</param>
    /// <exception cref="ArgumentNullException"><paramref name="source"/> is null.</exception>
    /// <exception cref="ArgumentException"><paramref name="source"/> cannot be read.</exception>
    /// <exception cref="ArgumentException"><paramref name="destination"/> is empty.</exception>
    public static void HashData(Stream source, Span<byte> destination)
    {
        CheckStream(source, nameof(source));
        CheckRoom(destination.Length);
        using Skein256 hash = new(destination.Length);
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
        Stream source, int hashSizeInBytes = HashSizeInBytes, CancellationToken cancellationToken = default) =>
        HashDataAsync(default, source, hashSizeInBytes, cancellationToken);

    /// <summary>Hashes a stream with a key, from its position to its end.</summary>
    /// <param name="key">The key, of any length; empty for none.</param>
    /// <param name="source">The stream.</param>
    /// <param name="hashSizeInBytes">The length of the digest in bytes, at least 1.</param>
    /// <param name="cancellationToken">Stops the reading.</param>
    /// <returns>The digest.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="source"/> is null.</exception>
    /// <exception cref="ArgumentException"><paramref name="source"/> cannot be read.</exception>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="hashSizeInBytes"/> is less than 1.</exception>
    public static ValueTask<byte[]> HashDataAsync(
        ReadOnlyMemory<byte> key, Stream source, int hashSizeInBytes = HashSizeInBytes, CancellationToken cancellationToken = default)
    {
        CheckStream(source, nameof(source));
        return Run(new Skein256(key.Span, hashSizeInBytes));

        async ValueTask<byte[]> Run(Skein256 hash)
        {
            using (Skein256 disposed = hash)
            {
                await hash.AppendStreamAsync(source, cancellationToken).ConfigureAwait(false);
                return hash.GetCurrentHash();
            }
        }
    }

    /// <summary>Hashes a stream from its position to its end.</summary>
    /// <param name="source">The stream.</param>
    /// <param name="destination">Receives the digest; its length is the length of the digest.</param>
    /// <param name="cancellationToken">Stops the reading.</param>
    /// <returns>A task that ends when the digest is written.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="source"/> is null.</exception>
    /// <exception cref="ArgumentException"><paramref name="source"/> cannot be read.</exception>
    /// <exception cref="ArgumentException"><paramref name="destination"/> is empty.</exception>
    public static ValueTask HashDataAsync(Stream source, Memory<byte> destination, CancellationToken cancellationToken = default)
    {
        CheckStream(source, nameof(source));
        CheckRoom(destination.Length);
        return Run();

        async ValueTask Run()
        {
            using Skein256 hash = new(destination.Length);
            await hash.AppendStreamAsync(source, cancellationToken).ConfigureAwait(false);
            hash.GetCurrentHash(destination.Span);
        }
    }

    /// <summary>Compares the keyed digest of a message with an expected one, in time that does not depend on their bytes.</summary>
    /// <param name="key">The key, of any length; empty for none.</param>
    /// <param name="source">The message.</param>
    /// <param name="hash">The expected digest; its length is the length that is computed.</param>
    /// <returns>Whether they are equal.</returns>
    /// <exception cref="ArgumentException"><paramref name="hash"/> is empty.</exception>
    public static bool Verify(ReadOnlySpan<byte> key, ReadOnlySpan<byte> source, ReadOnlySpan<byte> hash)
    {
        CheckLength(hash);
        Span<byte> computed = hash.Length <= HashSizeInBytes ? stackalloc byte[HashSizeInBytes] : new byte[hash.Length];
        computed = computed.Slice(0, hash.Length);
        HashData(key, source, computed);
        bool equal = CryptographicOperations.FixedTimeEquals(computed, hash);
        CryptographicOperations.ZeroMemory(computed);
        return equal;
    }

    /// <summary>Compares the keyed digest of a stream with an expected one, in time that does not depend on their bytes.</summary>
    /// <param name="key">The key, of any length; empty for none.</param>
    /// <param name="source">The stream.</param>
    /// <param name="hash">The expected digest; its length is the length that is computed.</param>
    /// <returns>Whether they are equal.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="source"/> is null.</exception>
    /// <exception cref="ArgumentException"><paramref name="hash"/> is empty, or <paramref name="source"/> cannot be read.</exception>
    public static bool Verify(ReadOnlySpan<byte> key, Stream source, ReadOnlySpan<byte> hash)
    {
        CheckStream(source, nameof(source));
        CheckLength(hash);
        using Skein256 computed = new(key, hash.Length);
        computed.AppendStream(source);
        return computed.VerifyCurrentHash(hash);
    }

    /// <summary>Compares the keyed digest of a stream with an expected one, in time that does not depend on their bytes.</summary>
    /// <param name="key">The key, of any length; empty for none.</param>
    /// <param name="source">The stream.</param>
    /// <param name="hash">The expected digest; its length is the length that is computed.</param>
    /// <param name="cancellationToken">Stops the reading.</param>
    /// <returns>Whether they are equal.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="source"/> is null.</exception>
    /// <exception cref="ArgumentException"><paramref name="hash"/> is empty, or <paramref name="source"/> cannot be read.</exception>
    public static ValueTask<bool> VerifyAsync(
        ReadOnlyMemory<byte> key, Stream source, ReadOnlyMemory<byte> hash, CancellationToken cancellationToken = default)
    {
        CheckStream(source, nameof(source));
        CheckLength(hash.Span);
        return Run(new Skein256(key.Span, hash.Length));

        async ValueTask<bool> Run(Skein256 computed)
        {
            using (Skein256 disposed = computed)
            {
                await computed.AppendStreamAsync(source, cancellationToken).ConfigureAwait(false);
                return computed.VerifyCurrentHash(hash.Span);
            }
        }
    }

    /// <summary>Derives a key from a master key, as section 4.7 of the paper has it: no message, an identifier.</summary>
    /// <param name="key">The master key, of any length but 0.</param>
    /// <param name="identifier">Which key is derived: other identifiers and lengths give keys that say nothing of each other.</param>
    /// <param name="destination">Receives the key; its length is the length of the key.</param>
    /// <exception cref="CryptographicException">The master key is empty.</exception>
    /// <exception cref="ArgumentException"><paramref name="identifier"/> or <paramref name="destination"/> is empty.</exception>
    public static void DeriveKey(ReadOnlySpan<byte> key, ReadOnlySpan<byte> identifier, Span<byte> destination)
    {
        if (key.IsEmpty) throw new CryptographicException("The master key is empty.");
        if (identifier.IsEmpty) throw new ArgumentException("The identifier is empty: without one the result is a plain MAC of nothing.", nameof(identifier));

        HashData(new SkeinParameters { KeyDerivationIdentifier = identifier.ToArray() }, key, default, destination);
    }

    /// <summary>Derives a key from a master key, as section 4.7 of the paper has it: no message, an identifier.</summary>
    /// <param name="key">The master key, of any length but 0.</param>
    /// <param name="identifier">Which key is derived.</param>
    /// <param name="outputLength">The length of the key in bytes, at least 1.</param>
    /// <returns>The key.</returns>
    /// <exception cref="CryptographicException">The master key is empty.</exception>
    /// <exception cref="ArgumentException"><paramref name="identifier"/> is empty.</exception>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="outputLength"/> is less than 1.</exception>
    public static byte[] DeriveKey(ReadOnlySpan<byte> key, ReadOnlySpan<byte> identifier, int outputLength)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(outputLength, 1);
        byte[] output = new byte[outputLength];
        DeriveKey(key, identifier, output);
        return output;
    }

    /// <summary>Derives a key from a master key, with an identifier in words.</summary>
    /// <param name="key">The master key, of any length but 0.</param>
    /// <param name="identifier">Which key is derived; its UTF-8 bytes are taken.</param>
    /// <param name="outputLength">The length of the key in bytes, at least 1.</param>
    /// <returns>The key.</returns>
    /// <exception cref="CryptographicException">The master key is empty.</exception>
    /// <exception cref="ArgumentNullException"><paramref name="identifier"/> is null.</exception>
    /// <exception cref="ArgumentException"><paramref name="identifier"/> is empty.</exception>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="outputLength"/> is less than 1.</exception>
    public static byte[] DeriveKey(ReadOnlySpan<byte> key, string identifier, int outputLength)
    {
        ArgumentNullException.ThrowIfNull(identifier);
        return DeriveKey(key, Encoding.UTF8.GetBytes(identifier), outputLength);
    }

    // ---- output of any length ----

    /// <summary>Hashes a message to an output that is read in pieces and from any place, in lanes.</summary>
    /// <param name="parameters">The optional texts and the shape of the tree.</param>
    /// <param name="key">The key, of any length; empty for none.</param>
    /// <param name="source">The message.</param>
    /// <param name="hashBits">The length of the output in bits, at least 1; 2^64 - 1 by convention where it is not known.</param>
    /// <returns>The output.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="parameters"/> is null.</exception>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="hashBits"/> is 0.</exception>
    /// <exception cref="ArgumentException">The tree has a shape that Skein does not allow.</exception>
    public static SkeinOutput OpenOutput(SkeinParameters parameters, ReadOnlySpan<byte> key, ReadOnlySpan<byte> source, ulong hashBits)
    {
        ArgumentOutOfRangeException.ThrowIfZero(hashBits);
        SkeinRunning<Skein256Spec> running = new(parameters, key, unchecked((long)hashBits));
        try
        {
            running.Append(source);
            ulong[] chain = new ulong[HashSizeInBytes / 8];
            running.FinishChain(chain);
            return new SkeinOutput(chain, hashBits);
        }
        finally
        {
            running.Wipe();
        }
    }

    /// <summary>Opens the keystream of a key and a nonce: Skein as a stream cipher (section 4.10 of the paper).</summary>
    /// <remarks>
    /// <see cref="SkeinOutput.Transform"/> encrypts and decrypts. No nonce may occur twice under one key, and nothing notices
    /// changes of the text: <see cref="ThreefishSkein"/> does.
    /// </remarks>
    /// <param name="key">The key, of any length but 0.</param>
    /// <param name="nonce">The nonce, of any length but 0; never the same twice under one key.</param>
    /// <returns>The keystream, of 2^64 - 1 bits.</returns>
    /// <exception cref="CryptographicException">The key is empty.</exception>
    /// <exception cref="ArgumentException">The nonce is empty.</exception>
    public static SkeinOutput CreateKeystream(ReadOnlySpan<byte> key, ReadOnlySpan<byte> nonce)
    {
        if (key.IsEmpty) throw new CryptographicException("The key is empty.");
        if (nonce.IsEmpty) throw new ArgumentException("The nonce is empty.", nameof(nonce));

        return OpenOutput(new SkeinParameters { Nonce = nonce.ToArray() }, key, default, ulong.MaxValue);
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
        using SkeinMany<Skein256Spec>.Setup setup = new(SkeinParameters.Default, default, 0, 1, hashSizeInBytes);
        setup.Equal(source, messageLength, destination);
    }

    /// <summary>Hashes messages of one length that lie one after the other, all with one key.</summary>
    /// <param name="key">The key, of any length; empty for none.</param>
    /// <param name="source">The messages: exactly as many as the destination has room for.</param>
    /// <param name="messageLength">The length of each message in bytes; 0 is allowed.</param>
    /// <param name="destination">Receives the digests in the order of the messages.</param>
    /// <param name="hashSizeInBytes">The length of each digest in bytes, at least 1.</param>
    /// <exception cref="ArgumentOutOfRangeException">A length is negative or <paramref name="hashSizeInBytes"/> is less than 1.</exception>
    /// <exception cref="ArgumentException">The destination is not a whole number of digests, or the source is not that many messages.</exception>
    public static void HashMany(ReadOnlySpan<byte> key, ReadOnlySpan<byte> source, int messageLength, Span<byte> destination, int hashSizeInBytes)
    {
        using SkeinMany<Skein256Spec>.Setup setup = new(SkeinParameters.Default, key, 0, 1, hashSizeInBytes);
        setup.Equal(source, messageLength, destination);
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
    public static void HashMany(ReadOnlySpan<byte> keys, int keySizeInBytes, ReadOnlySpan<byte> source, int messageLength, Span<byte> destination, int hashSizeInBytes)
    {
        int count = destination.Length / Math.Max(1, hashSizeInBytes);
        SkeinOne<Skein256Spec>.CheckKeys(keys.Length, keySizeInBytes, count);
        if (SkeinMany<Skein256Spec>.TryEqualWithKeys(keys, keySizeInBytes, source, messageLength, destination, hashSizeInBytes)) return;

        using SkeinMany<Skein256Spec>.Setup setup = new(SkeinParameters.Default, keys, keySizeInBytes, count, hashSizeInBytes);
        setup.Equal(source, messageLength, destination);
    }

    /// <summary>Hashes messages of one length that lie one after the other with these parameters.</summary>
    /// <param name="parameters">The optional texts and the shape of the tree.</param>
    /// <param name="key">The key, of any length; empty for none.</param>
    /// <param name="source">The messages: exactly as many as the destination has room for.</param>
    /// <param name="messageLength">The length of each message in bytes; 0 is allowed.</param>
    /// <param name="destination">Receives the digests in the order of the messages.</param>
    /// <param name="hashSizeInBytes">The length of each digest in bytes, at least 1.</param>
    /// <exception cref="ArgumentOutOfRangeException">A length is negative or <paramref name="hashSizeInBytes"/> is less than 1.</exception>
    /// <exception cref="ArgumentException">The destination is not a whole number of digests, or the source is not that many messages.</exception>
    /// <exception cref="ArgumentNullException"><paramref name="parameters"/> is null.</exception>
    public static void HashMany(SkeinParameters parameters, ReadOnlySpan<byte> key, ReadOnlySpan<byte> source, int messageLength, Span<byte> destination, int hashSizeInBytes)
    {
        using SkeinMany<Skein256Spec>.Setup setup = new(parameters, key, 0, 1, hashSizeInBytes);
        setup.Equal(source, messageLength, destination);
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
        SkeinOne<Skein256Spec>.CheckHashSize(hashSizeInBytes, nameof(hashSizeInBytes));
        ManyOverCores.Equal(source, messageLength, destination, hashSizeInBytes, parallelOptions,
            (range, digests) => HashMany(range.Of(source).Span, messageLength, digests.Span, hashSizeInBytes));
    }

    /// <summary>Hashes messages of one length that lie one after the other, all with one key, on several cores.</summary>
    /// <param name="key">The key, of any length; empty for none.</param>
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
        ReadOnlyMemory<byte> key, ReadOnlyMemory<byte> source, int messageLength, Memory<byte> destination, int hashSizeInBytes, ParallelOptions parallelOptions)
    {
        SkeinOne<Skein256Spec>.CheckHashSize(hashSizeInBytes, nameof(hashSizeInBytes));
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
    /// <exception cref="OperationCanceledException">Cancelled; the destination is then only partly written.</exception>
    public static void HashMany(
        ReadOnlyMemory<byte> keys, int keySizeInBytes, ReadOnlyMemory<byte> source, int messageLength, Memory<byte> destination, int hashSizeInBytes, ParallelOptions parallelOptions)
    {
        SkeinOne<Skein256Spec>.CheckHashSize(hashSizeInBytes, nameof(hashSizeInBytes));
        SkeinOne<Skein256Spec>.CheckKeys(keys.Length, keySizeInBytes, destination.Length / Math.Max(1, hashSizeInBytes));
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
        using SkeinMany<Skein256Spec>.Setup setup = new(SkeinParameters.Default, default, 0, 1, hashSizeInBytes);
        setup.Ragged(source, messageLengths, destination);
    }

    /// <summary>Hashes messages of any lengths that lie one after the other, all with one key.</summary>
    /// <param name="key">The key, of any length; empty for none.</param>
    /// <param name="source">The messages.</param>
    /// <param name="messageLengths">The length of each message in bytes; their sum is the length of the source.</param>
    /// <param name="destination">Receives the digests in the order of the messages.</param>
    /// <param name="hashSizeInBytes">The length of each digest in bytes, at least 1.</param>
    /// <exception cref="ArgumentOutOfRangeException">A length is negative or <paramref name="hashSizeInBytes"/> is less than 1.</exception>
    /// <exception cref="ArgumentException">The destination is not exactly a digest per message, or the lengths do not add up to the source.</exception>
    public static void HashMany(ReadOnlySpan<byte> key, ReadOnlySpan<byte> source, ReadOnlySpan<int> messageLengths, Span<byte> destination, int hashSizeInBytes)
    {
        using SkeinMany<Skein256Spec>.Setup setup = new(SkeinParameters.Default, key, 0, 1, hashSizeInBytes);
        setup.Ragged(source, messageLengths, destination);
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
    public static void HashMany(ReadOnlySpan<byte> keys, int keySizeInBytes, ReadOnlySpan<byte> source, ReadOnlySpan<int> messageLengths, Span<byte> destination, int hashSizeInBytes)
    {
        int count = messageLengths.Length;
        SkeinOne<Skein256Spec>.CheckKeys(keys.Length, keySizeInBytes, count);
        using SkeinMany<Skein256Spec>.Setup setup = new(SkeinParameters.Default, keys, keySizeInBytes, count, hashSizeInBytes);
        setup.Ragged(source, messageLengths, destination);
    }

    /// <summary>Hashes messages of any lengths that lie one after the other with these parameters.</summary>
    /// <param name="parameters">The optional texts and the shape of the tree.</param>
    /// <param name="key">The key, of any length; empty for none.</param>
    /// <param name="source">The messages.</param>
    /// <param name="messageLengths">The length of each message in bytes; their sum is the length of the source.</param>
    /// <param name="destination">Receives the digests in the order of the messages.</param>
    /// <param name="hashSizeInBytes">The length of each digest in bytes, at least 1.</param>
    /// <exception cref="ArgumentOutOfRangeException">A length is negative or <paramref name="hashSizeInBytes"/> is less than 1.</exception>
    /// <exception cref="ArgumentException">The destination is not exactly a digest per message, or the lengths do not add up to the source.</exception>
    /// <exception cref="ArgumentNullException"><paramref name="parameters"/> is null.</exception>
    public static void HashMany(SkeinParameters parameters, ReadOnlySpan<byte> key, ReadOnlySpan<byte> source, ReadOnlySpan<int> messageLengths, Span<byte> destination, int hashSizeInBytes)
    {
        using SkeinMany<Skein256Spec>.Setup setup = new(parameters, key, 0, 1, hashSizeInBytes);
        setup.Ragged(source, messageLengths, destination);
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
        SkeinOne<Skein256Spec>.CheckHashSize(hashSizeInBytes, nameof(hashSizeInBytes));
        ManyOverCores.Ragged(source, messageLengths, destination, hashSizeInBytes, parallelOptions,
            (range, digests) => HashMany(range.Of(source).Span, range.Items(messageLengths).Span, digests.Span, hashSizeInBytes));
    }

    /// <summary>Hashes messages of any lengths that lie one after the other, all with one key, on several cores.</summary>
    /// <param name="key">The key, of any length; empty for none.</param>
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
        ReadOnlyMemory<byte> key, ReadOnlyMemory<byte> source, ReadOnlyMemory<int> messageLengths, Memory<byte> destination, int hashSizeInBytes, ParallelOptions parallelOptions)
    {
        SkeinOne<Skein256Spec>.CheckHashSize(hashSizeInBytes, nameof(hashSizeInBytes));
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
    /// <exception cref="OperationCanceledException">Cancelled; the destination is then only partly written.</exception>
    public static void HashMany(
        ReadOnlyMemory<byte> keys, int keySizeInBytes, ReadOnlyMemory<byte> source, ReadOnlyMemory<int> messageLengths, Memory<byte> destination, int hashSizeInBytes, ParallelOptions parallelOptions)
    {
        SkeinOne<Skein256Spec>.CheckHashSize(hashSizeInBytes, nameof(hashSizeInBytes));
        SkeinOne<Skein256Spec>.CheckKeys(keys.Length, keySizeInBytes, messageLengths.Length);
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
        using SkeinMany<Skein256Spec>.Setup setup = new(SkeinParameters.Default, default, 0, 1, hashSizeInBytes);
        setup.Scattered(sources, destination);
    }

    /// <summary>Hashes messages of any lengths, wherever they lie, all with one key.</summary>
    /// <param name="key">The key, of any length; empty for none.</param>
    /// <param name="sources">The messages.</param>
    /// <param name="destination">Receives the digests in the order of the messages.</param>
    /// <param name="hashSizeInBytes">The length of each digest in bytes, at least 1.</param>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="hashSizeInBytes"/> is less than 1.</exception>
    /// <exception cref="ArgumentException">The destination is not exactly a digest per message.</exception>
    public static void HashMany(ReadOnlySpan<byte> key, ReadOnlySpan<ReadOnlyMemory<byte>> sources, Span<byte> destination, int hashSizeInBytes)
    {
        using SkeinMany<Skein256Spec>.Setup setup = new(SkeinParameters.Default, key, 0, 1, hashSizeInBytes);
        setup.Scattered(sources, destination);
    }

    /// <summary>Hashes messages of any lengths, wherever they lie, each with a key of its own.</summary>
    /// <param name="keys">The keys, one per message, one after the other.</param>
    /// <param name="keySizeInBytes">The length of each key in bytes, at least 1.</param>
    /// <param name="sources">The messages.</param>
    /// <param name="destination">Receives the digests in the order of the messages.</param>
    /// <param name="hashSizeInBytes">The length of each digest in bytes, at least 1.</param>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="hashSizeInBytes"/> is less than 1.</exception>
    /// <exception cref="ArgumentException">The destination is not exactly a digest per message, or <paramref name="keys"/> is not exactly a key per message.</exception>
    public static void HashMany(ReadOnlySpan<byte> keys, int keySizeInBytes, ReadOnlySpan<ReadOnlyMemory<byte>> sources, Span<byte> destination, int hashSizeInBytes)
    {
        int count = sources.Length;
        SkeinOne<Skein256Spec>.CheckKeys(keys.Length, keySizeInBytes, count);
        using SkeinMany<Skein256Spec>.Setup setup = new(SkeinParameters.Default, keys, keySizeInBytes, count, hashSizeInBytes);
        setup.Scattered(sources, destination);
    }

    /// <summary>Hashes messages of any lengths, wherever they lie with these parameters.</summary>
    /// <param name="parameters">The optional texts and the shape of the tree.</param>
    /// <param name="key">The key, of any length; empty for none.</param>
    /// <param name="sources">The messages.</param>
    /// <param name="destination">Receives the digests in the order of the messages.</param>
    /// <param name="hashSizeInBytes">The length of each digest in bytes, at least 1.</param>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="hashSizeInBytes"/> is less than 1.</exception>
    /// <exception cref="ArgumentException">The destination is not exactly a digest per message.</exception>
    /// <exception cref="ArgumentNullException"><paramref name="parameters"/> is null.</exception>
    public static void HashMany(SkeinParameters parameters, ReadOnlySpan<byte> key, ReadOnlySpan<ReadOnlyMemory<byte>> sources, Span<byte> destination, int hashSizeInBytes)
    {
        using SkeinMany<Skein256Spec>.Setup setup = new(parameters, key, 0, 1, hashSizeInBytes);
        setup.Scattered(sources, destination);
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
        SkeinOne<Skein256Spec>.CheckHashSize(hashSizeInBytes, nameof(hashSizeInBytes));
        ManyOverCores.Scattered(sources, destination, hashSizeInBytes, parallelOptions,
            (range, digests) => HashMany(range.Items(sources).Span, digests.Span, hashSizeInBytes));
    }

    /// <summary>Hashes messages of any lengths, wherever they lie, all with one key, on several cores.</summary>
    /// <param name="key">The key, of any length; empty for none.</param>
    /// <param name="sources">The messages.</param>
    /// <param name="destination">Receives the digests in the order of the messages.</param>
    /// <param name="hashSizeInBytes">The length of each digest in bytes, at least 1.</param>
    /// <param name="parallelOptions">Cores, scheduler and cancellation.</param>
    /// <exception cref="ArgumentNullException"><paramref name="parallelOptions"/> is null.</exception>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="hashSizeInBytes"/> is less than 1.</exception>
    /// <exception cref="ArgumentException">The destination is not exactly a digest per message.</exception>
    /// <exception cref="OperationCanceledException">Cancelled; the destination is then only partly written.</exception>
    public static void HashMany(
        ReadOnlyMemory<byte> key, ReadOnlyMemory<ReadOnlyMemory<byte>> sources, Memory<byte> destination, int hashSizeInBytes, ParallelOptions parallelOptions)
    {
        SkeinOne<Skein256Spec>.CheckHashSize(hashSizeInBytes, nameof(hashSizeInBytes));
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
    /// <exception cref="OperationCanceledException">Cancelled; the destination is then only partly written.</exception>
    public static void HashMany(
        ReadOnlyMemory<byte> keys, int keySizeInBytes, ReadOnlyMemory<ReadOnlyMemory<byte>> sources, Memory<byte> destination, int hashSizeInBytes, ParallelOptions parallelOptions)
    {
        SkeinOne<Skein256Spec>.CheckHashSize(hashSizeInBytes, nameof(hashSizeInBytes));
        SkeinOne<Skein256Spec>.CheckKeys(keys.Length, keySizeInBytes, sources.Length);
        ManyOverCores.Scattered(sources, destination, hashSizeInBytes, parallelOptions,
            (range, digests) => HashMany(keys.Slice(range.First * keySizeInBytes, range.Count * keySizeInBytes).Span, keySizeInBytes, range.Items(sources).Span, digests.Span, hashSizeInBytes), keys);
    }

    // ---- a running hash ----

    /// <inheritdoc cref="LanewiseHash.Clone"/>
    public new Skein256 Clone() => (Skein256)base.Clone();

    /// <summary>Appends the end of a message that is not whole bytes; after it nothing can be appended but after a reset.</summary>
    /// <param name="data">The last bytes, in as few as hold the bits.</param>
    /// <param name="bits">How many bits of them count, from the top of each byte.</param>
    /// <exception cref="ArgumentOutOfRangeException">The bits are not those of the bytes.</exception>
    /// <exception cref="InvalidOperationException">The message already ended within a byte.</exception>
    /// <exception cref="ObjectDisposedException">The instance was disposed.</exception>
    public void AppendBits(ReadOnlySpan<byte> data, long bits)
    {
        int last = SkeinOne<Skein256Spec>.CheckBits(data.Length, bits, 1, 8, nameof(bits));
        AppendData(data);
        running.EndWithin(last);
    }

    /// <summary>The output for the data so far, to be read in pieces and from any place; more can be appended afterwards.</summary>
    /// <returns>The output, <see cref="HashLengthInBytes"/> long.</returns>
    /// <exception cref="ObjectDisposedException">The instance was disposed.</exception>
    public SkeinOutput GetOutput()
    {
        ThrowIfDisposed();
        ulong[] chain = new ulong[HashSizeInBytes / 8];
        running.FinishChain(chain);
        return new SkeinOutput(chain, (ulong)running.HashBits);
    }

    private protected override void Append(ReadOnlySpan<byte> data) => running.Append(data);

    private protected override void Finish(Span<byte> destination) => running.Finish(destination);

    private protected override void Restart() => running.Restart();

    private protected override LanewiseHash Duplicate() => new Skein256(running.Clone());

    private protected override void Wipe() => running.Wipe();

    internal override string StateName => Skein256Spec.Name;

    internal override ReadOnlySpan<byte> WriteState(StateWriter writer) => running.WriteState(writer);

    internal static Skein256 ReadState(ref StateReader reader, ReadOnlySpan<byte> key, out ReadOnlySpan<byte> secret) =>
        new(SkeinRunning<Skein256Spec>.ReadState(ref reader, key, out secret));

    private static long CheckedBits(int hashSizeInBytes)
    {
        SkeinOne<Skein256Spec>.CheckHashSize(hashSizeInBytes, nameof(hashSizeInBytes));
        return 8L * hashSizeInBytes;
    }

    private static void CheckRoom(int destinationLength)
    {
        if (destinationLength == 0) throw new ArgumentException("The destination is empty; an output of Skein-256 has at least one byte.", "destination");
    }

    private static void CheckLength(ReadOnlySpan<byte> hash)
    {
        CheckExpected(hash);
    }
}
