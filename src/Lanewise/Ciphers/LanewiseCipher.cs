using System.Buffers;
using System.Globalization;
using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Security.Cryptography;
using Lanewise.Ciphers;

namespace Lanewise;

/// <summary>A block cipher with its key: one-shots of the modes ECB, CBC and CTR, with or without padding.</summary>
/// <remarks>
/// The key is expanded once. Calls into spans allocate nothing, and several threads may use one instance at once.
/// <para>Source and destination may be the same place; if they overlap otherwise the result is still right, by way of a
/// copy. Nothing is written where a call throws or a <c>Try</c> form returns false.</para>
/// </remarks>
public abstract class LanewiseCipher : IDisposable
{
    // Below this, padded data are moved to the destination and encrypted there in one pass.
    private const int OnePassBytes = 1024;

    // Ciphertext that is kept while its window is decrypted: many groups of lanes, and small beside the first cache.
    private const int WindowBytes = 4096;

    // The longest block of any cipher here.
    private const int MaxBlockBytes = 128;

    private bool disposed;

    private protected LanewiseCipher()
    {
    }

    /// <summary>The length of a block in bytes.</summary>
    public abstract int BlockSizeInBytes { get; }

    // ---- ECB ----

    /// <summary>The length of a ciphertext in ECB mode.</summary>
    /// <param name="plaintextLength">The length of the plaintext in bytes.</param>
    /// <param name="paddingMode">The padding.</param>
    /// <returns>The length in bytes.</returns>
    /// <exception cref="ArgumentOutOfRangeException">The length is negative or too long for an array when padded, or the padding is unknown.</exception>
    /// <exception cref="ArgumentException">Without padding the plaintext must be whole blocks.</exception>
    public int GetCiphertextLengthEcb(int plaintextLength, PaddingMode paddingMode) => CiphertextLength(plaintextLength, paddingMode, nameof(plaintextLength));

    /// <summary>Encrypts in ECB mode: each block by itself, so equal blocks show.</summary>
    /// <param name="plaintext">The plaintext.</param>
    /// <param name="paddingMode">The padding.</param>
    /// <returns>The ciphertext.</returns>
    /// <exception cref="ArgumentException">Without padding the plaintext must be whole blocks.</exception>
    /// <exception cref="ObjectDisposedException">The instance was disposed.</exception>
    public byte[] EncryptEcb(ReadOnlySpan<byte> plaintext, PaddingMode paddingMode)
    {
        byte[] ciphertext = new byte[CiphertextLength(plaintext.Length, paddingMode, nameof(plaintext))];
        EncryptEcb(plaintext, ciphertext, paddingMode);
        return ciphertext;
    }

    /// <summary>Encrypts in ECB mode: each block by itself, so equal blocks show.</summary>
    /// <param name="plaintext">The plaintext.</param>
    /// <param name="destination">Receives the ciphertext; in place is allowed.</param>
    /// <param name="paddingMode">The padding.</param>
    /// <returns>The number of bytes written.</returns>
    /// <exception cref="ArgumentException">The destination is too short, or without padding the plaintext is not whole blocks.</exception>
    /// <exception cref="ObjectDisposedException">The instance was disposed.</exception>
    [MethodImpl(MethodImplOptions.AggressiveOptimization)]
    public int EncryptEcb(ReadOnlySpan<byte> plaintext, Span<byte> destination, PaddingMode paddingMode)
    {
        int length = CiphertextLength(plaintext.Length, paddingMode, nameof(plaintext));
        if (destination.Length < length) throw TooShort(destination.Length, length);

        Encrypt(default, plaintext, destination.Slice(0, length), paddingMode);
        return length;
    }

    /// <summary>Encrypts in ECB mode: each block by itself, so equal blocks show.</summary>
    /// <param name="plaintext">The plaintext.</param>
    /// <param name="destination">Receives the ciphertext; in place is allowed.</param>
    /// <param name="paddingMode">The padding.</param>
    /// <param name="bytesWritten">The number of bytes written.</param>
    /// <returns>False if the destination is too short; nothing is written then.</returns>
    /// <exception cref="ArgumentException">Without padding the plaintext must be whole blocks.</exception>
    /// <exception cref="ObjectDisposedException">The instance was disposed.</exception>
    public bool TryEncryptEcb(ReadOnlySpan<byte> plaintext, Span<byte> destination, PaddingMode paddingMode, out int bytesWritten)
    {
        bytesWritten = 0;
        int length = CiphertextLength(plaintext.Length, paddingMode, nameof(plaintext));
        if (destination.Length < length) return false;

        Encrypt(default, plaintext, destination.Slice(0, length), paddingMode);
        bytesWritten = length;
        return true;
    }

