using System.Globalization;

namespace Lanewise.Tests;

/// <summary> The recorded code sizes of all kernels for one instruction set, and the runtime version.
/// <c>tools/record-codegen</c> writes each record to a file in the codegen directory. </summary>
internal sealed class KernelRecord
{
    private const string RuntimeLine = "# Runtime: ";

    private KernelRecord(string file)
    {
        File = file;
        foreach (string line in System.IO.File.Exists(file) ? System.IO.File.ReadLines(file) : [])
        {
            if (line.StartsWith(RuntimeLine, StringComparison.Ordinal)) Runtime = line[RuntimeLine.Length..];
            if (line.StartsWith('#')) continue;

            string[] words = line.Split(' ', StringSplitOptions.RemoveEmptyEntries);
            int[] numbers = [.. words.Take(5).Select(word => int.Parse(word, CultureInfo.InvariantCulture))];
            Kernels.Add(words[5], new(numbers[0], numbers[1], numbers[2], numbers[3], numbers[4]));
        }
    }

    public string File { get; }

    /// <summary>
    /// The exact version of the recorded runtime, such as 10.0.12. Empty if the file does not specify a version.
    /// </summary>
    public string Runtime { get; private set; } = "";

    public SortedDictionary<string, KernelCode> Kernels { get; } = new(StringComparer.Ordinal);

    /// <summary>Whether the current runtime is the recorded one.</summary>
    public bool IsOfThisRuntime => Runtime == Environment.Version.ToString();

    /// <summary>The record for this major version of the runtime.</summary>
    public static KernelRecord Of(string instructionSet) => At(Repository.File(
        "tests", "Lanewise.Tests", "Gates", "codegen",
        FormattableString.Invariant($"net{Environment.Version.Major}-{instructionSet}.txt")));

    public static KernelRecord At(string file) => new(file);

    /// <summary>
    /// Returns the kernels that exceed their recorded sizes, that were not recorded, or that were recorded but not observed.
    /// </summary>
    public IEnumerable<string> Differences(SortedDictionary<string, KernelCode> seen, double headroom)
    {
        foreach ((string kernel, KernelCode code) in seen)
        {
            if (!Kernels.TryGetValue(kernel, out KernelCode before)) yield return $"{kernel} has no recorded code; it has {code}";
            else if (code.Exceeds(before, headroom)) yield return $"{kernel} has {code}, recorded are {before}";
        }

        foreach (string gone in Kernels.Keys.Except(seen.Keys)) yield return $"{gone} is recorded and was not compiled";
    }

    /// <summary>
    /// Records kernels that are new or exceed their recorded sizes. If the current runtime is not the recorded one, all kernels
    /// are recorded again. Otherwise, other lines stay unchanged, so that a change to one algorithm changes only its own lines.
    /// </summary>
    public void Update(SortedDictionary<string, KernelCode> seen, double headroom)
    {
        bool all = !IsOfThisRuntime;
        foreach (string gone in Kernels.Keys.Except(seen.Keys).ToArray()) Kernels.Remove(gone);
        foreach ((string kernel, KernelCode code) in seen)
        {
            if (all || !Kernels.TryGetValue(kernel, out KernelCode before) || code.Exceeds(before, headroom))
            {
                Kernels[kernel] = code;
            }
        }

        Runtime = Environment.Version.ToString();
        Directory.CreateDirectory(Path.GetDirectoryName(File)!);
        System.IO.File.WriteAllLines(File,
        [
            "# What the JIT made of each kernel: bytes, instructions, stores to and reads of the stack, calls. "
                + "The gate allows 15 % more.",
            "# Written by: tools/record-codegen",
            RuntimeLine + Runtime,
            .. Kernels.Select(c => string.Create(CultureInfo.InvariantCulture,
                $"{c.Value.Bytes,6} {c.Value.Instructions,5} {c.Value.Stores,5} {c.Value.Reads,5} {c.Value.Calls,4} {c.Key}")),
        ]);
    }
}

/// <summary>The measured properties of the code that the JIT generated for a kernel.</summary>
internal readonly record struct KernelCode(int Bytes, int Instructions, int Stores, int Reads, int Calls)
{
    // A difference of a few words on the stack is not significant.
    private const int Slack = 8;

    /// <summary>
    /// Whether a value exceeds the recorded value by more than the tolerance. For the number of calls, there is no tolerance.
    /// </summary>
    public bool Exceeds(KernelCode before, double headroom) =>
        Bytes > before.Bytes * headroom || Instructions > before.Instructions * headroom
        || Stores > (before.Stores * headroom) + Slack || Reads > (before.Reads * headroom) + Slack || Calls > before.Calls;

    public override string ToString() => FormattableString.Invariant(
        $"{Bytes} bytes, {Instructions} instructions, {Stores} stores to and {Reads} reads of the stack, {Calls} calls");
}
