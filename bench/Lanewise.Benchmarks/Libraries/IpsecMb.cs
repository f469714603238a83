using System.Runtime.InteropServices;
using Lanewise.Api;
using Lanewise.Proof.Libraries;

namespace Lanewise.Libraries;

/// <summary>
/// Calls libipsec-mb through the C functions of bench/libraries/ipsecmb, which tools/build-native-libraries.sh compiles. The
/// library hashes many messages at once, one per vector lane. One message has no other message to share the lanes with, so
/// it is not measured.
/// </summary>
internal sealed class IpsecMb : ComparedLibrary
{
    private const string Library = "libipsecmb_many.so";

    // Version 1.3.0 computes wrong SHA-384 and SHA-512 digests of longer messages.
    private const int MaxMessageBytes = 65_535;

    public override string Name => "libipsec-mb";

    public override string? Version { get; } = NativeLibrary.TryLoad(Library, typeof(IpsecMb).Assembly, null, out _)
        ? Marshal.PtrToStringUTF8(ipsecmb_version())
        : null;

    public override LibraryHash? Find(HashRow row) => null;

    public override LibraryDigest? FindDigest(HashRow row) => !IsSupported(row) ? null : (key, source, digest) =>
        key.IsEmpty && digest.Length == row.DefaultHashBytes && source.Length <= MaxMessageBytes
        && HashMany(row, ref First(source), [source.Length], ref First(digest)) == 1;

    public override LibraryHashMany? FindMany(HashRow row, int maxMessageBytes) =>
        !IsSupported(row) || maxMessageBytes > MaxMessageBytes ? null : (source, lengths, digests) =>
        {
            if (HashMany(row, ref First(source), lengths, ref First(digests)) != (nuint)lengths.Length)
            {
                throw new InvalidOperationException($"{Name} failed to compute {row.Name}.");
            }
        };

    private bool IsSupported(HashRow row) =>
        IsInstalled && row.Name is "sha1" or "sha224" or "sha256" or "sha384" or "sha512";

    private static nuint HashMany(HashRow row, ref byte source, int[] lengths, ref byte digests) => ipsecmb_hash_many(
        8 * row.DefaultHashBytes, ref source, ref MemoryMarshal.GetArrayDataReference(lengths), (nuint)lengths.Length,
        ref digests);

    [DllImport(Library)]
    private static extern nint ipsecmb_version();

    [DllImport(Library)]
    private static extern nuint ipsecmb_hash_many(
        int bits, ref byte source, ref int lengths, nuint count, ref byte digests);
}
