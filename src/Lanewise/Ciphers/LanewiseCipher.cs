using Lanewise.Ciphers;

namespace Lanewise;

/// <summary>
/// The base class for block ciphers. An instance contains a key and has one-shot methods for ECB, CBC and CTR. Padding is
/// optional in ECB and CBC.
/// </summary>
/// <remarks>
/// The constructor expands the key once. Methods that write to spans do not allocate memory. Several threads may use the same
/// instance concurrently. If a thread disposes the instance, calls in progress throw <see cref="ObjectDisposedException"/> and
/// clear their output. If the instance is disposed during an in-place encryption, the plaintext is lost. If an instance is not
/// disposed, its finalizer wipes the key.
/// <para>
/// The source and the destination may be the same buffer. If the two buffers overlap in any other way, the source is copied
/// first. Methods that use several cores, <c>EncryptMany</c> and <c>DecryptMany</c> are stricter: their documentation states
/// which overlaps they reject. If an argument is invalid, the padding is wrong, or a <c>Try</c> method returns false, nothing
/// is written.
/// </para>
/// <para>If the cipher has a tweak (<see cref="ThreefishCipher"/>), the tweak is read before the destination is written.</para>
/// </remarks>
public abstract partial class LanewiseCipher : IDisposable
{
    private readonly byte[] key;
    private Lifetime lifetime;

    private protected LanewiseCipher(PacketCipher packets, ReadOnlySpan<byte> key)
    {
        if (key.Length != packets.KeyBytes)
        {
            throw new CryptographicException(
                Invariant($"The {packets.Name} key must be {packets.KeyBytes} bytes long, not {key.Length}."));
        }

        this.key = key.ToArray();
        Packets = packets;
        BlockLengthInBytes = packets.BlockBytes;
    }

    /// <summary>The block length in bytes.</summary>
    public int BlockLengthInBytes { get; }

    /// <summary>The key length in bytes.</summary>
    public int KeyLengthInBytes => Packets.KeyBytes;

    /// <summary>The keyless form of the cipher, which processes packets with separate keys.</summary>
    internal PacketCipher Packets { get; }

    internal void CopyKey(Span<byte> destination)
    {
        key.CopyTo(destination);
        lifetime.ThrowIfEndedSince(this, destination);
    }

    // ---- ECB ----

    /// <summary>Returns the ciphertext length in ECB mode.</summary>
    /// <param name="plaintextLength">The length of the plaintext in bytes.</param>
    /// <param name="paddingMode">The padding mode.</param>
    /// <returns>The ciphertext length in bytes.</returns>
    /// <exception cref="ArgumentOutOfRangeException">
    /// The length is negative, the padded length exceeds the maximum array length, or the padding mode is unknown.
    /// </exception>
    /// <exception cref="ArgumentException">
    /// No padding is used, and the plaintext length is not a multiple of the block length.
    /// </exception>
    public int GetCiphertextLengthEcb(int plaintextLength, PaddingMode paddingMode) =>
        CiphertextLength(plaintextLength, paddingMode, nameof(plaintextLength));

    /// <inheritdoc cref="TryEncryptEcb"/>
    /// <returns>The ciphertext.</returns>
    public byte[] EncryptEcb(ReadOnlySpan<byte> plaintext, PaddingMode paddingMode, ReadOnlySpan<byte> tweak = default) =>
        Encrypt(ReadTweak(tweak), Chaining.None, plaintext, paddingMode);

    /// <inheritdoc cref="TryEncryptEcb"/>
    /// <returns>The number of bytes written.</returns>
    /// <exception cref="ArgumentException">The destination is too short, or the tweak has the wrong length.</exception>
    /// <exception cref="ArgumentException">
    /// No padding is used, and the plaintext length is not a multiple of the block length.
    /// </exception>
    [MethodImpl(CompileOptions.AtOnce)]
    public int EncryptEcb(
        ReadOnlySpan<byte> plaintext, Span<byte> destination, PaddingMode paddingMode, ReadOnlySpan<byte> tweak = default) =>
        Encrypt(ReadTweak(tweak), Chaining.None, plaintext, destination, paddingMode, out int length)
            ? length
            : throw BatchChecks.TooShort(destination.Length, length);

