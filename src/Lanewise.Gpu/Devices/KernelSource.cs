using System.IO.Compression;
using System.Text;

namespace Lanewise.Gpu.Devices;

/// <summary>Reads the embedded kernels: source code for OpenCL and PTX for CUDA.</summary>
internal static class KernelSource
{
    /// <summary>Returns the OpenCL source code, preceded by the lines that select one kernel family.</summary>
    public static byte[][] OpenCl(string family) =>
        [Encoding.ASCII.GetBytes($"#define LW_ONLY\n#define LW_{family.ToUpperInvariant()}\n"), Resource("lanewise.cl")];

    /// <summary>
    /// Indicates whether this build contains the kernels as PTX. Without PTX, the library cannot use the CUDA driver.
    /// </summary>
    public static bool HasPtx { get; } = typeof(KernelSource).Assembly.GetManifestResourceNames()
        .Any(name => name.EndsWith(".ptx.gz", StringComparison.Ordinal));

    /// <summary>Returns the PTX of one kernel family, with a terminating zero byte.</summary>
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
