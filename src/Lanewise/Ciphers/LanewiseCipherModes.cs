using System.Numerics;
using Lanewise.Ciphers;

namespace Lanewise;

/// <content>Implements the modes by calling the block, chain and counter methods of each cipher.</content>
public abstract partial class LanewiseCipher
{
    // Padded data of up to this length is copied to the destination and encrypted there in one pass.
    private const int OnePassBytes = 1024;

    // CBC decryption copies and decrypts the ciphertext in windows of this size. A window consists of many groups of blocks and
    // is small compared with the L1 cache.
    private const int WindowBytes = 8192;

    // The minimum number of bytes per core. At the highest speed, processing that many bytes takes a few tens of microseconds.
    private const int SmallestPieceBytes = 64 * 1024;

    // The maximum block length of any cipher.
    private const int MaxBlockBytes = 128;

    // ---- implemented by each cipher. Source and destination are the same buffer or do not overlap ----

    /// <summary>Encrypts or decrypts whole blocks independently.</summary>
    private protected abstract void RunBlocks(bool encrypting, Tweak tweak, ReadOnlySpan<byte> source, Span<byte> destination);

    /// <summary>
    /// Encrypts whole blocks in CBC mode. The previous ciphertext block, <paramref name="previous"/>, is read before anything is
    /// written.
    /// </summary>
    private protected abstract void RunChain(
        Tweak tweak, ReadOnlySpan<byte> previous, ReadOnlySpan<byte> source, Span<byte> destination);

    /// <summary>
    /// XORs the source with the keystream that starts at <paramref name="counter"/>. The counter is read before anything is
    /// written.
    /// </summary>
    private protected abstract void RunCounter(
        Tweak tweak, ReadOnlySpan<byte> counter, ReadOnlySpan<byte> source, Span<byte> destination);

    /// <summary>Wipes everything that was derived from the key.</summary>
    private protected abstract void Wipe();

    // ---- block methods with a check for concurrent disposal ----

    /// <summary>Processes whole blocks in ECB or CBC mode.</summary>
    [MethodImpl(CompileOptions.AtOnce)]
    internal void RunWhole(
        bool encrypting, Tweak tweak, Chaining chaining, ReadOnlySpan<byte> source, Span<byte> destination)
    {
        RunUnchecked(encrypting, tweak, chaining, source, destination);
        lifetime.ThrowIfEndedSince(this, destination);
    }

