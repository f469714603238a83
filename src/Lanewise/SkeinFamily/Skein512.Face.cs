using Engine = Lanewise.SkeinFamily.SkeinEngine<Lanewise.SkeinFamily.Skein512Spec>;

namespace Lanewise;

// What Skein has beside the rest; copied for Skein-256 and Skein-1024.
public sealed partial class Skein512
{
    /// <summary>The length of the state and the default length of the digest in bits.</summary>
    public const int HashSizeInBits = 8 * HashSizeInBytes;

    /// <summary>The length of the longest digest in bytes; <see cref="OpenOutput"/> goes on.</summary>
    public const int MaxHashSizeInBytes = int.MaxValue;

    /// <summary>Hashes a message with a key if there is room for the digest.</summary>
    /// <param name="key">The key, of any length; empty for none.</param>
    /// <param name="source">The message.</param>
    /// <param name="destination">Receives the digest. It may lie inside the source.</param>
    /// <param name="bytesWritten">The number of bytes written; 0 where there was no room.</param>
    /// <param name="hashSizeInBytes">The length of the digest in bytes, at least 1.</param>
    /// <returns>Whether there was room; if not, nothing was written.</returns>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="hashSizeInBytes"/> is less than 1.</exception>
    public static bool TryHashData(
        ReadOnlySpan<byte> key, ReadOnlySpan<byte> source, Span<byte> destination, out int bytesWritten,
        int hashSizeInBytes = HashSizeInBytes)
    {
        HashFace<Engine>.CheckHashSize(hashSizeInBytes);
        bytesWritten = destination.Length < hashSizeInBytes ? 0 : hashSizeInBytes;
        if (bytesWritten == 0) return false;

        HashFace<Engine>.Hash(Keys.One(key), source, destination.Slice(0, bytesWritten));
        return true;
    }

    /// <summary>Hashes a message of any number of bits to an output of any number of bits.</summary>
    /// <remarks>
    /// Bits count from the top of each byte; those of the last byte that are not part of the message are ignored.
    /// </remarks>
    /// <param name="parameters">The optional texts and the shape of the tree.</param>
    /// <param name="key">The key, of any length; empty for none.</param>
    /// <param name="source">The message, in as few bytes as hold its bits.</param>
    /// <param name="sourceBits">The length of the message in bits.</param>
    /// <param name="destination">
    /// Receives the output, in as few bytes as hold it; unused bits of the last one are zero. It may lie inside the source.
    /// </param>
    /// <param name="hashBits">The length of the output in bits, at least 1.</param>
    /// <exception cref="ArgumentNullException"><paramref name="parameters"/> is null.</exception>
    /// <exception cref="ArgumentOutOfRangeException">
    /// The bits are not those of the bytes of the source, or there is no output.
    /// </exception>
    /// <exception cref="ArgumentException">
    /// The destination is not exactly as long as the output, or the tree has a shape that Skein does not allow.
    /// </exception>
    public static void HashBits(
        SkeinParameters parameters, ReadOnlySpan<byte> key, ReadOnlySpan<byte> source, long sourceBits, Span<byte> destination,
        long hashBits) => Engine.HashBits(parameters, key, source, sourceBits, destination, hashBits);

    /// <summary>Hashes a message as a tree, whose leaves run in lanes and on several cores.</summary>
    /// <param name="parameters">The shape of the tree, and the optional texts.</param>
    /// <param name="key">The key, of any length; empty for none.</param>
    /// <param name="source">The message.</param>
    /// <param name="destination">
    /// Receives the digest; its length is the length of the digest. It may lie inside the source.
    /// </param>
    /// <param name="parallelOptions">Cores, scheduler and cancellation.</param>
    /// <exception cref="ArgumentNullException">
    /// <paramref name="parameters"/> or <paramref name="parallelOptions"/> is null.
    /// </exception>
    /// <exception cref="ArgumentException">
    /// <paramref name="destination"/> is empty, or the parameters have no tree, or one of a shape that Skein does not allow.
    /// </exception>
    /// <exception cref="OperationCanceledException">Cancelled; the destination is then not written.</exception>
    public static void HashTree(
        SkeinParameters parameters, ReadOnlySpan<byte> key, ReadOnlyMemory<byte> source, Memory<byte> destination,
        ParallelOptions parallelOptions) => Engine.HashTree(parameters, key, source, destination, parallelOptions);

