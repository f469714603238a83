
namespace Lanewise.Files.Reading;

/// <summary>Reads the properties that Linux reports for the device that contains a file.</summary>
internal static class Device
{
    /// <summary>
    /// Returns whether the device is a hard disk. A hard disk reads files faster one after another than in parallel.
    /// </summary>
    public static bool IsHardDisk(ulong device)
    {
        if (device == 0 || !OperatingSystem.IsLinux()) return false;

        ulong major = ((device >> 8) & 0xFFF) | ((device >> 32) & ~0xFFFUL),
            minor = (device & 0xFF) | ((device >> 12) & 0xFFFFFF00);
        string folder = Invariant($"/sys/dev/block/{major}:{minor}/");
        // The parent of a partition's directory is the disk's directory.
        return IsSet(folder + "queue/rotational") ?? IsSet(folder + "../queue/rotational") ?? false;
    }

    private static bool? IsSet(string path)
    {
        using InputFile? file = InputFile.Open(path, out _);
        if (file is null) return null;

        byte[] text = InputFile.Buffer(16);
        return file.Read(text, 0, text.Length, 0) > 0 && text[0] == (byte)'1';
    }
}
