using System.Runtime.InteropServices;
using Lanewise.Proof.Libraries;

namespace Lanewise.Libraries;

/// <summary>Calls Crypto++ through the C functions of bench/libraries/cryptopp, which tools/build-native-libraries.sh
/// compiles.</summary>
internal sealed class CryptoPlusPlus : ComparedLibrary
{
    private const string Library = "libcryptopp_blocks.so";

    public override string Name => "Crypto++";

    public override string? Version { get; } = NativeLibrary.TryLoad(Library, typeof(CryptoPlusPlus).Assembly, null, out _)
        ? Dotted(cryptopp_version())
        : null;

    public override LibraryCipher? FindCipher(string title)
    {
        if (!IsInstalled) return null;

        byte[] name = Text(title);
        nint encryption = cryptopp_new(name, 1);
        return encryption == 0 ? null : new Cipher(encryption, cryptopp_new(name, 0));
    }

    private static string Dotted(int version) =>
        FormattableString.Invariant($"{version / 100}.{version / 10 % 10}.{version % 10}");

    [DllImport(Library)]
    private static extern int cryptopp_version();

    [DllImport(Library)]
    private static extern nint cryptopp_new(byte[] name, int encrypting);

    [DllImport(Library)]
    private static extern int cryptopp_set_key(nint cipher, ref byte key, nuint length, ref byte tweak, nuint tweakLength);

    [DllImport(Library)]
    private static extern void cryptopp_run(nint cipher, ref byte source, ref byte destination, nuint length);

    [DllImport(Library)]
    private static extern int cryptopp_count(nint cipher, ref byte counter, ref byte source, ref byte destination, nuint length);

    [DllImport(Library)]
    private static extern void cryptopp_delete(nint cipher);

    private sealed class Cipher(nint encryption, nint decryption) : LibraryCipher
    {
        private nint current;

        public override void SetKey(ReadOnlySpan<byte> key, ReadOnlySpan<byte> tweak, bool encrypting)
        {
            current = encrypting ? encryption : decryption;
            Check(cryptopp_set_key(current, ref MemoryMarshal.GetReference(key), (nuint)key.Length,
                ref MemoryMarshal.GetReference(tweak), (nuint)tweak.Length));
        }

        public override void Run(byte[] source, byte[] destination, int offset, int length) => cryptopp_run(
            current, ref MemoryMarshal.GetReference(source.AsSpan(offset, length)),
            ref MemoryMarshal.GetReference(destination.AsSpan(offset, length)), (nuint)length);

        public override void Count(byte[] counter, byte[] source, byte[] destination, int offset, int length) =>
            Check(cryptopp_count(
            current, ref counter[0], ref MemoryMarshal.GetReference(source.AsSpan(offset, length)),
            ref MemoryMarshal.GetReference(destination.AsSpan(offset, length)), (nuint)length));

        public override void Dispose()
        {
            cryptopp_delete(encryption);
            cryptopp_delete(decryption);
            base.Dispose();
        }

        private static void Check(int code)
        {
            if (code != 0) throw new InvalidOperationException("Crypto++ threw an exception.");
        }
    }
}
