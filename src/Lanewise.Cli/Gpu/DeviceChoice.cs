using System.CommandLine;
using System.Globalization;
using Lanewise.Cli.Terminal;
using Lanewise.Gpu;

namespace Lanewise.Cli.Gpu;

/// <summary>Handles the option <c>--device</c>. The default is a GPU. Other devices are chosen only if they are named.</summary>
internal static class DeviceChoice
{
    public static Option<string?> Option() => new("--device", "-d")
    {
        HelpName = "DEVICE",
        Description = "Number or part of the name of a device of 'lanewise gpu list' [default: the first GPU].",
    };

    /// <summary>The maximum width of a line in columns.</summary>
    private const int Columns = 80;

    /// <summary>
    /// Returns the requested device, or the first GPU if none is requested. If there is no such device, reports the reason and
    /// returns null.
    /// </summary>
    public static AcceleratorInfo? Choose(string? name)
    {
        if (name is not null && string.IsNullOrWhiteSpace(name))
            throw new UsageException("--device needs the number of a device or a part of its name, but it is empty");

        IReadOnlyList<AcceleratorInfo> devices = Accelerator.List(out IReadOnlyList<AcceleratorException> failures);
        AcceleratorInfo? info = name is null
            ? devices.FirstOrDefault(device => device.Kind == AcceleratorKind.Gpu && device.Problem is null)
            : Find(devices, name);
        if (info is not null) return info;

        // If an installed driver fails, the failure is reported instead of "no device".
        Say(failures);
        if (name is not null)
            Diagnostics.Say($"no device has the number or name '{name}'; 'lanewise gpu list' shows the devices");
        else if (devices.Count > 0)
            Diagnostics.Say("no GPU; 'lanewise gpu list' shows all devices, and --device selects any of them");
        else if (failures.Count == 0)
            Diagnostics.Say(Nothing);
        return null;
    }

    /// <summary>The message shown if there is no device and no driver has failed.</summary>
    public const string Nothing = "no accelerator: no CUDA or OpenCL device was found";

    /// <summary>Reports why drivers were unable to list their devices.</summary>
    public static void Say(IReadOnlyList<AcceleratorException> failures)
    {
        foreach (AcceleratorException failure in failures) Diagnostics.Say(failure.Message);
    }

    /// <summary>Opens the requested device. If the device cannot be opened, reports the reason and returns null.</summary>
    public static Accelerator? Open(string? name)
    {
        try
        {
            return Choose(name)?.Open();
        }
        catch (AcceleratorException e)
        {
            Diagnostics.Say(e.Message);
            return null;
        }
    }

    // Device names contain numbers, so a number that is not in the list is treated as part of a name. If a device is listed by
    // both CUDA and OpenCL, the interface that actually works is chosen.
    private static AcceleratorInfo? Find(IReadOnlyList<AcceleratorInfo> devices, string name) =>
        int.TryParse(name, NumberStyles.None, CultureInfo.InvariantCulture, out int number)
            && devices.ElementAtOrDefault(number - 1) is AcceleratorInfo numbered
            ? numbered
            : devices.Where(device => device.Name.Contains(name, StringComparison.OrdinalIgnoreCase))
                .OrderBy(device => device.Problem is not null)
                .FirstOrDefault();

    /// <summary>Describes the device: its name, its driver, and everything else that affects the figures.</summary>
    public static IEnumerable<string> Describe(AcceleratorInfo info)
    {
        yield return Narrow(info.Name);
        yield return Narrow($"  {info.Driver}");
        if (info.Kind != AcceleratorKind.Gpu)
        {
            yield return info.Kind == AcceleratorKind.CpuRuntime
                ? "This device is the processor itself behind OpenCL, not a GPU: its figures say"
                : "This device is not a GPU: its figures say";
            yield return "nothing about a GPU, and only the policy Force uses it.";
        }
    }

    /// <summary>
    /// Truncates text so that it fits in 80 columns above a table. A long name such as cpu-sapphirerapids-Intel(R) Xeon(R)
    /// Processor still identifies the device after truncation. <c>gpu list</c> shows the whole name.
    /// </summary>
    public static string Narrow(string text) =>
        text.Length <= Columns ? text : string.Concat(text.AsSpan(0, Columns - 3), "...");

    /// <summary>Wraps words into lines of at most 80 columns.</summary>
    public static IEnumerable<string> Wrap(string text)
    {
        string line = "";
        foreach (string word in text.Split(' '))
        {
            if (line.Length > 0 && line.Length + 1 + word.Length > Columns)
            {
                yield return line;
                line = word;
            }
            else
            {
                line = line.Length == 0 ? word : $"{line} {word}";
            }
        }

        yield return line;
    }
}
