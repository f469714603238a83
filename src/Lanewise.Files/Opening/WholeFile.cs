using Lanewise.Files.Reading;

namespace Lanewise.Files.Opening;

/// <summary>
/// Writes a file that appears when it is complete, or not at all: it is written beside its destination, under a random free
/// name, and renamed. A device, a pipe or an open descriptor is written to directly. A link stays a link, and the file that it
/// leads to is replaced.
/// </summary>
internal sealed class WholeFile : IDisposable
{
    private const int MostNameBytes = 255;
    private const string Mark = ".part-";

    // One lock for all: a name is on the list before it is made, and nothing is made when the run is over.
    private static readonly Lock Gate = new();
    private static readonly List<WholeFile> Unfinished = [];
    private static bool isOver;

    private readonly Destination destination;
    private readonly bool keepsFile;
    private readonly string? beside;
    private readonly bool canReplace = true;

    private WholeFile(Destination destination, int bufferBytes, string? like, bool keepsFile)
    {
        this.destination = destination;
        this.keepsFile = keepsFile;
        if (destination.IsSpecial)
        {
            Stream = destination.OpenExisting(truncates: false, bufferBytes);
            return;
        }

        // A file that this user may not write to is not replaced either, though its folder would allow it.
        if (destination.IsThere) destination.OpenExisting(truncates: false, 0).Dispose();
        FileStream? made = null;
        while (made is null)
        {
            beside = NameBeside(destination.Name);
            lock (Gate)
            {
                // The program ends: whoever waits here never goes on.
                while (isOver) Thread.Sleep(Timeout.Infinite);
                Unfinished.Add(this);
                try
                {
                    made = destination.TryCreateBeside(beside, like, bufferBytes);
                }
                finally
                {
                    if (made is null) Unfinished.Remove(this);
                }
            }
        }

        Stream = made;
        try
        {
            canReplace = destination.TryBecome(made);
            // Before the first byte: asking a stream for its handle writes out what is in its buffer.
            BesideId = destination.IdOf(made, beside!);
        }
        catch
        {
            Dispose();
            throw;
        }
    }

    /// <summary>What is written to.</summary>
    public FileStream Stream { get; }

    /// <summary>The file that is replaced, or the free name; no file that is to be read may be it.</summary>
    public FileId Id => destination.Id;

    /// <summary>The name that appears, after all links.</summary>
    public string Name => destination.Name;

    /// <summary>The file beside it; <c>default</c> for what is written into.</summary>
    public FileId BesideId { get; }

    /// <summary>The name of the file beside it; null for what is written into.</summary>
    public string? Beside => beside;

    /// <summary>Begins a file.</summary>
    /// <param name="path">Where it appears; what is there is replaced then.</param>
    /// <param name="bufferBytes">0 where what writes to it has a buffer.</param>
    /// <param name="like">The file that it is made from: a new file is no more open than that.</param>
    /// <param name="keepsFile">
    /// Whether a file with other names, or with an owner that this user cannot set, is kept: the complete new file is then
    /// copied into it, which a crash can interrupt. Otherwise it is replaced, and its other names keep the old one.
    /// </param>
    /// <exception cref="IOException">It cannot be made.</exception>
    /// <exception cref="UnauthorizedAccessException">It must not be made.</exception>
    public static WholeFile Begin(string path, int bufferBytes = 0, string? like = null, bool keepsFile = false)
    {
        Destination destination = Destination.Find(path);
        try
        {
            return new(destination, bufferBytes, like, keepsFile);
        }
        catch
        {
            destination.Dispose();
            throw;
        }
    }

    /// <summary>
    /// Why no file can be begun at a path, as far as its folder says so; null where one may be. For those who first compute for
    /// minutes what they then write.
    /// </summary>
    public static Exception? Refusal(string path)
    {
        try
        {
            Destination.Find(path).Dispose();
            return null;
        }
        catch (Exception e) when (ReadErrors.IsExpectedOfPath(e))
        {
            return e;
        }
    }

    /// <summary>Writes a file.</summary>
    /// <param name="path">Where it appears.</param>
    /// <param name="write">Writes its bytes.</param>
    /// <param name="like">As of <see cref="Begin"/>.</param>
    public static void Write(string path, Action<Stream> write, string? like = null)
    {
        using WholeFile file = Begin(path, bufferBytes: 4096, like, keepsFile: true);
        write(file.Stream);
        file.Complete();
    }

    /// <summary>Writes a file.</summary>
    public static void Write(string path, byte[] contents) => Write(path, stream => stream.Write(contents));

    /// <summary>Deletes what is not whole yet, when a signal ends the program: no file is begun or completed any more.</summary>
    public static void DeleteUnfinished()
    {
        // Another signal has done so; whoever holds the lock now waits for the end.
        if (Volatile.Read(ref isOver)) return;

        lock (Gate)
        {
            Volatile.Write(ref isOver, true);
            foreach (WholeFile file in Unfinished) file.DeleteBeside();
        }
    }

    /// <summary>Puts the file in its place.</summary>
    /// <exception cref="IOException">It could not be written.</exception>
    /// <exception cref="UnauthorizedAccessException">The file that is there cannot be written to any more.</exception>
    public void Complete()
    {
        if (beside is null)
        {
            // The offset of a descriptor of this process is left after the last byte.
            _ = Stream.SafeFileHandle;
            Stream.Dispose();
            return;
        }

        Stream.Flush(flushToDisk: true);
        if (!canReplace && keepsFile)
        {
            CopyInto();
            return;
        }

        Stream.Dispose();
        lock (Gate)
        {
            while (isOver) Thread.Sleep(Timeout.Infinite);
            destination.Replace(beside);
            Unfinished.Remove(this);
        }
    }

    public void Dispose()
    {
        try
        {
            Stream?.Dispose();
        }
        catch (IOException)
        {
            // What is left in its buffer does not fit on the disk either, which was said; nothing of it stays.
        }

        lock (Gate)
        {
            if (Unfinished.Remove(this)) DeleteBeside();
        }

        destination.Dispose();
    }

    // As cp does: names, owner and mode stay. What interrupts the copy leaves the whole new file beside it.
    private void CopyInto()
    {
        Stream.Position = 0;
        using FileStream target = destination.OpenExisting(truncates: true, 0);
        lock (Gate) Unfinished.Remove(this);
        try
        {
            Stream.CopyTo(target);
            target.Flush(flushToDisk: true);
        }
        catch (IOException e)
        {
            throw new IOException($"{ReadErrors.Reason(e, beside!)}; the whole file is '{beside}' beside it", e);
        }

        DeleteBeside();
    }

    private void DeleteBeside()
    {
        try
        {
            destination.Delete(beside!);
        }
        catch (Exception e) when (ReadErrors.IsExpected(e))
        {
            // The run failed, which was said.
        }
    }

    private static string NameBeside(string name)
    {
        string end = Invariant($"{Mark}{Guid.NewGuid():N}");
        return PathText.ToBytes(name).Length + end.Length > MostNameBytes ? end : name + end;
    }
}
