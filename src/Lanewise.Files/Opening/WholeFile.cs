using Lanewise.Files.Reading;

namespace Lanewise.Files.Opening;

/// <summary>
/// Writes a file that appears only when it is complete. The file is written next to its destination under a random unused name,
/// and then renamed. Bytes for devices, pipes and open descriptors are written directly. If the destination is a link, its
/// target is replaced.
/// </summary>
internal sealed class WholeFile : IDisposable
{
    private const int MostNameBytes = 255;
    private const string Mark = ".part-";

    // One lock serves all files. A name is registered before its file is created. No file is created after the program has
    // started to exit.
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

        // A file without write permission is not replaced, even if the permissions of its directory allow the replacement.
        if (destination.IsThere) destination.OpenExisting(truncates: false, 0).Dispose();
        FileStream? made = null;
        while (made is null)
        {
            beside = NameBeside(destination.Name);
            lock (Gate)
            {
                // The program is exiting, so a thread that acquires the lock now must never continue.
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
            // The identity is determined before the first byte is written, because accessing the handle flushes the stream's
            // buffer.
            BesideId = destination.IdOf(made, beside!);
        }
        catch
        {
            Dispose();
            throw;
        }
    }

    /// <summary>The stream to write to.</summary>
    public FileStream Stream { get; }

    /// <summary>
    /// Identifies the file to be replaced, or the unused name. Callers must ensure that this identity differs from those of all
    /// inputs.
    /// </summary>
    public FileId Id => destination.Id;

    /// <summary>
    /// Indicates whether the file replaces an existing regular file. If <see cref="Complete"/> is not called, the existing file
    /// remains.
    /// </summary>
    public bool ReplacesFile => destination.IsThere;

    /// <summary>The final name after all links are resolved.</summary>
    public string Name => destination.Name;

    /// <summary>The identity of the temporary file, or <c>default</c> if the destination is written directly.</summary>
    public FileId BesideId { get; }

    /// <summary>The name of the temporary file, or null if the destination is written directly.</summary>
    public string? Beside => beside;

    /// <summary>Begins a file.</summary>
    /// <param name="path">The final path. If a file exists at this path, it is replaced.</param>
    /// <param name="bufferBytes">The buffer size in bytes, or 0 if the caller uses its own buffer.</param>
    /// <param name="like">
    /// The source from which the new file is made, or null. The new file gets only permissions that the source has.
    /// </param>
    /// <param name="keepsFile">
    /// True to keep an existing file that has other hard links, or an owner that this user cannot set. The complete new file is
    /// then copied into the existing file, and a crash can interrupt the copy. If false, the existing file is replaced, and its
    /// other hard links keep the old content.
    /// </param>
    /// <exception cref="IOException">The file cannot be created.</exception>
    /// <exception cref="UnauthorizedAccessException">The user does not have permission to create the file.</exception>
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
    /// Returns the reason why a file cannot be created at a path, or null if no reason was found. Call this method before you
    /// start a computation that takes minutes.
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

    /// <summary>
    /// Returns the name of the file that a path leads to after all links are resolved, or null if it does not lead to a file.
    /// </summary>
    public static string? NameOf(string path)
    {
        try
        {
            using Destination destination = Destination.Find(path);
            return destination.Name;
        }
        catch (Exception e) when (ReadErrors.IsExpectedOfPath(e))
        {
            return null;
        }
    }

    /// <summary>Writes a file.</summary>
    /// <param name="path">The final path.</param>
    /// <param name="write">A function that writes the bytes.</param>
    /// <param name="like">See <see cref="Begin"/>.</param>
    public static void Write(string path, Action<Stream> write, string? like = null)
    {
        using WholeFile file = Begin(path, bufferBytes: 4096, like, keepsFile: true);
        write(file.Stream);
        file.Complete();
    }

    /// <summary>Writes a file.</summary>
    public static void Write(string path, byte[] contents) => Write(path, stream => stream.Write(contents));

    /// <summary>
    /// Deletes incomplete files when a signal ends the program. After this call, no file can be created or completed.
    /// </summary>
    public static void DeleteUnfinished()
    {
        // The handler of another signal has already deleted the files. Any thread that acquires the lock from now on waits until
        // the program exits.
        if (Volatile.Read(ref isOver)) return;

        lock (Gate)
        {
            Volatile.Write(ref isOver, true);
            foreach (WholeFile file in Unfinished) file.DeleteBeside();
        }
    }

    /// <summary>Moves the file to its final name.</summary>
    /// <exception cref="IOException">The file could not be written.</exception>
    /// <exception cref="UnauthorizedAccessException">The existing file is no longer writable.</exception>
    public void Complete()
    {
        if (beside is null)
        {
            // Sets the offset of an inherited descriptor to the end of the written bytes.
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
            // There is no disk space for the rest of the buffer. The error was already reported, and the file is deleted.
        }

        lock (Gate)
        {
            if (Unfinished.Remove(this)) DeleteBeside();
        }

        destination.Dispose();
    }

    // As with cp, the existing file keeps its hard links, owner and mode. If the copy is interrupted, the complete new file
    // remains next to the existing file.
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
            // An error during cleanup is ignored, because the run has already failed and its failure was reported.
        }
    }

    private static string NameBeside(string name)
    {
        string end = Invariant($"{Mark}{Guid.NewGuid():N}");
        return PathText.ToBytes(name).Length + end.Length > MostNameBytes ? end : name + end;
    }
}
