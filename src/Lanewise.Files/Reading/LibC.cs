using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

[assembly: DisableRuntimeMarshalling]

namespace Lanewise.Files.Reading;

/// <summary>
/// The calls of the C library on Linux: a name reaches it as the bytes that it is, and a small file costs no call more than it
/// must. All take and give addresses and numbers, so that nothing is converted and nothing is compiled for it at the start.
/// </summary>
internal static class LibC
{
    public const int ReadOnly = 0, CloseOnExec = 0x80000, Folder = 0x10000, NonBlocking = 0x800;
    public const int CurrentFolder = -100;
    public const int NoEntry = 2, Interrupted = 4, InputOutput = 5, NoAccess = 13,
        NotAFolder = 20, IsAFolder = 21, NameTooLong = 36, NotPermitted = 1, TooManyLinks = 40;

    /// <summary>Whether the layout of what the kernel writes is known for this machine.</summary>
    public static bool IsKnown { get; } = OperatingSystem.IsLinux() && BitConverter.IsLittleEndian
        && RuntimeInformation.ProcessArchitecture is Architecture.X64 or Architecture.Arm64;

    private static bool IsX64 => RuntimeInformation.ProcessArchitecture == Architecture.X64;

    /// <summary>Where the type and permissions of a file stand among what <see cref="Status"/> writes.</summary>
    public static int ModeOffset => IsX64 ? 24 : 16;

    public const int DeviceOffset = 0, InodeOffset = 8, SizeOffset = 48, TimeOffset = 88, StatusBytes = 256;

    public static long Status(int file, nint status) => Call(IsX64 ? 5 : 80, file, status, 0);

    public static long StatusOf(nint path, nint status) => Call(IsX64 ? 262 : 79, CurrentFolder, path, status, 0);

    public static long Entries(int folder, nint buffer, nint bytes) => Call(IsX64 ? 217 : 61, folder, buffer, bytes);

#pragma warning disable CA5392 // The C library is found where the runtime found it.
    [DllImport("libc", EntryPoint = "open")]
    public static extern int Open(nint path, int flags);

    [DllImport("libc", EntryPoint = "read")]
    public static extern nint Read(int file, nint buffer, nint bytes);

    [DllImport("libc", EntryPoint = "pread")]
    public static extern nint ReadAt(int file, nint buffer, nint bytes, long position);

    [DllImport("libc", EntryPoint = "close")]
    public static extern int Close(int file);

    // By number: older C libraries have no fstat and no getdents64 that could be found by name.
    [DllImport("libc", EntryPoint = "syscall")]
    private static extern nint Call(nint number, nint a, nint b, nint c);

    [DllImport("libc", EntryPoint = "syscall")]
    private static extern nint Call(nint number, nint a, nint b, nint c, nint d);
#pragma warning restore CA5392

    /// <summary>Memory that stays where it is, for a thread's calls.</summary>
    internal sealed class Scratch
    {
        [ThreadStatic]
        private static Scratch? current;

        private byte[] path = GC.AllocateUninitializedArray<byte>(4096, pinned: true);

        public static Scratch Current => current ??= new();

        public byte[] Status { get; } = GC.AllocateUninitializedArray<byte>(StatusBytes, pinned: true);

        public nint StatusAddress => Marshal.UnsafeAddrOfPinnedArrayElement((Array)Status, 0);

        /// <summary>A path as C has it; 0 for one that cannot be.</summary>
        public nint Path(string name)
        {
            if (name.Length == 0 || name.Contains('\0')) return 0;

            if (PathText.MostBytes(name) >= path.Length)
            {
                path = GC.AllocateUninitializedArray<byte>(PathText.MostBytes(name) + 1, pinned: true);
            }

            path[PathText.ToBytes(name, path)] = 0;
            return Marshal.UnsafeAddrOfPinnedArrayElement((Array)path, 0);
        }
    }
}
