using System.Security.Cryptography;
using Lanewise.Gpu;

namespace Lanewise.Cli.Gpu;

/// <summary>
/// All algorithms that run on devices. To add an algorithm, add a row to this table. The class of each row contains its checks.
/// </summary>
internal static class VerifyTable
{
    private static readonly byte[] Key = VerifyChecks.Noise(128, 1);

    public static IReadOnlyList<VerifyRow> Rows { get; } =
    [
        // ---- many messages (known answers: RFC 1321, RFC 7693, Skein 1.3 appendix C, the BLAKE3 test vectors) ----
        new VerifyHash("MD5", 64, Md5.HashSizeInBytes, "616263", "900150983cd24fb0d6963f7d28e17f72")
        {
            Equal = (source, length, count, digests) => AcceleratorMd5.HashMany(source, length, count, digests),
            Ragged = (source, lengths, digests) => AcceleratorMd5.HashMany(source, lengths, digests),
            EqualSpans = (gpu, source, length, digests) => AcceleratorMd5.HashMany(gpu, source, length, digests),
            RaggedSpans = (gpu, source, lengths, digests) => AcceleratorMd5.HashMany(gpu, source, lengths, digests),
            OnProcessor = (source, lengths, digests) => Md5.HashMany(source, lengths, digests),
        },
        Blake2b(0, 64, "616263",
            "ba80a53f981c4d0d6a2797b69f12f6e94c212f14685ac4b74b12bb6fdbffa2d1"
            + "7d87c5392aab792dc252d5de4533cc9518d38aa8dbf1925ab92386edd4009923"),
        Blake2b(32, 21),
        Blake2b(64, 32),
        Blake2s(0, 32, "616263", "508c5e8c327c14e2e1a72ba34eeb452f37458b209ed63a294d999b4c86675982"),
        Blake2s(32, 13),
        Blake3(0, 32, "616263", "6437b3ac38465133ffb63b75273a8db548c558465d79db03fd359c6cd5bd9d85"),
        Blake3(32, 131),
        Skein512(0, 64, "ff",
            "71b7bce6fe6452227b9ced6014249e5bf9a9754c3ad618ccc4e0aae16b316cc8"
            + "ca698d864307ed3e80b6ef1570812ac5272dc409b5a012df2a579102f340617a"),
        Skein512(70, 131),

        // ---- one message ----
        new VerifyTree("BLAKE3 tree", []),
        new VerifyTree("BLAKE3 tree, keyed", Key.AsSpan(0, Blake3Mac.KeySizeInBytes).ToArray()),

        // ---- blocks (known answers: BouncyCastle, RustCrypto, and the sources of Skein 1.3) ----
        Xtea(XteaByteOrder.BigEndian, 32, "00000000000000000000000000000000", "0102030405060708", "065c1b8975c6a816"),
        Xtea(XteaByteOrder.LittleEndian, 32, "30313233343536373839303132333435", "4142434445464748", "ea0c3d7c1c22557f"),
        Xtea(XteaByteOrder.BigEndian, 1),
        Xtea(XteaByteOrder.LittleEndian, 3),
        Xtea(XteaByteOrder.BigEndian, 33),
        Xtea(XteaByteOrder.LittleEndian, 64),
        Threefish(key => new Threefish256(key), Threefish256.BlockSizeInBytes,
            "e0d091ff0eea8fdfc98192e62ed80ad59d865d08588df476657056b5955e97df"),
        Threefish(key => new Threefish512(key), Threefish512.BlockSizeInBytes,
            "e304439626d45a2cb401cad8d636249a6338330eb06d45dd8b36b90e97254779"
            + "272a0a8d99463504784420ea18c9a725af11dffea10162348927673d5c1caf3d"),
        Threefish(key => new Threefish1024(key), Threefish1024.BlockSizeInBytes,
            "a6654ddbd73cc3b05dd777105aa849bce49372eaaffc5568d254771bab85531c"
            + "94f780e7ffaae430d5d8af8c70eebbe1760f3b42b737a89cb363490d670314bd"
            + "8aa41ee63c2e1f45fbd477922f8360b388d6125ea6c7af0ad7056d01796e90c8"
            + "3313f4150a5716b30ed5f569288ae974ce2b4347926fce57de44512177dd7cde"),

        // ---- packets, each with its own key ----
        new VerifyPackets(XteaByteOrder.BigEndian, 32),
        new VerifyPackets(XteaByteOrder.LittleEndian, 32),
        new VerifyPackets(XteaByteOrder.LittleEndian, 3),
        new VerifyPackets(XteaByteOrder.BigEndian, 35),

        // ---- candidates generated on the device ----
        new VerifySearch(SearchHash.Md5, 47, Md5.HashData),
        new VerifySearch(SearchHash.Blake2s, 56, candidate => Lanewise.Blake2s.HashData(candidate, hashSizeInBytes: 32)),
        new VerifySearch(SearchHash.Blake3, 56, candidate => Lanewise.Blake3.HashData(candidate, hashSizeInBytes: 32)),
    ];

