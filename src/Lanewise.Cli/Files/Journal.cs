using System.Text;
using Lanewise.Cli.Algorithms;
using Lanewise.Cli.Lists;
using Lanewise.Cli.Terminal;
using Lanewise.Files;

namespace Lanewise.Cli.Files;

/// <summary>
/// What was hashed already, beside the size, time and inode that each file had then: a list whose lines have a comment each,
/// which
/// <c>check</c> and coreutils read too. A run that was killed goes on where it stopped, and a run over files that have hardly
/// changed reads only those that have.
/// </summary>
/// <remarks>
/// A line is written when its file is done and reaches the file at once; a last line that was cut off is cut away. A file whose
/// size, time or inode is another now is hashed again. Lines name their algorithm; the first names the key, and a journal of
/// another
/// key is refused.
/// </remarks>
internal sealed class Journal : IDisposable
{
    private const string Title = "# lanewise journal 1: ";
    private const string Mark = "#: ";

    private readonly Dictionary<(string Tag, int HashBytes, string Name), (FileStamp Stamp, byte[] Digest)> known = [];
    private readonly FileStream stream;
    private readonly MemoryStream line = new();

    private Journal(FileStream stream) => this.stream = stream;

    /// <summary>Files that were not read, since their digests were known.</summary>
    public long Reused { get; private set; }

    /// <summary>Opens a journal, or begins one.</summary>
    /// <param name="path">Where it is.</param>
    /// <param name="about">By what key its digests are made.</param>
    /// <exception cref="UsageException">There is something else at the path, or a journal of something else.</exception>
    /// <exception cref="IOException">It cannot be read or written.</exception>
    public static Journal Open(string path, string about)
    {
        FileStream stream = new(path, FileMode.OpenOrCreate, FileAccess.ReadWrite, FileShare.Read, bufferSize: 0);
        Journal journal = new(stream);
        try
        {
            journal.Load(path, about);
            return journal;
        }
        catch
        {
            stream.Dispose();
            throw;
        }
    }

    /// <summary>The digest of a file that is as it was.</summary>
    public bool TryGet(string name, FileAlgorithm algorithm, FileStamp stamp, out byte[] digest)
    {
        bool isKnown = known.TryGetValue((algorithm.Tag, algorithm.HashBytes, name), out (FileStamp Stamp, byte[] Digest) entry)
            && entry.Stamp == stamp;
        digest = isKnown ? entry.Digest : [];
        if (isKnown) Reused++;
        return isKnown;
    }

    /// <summary>Writes down a file that was hashed.</summary>
    public void Add(string name, FileAlgorithm algorithm, FileStamp stamp, byte[] digest)
    {
        line.SetLength(0);
        Text($"{Mark}{stamp}\n");
        bool isEscaped = ChecksumLine.NeedsEscape(name);
        if (isEscaped) Text("\\");
        Text($"{algorithm.Tag} ({(isEscaped ? ChecksumLine.Escape(name) : name)}) = {Convert.ToHexStringLower(digest)}\n");
        try
        {
            // In one call: a run that is killed leaves whole entries and at most one that is cut off.
            stream.Write(line.GetBuffer(), 0, (int)line.Length);
        }
        catch (IOException e)
        {
            throw new OutputException($"{stream.Name}: {FileErrors.Reason(e, stream.Name)}");
        }
    }

    public void Dispose() => stream.Dispose();

    private void Load(string path, string about)
    {
        byte[] content = new byte[stream.Length];
        stream.ReadExactly(content);
        string title = Title + about;
        FileStamp? stamp = null;
        ListParser parser = new(hasEscapes: true);
        foreach ((long number, string text) in ListLines.Read(new MemoryStream(content), '\n'))
        {
            if (number == 1 && text != title && content.AsSpan().Contains((byte)'\n'))
            {
                throw new UsageException(text.StartsWith(Title, StringComparison.Ordinal)
                    ? $"--journal: '{path}' is of {text.AsSpan(Title.Length)}, and not of {about}"
                    : $"--journal: '{path}' is not a journal; it would be written over");
            }

            if (text.StartsWith(Mark, StringComparison.Ordinal)) stamp = FileStamp.Parse(text.AsSpan(Mark.Length));
            else if (stamp is { } known && parser.Parse(text) is { Tag: { } tag } file)
            {
                this.known[(tag, file.Digest.Length, file.Name)] = (known, file.Digest);
            }
        }

        // What comes after the last whole entry was cut off.
        int whole = content.AsSpan().LastIndexOf((byte)'\n') + 1;
        int lastMark = content.AsSpan(0, whole).LastIndexOf("\n#: "u8) + 1;
        if (lastMark > 0 && content.AsSpan(lastMark, whole - lastMark).Count((byte)'\n') < 2) whole = lastMark;
        stream.SetLength(whole);
        stream.Position = whole;
        if (whole == 0) stream.Write(Encoding.UTF8.GetBytes(title + "\n"));
    }

    private void Text(string text)
    {
        line.Write(PathText.ToBytes(text));
    }
}
