using System.Runtime.InteropServices;

namespace Lanewise.Proof.Libraries;

/// <summary>Calls libsodium, whose generic hash function is BLAKE2b.</summary>
internal sealed class Libsodium : ComparedLibrary
{
    private const string Library = "libsodium.so.23";

    public override string Name => "libsodium";

    public override string? Version { get; } =
        NativeLibrary.TryLoad(Library, out _) && sodium_init() >= 0 ? Marshal.PtrToStringUTF8(sodium_version_string()) : null;

    public override LibraryDigest? FindDigest(HashRow row) =>
        !IsInstalled || row.Name != "blake2b" ? null : (key, source, digest) =>
        crypto_generichash(
            ref First(digest), (nuint)digest.Length,
            ref First(source), (ulong)source.Length,
            ref First(key), (nuint)key.Length) == 0;

    [DllImport(Library)]
    private static extern int sodium_init();

    [DllImport(Library)]
    private static extern nint sodium_version_string();

    [DllImport(Library)]
    private static extern int crypto_generichash(
        ref byte hash, nuint hashLength, ref byte data, ulong length, ref byte key, nuint keyLength);
}