    private static void OnProcessor(string name, Messages messages, Span<byte> digests, int size, int key) =>
        Catalog.Hashes.Single(row => row.Name == name)
            .HashMany(messages, key == 0 ? default : HashKeys.One(Key.AsSpan(0, key)), digests, size);

    private static VerifyHash Blake2b(int key, int size, string message = "", string digest = "") =>
        new(Invariant($"BLAKE2b, key of {key} bytes, digests of {size}"), 128, size, message, digest)
        {
            Equal = (source, length, count, digests) =>
                AcceleratorBlake2b.HashMany(source, length, count, digests, size, Key.AsSpan(0, key)),
            Ragged = (source, lengths, digests) =>
                AcceleratorBlake2b.HashMany(source, lengths, digests, size, Key.AsSpan(0, key)),
            EqualSpans = (gpu, source, length, digests) =>
                AcceleratorBlake2b.HashMany(gpu, source, length, digests, size, Key.AsSpan(0, key)),
            RaggedSpans = (gpu, source, lengths, digests) =>
                AcceleratorBlake2b.HashMany(gpu, source, lengths, digests, size, Key.AsSpan(0, key)),
            OnProcessor = (source, lengths, digests) =>
                OnProcessor("blake2b", Messages.Packed(source, lengths), digests, size, key),
        };

    private static VerifyHash Blake2s(int key, int size, string message = "", string digest = "") =>
        new(Invariant($"BLAKE2s, key of {key} bytes, digests of {size}"), 64, size, message, digest)
        {
            Equal = (source, length, count, digests) =>
                AcceleratorBlake2s.HashMany(source, length, count, digests, size, Key.AsSpan(0, key)),
            Ragged = (source, lengths, digests) =>
                AcceleratorBlake2s.HashMany(source, lengths, digests, size, Key.AsSpan(0, key)),
            EqualSpans = (gpu, source, length, digests) =>
                AcceleratorBlake2s.HashMany(gpu, source, length, digests, size, Key.AsSpan(0, key)),
            RaggedSpans = (gpu, source, lengths, digests) =>
                AcceleratorBlake2s.HashMany(gpu, source, lengths, digests, size, Key.AsSpan(0, key)),
            OnProcessor = (source, lengths, digests) =>
                OnProcessor("blake2s", Messages.Packed(source, lengths), digests, size, key),
        };

    private static VerifyHash Blake3(int key, int size, string message = "", string digest = "") =>
        new(Invariant($"BLAKE3, key of {key} bytes, output of {size}"), 64, size, message, digest)
        {
            Equal = (source, length, count, digests) =>
                AcceleratorBlake3.HashMany(source, length, count, digests, size, Key.AsSpan(0, key)),
            Ragged = (source, lengths, digests) => AcceleratorBlake3.HashMany(source, lengths, digests, size, Key.AsSpan(0, key)),
            EqualSpans = (gpu, source, length, digests) =>
                AcceleratorBlake3.HashMany(gpu, source, length, digests, size, Key.AsSpan(0, key)),
            RaggedSpans = (gpu, source, lengths, digests) =>
                AcceleratorBlake3.HashMany(gpu, source, lengths, digests, size, Key.AsSpan(0, key)),
            OnProcessor = (source, lengths, digests) =>
                OnProcessor("blake3", Messages.Packed(source, lengths), digests, size, key),
        };