    /// <summary>Decrypts in ECB mode.</summary>
    /// <param name="ciphertext">The ciphertext.</param>
    /// <param name="paddingMode">The padding.</param>
    /// <returns>The plaintext.</returns>
    /// <exception cref="CryptographicException">The ciphertext is not whole blocks, or its padding is wrong.</exception>
    /// <exception cref="ObjectDisposedException">The instance was disposed.</exception>
    public byte[] DecryptEcb(ReadOnlySpan<byte> ciphertext, PaddingMode paddingMode) => Decrypt(default, ciphertext, paddingMode);

    /// <summary>Decrypts in ECB mode.</summary>
    /// <param name="ciphertext">The ciphertext.</param>
    /// <param name="destination">Receives the plaintext; in place is allowed.</param>
    /// <param name="paddingMode">The padding.</param>
    /// <returns>The number of bytes written.</returns>
    /// <exception cref="ArgumentException">The destination is too short.</exception>
    /// <exception cref="CryptographicException">The ciphertext is not whole blocks, or its padding is wrong.</exception>
    /// <exception cref="ObjectDisposedException">The instance was disposed.</exception>
    [MethodImpl(MethodImplOptions.AggressiveOptimization)]
    public int DecryptEcb(ReadOnlySpan<byte> ciphertext, Span<byte> destination, PaddingMode paddingMode)
    {
        if (!Decrypt(default, ciphertext, destination, paddingMode, out int length)) throw TooShort(destination.Length, length);

        return length;
    }

    /// <summary>Decrypts in ECB mode.</summary>
    /// <param name="ciphertext">The ciphertext.</param>
    /// <param name="destination">Receives the plaintext; in place is allowed.</param>
    /// <param name="paddingMode">The padding.</param>
    /// <param name="bytesWritten">The number of bytes written.</param>
    /// <returns>False if the destination is too short; nothing is written then.</returns>
    /// <exception cref="CryptographicException">The ciphertext is not whole blocks, or its padding is wrong.</exception>
    /// <exception cref="ObjectDisposedException">The instance was disposed.</exception>
    public bool TryDecryptEcb(ReadOnlySpan<byte> ciphertext, Span<byte> destination, PaddingMode paddingMode, out int bytesWritten)
    {
        bool done = Decrypt(default, ciphertext, destination, paddingMode, out int length);
        bytesWritten = done ? length : 0;
        return done;
    }

    // ---- CBC ----

    /// <summary>The length of a ciphertext in CBC mode.</summary>
    /// <param name="plaintextLength">The length of the plaintext in bytes.</param>
    /// <param name="paddingMode">The padding.</param>
    /// <returns>The length in bytes.</returns>
    /// <exception cref="ArgumentOutOfRangeException">The length is negative or too long for an array when padded, or the padding is unknown.</exception>
    /// <exception cref="ArgumentException">Without padding the plaintext must be whole blocks.</exception>
    public int GetCiphertextLengthCbc(int plaintextLength, PaddingMode paddingMode = PaddingMode.PKCS7) => CiphertextLength(plaintextLength, paddingMode, nameof(plaintextLength));

    /// <summary>Encrypts in CBC mode: each block after the one before, so this direction cannot use lanes.</summary>
    /// <param name="plaintext">The plaintext.</param>
    /// <param name="iv">The initialization vector, one block; never the same twice under one key, and not predictable.</param>
    /// <param name="paddingMode">The padding.</param>
    /// <returns>The ciphertext.</returns>
    /// <exception cref="ArgumentException">The vector is not one block, or without padding the plaintext is not whole blocks.</exception>
    /// <exception cref="ObjectDisposedException">The instance was disposed.</exception>
    public byte[] EncryptCbc(ReadOnlySpan<byte> plaintext, ReadOnlySpan<byte> iv, PaddingMode paddingMode = PaddingMode.PKCS7)
    {
        byte[] ciphertext = new byte[CiphertextLength(plaintext.Length, paddingMode, nameof(plaintext))];
        EncryptCbc(plaintext, iv, ciphertext, paddingMode);
        return ciphertext;
    }

