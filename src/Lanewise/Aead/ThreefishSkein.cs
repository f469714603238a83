using Lanewise.Ciphers;
using Lanewise.SkeinFamily;
using Lanewise.ThreefishFamily;

namespace Lanewise;

/// <summary>
/// Provides authenticated encryption with associated data, with the same methods as <see cref="AesGcm"/>. Threefish-512 in
/// counter mode encrypts the plaintext. Skein-512 then computes a MAC of the nonce, the associated data and the ciphertext.
/// </summary>
/// <remarks>
/// This construction is not a standard: it is specific to this library. The page docs/threefish-skein.md describes the design,
/// the security argument and the limits. The construction is as secure as Threefish-512 and Skein-512 (version 1.3). Words are
/// little-endian, and the counter is big-endian. Never use a nonce twice with the same key.
/// <para>
/// The plaintext and the ciphertext may be the same buffer. If the two buffers overlap in any other way, the methods throw an
/// exception before they write any data. Calls do not allocate memory. Several threads may use an instance at the same time. If
/// one thread disposes the instance, the keys are wiped, calls in progress throw <see cref="ObjectDisposedException"/>, and the
/// output of those calls is cleared.
/// </para>
/// </remarks>
/// <example>
/// <code>
/// using ThreefishSkein aead = new(key, tagSizeInBytes: 32);   // 32 or 64 bytes of key
/// aead.Encrypt(nonce, plaintext, ciphertext, tag, associatedData);
/// aead.Decrypt(nonce, ciphertext, tag, plaintext, associatedData);
/// </code>
/// </example>
public sealed class ThreefishSkein : IDisposable
{
    private const int BlockBytes = 64;

    // A leaf is 4 KiB long, and a node has 16 children. If the data is at least 64 KiB long, the leaves fill all lanes, and the
    // nodes above the leaves are short.
    private static readonly SkeinParameters Tree = new() { LeafExponent = 6, NodeExponent = 4, MaxLevel = 255 };

    // The fields contain the cipher key, the MAC's chaining value after the key, and the initial chaining value of the tree's
    // leaves.
    private readonly ulong[] cipherKey = new ulong[8];
    private readonly ulong[] macStart = new ulong[8];
    private readonly ulong[] treeStart = new ulong[8];
    private readonly int tagBytes;
    private readonly bool hasTreeMac;
    private Lifetime lifetime;

    /// <summary>Derives the cipher key and the MAC key from the given key.</summary>
    /// <param name="key">The key, 32 or 64 bytes.</param>
    /// <param name="tagSizeInBytes">The tag length in bytes, a multiple of 8 from 16 to 64.</param>
    /// <param name="treeMac">
    /// True to hash the ciphertext as a tree whose leaves are hashed in SIMD lanes, which is much faster for messages of at
    /// least about 10 KiB. The sender and the receiver must use the same value. Different keys are derived for true and for
    /// false.
    /// </param>
    /// <exception cref="CryptographicException"><paramref name="key"/> has the wrong length.</exception>
    /// <exception cref="ArgumentException">
    /// <paramref name="tagSizeInBytes"/> is not one of <see cref="TagByteSizes"/>.
    /// </exception>
    public ThreefishSkein(ReadOnlySpan<byte> key, int tagSizeInBytes, bool treeMac = false)
    {
        if (!Fits(KeyByteSizes, key.Length))
        {
            throw new CryptographicException(Invariant($"The key must be 32 or 64 bytes long, not {key.Length}."));
        }

        if (!Fits(TagByteSizes, tagSizeInBytes))
        {
            throw new ArgumentException(
                Invariant($"The tag length must be a multiple of 8 from 16 to 64 bytes, not {tagSizeInBytes}."),
                nameof(tagSizeInBytes));
        }

        tagBytes = tagSizeInBytes;
        hasTreeMac = treeMac;
        Span<byte> derived = stackalloc byte[BlockBytes];
        try
        {
            Skein512.DeriveKey(
                key, treeMac ? "Lanewise ThreefishSkein 1 tree encryption"u8 : "Lanewise ThreefishSkein 1 encryption"u8, derived);
            Word<ulong>.ReadLittleEndian(derived, cipherKey);
            Skein512.DeriveKey(
                key, treeMac ? "Lanewise ThreefishSkein 1 tree authentication"u8 : "Lanewise ThreefishSkein 1 authentication"u8,
                derived);
            SkeinOneShot<Skein512Spec>.Start(macStart, SkeinParameters.Default, derived, 8L * tagBytes);
            if (!treeMac) return;

            Skein512.DeriveKey(key, "Lanewise ThreefishSkein 1 tree leaves"u8, derived);
            SkeinOneShot<Skein512Spec>.Start(treeStart, Tree, derived, 8L * BlockBytes);
        }
        finally
        {
            CryptographicOperations.ZeroMemory(derived);
        }
    }

