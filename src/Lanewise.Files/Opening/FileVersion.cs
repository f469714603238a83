using System.Globalization;
using Lanewise.Files.Reading;

namespace Lanewise.Files.Opening;

/// <summary>
/// Metadata that shows, without reading the file, whether it has changed. A digest from an earlier run is used only if all
/// values are equal.
/// </summary>
/// <param name="Bytes">The length of the file in bytes.</param>
/// <param name="Written">The time of the last write. Any program can set this time.</param>
/// <param name="Changed">
/// The time when the file was last written, renamed or linked, or when its mode was last changed. Programs cannot set this time.
/// </param>
/// <param name="Device">The ID of the file system.</param>
/// <param name="Inode">The inode number.</param>
/// <param name="Folder">
/// A hash of the directory's path with all links resolved. This hash distinguishes copies of a disk, which have the same inode
/// numbers.
/// </param>
internal readonly record struct FileVersion(
    long Bytes, FileTime Written, FileTime Changed, ulong Device, ulong Inode, ulong Folder)
{
    // The last directory is cached, because consecutive files are usually in the same directory.
    [ThreadStatic]
    private static (string Path, ulong Hash)? lastFolder;

    /// <summary>Returns the version of a regular file, or null for anything else.</summary>
    public static FileVersion? Of(string path)
    {
        if (LibC.IsKnown)
        {
            return FileStatus.Of(path) is { IsRegular: true } status
                ? new(status.Bytes, status.Written, status.Changed, status.Id.Device, status.Id.Inode, FolderOf(path)) : null;
        }

        return FileStamp.Of(path) is { } stamp
            ? new(stamp.Bytes, new(stamp.Seconds, stamp.Nanoseconds), default, 0, 0, FolderOf(path)) : null;
    }

    /// <summary>Parses a string that <see cref="ToString"/> returned.</summary>
    /// <returns>The version, or null for any other string, for example one from an earlier version of the tool.</returns>
    public static FileVersion? Parse(ReadOnlySpan<char> text)
    {
        Span<Range> parts = stackalloc Range[7];
        if (text.Split(parts, ' ') != 6) return null;

        return long.TryParse(text[parts[0]], NumberStyles.None, CultureInfo.InvariantCulture, out long bytes)
            && FileTime.TryParse(text[parts[1]], out FileTime written) && FileTime.TryParse(text[parts[2]], out FileTime changed)
            && ulong.TryParse(text[parts[3]], NumberStyles.None, CultureInfo.InvariantCulture, out ulong device)
            && ulong.TryParse(text[parts[4]], NumberStyles.None, CultureInfo.InvariantCulture, out ulong inode)
            && ulong.TryParse(text[parts[5]], NumberStyles.AllowHexSpecifier, CultureInfo.InvariantCulture, out ulong folder)
            ? new(bytes, written, changed, device, inode, folder)
            : null;
    }

    /// <summary>Formats the version on one line.</summary>
    public override string ToString() => Invariant($"{Bytes} {Written} {Changed} {Device} {Inode} {Folder:x16}");

    private static ulong FolderOf(string path)
    {
        int slash = path.LastIndexOf('/');
        string folder = slash < 0 ? "." : path.Substring(0, slash + 1);
        if (lastFolder is { } last && last.Path == folder) return last.Hash;

        Span<byte> hash = stackalloc byte[sizeof(ulong)];
        Blake3.HashData(PathText.ToBytes(LibC.IsKnown ? Resolved(folder) : PortableDestination.IdOf(folder).Name!), hash);
        ulong number = System.Buffers.Binary.BinaryPrimitives.ReadUInt64BigEndian(hash);
        lastFolder = (folder, number);
        return number;
    }

    // Without /proc, the path of the directory cannot be resolved. In that case, the directory is identified by the device
    // number and the inode number.
    private static string Resolved(string folder) =>
        Descriptor.RealPath(folder) ?? FileStatus.Of(folder)?.Id.ToString() ?? folder;
}
