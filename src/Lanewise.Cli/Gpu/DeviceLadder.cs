using Lanewise.Cli.Terminal;
using Lanewise.Gpu;

namespace Lanewise.Cli.Gpu;

/// <summary>The last step of XTEA's benchmark series: a device, with the copies there and back.</summary>
internal static class DeviceLadder
{
    /// <summary>The row of the catalogue whose benchmark series has the step.</summary>
    public const string Cipher = "xtea";

    /// <summary>Opens the step's device: a GPU where there is one, or the device of a name.</summary>
    /// <param name="name">What <c>--device</c> was given; null: a GPU or nothing.</param>
    /// <param name="accelerator">The device, to be disposed when the benchmark series was taken; null where there is
    /// none.</param>
    /// <returns>False where a device was asked for that cannot be had, which was said.</returns>
    public static bool TryOpen(string? name, out Accelerator? accelerator)
    {
        accelerator = name is null ? Accelerator.Find() : DeviceChoice.Open(name);
        if (accelerator is null && name is null)
        {
            // The benchmark series goes without; that a driver is broken is worth a line all the same.
            _ = Accelerator.List(out IReadOnlyList<AcceleratorException> failures);
            DeviceChoice.Say(failures);
        }

        return accelerator is not null || name is null;
    }

    /// <summary>The step on a device; null where there is none.</summary>
    public static LadderStep? Step(Accelerator? accelerator)
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

    /// <summary>Names the step's device, where there is one.</summary>
    public static void Describe(Accelerator? accelerator, StandardOutput output)
    {
        if (accelerator is null) return;

        foreach (string line in DeviceChoice.Describe(accelerator.Info)) output.WriteLine(line);
    }
}
