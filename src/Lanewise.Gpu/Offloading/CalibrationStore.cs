using System.Reflection;
using System.Runtime.InteropServices;
using System.Security;
using System.Text;
using System.Text.Json;

namespace Lanewise.Gpu.Offloading;

/// <summary>
/// The figures for one combination of device, driver, library and machine. The figures cover the transfer path and each kind of
/// work.
/// </summary>
internal sealed record CalibrationFigures(
    BusRates? Bus, IReadOnlyDictionary<string, (WorkRates Device, WorkRates Processor)> Work)
{
    public static CalibrationFigures None { get; } = new(null, new Dictionary<string, (WorkRates, WorkRates)>());
}

/// <summary>
/// Stores calibration figures in the user's cache directory. Each combination of device, driver, library build, machine and
/// number of cores has one file. A file that is missing, unreadable, damaged or written by another program is replaced.
/// </summary>
internal sealed class CalibrationStore
{
    /// <summary>
    /// The environment variable that specifies another cache directory. If the variable is empty, nothing is stored.
    /// </summary>
    public const string Variable = "LANEWISE_CACHE";

    private const int Format = 1, MostBytes = 1 << 16;

    private readonly string? folder;

    public CalibrationStore(string? folder) => this.folder = string.IsNullOrEmpty(folder) ? null : folder;

    /// <summary>
    /// Returns the store in the user's cache directory. If the system has no cache directory, the store saves nothing.
    /// </summary>
    public static CalibrationStore OfUser()
    {
        string? named = Environment.GetEnvironmentVariable(Variable);
        if (named is not null) return new(named);

        string home = Environment.GetFolderPath(Environment.SpecialFolder.UserProfile);
        string? cache = OperatingSystem.IsWindows() ? Environment.GetFolderPath(Environment.SpecialFolder.LocalApplicationData)
            : OperatingSystem.IsMacOS() ? (home.Length == 0 ? null : Path.Combine(home, "Library", "Caches"))
            : Environment.GetEnvironmentVariable("XDG_CACHE_HOME") is { Length: > 0 } xdg && Path.IsPathRooted(xdg) ? xdg
            : home.Length == 0 ? null : Path.Combine(home, ".cache");
        return new(string.IsNullOrEmpty(cache) ? null : Path.Combine(cache, "lanewise"));
    }

    /// <summary>Returns a string that contains everything on which the measured figures depend.</summary>
    public static string Key(AcceleratorInfo info, int cores)
    {
        Assembly library = typeof(Accelerator).Assembly, hashes = typeof(Xtea).Assembly;
        return string.Join(
            " | ",
            info.Name,
            info.Driver,
            $"{library.GetName().Version} {library.ManifestModule.ModuleVersionId} {hashes.ManifestModule.ModuleVersionId}",
            $"{Environment.MachineName} {RuntimeInformation.ProcessArchitecture} {Environment.Version}",
            $"{cores} of {Environment.ProcessorCount} cores");
    }

    /// <summary>Returns the path of the file for a key, or null if this store saves nothing.</summary>
    public string? FileOf(string key)
    {
        if (folder is null) return null;

        byte[] digest = Sha256.HashData(Encoding.UTF8.GetBytes(key));
        return Path.Combine(folder, $"offload-{Convert.ToHexStringLower(digest.AsSpan(0, 8))}.json");
    }

