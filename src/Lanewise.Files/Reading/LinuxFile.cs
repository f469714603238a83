using System.Buffers.Binary;
using System.Runtime.InteropServices;

namespace Lanewise.Files.Reading;

/// <summary>A file of Linux: open, fstat, read, close, and nothing else.</summary>
internal sealed class LinuxFile : InputFile
{
    private const int TypeMask = 0xF000, FolderType = 0x4000, RegularType = 0x8000, BlockDeviceType = 0x6000;

    private readonly string path;
    private int file;

    private LinuxFile(string path, int file) => (this.path, this.file) = (path, file);

    public static new InputFile? Open(string path, out Exception? error)
    {
        LibC.Scratch scratch = LibC.Scratch.Current;
        nint name = scratch.Path(path);
        if (name == 0)
        {
            error = ReadErrors.Of(LibC.NoEntry, path);
            return null;
        }

        int file;
        do file = LibC.Open(name, LibC.ReadOnly | LibC.CloseOnExec);
        while (file < 0 && Marshal.GetLastSystemError() == LibC.Interrupted);
        if (file < 0 || LibC.Status(file, scratch.StatusAddress) != 0)
        {
            error = ReadErrors.Last(path);
            if (file >= 0) _ = LibC.Close(file);
            return null;
        }

        uint type = Mode(scratch) & TypeMask;
        if (type == FolderType)
        {
            error = ReadErrors.IsFolder(path);
            _ = LibC.Close(file);
            return null;
        }

        error = null;
        // A device says that it is empty, and has positions or not: it is read to its end.
        return type != RegularType ? new LinuxFile(path, file) : new LinuxFile(path, file)
        {
            Length = BinaryPrimitives.ReadInt64LittleEndian(scratch.Status.AsSpan(LibC.SizeOffset)),
            Device = BinaryPrimitives.ReadUInt64LittleEndian(scratch.Status.AsSpan(LibC.DeviceOffset)),
        };
    }

    /// <summary>What a path leads to: whether it is a folder, and whether it is a regular file.</summary>
    public static bool TryGetType(string path, out bool isFolder, out bool isRegular)
    {
        LibC.Scratch scratch = LibC.Scratch.Current;
        nint name = scratch.Path(path);
        isFolder = isRegular = false;
        if (name == 0 || LibC.StatusOf(name, scratch.StatusAddress) != 0) return false;

        isFolder = (Mode(scratch) & TypeMask) == FolderType;
        isRegular = (Mode(scratch) & TypeMask) == RegularType;
        return true;
    }

    /// <summary>The file system that a path leads to, and the number there.</summary>
    public static bool TryGetId(string path, out ulong device, out ulong inode)
    {
        device = inode = 0;
        if (!TryGetType(path, out _, out _)) return false;

        ReadOnlySpan<byte> status = LibC.Scratch.Current.Status;
        device = BinaryPrimitives.ReadUInt64LittleEndian(status.Slice(LibC.DeviceOffset));
        inode = BinaryPrimitives.ReadUInt64LittleEndian(status.Slice(LibC.InodeOffset));
        return true;
    }

    /// <summary>Length, time and number of a regular file.</summary>
    public static bool TryGetStamp(string path, out FileStamp stamp)
    {
        stamp = default;
        if (!TryGetType(path, out _, out bool isRegular) || !isRegular) return false;

        ReadOnlySpan<byte> status = LibC.Scratch.Current.Status;
        stamp = new(
            BinaryPrimitives.ReadInt64LittleEndian(status.Slice(LibC.SizeOffset)),
            BinaryPrimitives.ReadInt64LittleEndian(status.Slice(LibC.TimeOffset)),
            (int)BinaryPrimitives.ReadInt64LittleEndian(status.Slice(LibC.TimeOffset + 8)),
            BinaryPrimitives.ReadUInt64LittleEndian(status.Slice(LibC.InodeOffset)));
        return true;
    }

    public override int Read(byte[] buffer, int start, int count, long position)
    {
        ArgumentOutOfRangeException.ThrowIfGreaterThan((uint)count, (uint)(buffer.Length - start));
        nint address = Marshal.UnsafeAddrOfPinnedArrayElement((Array)buffer, start), read;
        do read = Length is null ? LibC.Read(file, address, count) : LibC.ReadAt(file, address, count, position);
        while (read < 0 && Marshal.GetLastSystemError() == LibC.Interrupted);
        return read >= 0 ? (int)read : throw ReadErrors.Last(path);
    }

    public override void Dispose()
    {
        if (file >= 0) _ = LibC.Close(file);
        file = -1;
    }

    private static uint Mode(LibC.Scratch scratch) =>
        BinaryPrimitives.ReadUInt32LittleEndian(scratch.Status.AsSpan(LibC.ModeOffset));
}
