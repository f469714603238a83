using System.Buffers.Binary;

namespace Lanewise.Files.Reading;

/// <summary>
/// Recognizes the kernel file systems of Linux, such as /proc. Kernel files have no fixed content, and some of them are endless.
/// </summary>
internal static class KernelFiles
{
    /// <summary>
    /// Returns the name of the kernel file system that contains a path, or null if the path is on an ordinary or unknown file
    /// system.
    /// </summary>
    public static string? FileSystemOf(string path)
    {
        if (!LibC.IsKnown) return null;

        LibC.Scratch scratch = LibC.Scratch.Current;
        nint name = scratch.Path(path);
        if (name == 0 || LibC.FileSystemOf(name, scratch.StatusAddress) != 0) return null;

        // The magic numbers are from linux/magic.h.
        return BinaryPrimitives.ReadUInt32LittleEndian(scratch.Status) switch
        {
            0x9FA0 => "proc",
            0x62656572 => "sysfs",
            0x64626720 => "debugfs",
            0x74726163 => "tracefs",
            0x27E0EB or 0x63677270 => "cgroup",
            0x73636673 => "securityfs",
            0xCAFE4A11 => "bpf",
            0x62656570 => "configfs",
            0x6165676C => "pstore",
            0xDE5E81E4 => "efivarfs",
            0x65735543 => "fusectl",
            0x42494E4D => "binfmt_misc",
            0x19800202 => "mqueue",
            0x1CD1 => "devpts",
            0xF97CFF8C => "selinuxfs",
            0x6E736673 => "nsfs",
            0x67596969 => "rpc_pipefs",
            _ => null,
        };
    }
}
