using System.Runtime.InteropServices;

namespace Lanewise.Proof.Libraries;

/// <summary>
/// Calls Botan 2 through its C interface, which does not support tweaks. In counter mode, Botan's C interface copies the data
/// once more. Only unkeyed hashes with output of at most one block are used.
/// </summary>
internal sealed class Botan : ComparedLibrary
{
    private const string Library = "libbotan-2.so.19";

    private const int MostHashBytes = 64;

    public override string Name => "Botan";

    public override string? Version { get; } = NativeLibrary.TryLoad(Library, out _)
        ? Marshal.PtrToStringUTF8(botan_version_string())!.Split(' ')[1] : null;

    public override bool TakesTweaks => false;

    // Botan's C interface creates an object for each message, so the speed is not measured.
    public override LibraryHash? Find(HashRow row) => null;

    public override LibraryDigest? FindDigest(HashRow row)
    {
        Func<int, string>? name = row.Name switch
        {
            "md5" => _ => "MD5",
            "blake2b" => bytes => Invariant($"Blake2b({8 * bytes})"),
            "skein-512" => bytes => Invariant($"Skein-512({8 * bytes})"),
            _ => null,
        };
        return !IsInstalled || name is null ? null : (key, source, digest) =>
            key.IsEmpty && digest.Length <= MostHashBytes && Hash(name(digest.Length), source).AsSpan().TryCopyTo(digest);
    }

    public override LibraryCipher? FindCipher(string title)
    {
        if (!IsInstalled || botan_block_cipher_init(out nint blocks, Text(title)) != 0) return null;

        Check(botan_cipher_init(out nint counting, Text($"CTR-BE({title})"), 0));
        return new Cipher(blocks, counting);
    }

    /// <summary>Computes a digest with the hash that has the given name in Botan, such as <c>Skein-512(256)</c>.</summary>
    public static byte[] Hash(string name, ReadOnlySpan<byte> message)
    {
        Check(botan_hash_init(out nint hash, Text(name), 0));
        try
        {
            Check(botan_hash_output_length(hash, out nuint length));
            byte[] digest = new byte[(int)length];
            Check(botan_hash_update(hash, ref First(message), (nuint)message.Length));
            Check(botan_hash_final(hash, ref digest[0]));
            return digest;
        }
        finally
        {
            Check(botan_hash_destroy(hash));
        }
    }

    private static void Check(int code)
    {
        if (code != 0) throw new InvalidOperationException(Invariant($"Botan returned the error {code}."));
    }

    [DllImport(Library)]
    private static extern nint botan_version_string();

    [DllImport(Library)]
    private static extern int botan_block_cipher_init(out nint cipher, byte[] name);

    [DllImport(Library)]
    private static extern int botan_block_cipher_destroy(nint cipher);

    [DllImport(Library)]
    private static extern int botan_block_cipher_set_key(nint cipher, ref byte key, nuint length);

    [DllImport(Library)]
    private static extern int botan_block_cipher_block_size(nint cipher);

    [DllImport(Library)]
    private static extern int botan_block_cipher_encrypt_blocks(nint cipher, ref byte source, ref byte destination, nuint blocks);

    [DllImport(Library)]
    private static extern int botan_block_cipher_decrypt_blocks(nint cipher, ref byte source, ref byte destination, nuint blocks);

    [DllImport(Library)]
    private static extern int botan_cipher_init(out nint cipher, byte[] name, uint flags);

    [DllImport(Library)]
    private static extern int botan_cipher_destroy(nint cipher);

    [DllImport(Library)]
    private static extern int botan_cipher_set_key(nint cipher, ref byte key, nuint length);

    [DllImport(Library)]
    private static extern int botan_cipher_start(nint cipher, ref byte nonce, nuint length);

    [DllImport(Library)]
    private static extern int botan_cipher_update(
        nint cipher, uint flags, ref byte destination, nuint destinationLength, out nuint written,
        ref byte source, nuint length, out nuint consumed);

    [DllImport(Library)]
    private static extern int botan_hash_init(out nint hash, byte[] name, uint flags);

    [DllImport(Library)]
    private static extern int botan_hash_output_length(nint hash, out nuint length);

    [DllImport(Library)]
    private static extern int botan_hash_update(nint hash, ref byte source, nuint length);

    [DllImport(Library)]
    private static extern int botan_hash_final(nint hash, ref byte digest);

    [DllImport(Library)]
    private static extern int botan_hash_destroy(nint hash);

    private sealed class Cipher(nint blocks, nint counting) : LibraryCipher
    {
        private readonly int size = botan_block_cipher_block_size(blocks);
        private byte[] key = [];
        private bool isEncrypting, hasCountingKey;

        public override void SetKey(ReadOnlySpan<byte> key, ReadOnlySpan<byte> tweak, bool encrypting)
        {
            if (!tweak.IsEmpty) throw new NotSupportedException("Botan's C interface does not support tweaks.");

            ref byte first = ref First(key);
            Check(botan_block_cipher_set_key(blocks, ref first, (nuint)key.Length));
            if (this.key.Length != key.Length) this.key = new byte[key.Length];
            key.CopyTo(this.key);
            (isEncrypting, hasCountingKey) = (encrypting, false);
        }

        public override void Run(byte[] source, byte[] destination, int offset, int length)
        {
            ref byte from = ref First(source.AsSpan(offset, length));
            ref byte to = ref First(destination.AsSpan(offset, length));
            nuint count = (nuint)(length / size);
            Check(isEncrypting
                ? botan_block_cipher_encrypt_blocks(blocks, ref from, ref to, count)
                : botan_block_cipher_decrypt_blocks(blocks, ref from, ref to, count));
        }

        public override void Count(byte[] counter, byte[] source, byte[] destination, int offset, int length)
        {
            const uint Final = 1;
            if (!hasCountingKey)
            {
                // The key for counter mode is set only when this mode is first used.
                Check(botan_cipher_set_key(counting, ref key[0], (nuint)key.Length));
                hasCountingKey = true;
            }

            Check(botan_cipher_start(counting, ref counter[0], (nuint)counter.Length));
            ref byte from = ref First(source.AsSpan(offset, length));
            ref byte to = ref First(destination.AsSpan(offset, length));
            Check(botan_cipher_update(counting, Final, ref to, (nuint)length, out nuint written, ref from, (nuint)length, out _));
            if (written != (nuint)length)
            {
                throw new InvalidOperationException(Invariant($"Botan wrote {written} of {length} bytes."));
            }
        }

        public override void Dispose()
        {
            Check(botan_block_cipher_destroy(blocks));
            Check(botan_cipher_destroy(counting));
            base.Dispose();
        }
    }
}