    /// <summary>
    /// Encrypts in ECB mode. Each block is encrypted independently, so equal plaintext blocks result in equal ciphertext blocks.
    /// </summary>
    /// <param name="plaintext">The plaintext.</param>
    /// <param name="destination">Receives the ciphertext. The destination may be the same buffer as the plaintext.</param>
    /// <param name="paddingMode">The padding mode.</param>
    /// <param name="bytesWritten">The number of bytes written.</param>
    /// <param name="tweak">The tweak. An empty span means that the tweak is zero.</param>
    /// <returns>
    /// True if the destination was long enough. If the destination is too short, the method writes nothing and returns false.
    /// </returns>
    /// <exception cref="ArgumentException">The tweak has the wrong length.</exception>
    /// <exception cref="ArgumentException">
    /// No padding is used, and the plaintext length is not a multiple of the block length.
    /// </exception>
    /// <exception cref="ObjectDisposedException">The instance was disposed.</exception>
    public bool TryEncryptEcb(
        ReadOnlySpan<byte> plaintext, Span<byte> destination, PaddingMode paddingMode, out int bytesWritten,
        ReadOnlySpan<byte> tweak = default) =>
        TryEncrypt(ReadTweak(tweak), Chaining.None, plaintext, destination, paddingMode, out bytesWritten);

    /// <inheritdoc cref="TryDecryptEcb"/>
    /// <returns>The plaintext.</returns>
    public byte[] DecryptEcb(ReadOnlySpan<byte> ciphertext, PaddingMode paddingMode, ReadOnlySpan<byte> tweak = default) =>
        Decrypt(ReadTweak(tweak), Chaining.None, ciphertext, paddingMode);

    /// <inheritdoc cref="TryDecryptEcb"/>
    /// <returns>The number of bytes written.</returns>
    /// <exception cref="ArgumentException">
    /// The destination is too short, or the tweak has the wrong length.
    /// </exception>
    [MethodImpl(CompileOptions.AtOnce)]
    public int DecryptEcb(
        ReadOnlySpan<byte> ciphertext, Span<byte> destination, PaddingMode paddingMode, ReadOnlySpan<byte> tweak = default) =>
        Decrypt(ReadTweak(tweak), Chaining.None, ciphertext, destination, paddingMode, out int length)
            ? length
            : throw BatchChecks.TooShort(destination.Length, length);

    /// <summary>Decrypts in ECB mode.</summary>
    /// <param name="ciphertext">The ciphertext.</param>
    /// <param name="destination">Receives the plaintext. The destination may be the same buffer as the ciphertext.</param>
    /// <param name="paddingMode">The padding mode.</param>
    /// <param name="bytesWritten">The number of bytes written.</param>
    /// <param name="tweak">The tweak. An empty span means that the tweak is zero.</param>
    /// <returns>
    /// True if the destination was long enough. If the destination is too short, the method writes nothing and returns false.
    /// </returns>
    /// <exception cref="ArgumentException">The tweak has the wrong length.</exception>
    /// <exception cref="CryptographicException">
    /// The ciphertext length is not a multiple of the block length, or the padding is wrong.
    /// </exception>
    /// <exception cref="ObjectDisposedException">The instance was disposed.</exception>
    public bool TryDecryptEcb(
        ReadOnlySpan<byte> ciphertext, Span<byte> destination, PaddingMode paddingMode, out int bytesWritten,
        ReadOnlySpan<byte> tweak = default) =>
        TryDecrypt(ReadTweak(tweak), Chaining.None, ciphertext, destination, paddingMode, out bytesWritten);

