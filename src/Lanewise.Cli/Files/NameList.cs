using Lanewise.Cli.Lists;
using Lanewise.Cli.Terminal;
using Lanewise.Files;
using Lanewise.Files.Reading;

namespace Lanewise.Cli.Files;

/// <summary>
/// The names for a command, taken from its arguments and from a file of names. The file of names may be long, so it is never
/// loaded completely.
/// </summary>
/// <param name="Given">The names from the arguments.</param>
/// <param name="File">The file of names (<c>-</c> means standard input), or null.</param>
/// <param name="End">The character that ends each name in that file.</param>
internal sealed record NameList(string[] Given, string? File, char End)
{
    /// <summary>The number of names, or null if it is unknown.</summary>
    public int? Count => File is null ? Given.Length : null;

    /// <summary>Indicates whether names or data are read from standard input, which can be read only once.</summary>
    public bool NeedsInput => File == FileJob.StandardInput || Given.Contains(FileJob.StandardInput);

    /// <summary>A function that returns the names to use instead of those in the arguments and the file, or null.</summary>
    public Func<IEnumerable<string>>? Others { get; init; }

    public IEnumerable<string> All() => Others?.Invoke() ?? Named();

    private IEnumerable<string> Named()
    {
        foreach (string name in Given) yield return name;
        if (File is null) yield break;

        using Stream stream = File == FileJob.StandardInput ? StandardStreams.Input() : InputStream.OpenGiven(File);
        using IEnumerator<(long Number, string Line)> lines = ListLines.Read(stream, End).GetEnumerator();
        while (MoveNext(lines))
        {
            string name = lines.Current.Line;
            if (name.Length > 0) yield return OperatingSystem.IsWindows() ? WindowsNames.WithSlashes(name) : name;
        }
    }

    private bool MoveNext(IEnumerator<(long Number, string Line)> lines)
    {
        try
        {
            return lines.MoveNext();
        }
        catch (Exception e) when (ReadErrors.IsExpected(e))
        {
            throw new ListException($"{FileNames.Quote(File!)}: {ReadErrors.Reason(e, File!)}");
        }
    }
}