    /// <summary>Encrypts in CBC mode: each block after the one before, so this direction cannot use lanes.</summary>
    /// <param name="plaintext">The plaintext.</param>
    /// <param name="iv">The initialization vector, one block; never the same twice under one key, and not predictable.</param>
    /// <param name="destination">Receives the ciphertext; in place is allowed.</param>
    /// <param name="paddingMode">The padding.</param>
    /// <returns>The number of bytes written.</returns>
    /// <exception cref="ArgumentException">The destination is too short, the vector is not one block, or without padding the plaintext is not whole blocks.</exception>
    /// <exception cref="ObjectDisposedException">The instance was disposed.</exception>
    public int EncryptCbc(ReadOnlySpan<byte> plaintext, ReadOnlySpan<byte> iv, Span<byte> destination, PaddingMode paddingMode = PaddingMode.PKCS7)
    {
        CheckIv(iv);
        int length = CiphertextLength(plaintext.Length, paddingMode, nameof(plaintext));
        if (destination.Length < length) throw TooShort(destination.Length, length);

        Encrypt(iv, plaintext, destination.Slice(0, length), paddingMode);
        return length;
    }

    /// <summary>Encrypts in CBC mode: each block after the one before, so this direction cannot use lanes.</summary>
    /// <param name="plaintext">The plaintext.</param>
    /// <param name="iv">The initialization vector, one block; never the same twice under one key, and not predictable.</param>
    /// <param name="destination">Receives the ciphertext; in place is allowed.</param>
    /// <param name="bytesWritten">The number of bytes written.</param>
    /// <param name="paddingMode">The padding.</param>
    /// <returns>False if the destination is too short; nothing is written then.</returns>
    /// <exception cref="ArgumentException">The vector is not one block, or without padding the plaintext is not whole blocks.</exception>
    /// <exception cref="ObjectDisposedException">The instance was disposed.</exception>
    public bool TryEncryptCbc(
        ReadOnlySpan<byte> plaintext, ReadOnlySpan<byte> iv, Span<byte> destination, out int bytesWritten, PaddingMode paddingMode = PaddingMode.PKCS7)
    {
        CheckIv(iv);
        bytesWritten = 0;
        int length = CiphertextLength(plaintext.Length, paddingMode, nameof(plaintext));
        if (destination.Length < length) return false;

        Encrypt(iv, plaintext, destination.Slice(0, length), paddingMode);
        bytesWritten = length;
        return true;
    }

    /// <summary>Decrypts in CBC mode, in lanes.</summary>
    /// <param name="ciphertext">The ciphertext.</param>
    /// <param name="iv">The initialization vector.</param>
    /// <param name="paddingMode">The padding.</param>
    /// <returns>The plaintext.</returns>
    /// <exception cref="ArgumentException">The vector is not one block.</exception>
    /// <exception cref="CryptographicException">The ciphertext is not whole blocks, or its padding is wrong.</exception>
    /// <exception cref="ObjectDisposedException">The instance was disposed.</exception>
    public byte[] DecryptCbc(ReadOnlySpan<byte> ciphertext, ReadOnlySpan<byte> iv, PaddingMode paddingMode = PaddingMode.PKCS7)
    {
        CheckIv(iv);
        return Decrypt(iv, ciphertext, paddingMode);
    }

    /// <summary>Decrypts in CBC mode, in lanes.</summary>
    /// <param name="ciphertext">The ciphertext.</param>
    /// <param name="iv">The initialization vector.</param>
    /// <param name="destination">Receives the plaintext; in place is allowed.</param>
    /// <param name="paddingMode">The padding.</param>
    /// <returns>The number of bytes written.</returns>
    /// <exception cref="ArgumentException">The destination is too short, or the vector is not one block.</exception>
    /// <exception cref="CryptographicException">The ciphertext is not whole blocks, or its padding is wrong.</exception>
    /// <exception cref="ObjectDisposedException">The instance was disposed.</exception>
    public int DecryptCbc(ReadOnlySpan<byte> ciphertext, ReadOnlySpan<byte> iv, Span<byte> destination, PaddingMode paddingMode = PaddingMode.PKCS7)
    {
        CheckIv(iv);
        if (!Decrypt(iv, ciphertext, destination, paddingMode, out int length)) throw TooShort(destination.Length, length);

        return length;
    }

