using System.Globalization;
using Lanewise.Files.Opening;
using Lanewise.Files.Reading;

namespace Lanewise.Files;

/// <summary>Metadata that shows, without reading the file, whether it has changed.</summary>
/// <param name="Bytes">The length of the file in bytes.</param>
/// <param name="Seconds">The time of the last write, in seconds since the start of 1970 (UTC).</param>
/// <param name="Nanoseconds">
/// The fractional second of the last write, in nanoseconds, with the precision of the file system.
/// </param>
/// <param name="Inode">The inode number, or 0 if the file system does not have inode numbers.</param>
public readonly record struct FileStamp(long Bytes, long Seconds, int Nanoseconds, ulong Inode)
{
    /// <summary>Returns the metadata of a regular file.</summary>
    /// <param name="path">The path, in the format of <see cref="PathText"/>. Links are followed.</param>
    /// <returns>The metadata, or null if the path does not exist or is not a regular file.</returns>
    public static FileStamp? Of(string path)
    {
        if (LibC.IsKnown)
        {
            return FileStatus.Of(path) is { IsRegular: true } status
                ? new(status.Bytes, status.Written.Seconds, status.Written.Nanoseconds, status.Id.Inode) : null;
        }

        FileInfo info = new(path);
        if (!info.Exists) return null;

        TimeSpan written = info.LastWriteTimeUtc - DateTime.UnixEpoch;
        long seconds = (long)Math.Floor(written.TotalSeconds);
        return new(info.Length, seconds, (int)(100 * (written.Ticks - (seconds * TimeSpan.TicksPerSecond))), 0);
    }

    /// <summary>
    /// Returns whether the file no longer exists or has been replaced by a directory. Returns false if the state of the path
    /// cannot be determined.
    /// </summary>
    internal static bool IsGone(string path)
    {
        if (!LibC.IsKnown) return !File.Exists(path);

        return FileStatus.Of(path) is { } status ? status.IsFolder : ReadErrors.LastIsMissing();
    }

    /// <summary>Parses a string that <see cref="ToString"/> returned.</summary>
    /// <param name="text">The string.</param>
    /// <returns>The metadata, or null if the string is not valid.</returns>
    public static FileStamp? Parse(ReadOnlySpan<char> text)
    {
        Span<Range> parts = stackalloc Range[4];
        if (text.Split(parts, ' ') != 3) return null;

        ReadOnlySpan<char> time = text[parts[1]];
        int dot = time.IndexOf('.');
        return dot > 0 && time.Length == dot + 10
            && long.TryParse(text[parts[0]], NumberStyles.None, CultureInfo.InvariantCulture, out long bytes)
            && long.TryParse(time.Slice(0, dot), NumberStyles.AllowLeadingSign, CultureInfo.InvariantCulture, out long seconds)
            && int.TryParse(time.Slice(dot + 1), NumberStyles.None, CultureInfo.InvariantCulture, out int nanoseconds)
            && ulong.TryParse(text[parts[2]], NumberStyles.None, CultureInfo.InvariantCulture, out ulong inode)
            ? new(bytes, seconds, nanoseconds, inode)
            : null;
    }

    /// <summary>
    /// Returns the length, the time and the inode number as a string, for example <c>5 1763800000.123456789 4711</c>.
    /// </summary>
    /// <returns>The string.</returns>
    public override string ToString() =>
        Invariant($"{Bytes} {Seconds}.{Nanoseconds:D9} {Inode}");
}