    /// <inheritdoc cref="ThreefishSkein(ReadOnlySpan{byte}, int, bool)"/>
    /// <exception cref="ArgumentNullException"><paramref name="key"/> is null.</exception>
    public ThreefishSkein(byte[] key, int tagSizeInBytes, bool treeMac = false)
        : this(KeyArray.Span(key), tagSizeInBytes, treeMac)
    {
    }

    /// <summary>The valid key lengths in bytes: 32 or 64.</summary>
    public static KeySizes KeyByteSizes { get; } = new(32, 64, 32);

    /// <summary>The valid nonce lengths in bytes: 16, 24 or 32. Random nonces must be 24 or 32 bytes long.</summary>
    public static KeySizes NonceByteSizes { get; } = new(16, 32, 8);

    /// <summary>The valid tag lengths in bytes: the multiples of 8 from 16 to 64.</summary>
    public static KeySizes TagByteSizes { get; } = new(16, 64, 8);

    /// <summary>The tag length of this instance, in bytes.</summary>
    public int? TagSizeInBytes => tagBytes;

    /// <inheritdoc cref="Encrypt(ReadOnlySpan{byte}, ReadOnlySpan{byte}, Span{byte}, Span{byte}, ReadOnlySpan{byte})"/>
    /// <exception cref="ArgumentNullException">An argument other than the associated data is null.</exception>
    public void Encrypt(byte[] nonce, byte[] plaintext, byte[] ciphertext, byte[] tag, byte[]? associatedData = null)
    {
        ArgumentNullException.ThrowIfNull(nonce);
        ArgumentNullException.ThrowIfNull(plaintext);
        ArgumentNullException.ThrowIfNull(ciphertext);
        ArgumentNullException.ThrowIfNull(tag);
        Encrypt((ReadOnlySpan<byte>)nonce, plaintext, ciphertext, tag, associatedData);
    }

    /// <summary>Encrypts a plaintext and computes its tag.</summary>
    /// <param name="nonce">The nonce. Never use a nonce twice with the same key.</param>
    /// <param name="plaintext">The plaintext.</param>
    /// <param name="ciphertext">
    /// Receives the ciphertext. <paramref name="ciphertext"/> must be as long as <paramref name="plaintext"/>. The two buffers
    /// must either be identical or not overlap.
    /// </param>
    /// <param name="tag">Receives the tag.</param>
    /// <param name="associatedData">Data that is authenticated but not encrypted, or empty.</param>
    /// <exception cref="ArgumentException">A length is not valid, or buffers overlap. No data was written.</exception>
    /// <exception cref="ObjectDisposedException">The instance was disposed.</exception>
    public void Encrypt(
        ReadOnlySpan<byte> nonce, ReadOnlySpan<byte> plaintext, Span<byte> ciphertext, Span<byte> tag,
        ReadOnlySpan<byte> associatedData = default)
    {
        Check(nonce, plaintext, ciphertext, nameof(ciphertext), tag.Length);
        CheckApart(ciphertext, nonce, nameof(ciphertext), "nonce");
        CheckApart(ciphertext, associatedData, nameof(ciphertext), "associated data");
        CheckApart(tag, nonce, nameof(tag), "nonce");
        CheckApart(tag, plaintext, nameof(tag), "plaintext");
        CheckApart(tag, ciphertext, nameof(tag), "ciphertext");
        CheckApart(tag, associatedData, nameof(tag), "associated data");
        Count(nonce, plaintext, ciphertext);
        ComputeTag(nonce, associatedData, ciphertext, tag);
        lifetime.ThrowIfEndedSince(this, ciphertext, tag);
    }