    private static VerifyHash Skein512(int key, int size, string message = "", string digest = "") =>
        new(Invariant($"Skein-512, key of {key} bytes, output of {size}"), 64, size, message, digest)
        {
            Equal = (source, length, count, digests) =>
                AcceleratorSkein512.HashMany(source, length, count, digests, size, Key.AsSpan(0, key)),
            Ragged = (source, lengths, digests) =>
                AcceleratorSkein512.HashMany(source, lengths, digests, size, Key.AsSpan(0, key)),
            EqualSpans = (gpu, source, length, digests) =>
                AcceleratorSkein512.HashMany(gpu, source, length, digests, size, Key.AsSpan(0, key)),
            RaggedSpans = (gpu, source, lengths, digests) =>
                AcceleratorSkein512.HashMany(gpu, source, lengths, digests, size, Key.AsSpan(0, key)),
            OnProcessor = (source, lengths, digests) =>
                OnProcessor("skein-512", Messages.Packed(source, lengths), digests, size, key),
        };

    private static VerifyCipher<Xtea> Xtea(
        XteaByteOrder order, int cycles, string key = "", string text = "", string known = "") =>
        new(Invariant($"XTEA of {cycles} cycles, {order}"), Lanewise.Xtea.BlockSizeInBytes, text, known)
        {
            Create = () => new Xtea(key.Length > 0 ? Convert.FromHexString(key) : Key.AsSpan(0, 16), order, cycles),
            Encrypt = (cipher, source, destination, length) => AcceleratorXtea.EncryptEcb(cipher, source, destination, length),
            Decrypt = (cipher, source, destination, length) => AcceleratorXtea.DecryptEcb(cipher, source, destination, length),
            Count = (cipher, source, destination, length, counter) =>
                AcceleratorXtea.TransformCtr(cipher, source, counter, destination, length),
            EncryptSpans = (gpu, cipher, source, destination) => AcceleratorXtea.EncryptEcb(gpu, cipher, source, destination),
            DecryptSpans = (gpu, cipher, source, destination) => AcceleratorXtea.DecryptEcb(gpu, cipher, source, destination),
            CountSpans = (gpu, cipher, source, destination, counter) =>
                AcceleratorXtea.TransformCtr(gpu, cipher, source, counter, destination),
            EncryptOnProcessor = (cipher, source, destination) => cipher.EncryptEcb(source, destination, PaddingMode.None),
            CountOnProcessor = (cipher, source, destination, counter) => cipher.TransformCtr(source, counter, destination),
        };

    // The key is 10 11 12 .., the tweak is 00 01 02 .., and the plaintext is ff fe fd ..
    private static VerifyCipher<ThreefishCipher> Threefish(Func<byte[], ThreefishCipher> create, int blockBytes, string known)
    {
        byte[] key = new byte[blockBytes], text = new byte[blockBytes], tweak = new byte[ThreefishCipher.TweakSizeInBytes];
        for (int i = 0; i < blockBytes; i++) (key[i], text[i]) = ((byte)(0x10 + i), (byte)(0xFF - i));
        for (int i = 0; i < tweak.Length; i++) tweak[i] = (byte)i;
        return new(Invariant($"Threefish-{8 * blockBytes}"), blockBytes, Convert.ToHexString(text), known)
        {
            Create = () => create(key),
            Encrypt = (cipher, source, destination, length) =>
                AcceleratorThreefish.EncryptEcb(cipher, source, destination, length, tweak),
            Decrypt = (cipher, source, destination, length) =>
                AcceleratorThreefish.DecryptEcb(cipher, source, destination, length, tweak),
            Count = (cipher, source, destination, length, counter) =>
                AcceleratorThreefish.TransformCtr(cipher, source, counter, destination, length, tweak),
            EncryptSpans = (gpu, cipher, source, destination) =>
                AcceleratorThreefish.EncryptEcb(gpu, cipher, source, destination, tweak),
            DecryptSpans = (gpu, cipher, source, destination) =>
                AcceleratorThreefish.DecryptEcb(gpu, cipher, source, destination, tweak),
            CountSpans = (gpu, cipher, source, destination, counter) =>
                AcceleratorThreefish.TransformCtr(gpu, cipher, source, counter, destination, tweak),
            EncryptOnProcessor = (cipher, source, destination) => cipher.EncryptEcb(source, destination, PaddingMode.None, tweak),
            CountOnProcessor = (cipher, source, destination, counter) => cipher.TransformCtr(source, counter, destination, tweak),
        };
    }
}
