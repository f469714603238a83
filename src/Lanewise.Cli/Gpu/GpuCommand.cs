using System.CommandLine;
using System.Globalization;
using Lanewise.Cli.Commands;
using Lanewise.Cli.Terminal;
using Lanewise.Gpu;

namespace Lanewise.Cli.Gpu;

/// <summary><c>lanewise gpu</c>: the devices of this machine, and whether their kernels are right.</summary>
internal static class GpuCommand
{
    public static Command Create() => new("gpu", "List devices, check their kernels, and measure them beside the processor.")
    {
        List(), GpuVerify.Create(), GpuBench.Create(), GpuCrossover.Create(),
    };

    private static Command List()
    {
        Command command = new("list", "List the devices that drivers of this machine offer.");
        command.SetBody(_ =>
        {
            StandardOutput output = new();
            IReadOnlyList<AcceleratorInfo> devices = Accelerator.List();
            if (devices.Count == 0) output.WriteLine("No accelerator: no CUDA driver and no OpenCL device answers.");
            foreach ((int number, AcceleratorInfo device) in devices.Index())
            {
                output.WriteLine(string.Create(
                    CultureInfo.InvariantCulture,
                    $"{number + 1}. {device.Name}: {device.Kind}, {device.Api}, "
                    + $"{device.ComputeUnits} units, {device.MemoryBytes >> 20} MiB"));
                output.WriteLine($"  {device.Driver}");
                if (device.Problem is not null) output.WriteLine($"  cannot be used: {device.Problem}");
            }

            output.Flush();
            return ExitCode.Good;
        });
        return command;
    }
}
