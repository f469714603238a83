using System.Runtime.InteropServices;
using System.Runtime.Intrinsics.X86;
using System.Text;

namespace Lanewise.Cli.Measuring;

/// <summary>Reads the name that the processor reports. Without this name, measurements are meaningless.</summary>
internal static class ProcessorName
{
    public static string Get()
    {
        const int Extended = unchecked((int)0x80000000), FirstOfName = unchecked((int)0x80000002);
        if (!X86Base.IsSupported || (uint)X86Base.CpuId(Extended, 0).Eax < unchecked((uint)(FirstOfName + 2)))
        {
            return RuntimeInformation.ProcessArchitecture.ToString();
        }

        StringBuilder name = new();
        for (int leaf = 0; leaf < 3; leaf++)
        {
            (int eax, int ebx, int ecx, int edx) = X86Base.CpuId(FirstOfName + leaf, 0);
            foreach (int register in (ReadOnlySpan<int>)[eax, ebx, ecx, edx])
            {
                for (int shift = 0; shift < 32; shift += 8) name.Append((char)((register >> shift) & 0x7F));
            }
        }

        return name.ToString().Replace('\0', ' ').Trim();
    }

    /// <summary>The heading of every table, which shows the processor's name, family and vector widths.</summary>
    public static string Line()
    {
        string name = Get();
        if (X86Base.IsSupported)
        {
            int version = X86Base.CpuId(1, 0).Eax;
            int family = (version >> 8) & 15, model = (version >> 4) & 15;
            if (family is 6 or 15) model += ((version >> 16) & 15) << 4;
            if (family == 15) family += (version >> 20) & 255;
            name += $", family {family} model {model}";
        }

        string cores = Environment.ProcessorCount == 1 ? "1 core" : $"{Environment.ProcessorCount} cores";
        return $"{name}, {cores}, .NET {Environment.Version}";
    }
}
