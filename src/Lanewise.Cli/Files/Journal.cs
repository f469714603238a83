using Lanewise.Cli.Algorithms;
using Lanewise.Cli.Commands;
using Lanewise.Cli.Terminal;
using Lanewise.Files;
using Lanewise.Files.Opening;
using Lanewise.Files.Reading;

namespace Lanewise.Cli.Files;

/// <summary>
/// A list of finished files with their sizes and times. Each file is added as soon as it has been hashed. With a journal, a
/// killed run can be resumed. A later <c>sum</c> with the same journal reads only changed files. A <c>check</c> must read every
/// file, so its journal is emptied when it ends, and it rejects the journal of a <c>sum</c>.
/// </summary>
/// <remarks>
/// Each line is written as soon as its file has been hashed. A truncated last line is removed. A file is hashed again if its
/// device, directory, inode, size or times have changed. A journal that was made with another key is rejected.
/// </remarks>
internal sealed class Journal : IKnownFiles, IDisposable
{
    private const string OfCheck = "a check with ";

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

    /// <summary>Opens or creates a journal.</summary>
    /// <param name="path">The path of the journal.</param>
    /// <param name="about">The text that identifies the key used for the journal's digests.</param>
    /// <param name="isCheck">Whether the journal is for <c>check</c>.</param>
    /// <exception cref="UsageException">The file is not a journal of the same command, or was made with another key.</exception>
    /// <exception cref="IOException">The journal cannot be read or written.</exception>
    public static Journal Open(string path, string about, bool isCheck)
    {
        FileStream stream = OpenedFile.ReadWrite(path);
        try
        {
            StampedList known = new(stream, $"--journal: '{path}'", "a journal");
            if (known.About is string of && of.StartsWith(OfCheck, StringComparison.Ordinal) != isCheck)
            {
                throw new UsageException(isCheck
                    ? $"--journal: '{path}' is not a journal of 'check', which must read every file"
                    : $"--journal: '{path}' is a journal of 'check'; 'sum' needs another one");
            }

            if (isCheck) about = OfCheck + about;
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
        // Each line is written with a single call, so a killed run leaves only whole lines and at most one truncated line.
        Guarded(() => stream.Write(lines.GetBuffer(), 0, (int)lines.Length));
    }

    /// <summary>Empties the journal, so that the next run reads every file.</summary>
    /// <exception cref="OutputException">The journal cannot be written.</exception>
    public void End() => Guarded(() =>
    {
        stream.SetLength(0);
        // After a power failure, the old content must not reappear.
        stream.Flush(flushToDisk: true);
    });

    public void Dispose() => stream.Dispose();

    private void Guarded(Action write)
    {
        try
        {
            write();
        }
        catch (Exception e) when (ReadErrors.IsExpected(e))
        {
            throw new OutputException($"{path}: {ReadErrors.Reason(e, path)}");
        }
    }

    /// <summary>Returns the digests of an unchanged file if the journal contains one for each algorithm.</summary>
    internal static bool TryGet(
        StampedList list, string name, FileAlgorithm algorithm, FileVersion stamp, out byte[] digest)
    {
        digest = new byte[algorithm.HashBytes];
        int start = 0;
        foreach (FileAlgorithm part in algorithm.Parts)
        {
            if (!list.TryFind(name, part, out FileVersion? known, out byte[] digestOfPart) || known != stamp) return false;

            digestOfPart.CopyTo(digest, start);
            start += part.HashBytes;
        }

        return true;
    }
}