    /// <summary>Encrypts whole blocks in ECB mode on several cores.</summary>
    /// <param name="plaintext">The plaintext, a whole number of blocks.</param>
    /// <param name="destination">Receives the ciphertext. The destination may be the same buffer as the plaintext.</param>
    /// <param name="parallelOptions">The number of cores, the scheduler and the cancellation token.</param>
    /// <param name="tweak">The tweak. An empty span means that the tweak is zero.</param>
    /// <returns>The number of bytes written.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="parallelOptions"/> is null.</exception>
    /// <exception cref="ArgumentException">
    /// The plaintext length is not a multiple of the block length, or the tweak has the wrong length.
    /// </exception>
    /// <exception cref="ArgumentException">
    /// The destination is too short, or overlaps the source but starts at a different address.
    /// </exception>
    /// <exception cref="ObjectDisposedException">The instance was disposed.</exception>
    /// <exception cref="OperationCanceledException">
    /// The call was cancelled. The destination may be partially written. An in-place operation that has started is always
    /// completed.
    /// </exception>
    public int EncryptEcb(
        ReadOnlyMemory<byte> plaintext, Memory<byte> destination, ParallelOptions parallelOptions,
        ReadOnlySpan<byte> tweak = default)
    {
        CiphertextLength(plaintext.Length, PaddingMode.None, nameof(plaintext));
        return OverCores(true, ReadTweak(tweak), plaintext, destination, parallelOptions);
    }

    /// <summary>Decrypts whole blocks in ECB mode on several cores.</summary>
    /// <param name="ciphertext">The ciphertext, a whole number of blocks.</param>
    /// <param name="destination">Receives the plaintext. The destination may be the same buffer as the ciphertext.</param>
    /// <param name="parallelOptions">The number of cores, the scheduler and the cancellation token.</param>
    /// <param name="tweak">The tweak. An empty span means that the tweak is zero.</param>
    /// <returns>The number of bytes written.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="parallelOptions"/> is null.</exception>
    /// <exception cref="ArgumentException">The tweak has the wrong length.</exception>
    /// <exception cref="ArgumentException">
    /// The destination is too short, or overlaps the source but starts at a different address.
    /// </exception>
    /// <exception cref="CryptographicException">The ciphertext length is not a multiple of the block length.</exception>
    /// <exception cref="ObjectDisposedException">The instance was disposed.</exception>
    /// <exception cref="OperationCanceledException">
    /// The call was cancelled. The destination may be partially written. An in-place operation that has started is always
    /// completed.
    /// </exception>
    public int DecryptEcb(
        ReadOnlyMemory<byte> ciphertext, Memory<byte> destination, ParallelOptions parallelOptions,
        ReadOnlySpan<byte> tweak = default)
    {
        PlaintextLength(ciphertext.Length, PaddingMode.None);
        return OverCores(false, ReadTweak(tweak), ciphertext, destination, parallelOptions);
    }

    // ---- CBC ----

    /// <summary>Returns the ciphertext length in CBC mode.</summary>
    /// <inheritdoc cref="GetCiphertextLengthEcb"/>
    public int GetCiphertextLengthCbc(int plaintextLength, PaddingMode paddingMode = PaddingMode.PKCS7) =>
        CiphertextLength(plaintextLength, paddingMode, nameof(plaintextLength));

    /// <inheritdoc cref="TryEncryptCbc"/>
    /// <returns>The ciphertext.</returns>
    public byte[] EncryptCbc(
        ReadOnlySpan<byte> plaintext, ReadOnlySpan<byte> iv, PaddingMode paddingMode = PaddingMode.PKCS7,
        ReadOnlySpan<byte> tweak = default) =>
        Encrypt(ReadTweak(tweak), Chained(iv), plaintext, paddingMode);

    /// <inheritdoc cref="TryEncryptCbc"/>
    /// <returns>The number of bytes written.</returns>
    /// <exception cref="ArgumentException">The destination is too short.</exception>
    /// <exception cref="ArgumentException">
    /// The initialization vector is not exactly one block long, or the tweak has the wrong length.
    /// </exception>
    /// <exception cref="ArgumentException">
    /// No padding is used, and the plaintext length is not a multiple of the block length.
    /// </exception>
    public int EncryptCbc(
        ReadOnlySpan<byte> plaintext, ReadOnlySpan<byte> iv, Span<byte> destination, PaddingMode paddingMode = PaddingMode.PKCS7,
        ReadOnlySpan<byte> tweak = default) =>
        Encrypt(ReadTweak(tweak), Chained(iv), plaintext, destination, paddingMode, out int length)
            ? length
            : throw BatchChecks.TooShort(destination.Length, length);