    /// <summary>Derives a key from a master key, as section 4.7 of the paper has it: no message, an identifier.</summary>
    /// <param name="key">The master key, of any length but 0.</param>
    /// <param name="identifier">
    /// Which key is derived: other identifiers and lengths give keys that say nothing of each other.
    /// </param>
    /// <param name="destination">Receives the key; its length is the length of the key.</param>
    /// <exception cref="CryptographicException">The master key is empty.</exception>
    /// <exception cref="ArgumentException"><paramref name="identifier"/> or <paramref name="destination"/> is empty.</exception>
    public static void DeriveKey(ReadOnlySpan<byte> key, ReadOnlySpan<byte> identifier, Span<byte> destination)
    {
        if (key.IsEmpty) throw new CryptographicException("The master key is empty.");
        if (identifier.IsEmpty)
        {
            throw new ArgumentException(
                "The identifier is empty: without one the result is a plain MAC of nothing.", nameof(identifier));
        }

        HashFace<Engine>.CheckHashSize(destination);
        Engine.DeriveKey(key, identifier, destination);
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
    /// <exception cref="ArgumentException"><paramref name="identifier"/> is empty or not valid text.</exception>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="outputLength"/> is less than 1.</exception>
    public static byte[] DeriveKey(ReadOnlySpan<byte> key, string identifier, int outputLength)
    {
        ArgumentNullException.ThrowIfNull(identifier);
        return DeriveKey(key, Utf8Text.Bytes(identifier), outputLength);
    }

    /// <summary>Hashes a message to an output that is read in pieces and from any place, in lanes.</summary>
    /// <param name="parameters">The optional texts and the shape of the tree.</param>
    /// <param name="key">The key, of any length; empty for none.</param>
    /// <param name="source">The message.</param>
    /// <param name="hashBits">The length of the output in bits, at least 1; 2^64 - 1 by convention where it is not known.</param>
    /// <returns>The output.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="parameters"/> is null.</exception>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="hashBits"/> is 0.</exception>
    /// <exception cref="ArgumentException">The tree has a shape that Skein does not allow.</exception>
    public static SkeinOutput OpenOutput(
        SkeinParameters parameters, ReadOnlySpan<byte> key, ReadOnlySpan<byte> source, ulong hashBits) =>
        Engine.Output(parameters, key, source, hashBits);

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

    /// <summary>
    /// Appends the end of a message that is not whole bytes; after it nothing can be appended but after a reset.
    /// </summary>
    /// <param name="data">The last bytes, in as few as hold the bits.</param>
    /// <param name="bits">How many bits of them count, from the top of each byte.</param>
    /// <exception cref="ArgumentOutOfRangeException">The bits are not those of the bytes.</exception>
    /// <exception cref="InvalidOperationException">The message already ended within a byte.</exception>
    /// <exception cref="ObjectDisposedException">The instance was disposed.</exception>
    public void AppendBits(ReadOnlySpan<byte> data, long bits)
    {
        int last = Engine.LastBits(data, bits);
        AppendData(data);
        Engine.EndWithin(Running, last);
    }

    /// <summary>
    /// The output for the data so far, to be read in pieces and from any place; more can be appended afterwards.
    /// </summary>
    /// <returns>The output, <see cref="LanewiseHash.HashLengthInBytes"/> long.</returns>
    /// <exception cref="ObjectDisposedException">The instance was disposed.</exception>
    public SkeinOutput GetOutput()
    {
        using Use use = new(this);
        return Engine.Output(Running);
    }
}
