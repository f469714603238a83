using System.Runtime.InteropServices;

namespace Lanewise.Proof.Libraries;

/// <summary>Calls libb2, the C library of the BLAKE2 project, which implements BLAKE2b, BLAKE2s, BLAKE2bp and BLAKE2sp.</summary>
internal sealed class Libb2 : ComparedLibrary
{
    private static readonly nint Library = NativeLibrary.TryLoad("libb2.so.1", out nint library) ? library : 0;

    private delegate int Native(ref byte hash, ref byte data, ref byte key, nuint hashLength, nuint length, nuint keyLength);

    public override string Name => "libb2";

    // The library does not report its version, so the end of the soname is shown instead.
    public override string? Version => Library == 0 ? null : "so.1";

    public override string? Explain(string title) => title is "BLAKE2bp" or "BLAKE2sp"
        ? "libb2 divides each message of BLAKE2bp among 4 threads, and each message of BLAKE2sp among 8 threads, if it was built "
            + "with OpenMP, as in Debian. Processor time includes all threads."
        : null;

    public override LibraryDigest? FindDigest(HashRow row)
    {
        if (!IsInstalled || row.Name is not ("blake2b" or "blake2s" or "blake2bp" or "blake2sp")) return null;

        Native native = Marshal.GetDelegateForFunctionPointer<Native>(NativeLibrary.GetExport(Library, row.Name));
        return (key, source, digest) => native(
            ref First(digest), ref First(source), ref First(key),
            (nuint)digest.Length, (nuint)source.Length, (nuint)key.Length) == 0;
    }
}