    public CalibrationFigures Read(string key)
    {
        try
        {
            if (FileOf(key) is not string file) return CalibrationFigures.None;
            if (new FileInfo(file) is not { Exists: true, Length: <= MostBytes }) return CalibrationFigures.None;

            using JsonDocument document = JsonDocument.Parse(File.ReadAllBytes(file));
            JsonElement root = document.RootElement;
            bool isMatch = root.GetProperty("format").GetInt32() == Format && root.GetProperty("key").GetString() == key;
            if (!isMatch) return CalibrationFigures.None;

            double[] bus = Numbers(root.GetProperty("bus"));
            if (bus.Length != 7 || bus.AsSpan(1).ContainsAny(0, -0.0)) return CalibrationFigures.None;

            Dictionary<string, (WorkRates, WorkRates)> work = [];
            foreach (JsonProperty entry in root.GetProperty("work").EnumerateObject())
            {
                work[entry.Name] = (Rates(entry.Value.GetProperty("device")), Rates(entry.Value.GetProperty("processor")));
            }

            return new(new(bus[0], bus[1], bus[2], bus[3], bus[4], bus[5], bus[6]), work);
        }
        catch (Exception e) when (IsOfFiles(e) || IsOfContents(e))
        {
            return CalibrationFigures.None;
        }
    }

    /// <summary>Writes a temporary file and then renames it, so that no process reads an incomplete file.</summary>
    /// <remarks>If the cache directory is not writable, nothing is stored.</remarks>
    public void Write(string key, CalibrationFigures figures)
    {
        if (FileOf(key) is not string file || figures.Bus is not BusRates bus) return;

        string beside = $"{file}.{Guid.NewGuid():N}";
        try
        {
            Directory.CreateDirectory(folder!);
            using (FileStream stream = new(beside, FileMode.CreateNew, FileAccess.Write))
            using (Utf8JsonWriter writer = new(stream, new JsonWriterOptions { Indented = true }))
            {
                writer.WriteStartObject();
                writer.WriteNumber("format", Format);
                writer.WriteString("key", key);
                Write(
                    writer, "bus", bus.CopySeconds, bus.PageableIn, bus.PageableOut, bus.PinnedIn, bus.PinnedOut, bus.HostCopy,
                    bus.PieceBytes);
                writer.WriteStartObject("work");
                foreach ((string name, (WorkRates d, WorkRates p)) in figures.Work)
                {
                    writer.WriteStartObject(name);
                    Write(writer, "device", [d.CallSeconds, d.LengthSeconds, d.ItemBytes, .. d.Seconds]);
                    Write(writer, "processor", [p.CallSeconds, p.LengthSeconds, p.ItemBytes, .. p.Seconds]);
                    writer.WriteEndObject();
                }

                writer.WriteEndObject();
                writer.WriteEndObject();
            }

            File.Move(beside, file, overwrite: true);
        }
        catch (Exception e) when (IsOfFiles(e))
        {
            try
            {
                File.Delete(beside);
            }
            catch (Exception inner) when (IsOfFiles(inner))
            {
                // The deletion failed because the temporary file was never created.
            }
        }
    }

    private static void Write(Utf8JsonWriter writer, string name, params ReadOnlySpan<double> numbers)
    {
        writer.WriteStartArray(name);
        foreach (double number in numbers) writer.WriteNumberValue(number);
        writer.WriteEndArray();
    }

    private static WorkRates Rates(JsonElement element)
    {
        double[] numbers = Numbers(element);
        // In a valid file, a curve never decreases, and a fraction is at most 1.
        if (numbers.Length is < 4 or > 64 || numbers[1] > 1 || numbers[2] == 0)
        {
            throw new FormatException("The stored figures are not valid.");
        }

        double[] curve = numbers[3..];
        if (curve[^1] == 0 || !curve.SequenceEqual(curve.Order())) throw new FormatException("The stored curve is not valid.");

        return new(numbers[0], numbers[1], numbers[2], curve);
    }

    private static double[] Numbers(JsonElement element)
    {
        double[] numbers = [.. element.EnumerateArray().Select(number => number.GetDouble())];
        if (Array.TrueForAll(numbers, number => double.IsFinite(number) && number >= 0)) return numbers;

        throw new FormatException("The stored figure is not valid.");
    }

    private static bool IsOfFiles(Exception e) =>
        e is IOException or UnauthorizedAccessException or SecurityException or ArgumentException or NotSupportedException;

    private static bool IsOfContents(Exception e) =>
        e is JsonException or FormatException or InvalidOperationException or KeyNotFoundException;
}