    /// <summary>Decrypts in CBC mode, in lanes.</summary>
    /// <param name="ciphertext">The ciphertext.</param>
    /// <param name="iv">The initialization vector.</param>
    /// <param name="destination">Receives the plaintext; in place is allowed.</param>
    /// <param name="bytesWritten">The number of bytes written.</param>
    /// <param name="paddingMode">The padding.</param>
    /// <returns>False if the destination is too short; nothing is written then.</returns>
    /// <exception cref="ArgumentException">The vector is not one block.</exception>
    /// <exception cref="CryptographicException">The ciphertext is not whole blocks, or its padding is wrong.</exception>
    /// <exception cref="ObjectDisposedException">The instance was disposed.</exception>
    public bool TryDecryptCbc(
        ReadOnlySpan<byte> ciphertext, ReadOnlySpan<byte> iv, Span<byte> destination, out int bytesWritten, PaddingMode paddingMode = PaddingMode.PKCS7)
    {
        CheckIv(iv);
        bool done = Decrypt(iv, ciphertext, destination, paddingMode, out int length);
        bytesWritten = done ? length : 0;
        return done;
    }

    // ---- CTR ----

    /// <summary>Encrypts or decrypts in CTR mode: any length, no padding, in lanes in both directions.</summary>
    /// <remarks>
    /// Block <c>i</c> of the key stream is the encryption of <paramref name="counter"/> + <c>i</c>, where a block is read as
    /// one big-endian number; it wraps around to zero. No counter may occur twice under one key, and after 2^32 blocks of
    /// 64 bits (32 GiB) the key stream is no longer like random: change the key long before.
    /// </remarks>
    /// <param name="source">Plaintext or ciphertext.</param>
    /// <param name="counter">The first counter block.</param>
    /// <param name="destination">Receives as many bytes as the source has; in place is allowed.</param>
    /// <returns>The number of bytes written.</returns>
    /// <exception cref="ArgumentException">The counter is not one block, or the destination is too short.</exception>
    /// <exception cref="ObjectDisposedException">The instance was disposed.</exception>
    [MethodImpl(MethodImplOptions.AggressiveOptimization)]
    public int TransformCtr(ReadOnlySpan<byte> source, ReadOnlySpan<byte> counter, Span<byte> destination)
    {
        ThrowIfDisposed();
        if (counter.Length != BlockSizeInBytes)
        {
            throw new ArgumentException(Text($"The counter must be one block of {BlockSizeInBytes} bytes; it has {counter.Length} bytes."), nameof(counter));
        }

        if (destination.Length < source.Length) throw TooShort(destination.Length, source.Length);

        destination = destination.Slice(0, source.Length);
        // A counter inside the destination is read before anything is written.
        if (!ShiftedOverlap(source, destination))
        {
            CountBlocks(counter, source, destination);
            return source.Length;
        }

        using Copy copy = new(source);
        CountBlocks(counter, copy.Span, destination);
        return source.Length;
    }

    /// <summary>Encrypts or decrypts in CTR mode.</summary>
    /// <param name="source">Plaintext or ciphertext.</param>
    /// <param name="counter">The first counter block.</param>
    /// <returns>As many bytes as the source has.</returns>
    /// <exception cref="ArgumentException">The counter is not one block.</exception>
    /// <exception cref="ObjectDisposedException">The instance was disposed.</exception>
    public byte[] TransformCtr(ReadOnlySpan<byte> source, ReadOnlySpan<byte> counter)
    {
        byte[] result = new byte[source.Length];
        TransformCtr(source, counter, result);
        return result;
    }

    /// <summary>Wipes the key.</summary>
    public void Dispose()
    {
        if (!disposed) Wipe();
        disposed = true;
        GC.SuppressFinalize(this);
    }

    // ---- what a cipher gives; source and destination are the same place or do not overlap ----

    /// <summary>Encrypts whole blocks, each by itself.</summary>
    private protected abstract void EncryptBlocks(ReadOnlySpan<byte> source, Span<byte> destination);

    /// <summary>Decrypts whole blocks, each by itself.</summary>
    private protected abstract void DecryptBlocks(ReadOnlySpan<byte> source, Span<byte> destination);

