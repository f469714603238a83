using System.Buffers.Binary;
using System.Diagnostics;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics.Arm;
using System.Runtime.Intrinsics.X86;
using System.Runtime.Versioning;
using System.Text;

namespace Lanewise.Benchmarks;

/// <summary>The properties of the CPU that affect measurements.</summary>
internal static class Machine
{
    /// <summary>Name, family and model: <c>AMD EPYC (AuthenticAMD, family 25, model 1)</c>.</summary>
    public static string Name { get; }

    public static bool IsZen5 { get; }

    /// <summary>Whether this CPU is a Sapphire Rapids or Emerald Rapids Xeon, for which there are targets.</summary>
    public static bool IsXeon { get; }

    /// <summary>The instruction sets that the runtime uses. Settings may have disabled some of them.</summary>
    public static string Features { get; } = string.Join(' ', new (string Name, bool Has)[]
    {
        ("SSE4.1", Sse41.IsSupported), ("AVX2", Avx2.IsSupported), ("BMI2", Bmi2.IsSupported), ("AVX-512F", Avx512F.IsSupported),
        ("AVX-512VL", Avx512F.VL.IsSupported), ("AVX-512VBMI", Avx512Vbmi.IsSupported), ("AdvSimd", AdvSimd.IsSupported),
    }.Where(f => f.Has).Select(f => f.Name));

    public static bool HasAvx512 => Avx512F.IsSupported;

    static Machine()
    {
        if (!X86Base.IsSupported)
        {
            Name = RuntimeInformation.ProcessArchitecture.ToString();
            return;
        }

        (_, int b, int c, int d) = X86Base.CpuId(0, 0);
        string vendor = Text(b, d, c);
        (int version, _, _, _) = X86Base.CpuId(1, 0);
        int family = (version >> 8) & 15, model = (version >> 4) & 15;
        if (family is 6 or 15) model += ((version >> 16) & 15) << 4;
        if (family == 15) family += (version >> 20) & 255;

        StringBuilder brand = new();
        if ((uint)X86Base.CpuId(unchecked((int)0x80000000), 0).Eax >= 0x80000004)
        {
            for (int leaf = 2; leaf <= 4; leaf++)
            {
                (int w0, int w1, int w2, int w3) = X86Base.CpuId(unchecked((int)0x80000000) + leaf, 0);
                brand.Append(Text(w0, w1, w2, w3));
            }
        }

        Name = FormattableString.Invariant($"{brand.ToString().Trim('\0', ' ')} ({vendor}, family {family}, model {model})");
        IsZen5 = vendor == "AuthenticAMD" && family == 26;
        IsXeon = vendor == "GenuineIntel" && family == 6 && model is 143 or 207;

        static string Text(params ReadOnlySpan<int> words)
        {
            byte[] bytes = new byte[words.Length * 4];
            for (int i = 0; i < words.Length; i++) BinaryPrimitives.WriteInt32LittleEndian(bytes.AsSpan(4 * i), words[i]);
            return Encoding.ASCII.GetString(bytes);
        }
    }

    /// <summary>
    /// Pins the calling thread to one of the cores on which it may run. On Linux, call this method on the main thread, which
    /// performs the measurements.
    /// </summary>
    /// <returns>The number of the core, or null if the system does not support pinning.</returns>
    public static int? PinToOneCore()
    {
        if (!CanPin) return null;

        using Process self = Process.GetCurrentProcess();
        ulong allowed = (ulong)self.ProcessorAffinity;
        if (allowed == 0) return null;

        // The last core is used, because the first core handles most interrupts.
        int core = 63 - System.Numerics.BitOperations.LeadingZeroCount(allowed);
        self.ProcessorAffinity = (nint)(1UL << core);
        return core;
    }

    [SupportedOSPlatformGuard("linux")]
    [SupportedOSPlatformGuard("windows")]
    private static bool CanPin => OperatingSystem.IsLinux() || OperatingSystem.IsWindows();
}
