using Lanewise.Cli.Terminal;
using Lanewise.Gpu;

namespace Lanewise.Cli.Gpu;

/// <summary>
/// The last step of XTEA's benchmark series, which measures a device, including the transfers in both directions.
/// </summary>
internal static class DeviceSeries
{
    /// <summary>The catalogue name of the cipher whose benchmark series contains this step.</summary>
    public const string Cipher = "xtea";

    /// <summary>Opens the device for this step: the named device or, by default, a GPU if there is one.</summary>
    /// <param name="name">The value of <c>--device</c>. Null means a GPU, if there is one.</param>
    /// <param name="accelerator">The device, or null if there is none. The caller disposes it after the benchmark.</param>
    /// <returns>False if the named device is not available and the error was reported.</returns>
    public static bool TryOpen(string? name, out Accelerator? accelerator)
    {
        accelerator = name is null ? Accelerator.Find() : DeviceChoice.Open(name);
        if (accelerator is null && name is null)
        {
            // The benchmark can run without this step, so a driver failure is only reported.
            _ = Accelerator.List(out IReadOnlyList<AcceleratorException> failures);
            DeviceChoice.Say(failures);
        }

        return accelerator is not null || name is null;
    }

    /// <summary>Measures the step on a device. Returns null if there is no device.</summary>
    public static SeriesStep? Step(Accelerator? accelerator)
    {
        if (accelerator is not Accelerator device) return null;

        string step = device.Info.Kind switch
        {
            AcceleratorKind.Gpu => "GPU, with copies",
            AcceleratorKind.CpuRuntime => "OpenCL on the cores",
            _ => "device, with copies",
        };
        return new(step, (key, source, destination) =>
        {
            using Xtea cipher = new(key);
            AcceleratorXtea.EncryptEcb(device, cipher, source, destination);
        });
    }

    /// <summary>Writes the name of the device used for the step, if there is one.</summary>
    public static void Describe(Accelerator? accelerator, StandardOutput output)
    {
        if (accelerator is null) return;

        foreach (string line in DeviceChoice.Describe(accelerator.Info)) output.WriteLine(line);
    }
}
