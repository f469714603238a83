using System.Runtime.InteropServices;

namespace Lanewise.Icc.Images;

/// <summary>
/// What the base library does not tell of a file: whether it is one, who owns it, and under how many names it is known.
/// </summary>
/// <param name="IsRegular">Whether it is no device, pipe or socket.</param>
/// <param name="Owner">The user.</param>
/// <param name="Group">The group.</param>
/// <param name="Names">The hard links.</param>
internal readonly record struct UnixFile(bool IsRegular, uint Owner, uint Group, uint Names)
{
    private const int CurrentFolder = -100;
    private const uint TypeModeLinksOwnerGroup = 0x1F;
    private const int TypeMask = 0xF000, RegularType = 0x8000;

    /// <summary>The file behind a path and its links, or null where that cannot be told: on systems other than Linux.</summary>
    public static UnixFile? Of(string path)
    {
        if (!OperatingSystem.IsLinux()) return null;

        try
        {
            return statx(CurrentFolder, path, 0, TypeModeLinksOwnerGroup, out Status status) == 0
                ? new((status.Mode & TypeMask) == RegularType, status.Owner, status.Group, status.Names)
                : null;
        }
        catch (Exception e) when (e is DllNotFoundException or EntryPointNotFoundException)
        {
            return null;
        }
    }

    /// <summary>Gives an open file to its owner and group; false where this user may not.</summary>
    public bool TryGive(SafeHandle file) => fchown(file, Owner, Group) == 0;

    // Classic imports: the generated ones need unsafe code.
#pragma warning disable SYSLIB1054, CA5392
    [DllImport("libc", BestFitMapping = false, ThrowOnUnmappableChar = true)]
    private static extern int statx(
        int folder, [MarshalAs(UnmanagedType.LPUTF8Str)] string path, int flags, uint wanted, out Status status);

    [DllImport("libc")]
    private static extern int fchown(SafeHandle file, uint owner, uint group);
#pragma warning restore SYSLIB1054, CA5392

    /// <summary>The first fields of the kernel's struct, which is the same on all processors, and room for the others.</summary>
    [StructLayout(LayoutKind.Sequential, Size = 256)]
    private readonly struct Status
    {
        public readonly uint Known, BlockSize;
        public readonly ulong Attributes;
        public readonly uint Names, Owner, Group;
        public readonly ushort Mode;
    }
}
