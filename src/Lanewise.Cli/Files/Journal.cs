using Lanewise.Cli.Algorithms;
using Lanewise.Cli.Commands;
using Lanewise.Cli.Terminal;
using Lanewise.Files;
using Lanewise.Files.Opening;
using Lanewise.Files.Reading;

namespace Lanewise.Cli.Files;

/// <summary>
/// What was hashed already: a list with sizes and times to which each file is added when it is done. A run that was killed goes
/// on where it stopped, and a run over files that have hardly changed reads only those that have.
/// </summary>
/// <remarks>
/// A line is written when its file is done and reaches the file at once; a last line that was cut off is cut away. A file whose
/// device, folder, inode, size or times are others now is hashed again. A journal of another key is refused.
/// </remarks>
internal sealed class Journal : IKnownFiles, IDisposable
{
    private readonly string path;
    private readonly FileStream stream;
    private readonly StampedList known;
    private readonly MemoryStream lines = new();

    private Journal(string path, FileStream stream, StampedList known)
    {
        this.path = path;
        this.stream = stream;
        this.known = known;
    }

    /// <summary>Opens a journal, or begins one.</summary>
    /// <param name="path">Where it is.</param>
    /// <param name="about">By what key its digests are made.</param>
    /// <exception cref="UsageException">There is something else at the path, or a journal of something else.</exception>
    /// <exception cref="IOException">It cannot be read or written.</exception>
    public static Journal Open(string path, string about)
    {
        FileStream stream = OpenedFile.ReadWrite(path);
        try
        {
            StampedList known = new(stream, $"--journal: '{path}'", "a journal");
            known.Expect(about);
            stream.SetLength(known.WholeBytes);
            stream.Position = known.WholeBytes;
            if (known.WholeBytes == 0) stream.Write(PathText.ToBytes(StampedList.Title(about)));
            return new(path, stream, known);
        }
        catch
        {
            stream.Dispose();
            throw;
        }
    }

    public bool TryGet(string name, FileAlgorithm algorithm, FileVersion stamp, out byte[] digest) =>
        TryGet(known, name, algorithm, stamp, out digest);

    public void Add(string name, FileAlgorithm algorithm, FileVersion? stamp, byte[] digest, bool wasKnown)
    {
        if (wasKnown || stamp is null) return;

        lines.SetLength(0);
        StampedList.Write(lines, name, algorithm, stamp, digest);
        try
        {
            // In one call: a run that is killed leaves whole lines and at most one that is cut off.
            stream.Write(lines.GetBuffer(), 0, (int)lines.Length);
        }
        catch (Exception e) when (ReadErrors.IsExpected(e))
        {
            throw new OutputException($"{path}: {ReadErrors.Reason(e, path)}");
        }
    }

    public void Dispose() => stream.Dispose();

    /// <summary>The digest by each algorithm of a file that is as it was, by all of them.</summary>
    internal static bool TryGet(
        StampedList list, string name, FileAlgorithm algorithm, FileVersion stamp, out byte[] digest)
    {
        digest = new byte[algorithm.HashBytes];
        int start = 0;
        foreach (FileAlgorithm part in algorithm.Parts)
        {
            if (!list.TryFind(name, part, out FileVersion? known, out byte[] one) || known != stamp) return false;

            one.CopyTo(digest, start);
            start += part.HashBytes;
        }

        return true;
    }
}
