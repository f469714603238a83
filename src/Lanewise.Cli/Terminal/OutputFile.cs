using System.Globalization;
using Lanewise.Cli.Files;

namespace Lanewise.Cli.Terminal;

/// <summary>
/// A file that a list is written to: it appears when it is whole, or not at all. A device or a pipe is written to as it is.
/// </summary>
internal sealed class OutputFile : IDisposable
{
    private readonly string path;
    private readonly string? temporary;

    private OutputFile(string path, string? temporary, Stream stream)
    {
        this.path = path;
        this.temporary = temporary;
        Stream = stream;
        Interruption.SetUnfinished(temporary);
    }

    public Stream Stream { get; }

    /// <summary>Begins a file.</summary>
    /// <param name="path">Where it appears; what is there is replaced then.</param>
    /// <exception cref="UsageException">It cannot be made.</exception>
    public static OutputFile Open(string path)
    {
        try
        {
            if (Directory.Exists(path)) throw new UsageException($"--output: {path}: Is a directory");

            // Links stay links: what they lead to is replaced.
            FileInfo info = new(path);
            string target = info.LinkTarget is null ? path : info.ResolveLinkTarget(returnFinalTarget: true)!.FullName;
            if (File.Exists(target) && !Lanewise.Files.FileTree.IsFile(target))
                return new(target, null, Unbuffered(target, FileMode.Open));

            string temporary = string.Create(CultureInfo.InvariantCulture, $"{target}.part-{Environment.ProcessId}");
            return new(target, temporary, Unbuffered(temporary, FileMode.CreateNew));
        }
        catch (Exception e) when (FileErrors.IsExpected(e))
        {
            throw new UsageException($"--output: {path}: {FileErrors.Reason(e, path)}");
        }
    }

    /// <summary>Puts the file in its place.</summary>
    /// <exception cref="OutputException">It could not be written.</exception>
    public void Complete()
    {
        try
        {
            Stream.Dispose();
            if (temporary is not null) File.Move(temporary, path, overwrite: true);
        }
        catch (Exception e) when (FileErrors.IsExpected(e))
        {
            throw new OutputException($"{path}: {FileErrors.Reason(e, path)}");
        }
    }

    public void Dispose()
    {
        Stream.Dispose();
        if (temporary is not null) File.Delete(temporary);
        Interruption.SetUnfinished(null);
    }

    // What writes to it has a buffer; another would fail once more when it is closed.
    private static FileStream Unbuffered(string path, FileMode mode) =>
        new(path, mode, FileAccess.Write, FileShare.Read, bufferSize: 0);
}
