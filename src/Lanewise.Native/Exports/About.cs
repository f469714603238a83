using System.Runtime.InteropServices;

namespace Lanewise.Native.Exports;

/// <summary>Exports versions, names, sizes and texts. Every function is documented in lanewise.h.</summary>
internal static unsafe class About
{
    private const int AbiVersion = 1;

    private static readonly nint[] Names =
        [.. Catalog.Hashes.Concat(Catalog.Macs).Select(row => Marshal.StringToCoTaskMemUTF8(Algorithm.NameOf(row)))];

    // The project file sets the value. Reading an attribute of the assembly would link most of .NET's reflection code.
    private static readonly nint VersionText = Marshal.StringToCoTaskMemUTF8((string)AppContext.GetData("Lanewise.Version")!);

    [UnmanagedCallersOnly(EntryPoint = "lanewise_abi_version")]
    public static int Abi() => AbiVersion;

    [UnmanagedCallersOnly(EntryPoint = "lanewise_version")]
    public static nint Version() => VersionText;

    [UnmanagedCallersOnly(EntryPoint = "lanewise_status_text")]
    public static byte* Text(int status)
    {
        // The text is a constant in the library file, so its address never changes. A NUL follows the text.
        fixed (byte* text = StatusText.Of(status)) return text;
    }

    [UnmanagedCallersOnly(EntryPoint = "lanewise_algorithm_name")]
    public static nint Name(int index) => (uint)index < (uint)Names.Length ? Names[index] : 0;

    [UnmanagedCallersOnly(EntryPoint = "lanewise_algorithm_sizes")]
    public static int Sizes(byte* algorithm, nuint* digestLength, nuint* blockLength, nuint* maxKeyLength)
    {
        try
        {
            Algorithm found = PointerChecks.Find(algorithm);
            if (digestLength != null) *digestLength = (nuint)found.DefaultDigestBytes;
            if (blockLength != null) *blockLength = (nuint)found.Row.BlockBytes;
            if (maxKeyLength != null) *maxKeyLength = (nuint)found.Row.MaxKeyBytes;
            return (int)Status.Ok;
        }
        catch (Exception e)
        {
            return PointerChecks.StatusOf(e);
        }
    }
}
