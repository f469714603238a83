using System.IO.Compression;
using System.Text;

namespace Lanewise.Gpu.Devices;

/// <summary>The kernels as they are embedded: source for OpenCL, PTX for CUDA.</summary>
internal static class KernelSource
{
    /// <summary>The source, and before it the lines that leave one family of it.</summary>
    public static byte[][] OpenCl(string family) =>
        [Encoding.ASCII.GetBytes($"#define LW_ONLY\n#define LW_{family.ToUpperInvariant()}\n"), Resource("lanewise.cl")];

    /// <summary>Whether this build has PTX at all; without it the CUDA driver has nothing to run.</summary>
    public static bool HasPtx { get; } = typeof(KernelSource).Assembly.GetManifestResourceNames()
        .Any(name => name.EndsWith(".ptx.gz", StringComparison.Ordinal));

    /// <summary>The PTX of one family, with the zero byte that ends it.</summary>
    public static byte[] Ptx(string family)
    {
        using MemoryStream packed = new(Resource($"lanewise-{family}.ptx.gz"));
        using GZipStream stream = new(packed, CompressionMode.Decompress);
        using MemoryStream text = new();
        stream.CopyTo(text);
        text.WriteByte(0);
        return text.ToArray();
    }

    private static byte[] Resource(string name)
    {
        using Stream stream = typeof(KernelSource).Assembly.GetManifestResourceStream(name)
            ?? throw new AcceleratorException($"The assembly has no kernels called {name}.");
        byte[] bytes = new byte[stream.Length];
        stream.ReadExactly(bytes);
        return bytes;
    }
}