    /// <summary>Encrypts in CBC mode. Each block depends on the previous block, so encryption cannot use lanes.</summary>
    /// <param name="plaintext">The plaintext.</param>
    /// <param name="iv">
    /// The initialization vector, one block long. The initialization vector must be unpredictable, and must not be used twice
    /// with the same key.
    /// </param>
    /// <param name="destination">Receives the ciphertext. The destination may be the same buffer as the plaintext.</param>
    /// <param name="bytesWritten">The number of bytes written.</param>
    /// <param name="paddingMode">The padding mode.</param>
    /// <param name="tweak">The tweak. An empty span means that the tweak is zero.</param>
    /// <returns>
    /// True if the destination was long enough. If the destination is too short, the method writes nothing and returns false.
    /// </returns>
    /// <exception cref="ArgumentException">
    /// The initialization vector is not exactly one block long, or the tweak has the wrong length.
    /// </exception>
    /// <exception cref="ArgumentException">
    /// No padding is used, and the plaintext length is not a multiple of the block length.
    /// </exception>
    /// <exception cref="ObjectDisposedException">The instance was disposed.</exception>
    public bool TryEncryptCbc(
        ReadOnlySpan<byte> plaintext, ReadOnlySpan<byte> iv, Span<byte> destination, out int bytesWritten,
        PaddingMode paddingMode = PaddingMode.PKCS7, ReadOnlySpan<byte> tweak = default) =>
        TryEncrypt(ReadTweak(tweak), Chained(iv), plaintext, destination, paddingMode, out bytesWritten);

    /// <inheritdoc cref="TryDecryptCbc"/>
    /// <returns>The plaintext.</returns>
    public byte[] DecryptCbc(
        ReadOnlySpan<byte> ciphertext, ReadOnlySpan<byte> iv, PaddingMode paddingMode = PaddingMode.PKCS7,
        ReadOnlySpan<byte> tweak = default) =>
        Decrypt(ReadTweak(tweak), Chained(iv), ciphertext, paddingMode);

    /// <inheritdoc cref="TryDecryptCbc"/>
    /// <returns>The number of bytes written.</returns>
    /// <exception cref="ArgumentException">The destination is too short.</exception>
    /// <exception cref="ArgumentException">
    /// The initialization vector is not exactly one block long, or the tweak has the wrong length.
    /// </exception>
    public int DecryptCbc(
        ReadOnlySpan<byte> ciphertext, ReadOnlySpan<byte> iv, Span<byte> destination, PaddingMode paddingMode = PaddingMode.PKCS7,
        ReadOnlySpan<byte> tweak = default) =>
        Decrypt(ReadTweak(tweak), Chained(iv), ciphertext, destination, paddingMode, out int length)
            ? length
            : throw BatchChecks.TooShort(destination.Length, length);

    /// <summary>Decrypts in CBC mode, using SIMD lanes.</summary>
    /// <param name="ciphertext">The ciphertext.</param>
    /// <param name="iv">The initialization vector.</param>
    /// <param name="destination">Receives the plaintext. The destination may be the same buffer as the ciphertext.</param>
    /// <param name="bytesWritten">The number of bytes written.</param>
    /// <param name="paddingMode">The padding mode.</param>
    /// <param name="tweak">The tweak. An empty span means that the tweak is zero.</param>
    /// <returns>
    /// True if the destination was long enough. If the destination is too short, the method writes nothing and returns false.
    /// </returns>
    /// <exception cref="ArgumentException">
    /// The initialization vector is not exactly one block long, or the tweak has the wrong length.
    /// </exception>
    /// <exception cref="CryptographicException">
    /// The ciphertext length is not a multiple of the block length, or the padding is wrong.
    /// </exception>
    /// <exception cref="ObjectDisposedException">The instance was disposed.</exception>
    public bool TryDecryptCbc(
        ReadOnlySpan<byte> ciphertext, ReadOnlySpan<byte> iv, Span<byte> destination, out int bytesWritten,
        PaddingMode paddingMode = PaddingMode.PKCS7, ReadOnlySpan<byte> tweak = default) =>
        TryDecrypt(ReadTweak(tweak), Chained(iv), ciphertext, destination, paddingMode, out bytesWritten);

