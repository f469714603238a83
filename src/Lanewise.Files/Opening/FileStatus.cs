using System.Buffers.Binary;
using System.Globalization;
using Lanewise.Files.Reading;

namespace Lanewise.Files.Opening;

/// <summary>The metadata of a file on Linux.</summary>
/// <param name="Id">The IDs of the file system and the inode.</param>
/// <param name="Mode">The file type and the permissions.</param>
/// <param name="Owner">The user ID of the owner.</param>
/// <param name="Group">The group ID.</param>
/// <param name="Names">The number of hard links.</param>
/// <param name="Bytes">The length of the file in bytes.</param>
/// <param name="Written">The time of the last write.</param>
/// <param name="Changed">
/// The time of the last change to the content, the mode, the owner or the names. Programs cannot set this time.
/// </param>
internal readonly record struct FileStatus(
    FileId Id, uint Mode, uint Owner, uint Group, uint Names, long Bytes, FileTime Written, FileTime Changed)
{
    private const uint TypeMask = 0xF000, PipeType = 0x1000, FolderType = 0x4000, RegularType = 0x8000, LinkType = 0xA000;

    public const uint PermissionMask = 0xFFF;

    public bool IsFolder => (Mode & TypeMask) == FolderType;

    public bool IsRegular => (Mode & TypeMask) == RegularType;

    public bool IsPipe => (Mode & TypeMask) == PipeType;

    public bool IsLink => (Mode & TypeMask) == LinkType;

    /// <summary>
    /// Returns the metadata of the file to which a path leads. If the result is null, the last system error gives the reason.
    /// </summary>
    public static FileStatus? Of(string path) => Of(LibC.CurrentFolder, path, followsLink: true);

    /// <summary>Returns the metadata of a link itself, rather than of its target.</summary>
    public static FileStatus? OfLink(string path) => Of(LibC.CurrentFolder, path, followsLink: false);

    /// <summary>Returns the metadata of an entry in an open directory.</summary>
    public static FileStatus? Of(int folder, string name, bool followsLink)
    {
        LibC.Scratch scratch = LibC.Scratch.Current;
        nint path = scratch.Path(name);
        return path != 0 && LibC.StatusOf(folder, path, scratch.StatusAddress, followsLink ? 0 : LibC.FollowsNoLink) == 0
            ? Parse(scratch.Status) : null;
    }

    /// <summary>Returns the metadata of an open file.</summary>
    public static FileStatus? Of(int file)
    {
        LibC.Scratch scratch = LibC.Scratch.Current;
        return LibC.Status(file, scratch.StatusAddress) == 0 ? Parse(scratch.Status) : null;
    }

    private static FileStatus Parse(ReadOnlySpan<byte> status) => new(
        new(Number(status, LibC.DeviceOffset), Number(status, LibC.InodeOffset), null),
        BinaryPrimitives.ReadUInt32LittleEndian(status.Slice(LibC.ModeOffset)),
        BinaryPrimitives.ReadUInt32LittleEndian(status.Slice(LibC.OwnerOffset)),
        BinaryPrimitives.ReadUInt32LittleEndian(status.Slice(LibC.OwnerOffset + 4)),
        BinaryPrimitives.ReadUInt32LittleEndian(status.Slice(LibC.NamesOffset)),
        (long)Number(status, LibC.SizeOffset), Time(status, LibC.TimeOffset), Time(status, LibC.ChangeOffset));

    private static ulong Number(ReadOnlySpan<byte> status, int offset) =>
        BinaryPrimitives.ReadUInt64LittleEndian(status.Slice(offset));

    private static FileTime Time(ReadOnlySpan<byte> status, int offset) =>
        new((long)Number(status, offset), (int)Number(status, offset + 8));
}

/// <summary>A timestamp of a file.</summary>
/// <param name="Seconds">The number of seconds since the start of 1970 (UTC).</param>
/// <param name="Nanoseconds">The number of nanoseconds within the second, with the precision of the file system.</param>
internal readonly record struct FileTime(long Seconds, int Nanoseconds)
{
    private const int Digits = 9;

    public static bool TryParse(ReadOnlySpan<char> text, out FileTime time)
    {
        time = default;
        int dot = text.IndexOf('.');
        if (dot <= 0 || text.Length != dot + 1 + Digits
            || !long.TryParse(text.Slice(0, dot), NumberStyles.AllowLeadingSign, CultureInfo.InvariantCulture, out long seconds)
            || !int.TryParse(text.Slice(dot + 1), NumberStyles.None, CultureInfo.InvariantCulture, out int nanoseconds))
            return false;

        time = new(seconds, nanoseconds);
        return true;
    }

    public override string ToString() => Invariant($"{Seconds}.{Nanoseconds:D9}");
}