    /// <inheritdoc cref="Decrypt(ReadOnlySpan{byte}, ReadOnlySpan{byte}, ReadOnlySpan{byte}, Span{byte}, ReadOnlySpan{byte})"/>
    /// <exception cref="ArgumentNullException">An argument other than the associated data is null.</exception>
    public void Decrypt(byte[] nonce, byte[] ciphertext, byte[] tag, byte[] plaintext, byte[]? associatedData = null)
    {
        ArgumentNullException.ThrowIfNull(nonce);
        ArgumentNullException.ThrowIfNull(ciphertext);
        ArgumentNullException.ThrowIfNull(tag);
        ArgumentNullException.ThrowIfNull(plaintext);
        Decrypt((ReadOnlySpan<byte>)nonce, ciphertext, tag, plaintext, associatedData);
    }

    /// <summary>Verifies the tag and decrypts the ciphertext. If the tag is wrong, no plaintext is returned.</summary>
    /// <param name="nonce">The nonce that was used for the encryption.</param>
    /// <param name="ciphertext">The ciphertext.</param>
    /// <param name="tag">The tag that was computed by the encryption.</param>
    /// <param name="plaintext">
    /// Receives the plaintext. <paramref name="plaintext"/> must be as long as <paramref name="ciphertext"/>. The two buffers
    /// must either be identical or not overlap.
    /// </param>
    /// <param name="associatedData">The associated data that was used for the encryption.</param>
    /// <exception cref="ArgumentException">A length is not valid, or buffers overlap. No data was written.</exception>
    /// <exception cref="AuthenticationTagMismatchException">
    /// The tag does not match. <paramref name="plaintext"/> was cleared.
    /// </exception>
    /// <exception cref="ObjectDisposedException">The instance was disposed.</exception>
    public void Decrypt(
        ReadOnlySpan<byte> nonce, ReadOnlySpan<byte> ciphertext, ReadOnlySpan<byte> tag, Span<byte> plaintext,
        ReadOnlySpan<byte> associatedData = default)
    {
        Check(nonce, ciphertext, plaintext, nameof(plaintext), tag.Length);
        CheckApart(plaintext, nonce, nameof(plaintext), "nonce");
        CheckApart(plaintext, tag, nameof(plaintext), "tag");
        CheckApart(plaintext, associatedData, nameof(plaintext), "associated data");
        Span<byte> computed = stackalloc byte[BlockBytes];
        computed = computed.Slice(0, tagBytes);
        ComputeTag(nonce, associatedData, ciphertext, computed);
        lifetime.ThrowIfEndedSince(this, computed);
        if (!LanewiseHash.AreEqual(computed, tag))
        {
            CryptographicOperations.ZeroMemory(plaintext);
            throw new AuthenticationTagMismatchException(
                "The tag does not match the key, nonce, ciphertext and associated data.");
        }

        Count(nonce, ciphertext, plaintext);
        lifetime.ThrowIfEndedSince(this, plaintext);
    }

    /// <summary>
    /// Wipes the keys. A call in progress on another thread throws an exception and clears its output.
    /// </summary>
    public void Dispose()
    {
        End();
        GC.SuppressFinalize(this);
    }

    /// <summary>Wipes the keys of an instance that was not disposed.</summary>
    ~ThreefishSkein() => End();

    private void End()
    {
        if (!lifetime.TryEnd()) return;

        CryptographicOperations.ZeroMemory(MemoryMarshal.AsBytes(cipherKey.AsSpan()));
        CryptographicOperations.ZeroMemory(MemoryMarshal.AsBytes(macStart.AsSpan()));
        CryptographicOperations.ZeroMemory(MemoryMarshal.AsBytes(treeStart.AsSpan()));
        StackBelow.Wipe();
    }

    // The first counter block consists of the nonce (zero-padded to 40 bytes), the nonce length, and zeros. The last eight bytes
    // of each counter block are the counter.
    private void Count(ReadOnlySpan<byte> nonce, ReadOnlySpan<byte> source, Span<byte> destination)
    {
        Span<byte> counter = stackalloc byte[BlockBytes];
        nonce.CopyTo(counter);
        counter[40] = (byte)nonce.Length;
        ThreefishRun<Threefish512Spec>.Count(cipherKey, default, counter, source, destination);
    }