    // ---- CTR ----

    /// <summary>
    /// Encrypts or decrypts in CTR mode, using SIMD lanes. The data may have any length, and no padding is needed.
    /// </summary>
    /// <remarks>
    /// Block <c>i</c> of the keystream is the encryption of <paramref name="counter"/> + <c>i</c>. A counter block is a single
    /// big-endian number (NIST SP 800-38A) that wraps around to zero. Never use a counter value twice with the same key and
    /// tweak, because an attacker would learn the XOR of the two plaintexts. After 2^32 64-bit blocks (32 GiB), a keystream can
    /// be distinguished from random bytes, so change the key long before that.
    /// </remarks>
    /// <param name="source">The plaintext or ciphertext.</param>
    /// <param name="counter">The first counter block.</param>
    /// <param name="destination">
    /// Receives the encrypted or decrypted data, which is as long as the source. The destination may be the same buffer as the
    /// source.
    /// </param>
    /// <param name="tweak">The tweak. An empty span means that the tweak is zero.</param>
    /// <param name="position">The offset of the source within the keystream, in bytes.</param>
    /// <returns>The number of bytes written.</returns>
    /// <exception cref="ArgumentException">
    /// The counter is not exactly one block long, or the tweak has the wrong length.
    /// </exception>
    /// <exception cref="ArgumentException">The destination is too short.</exception>
    /// <exception cref="ObjectDisposedException">The instance was disposed.</exception>
    [MethodImpl(CompileOptions.AtOnce)]
    public int TransformCtr(
        ReadOnlySpan<byte> source, ReadOnlySpan<byte> counter, Span<byte> destination, ReadOnlySpan<byte> tweak = default,
        ulong position = 0)
    {
        ThrowIfDisposed();
        Checked(counter, nameof(counter));
        Tweak words = ReadTweak(tweak);
        if (destination.Length < source.Length) throw BatchChecks.TooShort(destination.Length, source.Length);

        destination = destination.Slice(0, source.Length);
        if (position != 0 || ShiftedOverlap(source, destination)) CountApart(words, counter, position, source, destination);
        else if (!source.IsEmpty) CountBlocks(words, counter, source, destination);
        return source.Length;
    }

    /// <summary>Encrypts or decrypts in CTR mode.</summary>
    /// <param name="source">The plaintext or ciphertext.</param>
    /// <param name="counter">The first counter block.</param>
    /// <returns>The encrypted or decrypted data, which is as long as the source.</returns>
    /// <exception cref="ArgumentException">The counter is not exactly one block long.</exception>
    /// <exception cref="ObjectDisposedException">The instance was disposed.</exception>
    public byte[] TransformCtr(ReadOnlySpan<byte> source, ReadOnlySpan<byte> counter)
    {
        byte[] result = new byte[source.Length];
        TransformCtr(source, counter, result);
        return result;
    }

    /// <summary>
    /// Wipes the key. A call in progress on another thread throws <see cref="ObjectDisposedException"/> and clears its output.
    /// </summary>
    public void Dispose()
    {
        End();
        GC.SuppressFinalize(this);
    }

    /// <summary>Wipes the key of an instance that was not disposed.</summary>
    ~LanewiseCipher() => End();

    private void End()
    {
        // The key is null if the constructor threw because of a wrong key length.
        if (key is null || !lifetime.TryEnd()) return;

        Wipe();
        CryptographicOperations.ZeroMemory(key);
    }
}
