using Lanewise.Files.Reading;

namespace Lanewise.Files.Opening;

/// <summary>A destination path on systems for which Lanewise has no system-call bindings.</summary>
internal sealed class PortableDestination : Destination
{
    private const UnixFileMode Copied = (UnixFileMode)0x1FF;

    private readonly string target;

    private PortableDestination(string target)
    {
        this.target = target;
        Name = Path.GetFileName(target);
        IsSpecial = target.StartsWith(@"\\.\", StringComparison.Ordinal) || (File.Exists(target) && IsDevice(target));
        IsThere = !IsSpecial && File.Exists(target);
        Id = new(0, 0, Folded(target));
    }

    public static new PortableDestination Find(string path)
    {
        string target = Target(path);
        if (Directory.Exists(target)) throw ReadErrors.IsFolder(path);
        if (Path.GetDirectoryName(target) is string folder && !Directory.Exists(folder))
            throw new DirectoryNotFoundException("No such file or directory");

        return new(target);
    }

    public static FileId IdOfName(string path) => path.Contains('\0') ? default : new(0, 0, Folded(Path.GetFullPath(path)));

    public static FileId IdOf(string path) => new(0, 0, Folded(Target(path)));

    /// <summary>
    /// Returns an absolute path. While the last component is a symbolic link, the link is replaced by its target.
    /// </summary>
    public static string Target(string path)
    {
        if (path.Length == 0 || path.Contains('\0')) throw ReadErrors.Of(LibC.NoEntry, path);

        string full = Path.GetFullPath(path);
        return OperatingSystem.IsWindows() && full.StartsWith(@"\\.\", StringComparison.Ordinal) ? full
            : new FileInfo(full).LinkTarget is null ? full
            : new FileInfo(full).ResolveLinkTarget(returnFinalTarget: true)!.FullName;
    }

    public override FileStream OpenExisting(bool truncates, int bufferBytes) => new(
        target, truncates ? FileMode.Truncate : FileMode.Open, FileAccess.Write, FileShare.ReadWrite | FileShare.Delete,
        bufferBytes);

    public override FileStream? TryCreateBeside(string name, string? like, int bufferBytes)
    {
        string beside = Beside(name);
        if (File.Exists(beside)) return null;

        FileStreamOptions options = new()
        {
            // A signal handler may delete the file while it is open. On Windows, an open file can be deleted only with
            // FileShare.Delete.
            Mode = FileMode.CreateNew, Access = FileAccess.ReadWrite, Share = FileShare.Read | FileShare.Delete,
            BufferSize = bufferBytes,
        };
        if (!OperatingSystem.IsWindows())
        {
            if (IsThere) options.UnixCreateMode = UnixFileMode.UserRead | UnixFileMode.UserWrite;
            else if (like is not null) options.UnixCreateMode = File.GetUnixFileMode(like) & Copied;
        }

        return new(beside, options);
    }

    public override bool TryBecome(FileStream beside)
    {
        if (IsThere && !OperatingSystem.IsWindows())
            File.SetUnixFileMode(beside.SafeFileHandle, File.GetUnixFileMode(target));
        return true;
    }

    public override FileId IdOf(FileStream beside, string name) => IdOf(Beside(name));

    public override void Replace(string beside) => File.Move(Beside(beside), target, overwrite: true);

    public override void Delete(string beside) => File.Delete(Beside(beside));

    public override void Dispose()
    {
        // This destination has no handle to release.
    }

    private static bool IsDevice(string path) => !OperatingSystem.IsWindows() && FolderEntry.IsSpecialFile(path);

    // Most file systems on these platforms are case-insensitive.
    private static string Folded(string path) => OperatingSystem.IsLinux() ? path : path.ToUpperInvariant();

    private string Beside(string name) => Path.Combine(Path.GetDirectoryName(target) ?? "", name);
}
