using System.CommandLine;
using System.Globalization;
using Lanewise.Cli.Terminal;
using Lanewise.Gpu;

namespace Lanewise.Cli.Gpu;

/// <summary>The option <c>--device</c>: a GPU by itself, anything else only when it is named.</summary>
internal static class DeviceChoice
{
    public static Option<string?> Option() => new("--device", "-d")
    {
        HelpName = "DEVICE",
        Description = "Number or part of the name of a device of 'lanewise gpu list' [default: the first GPU].",
    };

    /// <summary>Opens the device that was asked for; says why not, and gives null.</summary>
    public static Accelerator? Open(string? name)
    {
        IReadOnlyList<AcceleratorInfo> devices = Accelerator.List();
        AcceleratorInfo? info = name is null
            ? devices.FirstOrDefault(device => device.Kind == AcceleratorKind.Gpu && device.Problem is null)
            : Find(devices, name);
        if (info is null)
        {
            Diagnostics.Say(name is not null ? $"no device has the number or name '{name}'; 'lanewise gpu list' shows what there is"
                : devices.Count == 0 ? "no accelerator: no CUDA driver and no OpenCL device answers"
                : "no GPU; 'lanewise gpu list' shows what there is, and --device takes any of it");
            return null;
        }

        try
        {
            return info.Open();
        }
        catch (AcceleratorException e)
        {
            Diagnostics.Say(e.Message);
            return null;
        }
    }

    // Names have numbers in them: one that is nobody's place in the list is part of a name. Of two interfaces to one device, the
    // one that can be used.
    private static AcceleratorInfo? Find(IReadOnlyList<AcceleratorInfo> devices, string name) =>
        int.TryParse(name, NumberStyles.None, CultureInfo.InvariantCulture, out int number)
            && devices.ElementAtOrDefault(number - 1) is AcceleratorInfo numbered
            ? numbered
            : devices.Where(device => device.Name.Contains(name, StringComparison.OrdinalIgnoreCase))
                .OrderBy(device => device.Problem is not null)
                .FirstOrDefault();

    /// <summary>Name and driver, and what a reader of figures must know.</summary>
    public static IEnumerable<string> Describe(AcceleratorInfo info)
    {
        yield return info.Name;
        yield return $"  {info.Driver}";
        if (info.Kind != AcceleratorKind.Gpu)
        {
            yield return info.Kind == AcceleratorKind.CpuRuntime
                ? "This device is the processor itself behind OpenCL, and no GPU: its figures say"
                : "This device is no GPU: its figures say";
            yield return "nothing about one, and no policy but Force ever takes it.";
        }
    }
}
