using System.Buffers.Binary;
using System.Runtime.InteropServices;
using Lanewise.Files.Reading;

namespace Lanewise.Files.Opening;

/// <summary>
/// Opens files in a directory without following links out of it. The class opens only regular files, and only if their paths
/// stay inside the directory after all links are resolved.
/// </summary>
/// <remarks>
/// On Linux 5.6 and later, the kernel enforces this rule (<c>openat2</c>, <c>RESOLVE_BENEATH</c>), so nobody can insert a link
/// during the call. On older kernels, all links are rejected. On other systems, links are checked before the file is opened.
/// </remarks>
internal sealed class ClosedFolder : IDisposable
{
    private const int HowBytes = 24, Attempts = 16;
    private const ulong Beneath = 8, NoMagicLinks = 2;

    private readonly string path;
    private readonly byte[] how = InputFile.Buffer(HowBytes);
    private readonly Lock gate = new();
    private int folder = -1;
    private string? real;

    /// <summary>Opens a directory. Symbolic links to the directory are followed.</summary>
    /// <param name="path">The directory.</param>
    /// <exception cref="IOException">The directory does not exist or cannot be opened.</exception>
    /// <exception cref="UnauthorizedAccessException">The user does not have permission to read the directory.</exception>
    public ClosedFolder(string path)
    {
        this.path = path.EndsWith('/') ? path : path + "/";
        if (!LibC.IsKnown) return;

        folder = Descriptor.Open(
            LibC.CurrentFolder, path, LibC.PathOnly | LibC.CloseOnExec | LibC.Folder, 0, out Exception? error);
        if (folder < 0) throw error!;
    }

    /// <summary>Opens a regular file.</summary>
    /// <param name="name">The name relative to the directory.</param>
    /// <param name="error">
    /// The reason why the file cannot be opened: a <see cref="LeadsOutException"/> if a link leads out of the directory.
    /// </param>
    public InputFile? Open(string name, out Exception? error)
    {
        if (!LibC.IsKnown) return OpenPortable(name, out error);

        int file = OpenInside(name, LibC.ReadOnly | LibC.CloseOnExec | LibC.NonBlocking | LibC.NoTerminal, out error);
        return file < 0 ? null : LinuxFile.Of(file, name, isRegular: true, out error);
    }

    /// <summary>Returns whether the directory contains a regular file with this name.</summary>
    public bool HasFile(string name)
    {
        using InputFile? file = Open(name, out _);
        return file is not null;
    }

    /// <summary>
    /// Returns whether the directory contains a subdirectory with this name. If there is no such subdirectory,
    /// <paramref name="error"/> shows whether a link leads out of the directory.
    /// </summary>
    public bool HasFolder(string name, out Exception? error)
    {
        if (!LibC.IsKnown)
        {
            error = LeadsOut(name) ? new LeadsOutException() : null;
            return error is null && Directory.Exists(path + name);
        }

        int file = OpenInside(name, LibC.PathOnly | LibC.CloseOnExec | LibC.Folder, out error);
        if (file >= 0) _ = LibC.Close(file);
        return file >= 0;
    }

    public void Dispose()
    {
        if (folder >= 0) _ = LibC.Close(folder);
        folder = -1;
    }

    private int OpenInside(string name, int flags, out Exception? error)
    {
        nint address = LibC.Scratch.Current.Path(name);
        error = address == 0 ? ReadErrors.Of(LibC.NoEntry, name) : null;
        if (address == 0) return -1;

        for (int attempt = 0; attempt < Attempts; attempt++)
        {
            long file;
            int last;
            lock (gate)
            {
                BinaryPrimitives.WriteUInt64LittleEndian(how, (uint)flags);
                BinaryPrimitives.WriteUInt64LittleEndian(how.AsSpan(8), 0);
                BinaryPrimitives.WriteUInt64LittleEndian(how.AsSpan(16), Beneath | NoMagicLinks);
                file = LibC.OpenInside(folder, address, Marshal.UnsafeAddrOfPinnedArrayElement((Array)how, 0), HowBytes);
                last = Marshal.GetLastSystemError();
            }

            if (file >= 0) return (int)file;
            if (last == LibC.NoCall) return OpenWithoutLinks(name, flags, out error);

            error = last is LibC.OtherDevice or LibC.TooManyLinks ? new LeadsOutException() : ReadErrors.Of(last, name);
            // If a directory is renamed during the call, or if a signal arrives, the call is repeated.
            if (last is not (LibC.Again or LibC.Interrupted)) return -1;
        }

        return -1;
    }

    // Opens each directory in the path without following links. If the last name is a link, the system rejects the path.
    private int OpenWithoutLinks(string name, int flags, out Exception? error)
    {
        int at = folder;
        string[] parts = name.Split('/', StringSplitOptions.RemoveEmptyEntries);
        error = ReadErrors.Of(LibC.NoEntry, name);
        for (int i = 0; i < parts.Length; i++)
        {
            bool isLast = i == parts.Length - 1;
            int next = -1;
            if (parts[i] == "..") error = new LeadsOutException();
            else if (FileStatus.Of(at, parts[i], followsLink: false) is { IsLink: true }) error = new LeadsOutException();
            else
            {
                int how = isLast ? flags : LibC.PathOnly | LibC.CloseOnExec | LibC.Folder;
                next = Descriptor.Open(at, parts[i], how | LibC.LastIsNoLink, 0, out error);
            }

            if (at != folder) _ = LibC.Close(at);
            at = next;
            if (at < 0) return -1;
        }

        return parts.Length == 0 ? -1 : at;
    }

    // ---- systems without system-call bindings ----

    private InputFile? OpenPortable(string name, out Exception? error)
    {
        error = LeadsOut(name) ? new LeadsOutException()
            : File.Exists(path + name) && FolderEntry.IsSpecialFile(path + name) ? OpenedFile.NotRegular() : null;
        return error is null ? InputFile.Open(path + name, out error) : null;
    }

    private bool LeadsOut(string name)
    {
        for (int end = name.IndexOf('/', StringComparison.Ordinal); end >= 0; end = name.IndexOf('/', end + 1))
        {
            if (IsLinkOut(new DirectoryInfo(string.Concat(path, name.AsSpan(0, end))))) return true;
        }

        return IsLinkOut(new FileInfo(path + name));
    }

    private bool IsLinkOut(FileSystemInfo info)
    {
        if (info.LinkTarget is null) return false;

        string trimmed = path.Length > 1 ? path.TrimEnd('/') : path;
        real ??= Path.GetFullPath(
            new DirectoryInfo(trimmed).ResolveLinkTarget(returnFinalTarget: true)?.FullName ?? trimmed) + "/";
        try
        {
            return info.ResolveLinkTarget(returnFinalTarget: true) is not { } target
                || !target.FullName.StartsWith(real, StringComparison.Ordinal);
        }
        catch (IOException)
        {
            // The link is circular, or the path contains too many links.
            return true;
        }
    }
}

/// <summary>The exception that is thrown if a link leads out of the directory or if links are circular.</summary>
internal sealed class LeadsOutException() : IOException("a link leads out of the directory, or links are circular");
