using Lanewise.Cli.Terminal;
using Lanewise.Files.Opening;
using Lanewise.Files.Reading;
using Lanewise.Icc;
using Lanewise.Icc.Images;

namespace Lanewise.Cli.Icc;

/// <summary>Where profiles and images come from and go to.</summary>
internal static class IccPlaces
{
    /// <summary>
    /// Whether a name means standard output: '-' as in other tools, and the system's own names for it. Those must not be opened
    /// anew: where output goes into a file, that would begin at its start.
    /// </summary>
    public static bool IsStandardOutput(string? path) => path is "-" or "/dev/stdout" or "/dev/fd/1" or "/proc/self/fd/1";

    /// <summary>Writes bytes to standard output, into what is no regular file, or as a new file in place of an old one.</summary>
    public static void Save(string path, byte[] bytes)
    {
        if (IsStandardOutput(path))
        {
            new StandardOutput().WriteBytes(stream => stream.Write(bytes));
            return;
        }

        try
        {
            WholeFile.Write(path, bytes);
        }
        catch (Exception e) when (ReadErrors.IsExpected(e))
        {
            throw ReadErrors.Named(e, path);
        }
    }

    /// <summary>What a run says for people: on standard error where standard output has the bytes.</summary>
    public static TextWriter Words(string? path) => IsStandardOutput(path) ? Console.Error : Console.Out;

    /// <summary>A profile, from its own file or from the image that carries it.</summary>
    public static byte[] ReadProfile(string path, bool orImage)
    {
        MustBeFile(path);
        try
        {
            using FileStream file = File.OpenRead(path);
            if (orImage && file.CanSeek)
            {
                Span<byte> start = stackalloc byte[8];
                int count = file.ReadAtLeast(start, start.Length, throwOnEndOfStream: false);
                if (ImageFile.IsImage(start.Slice(0, count)))
                    return ProfiledImage.ExtractFile(path) ?? throw new IccFormatException($"{path} carries no profile");

                file.Position = 0;
            }

            return ReadAll(path, file);
        }
        catch (UnauthorizedAccessException e)
        {
            throw new IOException($"{path}: Permission denied", e);
        }
    }

    /// <summary>
    /// Says in the words of the other commands that there is no such file; .NET's hold another path.
    /// </summary>
    public static void MustBeFile(string path)
    {
        if (Directory.Exists(path)) throw new IOException($"{path}: Is a directory");
        if (!File.Exists(path)) throw new IOException($"{path}: No such file or directory");
    }

    private static byte[] ReadAll(string path, FileStream file)
    {
        // A pipe has no length: its bytes are counted as they come.
        using MemoryStream bytes = new(file.CanSeek ? (int)Math.Min(file.Length, ProfiledImage.MaxProfileLength) : 0);
        byte[] buffer = new byte[1 << 16];
        int read;
        while ((read = file.Read(buffer)) > 0)
        {
            if (bytes.Length + read > ProfiledImage.MaxProfileLength)
                throw new IOException(
                    $"{path} has more than the {ProfiledImage.MaxProfileLength} bytes that are read of a profile");
            bytes.Write(buffer, 0, read);
        }

        return bytes.ToArray();
    }
}