    /// <summary>Encrypts whole blocks in a chain that starts after <paramref name="previous"/>.</summary>
    private protected abstract void EncryptChain(ReadOnlySpan<byte> previous, ReadOnlySpan<byte> source, Span<byte> destination);

    /// <summary>Adds the key stream of counters from <paramref name="counter"/> on.</summary>
    private protected abstract void CountBlocks(ReadOnlySpan<byte> counter, ReadOnlySpan<byte> source, Span<byte> destination);

    private protected abstract void Wipe();

    private protected void ThrowIfDisposed() => ObjectDisposedException.ThrowIf(disposed, this);

    // For the transforms of SymmetricAlgorithm, which keep their own chain.
    internal void EncryptWhole(bool cbc, ReadOnlySpan<byte> previous, ReadOnlySpan<byte> source, Span<byte> destination)
    {
        ThrowIfDisposed();
        if (cbc) EncryptChain(previous, source, destination);
        else EncryptBlocks(source, destination);
    }

    internal void DecryptWhole(bool cbc, ReadOnlySpan<byte> previous, ReadOnlySpan<byte> source, Span<byte> destination)
    {
        ThrowIfDisposed();
        if (cbc) DecryptChain(previous, source, destination);
        else DecryptBlocks(source, destination);
    }

    // ---- the modes ----

    // An empty vector stands for ECB: the entrances have checked it.
    [MethodImpl(MethodImplOptions.AggressiveOptimization)]
    private void Encrypt(ReadOnlySpan<byte> iv, ReadOnlySpan<byte> plaintext, Span<byte> destination, PaddingMode paddingMode)
    {
        ThrowIfDisposed();
        if (destination.IsEmpty) return;

        if (destination.Length != plaintext.Length || ShiftedOverlap(plaintext, destination)) EncryptApart(iv, plaintext, destination, paddingMode);
        else if (iv.IsEmpty) EncryptBlocks(plaintext, destination);
        else EncryptChain(iv, plaintext, destination);
    }

    // What needs room on the stack, whose clearing a short packet would feel.
    [MethodImpl(MethodImplOptions.AggressiveOptimization | MethodImplOptions.NoInlining)]
    private void EncryptApart(ReadOnlySpan<byte> iv, ReadOnlySpan<byte> plaintext, Span<byte> destination, PaddingMode paddingMode)
    {
        if (destination.Length <= OnePassBytes || ShiftedOverlap(plaintext, destination))
        {
            // The vector may lie where the plaintext goes.
            Span<byte> chain = stackalloc byte[MaxBlockBytes];
            chain = chain.Slice(0, iv.Length);
            iv.CopyTo(chain);
            plaintext.CopyTo(destination);
            CipherPadding.Write(destination, plaintext.Length, paddingMode);
            if (iv.IsEmpty) EncryptBlocks(destination, destination);
            else EncryptChain(chain, destination, destination);
        }
        else
        {
            // The last block is read before it is overwritten in place, and written last.
            int size = BlockSizeInBytes, body = destination.Length - size;
            Span<byte> last = stackalloc byte[MaxBlockBytes];
            last = last.Slice(0, size);
            plaintext.Slice(body).CopyTo(last);
            CipherPadding.Write(last, plaintext.Length - body, paddingMode);
            if (iv.IsEmpty)
            {
                EncryptBlocks(plaintext.Slice(0, body), destination);
                EncryptBlocks(last, destination.Slice(body));
            }
            else
            {
                EncryptChain(iv, plaintext.Slice(0, body), destination);
                EncryptChain(destination.Slice(body - size, size), last, destination.Slice(body));
            }

            CryptographicOperations.ZeroMemory(last);
        }
    }

    private byte[] Decrypt(ReadOnlySpan<byte> iv, ReadOnlySpan<byte> ciphertext, PaddingMode paddingMode)
    {
        int length = PlaintextLength(iv, ciphertext, paddingMode, default);
        byte[] plaintext = new byte[length];
        Decrypt(iv, ciphertext, plaintext, paddingMode, out _);
        return plaintext;
    }

