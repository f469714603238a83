using System.CommandLine;
using System.Globalization;
using Lanewise.Cli.Commands;
using Lanewise.Cli.Terminal;
using Lanewise.Gpu;

namespace Lanewise.Cli.Gpu;

/// <summary><c>lanewise gpu</c>: the devices of this machine, and whether their kernels are right.</summary>
internal static class GpuCommand
{
    public static Command Create() => new("gpu", "List devices, and check their kernels against the processor.") { List(), GpuVerify.Create() };

    private static Command List()
    {
        Command command = new("list", "List the devices that drivers of this machine offer.");
        command.SetBody(_ =>
        {
            StandardOutput output = new();
            IReadOnlyList<AcceleratorInfo> devices = Accelerator.List();
            if (devices.Count == 0) output.WriteLine("No accelerator: no CUDA driver and no OpenCL device answers.");
            foreach (AcceleratorInfo device in devices)
            {
                output.WriteLine(string.Create(
                    CultureInfo.InvariantCulture, $"{device.Name}: {device.Kind}, {device.Api}, {device.ComputeUnits} units, {device.MemoryBytes >> 20} MiB"));
                output.WriteLine($"  {device.Driver}");
                if (device.Problem is not null) output.WriteLine($"  cannot be used: {device.Problem}");
            }

            output.Flush();
            return ExitCode.Good;
        });
        return command;
    }
}
