using System.Buffers.Binary;
using System.Formats.Tar;
using System.IO.Enumeration;
using System.Runtime.InteropServices;
using Lanewise.Files.Opening;

namespace Lanewise.Files.Reading;

/// <summary>An entry in a directory. Links to directories are either treated as directories or skipped.</summary>
internal readonly record struct FolderEntry(string Name, bool IsFolder, bool IsSpecial)
{
    private const int BufferBytes = 64 * 1024;

    // The offsets of the length, the type and the name within an entry of getdents64.
    private const int LengthOffset = 16, TypeOffset = 18, NameOffset = 19;
    private const byte UnknownType = 0, FolderType = 4, RegularType = 8, LinkType = 10;

    private static readonly EnumerationOptions All = new() { AttributesToSkip = 0, IgnoreInaccessible = false };

    // Directories are sorted as if their names ended with a slash, so that whole paths are in order: "a.txt" before "a/b".
    private string SortName { get; } = IsFolder ? Name + "/" : Name;

    public static bool TryRead(string folder, bool followsLinks, out List<FolderEntry> entries, out Exception? error)
    {
        entries = [];
        try
        {
            error = LibC.IsKnown ? ReadLinux(folder, followsLinks, entries) : null;
            if (!LibC.IsKnown) Read(folder, followsLinks, entries);
        }
        catch (Exception e) when (ReadErrors.IsExpectedOfPath(e))
        {
            error = e;
        }

        entries.Sort(static (a, b) => PathText.CompareBytes(a.SortName, b.SortName));
        return error is null;
    }

    private static Exception? ReadLinux(string folder, bool followsLinks, List<FolderEntry> entries)
    {
        int flags = LibC.ReadOnly | LibC.CloseOnExec | LibC.Folder | LibC.NonBlocking;
        int open = Descriptor.Open(LibC.CurrentFolder, folder, flags, 0, out Exception? error);
        if (open < 0) return error;

        try
        {
            byte[] buffer = InputFile.Buffer(BufferBytes);
            nint address = Marshal.UnsafeAddrOfPinnedArrayElement((Array)buffer, 0);
            long read;
            while ((read = LibC.Entries(open, address, BufferBytes)) > 0)
            {
                for (int at = 0; at < read; at += BinaryPrimitives.ReadUInt16LittleEndian(buffer.AsSpan(at + LengthOffset)))
                {
                    ReadOnlySpan<byte> name = buffer.AsSpan(at + NameOffset);
                    Add(folder, name.Slice(0, name.IndexOf((byte)0)), buffer[at + TypeOffset], followsLinks, entries);
                }
            }

            return read < 0 ? ReadErrors.Last(folder) : null;
        }
        finally
        {
            _ = LibC.Close(open);
        }
    }

    private static void Add(
        string folder, ReadOnlySpan<byte> bytes, byte type, bool followsLinks, List<FolderEntry> entries)
    {
        if (bytes.SequenceEqual("."u8) || bytes.SequenceEqual(".."u8)) return;

        string name = PathText.FromBytes(bytes);
        bool isFolder = type == FolderType, isSpecial = type is not (FolderType or RegularType);
        if (type is LinkType or UnknownType)
        {
            // A dangling link is treated as a file, because opening it reports the error.
            string path = folder.EndsWith('/') ? folder + name : folder + "/" + name;
            FileStatus? status = FileStatus.Of(path);
            isFolder = status is { IsFolder: true };
            isSpecial = status is { IsFolder: false, IsRegular: false };
            // If the listing does not contain an entry's type, the entry may also be a link.
            if (isFolder && !followsLinks && (type == LinkType || FileStatus.OfLink(path) is { IsLink: true })) return;
        }

        entries.Add(new(name, isFolder, isSpecial));
    }

    private static void Read(string folder, bool followsLinks, List<FolderEntry> entries)
    {
        FileSystemEnumerable<(FolderEntry Entry, bool IsLinkToFolder)> found = new(folder, (ref FileSystemEntry e) =>
        {
            bool isLink = (e.Attributes & FileAttributes.ReparsePoint) != 0;
            bool isSpecial = !e.IsDirectory && (isLink || e.Length == 0) && IsSpecialFile(e.ToSpecifiedFullPath());
            bool isFolder = e.IsDirectory && (!isLink || followsLinks);
            return (new FolderEntry(e.FileName.ToString(), isFolder, isSpecial), e.IsDirectory && !isFolder);
        }, All);
        foreach ((FolderEntry entry, bool isLinkToFolder) in found)
        {
            if (!isLinkToFolder) entries.Add(entry);
        }
    }

    // Opening a pipe would block until a process opens it for writing, and a device may be endless. .NET reveals the type of a
    // file only when it writes a tar archive, in byte 156 of the entry's header.
    public static bool IsSpecialFile(string path)
    {
        if (OperatingSystem.IsWindows()) return false;

        try
        {
            using MemoryStream header = new();
            using (TarWriter writer = new(header, TarEntryFormat.Ustar, leaveOpen: true)) writer.WriteEntry(path, "x");
            return header.Length < 157 || header.GetBuffer()[156] is not ((byte)'0' or (byte)'2' or 0);
        }
        catch (Exception e) when (ReadErrors.IsExpectedOfPath(e))
        {
            // A socket cannot be opened, so it is treated as special. An unreadable regular file is not treated as special,
            // because the attempt to hash it reports the error.
            return !File.Exists(path) || e is not UnauthorizedAccessException;
        }
    }
}
