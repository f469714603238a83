using Lanewise.Cli.Terminal;
using Lanewise.Files.Opening;
using Lanewise.Files.Reading;
using Lanewise.Icc;
using Lanewise.Icc.Images;

namespace Lanewise.Cli.Icc;

/// <summary>Where profiles and images are read from and written to.</summary>
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

    /// <summary>Makes the folder that profiles go to.</summary>
    public static void MakeFolder(string path)
    {
        try
        {
            OwnFolder.Make(path);
        }
        catch (Exception e) when (ReadErrors.IsExpected(e))
        {
            throw ReadErrors.Named(e, path);
        }
    }

    /// <summary>A profile, from its own file or from the image that carries it.</summary>
    public static byte[] ReadProfile(string path, bool orImage)
    {
        try
        {
            using InputStream file = InputStream.OpenGiven(path);
            Span<byte> start = stackalloc byte[orImage && file.IsRegular ? 8 : 0];
            start = start.Slice(0, file.ReadAtLeast(start, start.Length, throwOnEndOfStream: false));
            if (!ImageFile.IsImage(start)) return file.ReadRest(start, ProfiledImage.MaxProfileLength);
        }
        catch (Exception e) when (ReadErrors.IsExpected(e))
        {
            throw ReadErrors.Named(e, path);
        }

        return ProfiledImage.ExtractFile(path) ?? throw new IccFormatException($"{path} carries no profile");
    }
}
