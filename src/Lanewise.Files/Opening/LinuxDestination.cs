using System.Globalization;
using System.Runtime.InteropServices;
using Lanewise.Files.Reading;
using Microsoft.Win32.SafeHandles;

namespace Lanewise.Files.Opening;

/// <summary>
/// A destination that consists of an open directory and a name in it. Renaming a parent directory does not affect the
/// destination.
/// </summary>
internal sealed class LinuxDestination : Destination
{
    private const int MostLinks = 40, MostLinkBytes = 4096;
    private const long ProcFileSystem = 0x9FA0;
    private const uint NewMode = 0x1B6, OwnMode = 0x180, CopiedMask = 0x1FF;

    private readonly string path;
    private readonly FileStatus? old;
    private int folder;

    private LinuxDestination(string path, int folder, string name, FileStatus? old, FileId folderId, bool isDescriptor)
    {
        this.path = path;
        this.folder = folder;
        this.old = old;
        Name = name;
        IsSpecial = isDescriptor || old is { IsRegular: false };
        IsThere = !IsSpecial && old is not null;
        Id = old?.Id ?? folderId with { Name = name };
    }

    public static new LinuxDestination Find(string path)
    {
        int folder = LibC.CurrentFolder;
        try
        {
            string rest = path;
            for (int links = 0; links < MostLinks; links++)
            {
                int slash = rest.LastIndexOf('/');
                string name = rest.Substring(slash + 1), above = slash < 0 ? "." : rest.Substring(0, slash + 1);
                if (rest.Length == 0) throw ReadErrors.Of(LibC.NoEntry, path);

                const int Flags = LibC.PathOnly | LibC.CloseOnExec;
                int next = Descriptor.Open(folder, above, Flags | LibC.Folder, 0, out Exception? error);
                if (next < 0) throw error is FileNotFoundException ? new DirectoryNotFoundException(error.Message) : error!;

                Close(folder);
                folder = next;
                // A path with one of the following last names always refers to a directory.
                if (name is "" or "." or "..") throw ReadErrors.IsFolder(path);

                FileStatus? status = FileStatus.Of(folder, name, followsLink: false);
                if (status is null && Marshal.GetLastSystemError() is not LibC.NoEntry) throw ReadErrors.Last(path);

                bool isDescriptor = IsProc(folder);
                if (status is { IsLink: true } && !isDescriptor)
                {
                    rest = Link(folder, name, path);
                    continue;
                }

                if (status is { IsLink: true }) status = FileStatus.Of(folder, name, followsLink: true);
                if (status is { IsFolder: true }) throw ReadErrors.IsFolder(path);

                FileId id = FileStatus.Of(folder)?.Id ?? throw ReadErrors.Last(path);
                return new(path, folder, name, status, id, isDescriptor);
            }

            throw ReadErrors.Of(LibC.TooManyLinks, path);
        }
        catch
        {
            Close(folder);
            throw;
        }
    }

    public override FileStream OpenExisting(bool truncates, int bufferBytes)
    {
        // Writing to a descriptor of this process continues at the descriptor's offset. If its path were opened again instead,
        // writing would start at the beginning of the file.
        if (IsSpecial && OwnDescriptor() is int own)
        {
            int copy = LibC.Duplicate(own);
            return copy < 0 ? throw ReadErrors.Last(path) : Stream(copy, FileAccess.Write, bufferBytes);
        }

        int flags = LibC.WriteOnly | LibC.CloseOnExec | LibC.NoTerminal | (truncates ? LibC.Truncate : 0);
        int file = Descriptor.Open(folder, Name, flags, 0, out Exception? error);
        return file < 0 ? throw error! : Stream(file, FileAccess.Write, bufferBytes);
    }

    public override FileStream? TryCreateBeside(string name, string? like, int bufferBytes)
    {
        uint mode = IsThere ? OwnMode
            : like is null ? NewMode : (FileStatus.Of(like) ?? throw ReadErrors.Last(like)).Mode & CopiedMask;
        int flags = LibC.ReadWrite | LibC.Create | LibC.Exclusive | LibC.LastIsNoLink | LibC.CloseOnExec;
        int file = Descriptor.Open(folder, name, flags, mode, out Exception? error);
        if (file >= 0) return Stream(file, FileAccess.ReadWrite, bufferBytes);

        return error is IOException { HResult: LibC.Exists } ? null : throw error!;
    }

    public override bool TryBecome(FileStream beside)
    {
        if (old is not { } file) return true;

        int open = (int)beside.SafeFileHandle.DangerousGetHandle();
        bool isOwner = FileStatus.Of(open) is { } now && ((now.Owner == file.Owner && now.Group == file.Group)
            || LibC.SetOwner(open, file.Owner, file.Group) == 0);
        // The mode is set after the owner, because changing the owner clears some bits of the mode.
        uint mode = file.Mode & (isOwner ? FileStatus.PermissionMask : CopiedMask);
        return LibC.SetMode(open, mode) == 0 && isOwner && file.Names == 1;
    }

    public override FileId IdOf(FileStream beside, string name) =>
        FileStatus.Of((int)beside.SafeFileHandle.DangerousGetHandle())?.Id ?? default;

    public override void Replace(string beside)
    {
        LibC.Scratch scratch = LibC.Scratch.Current;
        if (LibC.Rename(folder, scratch.Path(beside), folder, scratch.SecondPath(Name)) != 0) throw ReadErrors.Last(path);
    }

    public override void Delete(string beside)
    {
        if (folder >= 0) _ = LibC.Remove(folder, LibC.Scratch.Current.Path(beside), 0);
    }

    public override void Dispose()
    {
        Close(folder);
        folder = -1;
    }

    // Links in /proc lead to open files, whatever their link text says.
    private static bool IsProc(int folder)
    {
        LibC.Scratch scratch = LibC.Scratch.Current;
        return LibC.FileSystem(folder, scratch.StatusAddress) == 0 && BitConverter.ToInt64(scratch.Status) == ProcFileSystem;
    }

    private static string Link(int folder, string name, string path)
    {
        byte[] buffer = InputFile.Buffer(MostLinkBytes);
        nint address = Marshal.UnsafeAddrOfPinnedArrayElement((Array)buffer, 0);
        nint read = LibC.ReadLink(folder, LibC.Scratch.Current.Path(name), address, buffer.Length);
        return read < 0 ? throw ReadErrors.Last(path)
            : read == buffer.Length ? throw ReadErrors.Of(LibC.NameTooLong, path)
            : PathText.FromBytes(buffer.AsSpan(0, (int)read));
    }

    private int? OwnDescriptor() =>
        FileStatus.Of(folder) is { } here && FileStatus.Of("/proc/self/fd") is { } descriptors && here.Id == descriptors.Id
        && int.TryParse(Name, NumberStyles.None, CultureInfo.InvariantCulture, out int number) ? number : null;

    private static FileStream Stream(int file, FileAccess access, int bufferBytes)
    {
        SafeFileHandle handle = new(file, ownsHandle: true);
        try
        {
            return new FileStream(handle, access, bufferBytes);
        }
        catch
        {
            handle.Dispose();
            throw;
        }
    }

    private static void Close(int folder)
    {
        if (folder >= 0) _ = LibC.Close(folder);
    }
}