    /// <summary>Returns false, with the length that was needed, where the destination is too short.</summary>
    [MethodImpl(MethodImplOptions.AggressiveOptimization)]
    private bool Decrypt(ReadOnlySpan<byte> iv, ReadOnlySpan<byte> ciphertext, Span<byte> destination, PaddingMode paddingMode, out int length)
    {
        if (iv.IsEmpty && (paddingMode is PaddingMode.None or PaddingMode.Zeros))
        {
            // Nothing is removed, nothing is chained.
            length = PlaintextLength(ciphertext, paddingMode);
            if (length > destination.Length) return false;
            if (!ShiftedOverlap(ciphertext, destination))
            {
                if (length > 0) DecryptBlocks(ciphertext, destination.Slice(0, length));
                return true;
            }
        }

        return DecryptApart(iv, ciphertext, destination, paddingMode, out length);
    }

    [MethodImpl(MethodImplOptions.AggressiveOptimization | MethodImplOptions.NoInlining)]
    private bool DecryptApart(ReadOnlySpan<byte> iv, ReadOnlySpan<byte> ciphertext, Span<byte> destination, PaddingMode paddingMode, out int length)
    {
        // The padding decides the length, so the last block is decrypted first, apart.
        Span<byte> last = stackalloc byte[MaxBlockBytes];
        last = last.Slice(0, BlockSizeInBytes);
        length = PlaintextLength(iv, ciphertext, paddingMode, last);
        bool fits = length <= destination.Length;
        if (fits && length > 0)
        {
            destination = destination.Slice(0, length);
            if (ShiftedOverlap(ciphertext, destination))
            {
                using Copy copy = new(ciphertext);
                DecryptBody(iv, copy.Span, destination, paddingMode, last);
            }
            else
            {
                DecryptBody(iv, ciphertext, destination, paddingMode, last);
            }
        }

        CryptographicOperations.ZeroMemory(last);
        return fits;
    }

    [MethodImpl(MethodImplOptions.AggressiveOptimization)]
    private void DecryptBody(ReadOnlySpan<byte> iv, ReadOnlySpan<byte> ciphertext, Span<byte> destination, PaddingMode paddingMode, ReadOnlySpan<byte> last)
    {
        // Without padding all blocks go to the destination; with it, all but the last, of which a part follows.
        int body = paddingMode is PaddingMode.None or PaddingMode.Zeros ? ciphertext.Length : ciphertext.Length - BlockSizeInBytes;
        if (body > 0)
        {
            if (iv.IsEmpty) DecryptBlocks(ciphertext.Slice(0, body), destination.Slice(0, body));
            else DecryptChain(iv, ciphertext.Slice(0, body), destination.Slice(0, body));
        }

        last.Slice(0, destination.Length - body).CopyTo(destination.Slice(body));
    }

    /// <summary>The length without padding; <paramref name="last"/>, unless it is empty, receives the last block decrypted.</summary>
    [MethodImpl(MethodImplOptions.AggressiveOptimization)]
    private int PlaintextLength(ReadOnlySpan<byte> iv, ReadOnlySpan<byte> ciphertext, PaddingMode paddingMode, Span<byte> last)
    {
        int length = PlaintextLength(ciphertext, paddingMode), size = BlockSizeInBytes;
        if (ciphertext.IsEmpty || paddingMode is PaddingMode.None or PaddingMode.Zeros) return length;

        Span<byte> own = stackalloc byte[MaxBlockBytes];
        Span<byte> block = last.IsEmpty ? own.Slice(0, size) : last;
        int body = ciphertext.Length - size;
        DecryptBlocks(ciphertext.Slice(body), block);
        if (!iv.IsEmpty) Xor(block, body == 0 ? iv : ciphertext.Slice(body - size, size));
        int padding = CipherPadding.Length(block, paddingMode);
        CryptographicOperations.ZeroMemory(own);
        if (padding >= 0) return ciphertext.Length - padding;

        CryptographicOperations.ZeroMemory(block);
        throw CipherPadding.Wrong();
    }

    /// <summary>The length with padding.</summary>
    private int PlaintextLength(ReadOnlySpan<byte> ciphertext, PaddingMode paddingMode)
    {
        ThrowIfDisposed();
        CipherPadding.CheckMode(paddingMode);
        return CipherPadding.Rest(ciphertext.Length, BlockSizeInBytes) == 0
            ? ciphertext.Length
            : throw CipherPadding.CiphertextNotWholeBlocks(ciphertext.Length, BlockSizeInBytes);
    }

