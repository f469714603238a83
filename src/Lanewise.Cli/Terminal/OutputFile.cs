using Lanewise.Files;

namespace Lanewise.Cli.Terminal;

/// <summary>
/// A file that the tool writes: it appears when it is whole, or not at all, whatever ends the run. A device or a pipe is written
/// to as it is.
/// </summary>
internal sealed class OutputFile : IDisposable
{
    private readonly string? temporary;

    private OutputFile(string target, string? temporary, Stream stream)
    {
        Target = target;
        this.temporary = temporary;
        Stream = stream;
        Interruption.SetUnfinished(temporary);
    }

    /// <summary>The file that appears: a link stays a link, and what it leads to is replaced.</summary>
    public string Target { get; }

    /// <summary>Where it is written until then: beside it, or it itself where that is a device or a pipe.</summary>
    public string Place => temporary ?? Target;

    public Stream Stream { get; }

    /// <summary>Begins a file.</summary>
    /// <param name="path">Where it appears; what is there is replaced then.</param>
    /// <param name="bufferBytes">
    /// 0 where what writes to it has a buffer: another would fail once more when it is closed.
    /// </param>
    /// <exception cref="IOException">It cannot be made.</exception>
    /// <exception cref="UnauthorizedAccessException">It must not be made.</exception>
    public static OutputFile Open(string path, int bufferBytes = 0)
    {
        if (Directory.Exists(path)) throw new IOException("Is a directory");

        FileInfo info = new(path);
        string target = info.LinkTarget is null ? path : info.ResolveLinkTarget(returnFinalTarget: true)!.FullName;
        if (File.Exists(target) && !FileTree.IsFile(target))
            return new(target, null, new FileStream(target, FileMode.Open, FileAccess.Write, FileShare.Read, bufferBytes));

        string temporary = Invariant($"{target}.part-{Environment.ProcessId}");
        return new(
            target, temporary,
            // A signal deletes it while it is open, which Windows asks to be allowed.
            new FileStream(temporary, FileMode.CreateNew, FileAccess.ReadWrite, FileShare.Read | FileShare.Delete, bufferBytes));
    }

    /// <summary>Puts the file in its place.</summary>
    /// <exception cref="IOException">It could not be written.</exception>
    public void Complete()
    {
        Stream.Dispose();
        if (temporary is not null) File.Move(temporary, Target, overwrite: true);
    }

    public void Dispose()
    {
        try
        {
            Stream.Dispose();
        }
        catch (IOException)
        {
            // What is left in its buffer does not fit on the disk either, which was said; nothing of it stays.
        }

        if (temporary is not null) File.Delete(temporary);
        Interruption.SetUnfinished(null);
    }
}
