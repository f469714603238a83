using System.Runtime.InteropServices;
using System.Security.Cryptography;
using Lanewise.Hashing;
using Lanewise.Kernels;

namespace Lanewise;

/// <summary>HMAC-MD5 (RFC 2104, RFC 2202): one message, a running MAC, or many messages with one key at once in SIMD lanes.</summary>
/// <remarks>
/// For legacy protocols only; no forgery of HMAC-MD5 is known, but nothing new should be built on it: take a keyed
/// <see cref="Blake2b"/>. Any key length is allowed; keys and the states made of them are wiped.
/// </remarks>
public sealed class HmacMd5 : LanewiseHash
{
    /// <summary>The length of the MAC in bits.</summary>
    public const int HashSizeInBits = Md5.HashSizeInBits;

    /// <summary>The length of the MAC in bytes.</summary>
    public const int HashSizeInBytes = Md5Spec.HashBytes;

    // The states after the inner and the outer key block.
    private readonly uint[] states = new uint[2 * Md5Spec.StateWords];
    private readonly Md5 inner;

    /// <summary>Starts an empty message.</summary>
    /// <param name="key">The key, of any length.</param>
    public HmacMd5(ReadOnlySpan<byte> key)
    {
        KeyStates(key, states);
        inner = new Md5(states.AsSpan(0, Md5Spec.StateWords), Md5Spec.BlockBytes);
    }

    private HmacMd5(HmacMd5 other)
    {
        other.states.CopyTo(states, 0);
        inner = other.inner.Clone();
    }

    /// <summary>Always true: the code is managed.</summary>
    public static bool IsSupported => true;

    /// <inheritdoc/>
    public override int HashLengthInBytes => HashSizeInBytes;

    /// <inheritdoc/>
    public override HashAlgorithmName AlgorithmName => new("HMAC-MD5");

    /// <summary>Computes the MAC of a message.</summary>
    /// <param name="key">The key, of any length.</param>
    /// <param name="source">The message.</param>
    /// <returns>The MAC.</returns>
    public static byte[] HashData(ReadOnlySpan<byte> key, ReadOnlySpan<byte> source)
    {
        byte[] hash = new byte[HashSizeInBytes];
        HashData(key, source, hash);
        return hash;
    }

    /// <summary>Computes the MAC of a message.</summary>
    /// <param name="key">The key, of any length.</param>
    /// <param name="source">The message.</param>
    /// <param name="destination">Receives the MAC; may lie inside the source.</param>
    /// <returns>The number of bytes written, 16.</returns>
    /// <exception cref="ArgumentException"><paramref name="destination"/> is shorter than 16 bytes.</exception>
    public static int HashData(ReadOnlySpan<byte> key, ReadOnlySpan<byte> source, Span<byte> destination)
    {
        if (!TryHashData(key, source, destination, out int bytesWritten)) throw TooShort(destination.Length, HashSizeInBytes);

        return bytesWritten;
    }

    /// <summary>Computes the MAC of a message if there is room for it.</summary>
    /// <param name="key">The key, of any length.</param>
    /// <param name="source">The message.</param>
    /// <param name="destination">Receives the MAC; may lie inside the source.</param>
    /// <param name="bytesWritten">The number of bytes written: 16, or 0 where there was no room.</param>
    /// <returns>Whether there was room; if not, nothing was written.</returns>
    public static bool TryHashData(ReadOnlySpan<byte> key, ReadOnlySpan<byte> source, Span<byte> destination, out int bytesWritten)
    {
        bytesWritten = 0;
        if (destination.Length < HashSizeInBytes) return false;

        Span<uint> states = stackalloc uint[2 * Md5Spec.StateWords];
        Span<byte> hash = stackalloc byte[HashSizeInBytes];
        KeyStates(key, states);
        Md5One.Hash(states.Slice(0, Md5Spec.StateWords), Md5Spec.BlockBytes, source, hash);
        Md5One.Hash(states.Slice(Md5Spec.StateWords), Md5Spec.BlockBytes, hash, destination);
        states.Clear();
        bytesWritten = HashSizeInBytes;
        return true;
    }