    // Windows from front to back, each kept aside with the block before it, because in place it is overwritten.
    [MethodImpl(MethodImplOptions.AggressiveOptimization)]
    private void DecryptChain(ReadOnlySpan<byte> previous, ReadOnlySpan<byte> source, Span<byte> destination)
    {
        int size = BlockSizeInBytes;
        byte[] rented = ArrayPool<byte>.Shared.Rent(WindowBytes + size);
        Span<byte> kept = rented.AsSpan(0, WindowBytes + size);
        previous.CopyTo(kept);
        for (int o = 0; o < source.Length; o += WindowBytes)
        {
            int n = Math.Min(WindowBytes, source.Length - o);
            source.Slice(o, n).CopyTo(kept.Slice(size));
            DecryptBlocks(kept.Slice(size, n), destination.Slice(o, n));
            Xor(destination.Slice(o, n), kept);
            kept.Slice(n, size).CopyTo(kept);
        }

        ArrayPool<byte>.Shared.Return(rented);
    }

    [MethodImpl(MethodImplOptions.AggressiveOptimization)]
    internal static void Xor(Span<byte> data, ReadOnlySpan<byte> other)
    {
        other = other.Slice(0, data.Length);
        Span<Vector<byte>> vectors = MemoryMarshal.Cast<byte, Vector<byte>>(data);
        ReadOnlySpan<Vector<byte>> others = MemoryMarshal.Cast<byte, Vector<byte>>(other);
        for (int v = 0; v < vectors.Length && v < others.Length; v++) vectors[v] ^= others[v];
        for (int i = vectors.Length * Vector<byte>.Count; i < data.Length; i++) data[i] ^= other[i];
    }

    // ---- checks, each said once ----

    [MethodImpl(MethodImplOptions.AggressiveOptimization)]
    private int CiphertextLength(int plaintextLength, PaddingMode paddingMode, string parameter)
    {
        ThrowIfDisposed();
        ArgumentOutOfRangeException.ThrowIfNegative(plaintextLength, parameter);
        CipherPadding.CheckMode(paddingMode);
        int blockBytes = BlockSizeInBytes;
        if (paddingMode == PaddingMode.None)
        {
            return CipherPadding.Rest(plaintextLength, blockBytes) == 0
                ? plaintextLength
                : throw CipherPadding.NotWholeBlocks(plaintextLength, blockBytes, parameter);
        }

        long length = CipherPadding.PaddedLength(plaintextLength, blockBytes, paddingMode);
        return length <= Array.MaxLength ? (int)length : throw TooLong(length, plaintextLength, parameter);
    }

    // Texts are made in methods of their own: a frame with room for them costs a call of one block a tenth of its time.
    private static ArgumentOutOfRangeException TooLong(long length, int plaintextLength, string parameter) =>
        new(parameter, plaintextLength, Text($"With padding the ciphertext would have {length} bytes; at most {Array.MaxLength} are possible."));

    private void CheckIv(ReadOnlySpan<byte> iv)
    {
        if (iv.Length != BlockSizeInBytes)
        {
            throw new ArgumentException(Text($"The initialization vector must be one block of {BlockSizeInBytes} bytes; it has {iv.Length} bytes."), nameof(iv));
        }
    }

    internal static ArgumentException TooShort(int length, int needed) =>
        new(Text($"The destination must have at least {needed} bytes; it has {length}."), "destination");

    internal static bool ShiftedOverlap(ReadOnlySpan<byte> source, ReadOnlySpan<byte> destination) =>
        // The first question is inlined, the second is a call, which a short message would feel.
        source.Overlaps(destination) && source.Overlaps(destination, out int offset) && offset != 0;

    private static string Text(ref DefaultInterpolatedStringHandler text) => string.Create(CultureInfo.InvariantCulture, ref text);

    /// <summary>A copy of data that a destination would overwrite, wiped when it is no longer needed.</summary>
    internal readonly ref struct Copy
    {
        private readonly byte[] rented;

        public Copy(ReadOnlySpan<byte> source)
        {
            rented = ArrayPool<byte>.Shared.Rent(source.Length);
            Span = rented.AsSpan(0, source.Length);
            source.CopyTo(Span);
        }

        public Span<byte> Span { get; }

        public void Dispose()
        {
            CryptographicOperations.ZeroMemory(Span);
            ArrayPool<byte>.Shared.Return(rented);
        }
    }
}
