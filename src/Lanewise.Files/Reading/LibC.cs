using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

[assembly: DisableRuntimeMarshalling]

namespace Lanewise.Files.Reading;

/// <summary>
/// Calls the C library on Linux. Names are passed as bytes, and a small file is read with the minimum number of calls. All
/// parameters and results are addresses and numbers, so no marshalling code needs to be compiled when the program starts.
/// </summary>
internal static class LibC
{
    public const int ReadOnly = 0, WriteOnly = 1, ReadWrite = 2, Create = 0x40, Exclusive = 0x80, NoTerminal = 0x100,
        Truncate = 0x200, CloseOnExec = 0x80000, NonBlocking = 0x800, PathOnly = 0x200000;

    public const int CurrentFolder = -100, FollowsNoLink = 0x100;
    public const int NoEntry = 2, Interrupted = 4, Again = 11, NoAccess = 13, Exists = 17, OtherDevice = 18, NoCall = 38,
        NotAFolder = 20, IsAFolder = 21, NameTooLong = 36, NotPermitted = 1, TooManyLinks = 40;

    /// <summary>Indicates whether the kernel's data layout for this architecture is known.</summary>
    public static bool IsKnown { get; } = OperatingSystem.IsLinux() && BitConverter.IsLittleEndian
        && RuntimeInformation.ProcessArchitecture is Architecture.X64 or Architecture.Arm64;

    private static bool IsX64 => RuntimeInformation.ProcessArchitecture == Architecture.X64;

    // On ARM, two flags of open have different values.
    public static int Folder => IsX64 ? 0x10000 : 0x4000;

    public static int LastIsNoLink => IsX64 ? 0x20000 : 0x8000;

    /// <summary>The offset of a field in the buffer that <see cref="Status"/> fills.</summary>
    public static int ModeOffset => IsX64 ? 24 : 16;

    public static int NamesOffset => IsX64 ? 16 : 20;

    public static int OwnerOffset => IsX64 ? 28 : 24;

    public const int DeviceOffset = 0, InodeOffset = 8, SizeOffset = 48, TimeOffset = 88, ChangeOffset = 104, StatusBytes = 256;

    public static long Status(int file, nint status) => Call(IsX64 ? 5 : 80, file, status, 0);

    public static long StatusOf(int folder, nint path, nint status, int flags) =>
        Call(IsX64 ? 262 : 79, folder, path, status, flags);

    public static long FileSystemOf(nint path, nint buffer) => Call(IsX64 ? 137 : 43, path, buffer, 0);

    public static long Entries(int folder, nint buffer, nint bytes) => Call(IsX64 ? 217 : 61, folder, buffer, bytes);

    /// <summary>Opens a file with the options in <c>struct open_how</c>.</summary>
    public static long OpenInside(int folder, nint path, nint how, nint bytes) => Call(437, folder, path, how, bytes);

    /// <summary>Returns information about a file system. The first field is the magic number of the file system.</summary>
    public static long FileSystem(int file, nint buffer) => Call(IsX64 ? 138 : 44, file, buffer, 0);

#pragma warning disable CA5392 // The C library is located in the same way as by the runtime.
    [DllImport("libc", EntryPoint = "openat")]
    public static extern int Open(int folder, nint path, int flags, uint mode);

    [DllImport("libc", EntryPoint = "dup")]
    public static extern int Duplicate(int file);

    [DllImport("libc", EntryPoint = "readlinkat")]
    public static extern nint ReadLink(int folder, nint name, nint buffer, nint bytes);

    [DllImport("libc", EntryPoint = "renameat")]
    public static extern int Rename(int folder, nint name, int newFolder, nint newName);

    [DllImport("libc", EntryPoint = "unlinkat")]
    public static extern int Remove(int folder, nint name, int flags);

    [DllImport("libc", EntryPoint = "mkdirat")]
    public static extern int MakeFolder(int folder, nint name, uint mode);

    [DllImport("libc", EntryPoint = "fchown")]
    public static extern int SetOwner(int file, uint owner, uint group);

    [DllImport("libc", EntryPoint = "fchmod")]
    public static extern int SetMode(int file, uint mode);

    [DllImport("libc", EntryPoint = "read")]
    public static extern nint Read(int file, nint buffer, nint bytes);

    [DllImport("libc", EntryPoint = "pread")]
    public static extern nint ReadAt(int file, nint buffer, nint bytes, long position);

    [DllImport("libc", EntryPoint = "close")]
    public static extern int Close(int file);

    /// <summary>Replaces this program with another one in the same process. The call returns only if it fails.</summary>
    [DllImport("libc", EntryPoint = "execv")]
    public static extern int Execute(nint path, nint arguments);

    /// <summary>Sets an environment variable that <see cref="Execute"/> passes on. .NET itself changes only a copy.</summary>
    [DllImport("libc", EntryPoint = "setenv")]
    public static extern int SetVariable(nint name, nint value, int replaces);

    // The kernel is called by system call number, because older C libraries do not export fstat and getdents64.
    [DllImport("libc", EntryPoint = "syscall")]
    private static extern nint Call(nint number, nint a, nint b, nint c);

    [DllImport("libc", EntryPoint = "syscall")]
    private static extern nint Call(nint number, nint a, nint b, nint c, nint d);
#pragma warning restore CA5392

    /// <summary>Pinned memory for the calls made by one thread.</summary>
    internal sealed class Scratch
    {
        [ThreadStatic]
        private static Scratch? current;

        private byte[] path = GC.AllocateUninitializedArray<byte>(4096, pinned: true), second = [];

        public static Scratch Current => current ??= new();

        public byte[] Status { get; } = GC.AllocateUninitializedArray<byte>(StatusBytes, pinned: true);

        public nint StatusAddress => Marshal.UnsafeAddrOfPinnedArrayElement((Array)Status, 0);

        /// <summary>Returns the address of a NUL-terminated path, or 0 for a path that cannot exist.</summary>
        public nint Path(string name) => Address(ref path, name);

        /// <summary>Returns the address of a second path, while the address of the first path stays valid.</summary>
        public nint SecondPath(string name) => Address(ref second, name);

        private static nint Address(ref byte[] buffer, string name)
        {
            if (name.Length == 0 || name.Contains('\0')) return 0;

            if (PathText.MostBytes(name) >= buffer.Length)
            {
                buffer = GC.AllocateUninitializedArray<byte>(PathText.MostBytes(name) + 1, pinned: true);
            }

            buffer[PathText.ToBytes(name, buffer)] = 0;
            return Marshal.UnsafeAddrOfPinnedArrayElement((Array)buffer, 0);
        }
    }
}