    /// <summary>Computes the MAC of a stream, from its position to its end.</summary>
    /// <param name="key">The key, of any length.</param>
    /// <param name="source">The stream.</param>
    /// <returns>The MAC.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="source"/> is null.</exception>
    /// <exception cref="ArgumentException"><paramref name="source"/> cannot be read.</exception>
    public static byte[] HashData(ReadOnlySpan<byte> key, Stream source)
    {
        CheckStream(source, nameof(source));
        using HmacMd5 hash = new(key);
        hash.AppendStream(source);
        return hash.GetCurrentHash();
    }

    /// <summary>Computes the MAC of a stream, from its position to its end.</summary>
    /// <param name="key">The key, of any length.</param>
    /// <param name="source">The stream.</param>
    /// <param name="cancellationToken">Stops the reading.</param>
    /// <returns>The MAC.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="source"/> is null.</exception>
    /// <exception cref="ArgumentException"><paramref name="source"/> cannot be read.</exception>
    public static ValueTask<byte[]> HashDataAsync(ReadOnlyMemory<byte> key, Stream source, CancellationToken cancellationToken = default)
    {
        CheckStream(source, nameof(source));
        return Run(new HmacMd5(key.Span));

        async ValueTask<byte[]> Run(HmacMd5 hash)
        {
            using (HmacMd5 disposed = hash)
            {
                await hash.AppendStreamAsync(source, cancellationToken).ConfigureAwait(false);
                return hash.GetCurrentHash();
            }
        }
    }

    /// <summary>Compares the MAC of a message with an expected one, in time that does not depend on their bytes.</summary>
    /// <param name="key">The key, of any length.</param>
    /// <param name="source">The message.</param>
    /// <param name="hash">The expected MAC.</param>
    /// <returns>Whether they are equal.</returns>
    /// <exception cref="ArgumentException"><paramref name="hash"/> is empty.</exception>
    public static bool Verify(ReadOnlySpan<byte> key, ReadOnlySpan<byte> source, ReadOnlySpan<byte> hash)
    {
        CheckExpected(hash);
        Span<byte> computed = stackalloc byte[HashSizeInBytes];
        HashData(key, source, computed);
        return CryptographicOperations.FixedTimeEquals(computed, hash);
    }

    /// <summary>Computes the MACs of messages of one length that lie one after the other.</summary>
    /// <param name="key">The key, of any length.</param>
    /// <param name="source">The messages: exactly as many as the destination has room for.</param>
    /// <param name="messageLength">The length of each message in bytes; 0 is allowed.</param>
    /// <param name="destination">Receives the MACs, 16 bytes each, in the order of the messages.</param>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="messageLength"/> is negative.</exception>
    /// <exception cref="ArgumentException">The destination is not a whole number of MACs, or the source is not that many messages.</exception>
    public static void HashMany(ReadOnlySpan<byte> key, ReadOnlySpan<byte> source, int messageLength, Span<byte> destination)
    {
        Span<uint> states = stackalloc uint[2 * Md5Spec.StateWords];
        KeyStates(key, states);
        try
        {
            ManyMessages.Equal<uint, Md5Many>(source, messageLength, destination, Inner(states));
            Outer(states, destination);
        }
        finally
        {
            states.Clear();
        }
    }

    /// <summary>Computes the MACs of messages of any lengths that lie one after the other.</summary>
    /// <param name="key">The key, of any length.</param>
    /// <param name="source">The messages.</param>
    /// <param name="messageLengths">The length of each message in bytes; their sum is the length of the source.</param>
    /// <param name="destination">Receives the MACs, 16 bytes each, in the order of the messages.</param>
    /// <exception cref="ArgumentOutOfRangeException">A length is negative.</exception>
    /// <exception cref="ArgumentException">The destination is not exactly a MAC per message, or the lengths do not add up to the source.</exception>
    public static void HashMany(ReadOnlySpan<byte> key, ReadOnlySpan<byte> source, ReadOnlySpan<int> messageLengths, Span<byte> destination)
    {
        Span<uint> states = stackalloc uint[2 * Md5Spec.StateWords];
        KeyStates(key, states);
        try
        {
            ManyMessages.Ragged<uint, Md5Many>(source, messageLengths, destination, Inner(states));
            Outer(states, destination);
        }
        finally
        {
            states.Clear();
        }
    }

