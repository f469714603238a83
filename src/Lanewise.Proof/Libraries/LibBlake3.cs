using System.Runtime.InteropServices;

namespace Lanewise.Proof.Libraries;

/// <summary>Calls libblake3, the C library of the BLAKE3 project.</summary>
internal sealed class LibBlake3 : ComparedLibrary
{
    /// <summary>The title of the algorithm that the library implements.</summary>
    public const string Title = "BLAKE3";

    private const string Library = "libblake3.so.0";
    private const int KeyBytes = 32;

    // The size of blake3_hasher is 1912 bytes in versions 1.0 to 1.8. The rest is a reserve for later versions. The structure
    // contains numbers of eight bytes.
    private const int StateWords = 512;

    [ThreadStatic]
    private static ulong[]? state;

    public override string Name => "libblake3";

    public override string? Version { get; } =
        NativeLibrary.TryLoad(Library, out _) ? Marshal.PtrToStringUTF8(blake3_version()) : null;

    public override LibraryDigest? FindDigest(HashRow row)
    {
        if (!IsInstalled || row.Title != Title) return null;

        return (key, source, digest) =>
        {
            if (!key.IsEmpty && key.Length != KeyBytes) return false;

            ref ulong hasher = ref (state ??= new ulong[StateWords])[0];
            if (key.IsEmpty) blake3_hasher_init(ref hasher);
            else blake3_hasher_init_keyed(ref hasher, ref First(key));
            blake3_hasher_update(ref hasher, ref First(source), (nuint)source.Length);
            blake3_hasher_finalize(ref hasher, ref First(digest), (nuint)digest.Length);
            return true;
        };
    }

    [DllImport(Library)]
    private static extern nint blake3_version();

    [DllImport(Library)]
    private static extern void blake3_hasher_init(ref ulong hasher);

    [DllImport(Library)]
    private static extern void blake3_hasher_init_keyed(ref ulong hasher, ref byte key);

    [DllImport(Library)]
    private static extern void blake3_hasher_update(ref ulong hasher, ref byte data, nuint length);

    [DllImport(Library)]
    private static extern void blake3_hasher_finalize(ref ulong hasher, ref byte hash, nuint length);
}