    private void ComputeTag(
        ReadOnlySpan<byte> nonce, ReadOnlySpan<byte> associatedData, ReadOnlySpan<byte> ciphertext, Span<byte> tag)
    {
        // The header contains all lengths, so different arguments never result in the same MAC input.
        Span<byte> header = stackalloc byte[BlockBytes], root = stackalloc byte[BlockBytes];
        BinaryPrimitives.WriteUInt64LittleEndian(header, (uint)associatedData.Length);
        BinaryPrimitives.WriteUInt64LittleEndian(header.Slice(8), (uint)ciphertext.Length);
        BinaryPrimitives.WriteUInt64LittleEndian(header.Slice(16), (uint)nonce.Length);
        nonce.CopyTo(header.Slice(24));
        scoped ReadOnlySpan<byte> text = ciphertext;
        if (hasTreeMac)
        {
            SkeinTree<Skein512Spec>.Hash(treeStart, Tree, ciphertext, 0, root, null);
            text = root;
        }

        // The MAC input consists of the header, the associated data padded with zeros to a multiple of the block size, and the
        // ciphertext. The last block is processed at the end, because it needs a different tweak.
        Span<ulong> state = stackalloc ulong[SkeinOneShot<Skein512Spec>.StateWords];
        Span<byte> filled = stackalloc byte[BlockBytes];
        int whole = associatedData.Length / BlockBytes, rest = associatedData.Length % BlockBytes;
        associatedData.Slice(whole * BlockBytes).CopyTo(filled);
        long total = BlockBytes + ((long)(whole + (rest > 0 ? 1 : 0)) * BlockBytes) + text.Length;
        macStart.CopyTo(state);
        SkeinOneShot<Skein512Spec>.Open(state.Slice(8), SkeinTweak.Message);
        scoped ReadOnlySpan<byte> held = header;
        Then(state, ref held, associatedData.Slice(0, whole * BlockBytes));
        Then(state, ref held, rest > 0 ? filled : default);
        Then(state, ref held, text);
        int fullBlocks = SkeinOneShot<Skein512Spec>.FullBlocks(held.Length);
        if (fullBlocks > 0) SkeinOneShot<Skein512Spec>.Run(state, held, 0, fullBlocks);
        SkeinOneShot<Skein512Spec>.Finish(state, held.Slice(fullBlocks * BlockBytes), (ulong)total, total == BlockBytes, 0, tag);
        state.Clear();
        CryptographicOperations.ZeroMemory(root);
    }

    // Processes the buffered bytes, which are whole blocks. More data follows, so these blocks do not include the last block.
    private static void Then(scoped Span<ulong> state, scoped ref ReadOnlySpan<byte> held, ReadOnlySpan<byte> next)
    {
        if (next.IsEmpty) return;

        SkeinOneShot<Skein512Spec>.Run(state, held, 0, held.Length / BlockBytes);
        held = next;
    }

    // ---- checks ----

    private void Check(
        ReadOnlySpan<byte> nonce, ReadOnlySpan<byte> source, Span<byte> destination, string parameter, int tagLength)
    {
        lifetime.ThrowIfEnded(this);
        if (!Fits(NonceByteSizes, nonce.Length))
        {
            throw new ArgumentException(
                Invariant($"The nonce must be 16, 24 or 32 bytes long, not {nonce.Length}."), nameof(nonce));
        }

        if (tagLength != tagBytes)
        {
            throw new ArgumentException(Invariant($"The tag must be {tagBytes} bytes long, not {tagLength}."), "tag");
        }

        if (source.Length != destination.Length)
        {
            throw new ArgumentException(
                Invariant($"Plaintext and ciphertext have different lengths: {source.Length} and {destination.Length} bytes."),
                parameter);
        }

        if (source.Overlaps(destination, out int offset) && offset != 0)
        {
            throw new ArgumentException("Plaintext and ciphertext overlap without starting at the same position.", parameter);
        }
    }

    private static void CheckApart(ReadOnlySpan<byte> written, ReadOnlySpan<byte> other, string parameter, string what)
    {
        if (written.Overlaps(other)) throw new ArgumentException($"The {parameter} would overwrite the {what}.", parameter);
    }

    private static bool Fits(KeySizes sizes, int length) =>
        length >= sizes.MinSize && length <= sizes.MaxSize && (length - sizes.MinSize) % sizes.SkipSize == 0;
}
