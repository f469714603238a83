using System.CommandLine;
using Lanewise.Cli.Commands;
using Lanewise.Cli.Terminal;
using Lanewise.Gpu;

namespace Lanewise.Cli.Gpu;

/// <summary>Implements <c>lanewise gpu</c>, which lists this machine's devices and verifies their kernels.</summary>
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
            IReadOnlyList<AcceleratorInfo> devices = Accelerator.List(out IReadOnlyList<AcceleratorException> failures);
            if (devices.Count == 0 && failures.Count == 0) output.WriteLine($"N{DeviceChoice.Nothing.AsSpan(1)}.");
            foreach ((int number, AcceleratorInfo device) in devices.Index())
            {
                output.WriteText(Invariant($"{number + 1}. {device.Name}: {KindOf(device)}, ")
                    + Invariant($"{device.ComputeUnits} compute units, {device.MemoryBytes >> 20} MiB"));
                output.WriteText($"  {device.Driver}");
                if (device.Problem is not null) output.WriteText($"  cannot be used: {device.Problem}");
            }

            output.Flush();
            DeviceChoice.Say(failures);
            return failures.Count == 0 ? ExitCode.Good : ExitCode.Failed;
        });
        return command;
    }

    private static string KindOf(AcceleratorInfo device) => (device.Kind, device.Api) switch
    {
        (AcceleratorKind.CpuRuntime, _) => "the CPU, used through OpenCL",
        (AcceleratorKind.Gpu, AcceleratorApi.Cuda) => "GPU, used through CUDA",
        (AcceleratorKind.Gpu, _) => "GPU, used through OpenCL",
        _ => "other device, used through OpenCL",
    };
}
