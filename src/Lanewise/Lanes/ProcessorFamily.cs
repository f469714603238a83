using System.Runtime.Intrinsics.X86;

namespace Lanewise.Lanes;

/// <summary>Processors for which a choice of kernel was measured; anything else takes the defaults.</summary>
internal enum ProcessorFamily
{
    /// <summary>Not measured.</summary>
    Other,

    /// <summary>AMD Zen 3 (family 25 without AVX-512).</summary>
    Zen3,

    /// <summary>AMD Zen 5 (family 26): vector latency 2, four ports of 512 bits, so more streams pay.</summary>
    Zen5,

    /// <summary>Intel with AVX-512 (family 6): vector latency 1, two ports of 512 bits, so one stream nearly fills them.</summary>
    IntelAvx512,
}

/// <summary>Which of the measured families this processor belongs to.</summary>
internal static class Processor
{
    public static ProcessorFamily Family { get; } = Detect();

    private static ProcessorFamily Detect()
    {
        if (!X86Base.IsSupported) return ProcessorFamily.Other;

        (_, int ebx, int ecx, int edx) = X86Base.CpuId(0, 0);
        (int version, _, _, _) = X86Base.CpuId(1, 0);
        int family = (version >> 8) & 15;
        if (family == 15) family += (version >> 20) & 255;

        const int Auth = 0x68747541, Enti = 0x69746e65, CAMD = 0x444d4163; // "AuthenticAMD"
        const int Genu = 0x756e6547, IneI = 0x49656e69, Ntel = 0x6c65746e; // "GenuineIntel"
        return (ebx, edx, ecx, family) switch
        {
            (Auth, Enti, CAMD, 25) when !Avx512F.IsSupported => ProcessorFamily.Zen3,
            (Auth, Enti, CAMD, 26) => ProcessorFamily.Zen5,
            (Genu, IneI, Ntel, 6) when Avx512F.IsSupported => ProcessorFamily.IntelAvx512,
            _ => ProcessorFamily.Other,
        };
    }
}
