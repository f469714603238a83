using Lanewise.Cli.Files;
using Lanewise.Cli.Lists;
using Lanewise.Cli.Terminal;

namespace Lanewise.Cli.Checking;

/// <summary>Writes the verdict for each file, as lines in the format of md5sum --check or as JSON objects.</summary>
internal sealed class Verdicts(StandardOutput output, bool isJson, bool isQuiet, bool isSilent)
{
    public const string Ok = "OK", Failed = "FAILED", Unreadable = "UNREADABLE", Missing = "MISSING", Skipped = "SKIPPED";

    // The verdict of md5sum for a file that is missing or unreadable. Programs that read the output expect it.
    private const string NotRead = "FAILED open or read";

    public StandardOutput Output => output;

    public bool IsJson => isJson;

    /// <summary>
    /// Indicates whether the user sees both standard output and standard error. The output must then not repeat a message of
    /// md5sum that another line contains.
    /// </summary>
    public bool AreSeenTogether => !isJson && !isSilent && !Console.IsOutputRedirected && !Console.IsErrorRedirected;

    /// <summary>Writes the verdict for a listed file.</summary>
    /// <param name="job">The file.</param>
    /// <param name="verdict">The result.</param>
    /// <param name="more">The text after the verdict. The JSON output does not contain it.</param>
    public void Write(FileJob job, string verdict, string more = "")
    {
        if (verdict == Ok ? isQuiet : isSilent) return;

        if (!isJson)
        {
            Line(output, job.Name, verdict, more);
            return;
        }

        JsonLine line = new JsonLine(output, "name", job.Name).Word("algorithm", job.Algorithm.Name).Word("result", verdict)
            .Hex("expected", job.Expected);
        if (job.Digest.Length > 0) line = line.Hex("actual", job.Digest);
        if (job.ExpectedBytes is long bytes) line = line.Number("expectedBytes", bytes);
        if (job.Digest.Length > 0) line = line.Number("bytes", job.Bytes);
        if (job.Reason is string reason) line = line.Text("reason", reason);
        line.End();
    }

    /// <summary>
    /// Writes the verdict for a listed file that is missing or cannot be read. Output for programs has the words of md5sum. A
    /// terminal, JSON output and audits distinguish the two cases.
    /// </summary>
    public void WriteUnread(FileJob job, string reason, bool isAudit)
    {
        if (job.IsMissing && (AreSeenTogether || isJson)) Write(job, Missing);
        else Write(job, AreSeenTogether || isJson || isAudit ? Unreadable : NotRead, AreSeenTogether ? $" ({reason})" : "");
    }

    /// <summary>Writes the verdict for a file that no list contains, or that a list contains under a different name.</summary>
    public void Write(string name, string verdict, string? from = null)
    {
        if (isSilent) return;

        if (!isJson)
        {
            Line(output, name, verdict, from is null ? "" : $" from {FileNames.Quote(from)}");
            return;
        }

        JsonLine line = new JsonLine(output, "name", name).Word("result", verdict);
        if (from is not null) line = line.Text("from", from);
        line.End();
    }

    /// <summary>Writes a line such as <c>name: OK</c>. The verdict may be followed by more text.</summary>
    public static void Line(StandardOutput output, string name, string verdict, string more = "")
    {
        Name(output, name);
        output.Write(": ");
        output.Write(verdict, ToneOf(verdict));
        output.WriteLine(more);
    }

    /// <summary>Returns the meaning of any verdict, including the verdicts used only in fleet audits.</summary>
    public static Tone ToneOf(string verdict) => verdict switch
    {
        Ok => Tone.Good,
        Failed or Unreadable or NotRead or Missing or Audit.Changed => Tone.Bad,
        Audit.New or Audit.Moved or Skipped => Tone.Notable,
        _ => Tone.None,
    };

    private static void Name(StandardOutput output, string name)
    {
        // Control characters in a name must not be sent to the terminal.
        if (!Console.IsOutputRedirected && FileNames.Shown(name) is { } shown && shown != name)
        {
            output.Write(shown);
            return;
        }

        // As in md5sum, only a newline requires escaping in a verdict.
        bool isEscaped = name.Contains('\n');
        if (isEscaped) output.Write('\\');
        ChecksumLine.WriteName(output, name, isEscaped);
    }
}