    /// <summary>Computes the MACs of messages of any lengths, wherever they lie.</summary>
    /// <param name="key">The key, of any length.</param>
    /// <param name="sources">The messages.</param>
    /// <param name="destination">Receives the MACs, 16 bytes each, in the order of the messages.</param>
    /// <exception cref="ArgumentException">The destination is not exactly a MAC per message.</exception>
    public static void HashMany(ReadOnlySpan<byte> key, ReadOnlySpan<ReadOnlyMemory<byte>> sources, Span<byte> destination)
    {
        Span<uint> states = stackalloc uint[2 * Md5Spec.StateWords];
        KeyStates(key, states);
        try
        {
            ManyMessages.Scattered<uint, Md5Many>(sources, destination, Inner(states));
            Outer(states, destination);
        }
        finally
        {
            states.Clear();
        }
    }

    /// <inheritdoc cref="LanewiseHash.Clone"/>
    public new HmacMd5 Clone() => (HmacMd5)base.Clone();

    private protected override void Append(ReadOnlySpan<byte> data) => inner.AppendData(data);

    private protected override void Finish(Span<byte> destination)
    {
        Span<uint> outer = stackalloc uint[Md5Spec.StateWords];
        states.AsSpan(Md5Spec.StateWords).CopyTo(outer);
        Span<byte> hash = stackalloc byte[HashSizeInBytes];
        inner.GetCurrentHash(hash);
        Md5One.Hash(outer, Md5Spec.BlockBytes, hash, destination);
    }

    private protected override void Restart() => inner.Reset();

    private protected override LanewiseHash Duplicate() => new HmacMd5(this);

    private protected override void Wipe()
    {
        CryptographicOperations.ZeroMemory(MemoryMarshal.AsBytes(states.AsSpan()));
        inner.Dispose();
    }

    internal override string StateName => "HMAC-MD5";

    internal override ReadOnlySpan<byte> WriteState(StateWriter writer)
    {
        inner.WriteState(writer);
        return CheckedBy;
    }

    internal static HmacMd5 ReadState(ref StateReader reader, ReadOnlySpan<byte> key, out ReadOnlySpan<byte> secret)
    {
        HmacMd5 hash = new(key);
        hash.inner.ReadState(ref reader);
        secret = hash.CheckedBy;
        return hash;
    }

    // An empty key is a key, too; this is not empty.
    private ReadOnlySpan<byte> CheckedBy => MemoryMarshal.AsBytes(states.AsSpan());

    private static Md5Many Inner(ReadOnlySpan<uint> states) => new(states.Slice(0, Md5Spec.StateWords), Md5Spec.BlockBytes);

    // The inner digests lie where the MACs go; the scheduler copies them apart before it writes.
    private static void Outer(ReadOnlySpan<uint> states, Span<byte> destination)
    {
        Md5Many outer = new(states.Slice(Md5Spec.StateWords), Md5Spec.BlockBytes);
        ManyMessages.Equal<uint, Md5Many>(destination, HashSizeInBytes, destination, outer);
    }

    // RFC 2104, section 2: K xor ipad and K xor opad, each a block; a key longer than a block is hashed first.
    private static void KeyStates(ReadOnlySpan<byte> key, Span<uint> states)
    {
        Span<byte> block = stackalloc byte[Md5Spec.BlockBytes];
        if (key.Length > Md5Spec.BlockBytes) Md5.HashData(key, block);
        else key.CopyTo(block);

        for (int i = 0; i < block.Length; i++) block[i] ^= 0x36;
        Md5Spec.Iv.CopyTo(states);
        Md5One.Run(states, block, 0, 1);

        for (int i = 0; i < block.Length; i++) block[i] ^= 0x36 ^ 0x5c;
        Md5Spec.Iv.CopyTo(states.Slice(Md5Spec.StateWords));
        Md5One.Run(states.Slice(Md5Spec.StateWords), block, 0, 1);
        CryptographicOperations.ZeroMemory(block);
    }
}