    // The caller checks for disposal only before it returns, because an earlier exception would leave secrets on the stack.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private void RunUnchecked(
        bool encrypting, Tweak tweak, Chaining chaining, ReadOnlySpan<byte> source, Span<byte> destination)
    {
        if (!chaining.IsCbc) RunBlocks(encrypting, tweak, source, destination);
        else if (encrypting) RunChain(tweak, chaining.Iv, source, destination);
        else DecryptChain(tweak, chaining.Iv, source, destination);
    }

    private void CountBlocks(Tweak tweak, ReadOnlySpan<byte> counter, ReadOnlySpan<byte> source, Span<byte> destination)
    {
        RunCounter(tweak, counter, source, destination);
        lifetime.ThrowIfEndedSince(this, destination);
    }

    internal void ThrowIfDisposed() => lifetime.ThrowIfEnded(this);

    internal void ThrowIfDisposedSince(Span<byte> computed) => lifetime.ThrowIfEndedSince(this, computed);

    // ---- encryption ----

    internal byte[] Encrypt(Tweak tweak, Chaining chaining, ReadOnlySpan<byte> plaintext, PaddingMode paddingMode)
    {
        byte[] ciphertext = new byte[CiphertextLength(plaintext.Length, paddingMode, nameof(plaintext))];
        Encrypt(tweak, chaining, plaintext, ciphertext, paddingMode, out _);
        return ciphertext;
    }

    internal bool TryEncrypt(
        Tweak tweak, Chaining chaining, ReadOnlySpan<byte> plaintext, Span<byte> destination, PaddingMode paddingMode,
        out int bytesWritten)
    {
        bool done = Encrypt(tweak, chaining, plaintext, destination, paddingMode, out int length);
        bytesWritten = done ? length : 0;
        return done;
    }

    /// <summary>Returns false and the required length if the destination is too short.</summary>
    [MethodImpl(CompileOptions.AtOnce)]
    private bool Encrypt(
        Tweak tweak, Chaining chaining, ReadOnlySpan<byte> plaintext, Span<byte> destination, PaddingMode paddingMode,
        out int length)
    {
        length = CiphertextLength(plaintext.Length, paddingMode, nameof(plaintext));
        if (length > destination.Length) return false;
        if (length == 0) return true;

        destination = destination.Slice(0, length);
        bool apart = length != plaintext.Length || ShiftedOverlap(plaintext, destination);
        if (apart) EncryptApart(tweak, chaining, plaintext, destination, paddingMode);
        else RunWhole(true, tweak, chaining, plaintext, destination);
        return true;
    }

    // The code is in a separate method, because clearing its stack memory in every call would slow down short packets.
    [MethodImpl(CompileOptions.AtOnce | MethodImplOptions.NoInlining)]
    private void EncryptApart(
        Tweak tweak, Chaining chaining, ReadOnlySpan<byte> plaintext, Span<byte> destination, PaddingMode paddingMode)
    {
        // The initialization vector is copied, because it may overlap the destination.
        Span<byte> chain = stackalloc byte[MaxBlockBytes];
        chain = chain.Slice(0, chaining.Iv.Length);
        chaining.Iv.CopyTo(chain);
        scoped Chaining copied = chaining.IsCbc ? Chaining.Cbc(chain) : Chaining.None;
        // All blocks except the last are encrypted from the source. The last block is padded in the destination and encrypted
        // there.
        bool inOnePass = destination.Length <= OnePassBytes || ShiftedOverlap(plaintext, destination);
        int body = inOnePass ? 0 : destination.Length - BlockLengthInBytes;
        if (body > 0)
        {
            RunUnchecked(true, tweak, copied, plaintext.Slice(0, body), destination.Slice(0, body));
            destination.Slice(body - chain.Length, chain.Length).CopyTo(chain);
        }

        Span<byte> last = destination.Slice(body);
        plaintext.Slice(body).CopyTo(last);
        CipherPadding.Write(last, plaintext.Length - body, paddingMode);
        RunUnchecked(true, tweak, copied, last, last);
        lifetime.ThrowIfEndedSince(this, destination);
    }

    // ---- decryption ----

    internal byte[] Decrypt(Tweak tweak, Chaining chaining, ReadOnlySpan<byte> ciphertext, PaddingMode paddingMode)
    {
        Span<byte> last = stackalloc byte[MaxBlockBytes];
        byte[] plaintext = new byte[PlaintextLength(tweak, chaining, ciphertext, paddingMode, last)];
        CryptographicOperations.ZeroMemory(last);
        Decrypt(tweak, chaining, ciphertext, plaintext, paddingMode, out _);
        return plaintext;
    }

    internal bool TryDecrypt(
        Tweak tweak, Chaining chaining, ReadOnlySpan<byte> ciphertext, Span<byte> destination, PaddingMode paddingMode,
        out int bytesWritten)
    {
        bool done = Decrypt(tweak, chaining, ciphertext, destination, paddingMode, out int length);
        bytesWritten = done ? length : 0;
        return done;
    }

    /// <summary>Returns false and the required length if the destination is too short.</summary>
    [MethodImpl(CompileOptions.AtOnce)]
    private bool Decrypt(
        Tweak tweak, Chaining chaining, ReadOnlySpan<byte> ciphertext, Span<byte> destination, PaddingMode paddingMode,
        out int length)
    {
        if (!chaining.IsCbc && !CipherPadding.IsRemoved(paddingMode))
        {
            length = PlaintextLength(ciphertext.Length, paddingMode);
            if (length > destination.Length) return false;
            if (!ShiftedOverlap(ciphertext, destination))
            {
                if (length > 0) RunWhole(false, tweak, chaining, ciphertext, destination.Slice(0, length));
                return true;
            }
        }

        return DecryptApart(tweak, chaining, ciphertext, destination, paddingMode, out length);
    }

    [MethodImpl(CompileOptions.AtOnce | MethodImplOptions.NoInlining)]
    private bool DecryptApart(
        Tweak tweak, Chaining chaining, ReadOnlySpan<byte> ciphertext, Span<byte> destination, PaddingMode paddingMode,
        out int length)
    {
        // The last block is decrypted first, in a separate buffer, because its padding determines the length of the plaintext.
        Span<byte> last = stackalloc byte[MaxBlockBytes];
        length = PlaintextLength(tweak, chaining, ciphertext, paddingMode, last);
        bool fits = length <= destination.Length;
        destination = destination.Slice(0, fits ? length : 0);
        if (!destination.IsEmpty)
        {
            using Copy copy = new(ciphertext, destination);
            ciphertext = copy.Source;
            // If no padding is removed, all blocks are decrypted to the destination. Otherwise, all blocks except the last are
            // decrypted to the destination, and then the last block is copied without its padding.
            int body = CipherPadding.IsRemoved(paddingMode) ? ciphertext.Length - BlockLengthInBytes : ciphertext.Length;
            if (body > 0) RunUnchecked(false, tweak, chaining, ciphertext.Slice(0, body), destination.Slice(0, body));
            last.Slice(0, length - body).CopyTo(destination.Slice(body));
        }

        CryptographicOperations.ZeroMemory(last);
        lifetime.ThrowIfEndedSince(this, destination);
        return fits;
    }

    /// <summary>
    /// Returns the plaintext length without padding. If padding is removed, writes the decrypted last block to
    /// <paramref name="last"/>, unless the method throws.
    /// </summary>
    [MethodImpl(CompileOptions.AtOnce)]
    private int PlaintextLength(
        Tweak tweak, Chaining chaining, ReadOnlySpan<byte> ciphertext, PaddingMode paddingMode, Span<byte> last)
    {
        int length = PlaintextLength(ciphertext.Length, paddingMode), size = BlockLengthInBytes, body = length - size;
        if (!CipherPadding.IsRemoved(paddingMode)) return length;

        // An empty ciphertext is invalid, because even an empty plaintext is padded to one block.
        if (length == 0) throw CipherPadding.Wrong();

        Span<byte> block = last.Slice(0, size);
        RunWhole(false, tweak, Chaining.None, ciphertext.Slice(body), block);
        if (chaining.IsCbc) Xor(block, body == 0 ? chaining.Iv : ciphertext.Slice(body - size, size));
        if (CipherPadding.TryLength(block, paddingMode, out int padding)) return length - padding;

        CryptographicOperations.ZeroMemory(block);
        throw CipherPadding.Wrong();
    }

    // Decrypts in CBC mode, window by window. Each window is copied together with the preceding block, because in-place
    // decryption overwrites both.
    [MethodImpl(CompileOptions.AtOnce)]
    private void DecryptChain(Tweak tweak, ReadOnlySpan<byte> previous, ReadOnlySpan<byte> source, Span<byte> destination)
    {
        int size = BlockLengthInBytes;
        byte[] rented = ArrayPool<byte>.Shared.Rent(Math.Min(WindowBytes, source.Length) + size);
        Span<byte> kept = rented;
        previous.CopyTo(kept);
        for (int o = 0, n; o < source.Length; o += n)
        {
            n = Math.Min(WindowBytes, source.Length - o);
            source.Slice(o, n).CopyTo(kept.Slice(size));
            RunBlocks(false, tweak, kept.Slice(size, n), destination.Slice(o, n));
            Xor(destination.Slice(o, n), kept);
            kept.Slice(n, size).CopyTo(kept);
        }

        ArrayPool<byte>.Shared.Return(rented);
    }

    // ---- counters ----

    // Applies CTR mode from any offset in the keystream. If the offset is inside a block, the rest of that block is processed in
    // a separate buffer.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private void CountApart(
        Tweak tweak, ReadOnlySpan<byte> counter, ulong position, ReadOnlySpan<byte> source, Span<byte> destination)
    {
        using Copy copy = new(source, destination);
        source = copy.Source;
        int size = BlockLengthInBytes, skip = (int)(position % (uint)size), n = Math.Min(size - skip, source.Length);
        Span<byte> at = stackalloc byte[2 * MaxBlockBytes], block = at.Slice(size, size);
        at = at.Slice(0, size);
        counter.CopyTo(at);
        Add(at, position / (uint)size);
        if (skip > 0)
        {
            source.Slice(0, n).CopyTo(block.Slice(skip));
            CountBlocks(tweak, at, block, block);
            block.Slice(skip, n).CopyTo(destination);
            CryptographicOperations.ZeroMemory(block);
            Add(at, 1);
            source = source.Slice(n);
            destination = destination.Slice(n);
        }

        if (!source.IsEmpty) CountBlocks(tweak, at, source, destination);
    }

    /// <summary>Adds <paramref name="n"/> to a big-endian number that has the size of a block.</summary>
    internal static void Add(Span<byte> number, ulong n)
    {
        for (int i = number.Length - 8; i >= 0 && n != 0; i -= 8)
        {
            Span<byte> word = number.Slice(i, 8);
            ulong before = BinaryPrimitives.ReadUInt64BigEndian(word), after = unchecked(before + n);
            BinaryPrimitives.WriteUInt64BigEndian(word, after);
            n = after < before ? 1u : 0u;
        }
    }

    [MethodImpl(CompileOptions.AtOnce)]
    internal static void Xor(Span<byte> data, ReadOnlySpan<byte> other)
    {
        other = other.Slice(0, data.Length);
        Span<Vector<byte>> vectors = MemoryMarshal.Cast<byte, Vector<byte>>(data);
        ReadOnlySpan<Vector<byte>> others = MemoryMarshal.Cast<byte, Vector<byte>>(other);
        for (int v = 0; v < vectors.Length && v < others.Length; v++) vectors[v] ^= others[v];
        for (int i = vectors.Length * Vector<byte>.Count; i < data.Length; i++) data[i] ^= other[i];
    }

    // ---- cores ----

    private int OverCores(
        bool encrypting, Tweak tweak, ReadOnlyMemory<byte> source, Memory<byte> destination, ParallelOptions parallelOptions)
    {
        ArgumentNullException.ThrowIfNull(parallelOptions);
        if (destination.Length < source.Length) throw BatchChecks.TooShort(destination.Length, source.Length);

        if (ShiftedOverlap(source.Span, destination.Span.Slice(0, source.Length))) throw PacketErrors.Shifted();
        parallelOptions = UncancellableInPlace(parallelOptions, inPlace: source.Span.Overlaps(destination.Span));
        // At every vector width, a piece consists of full groups of blocks.
        int unit = PacketRun.SpareOffsets * BlockLengthInBytes;
        long units = (Partitioning.Share(source.Length, SmallestPieceBytes, parallelOptions) + unit - 1) / unit;
        int pieceBytes = (int)Math.Min(int.MaxValue / 2, units * unit);
        Partitioning.Run((int)(((long)source.Length + pieceBytes - 1) / pieceBytes), parallelOptions, StackBelow.WipedAfter(p =>
        {
            int start = p * pieceBytes, length = Math.Min(pieceBytes, source.Length - start);
            RunWhole(encrypting, tweak, Chaining.None, source.Span.Slice(start, length), destination.Span.Slice(start, length));
        }));
        return source.Length;
    }
}
