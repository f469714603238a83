using Lanewise.Cli.Terminal;
using Lanewise.Files.Opening;
using Lanewise.Files.Reading;
using Lanewise.Icc;
using Lanewise.Icc.Images;

namespace Lanewise.Cli.Icc;

/// <summary>Reads and writes profiles and images.</summary>
internal static class IccOutput
{
    /// <summary>
    /// Returns whether a name means standard output: '-', as in other tools, or one of the system's names for it. If a system
    /// name were opened as a file, the output would overwrite the beginning of the output file.
    /// </summary>
    public static bool IsStandardOutput(string? path) => path is "-" or "/dev/stdout" or "/dev/fd/1" or "/proc/self/fd/1";

    /// <summary>
    /// Writes bytes to standard output, to a device or a pipe, or to a new file that replaces any existing one.
    /// </summary>
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

    /// <summary>
    /// Returns the writer for messages: standard error if the bytes are written to standard output, and standard output
    /// otherwise.
    /// </summary>
    public static TextWriter Words(string? path) => IsStandardOutput(path) ? Console.Error : Console.Out;

    /// <summary>Creates the directory for profiles.</summary>
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

    /// <summary>Reads a profile from a profile file or from the image that contains it.</summary>
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

        byte[]? profile = null;
        Name(path, () => profile = ProfiledImage.ExtractFile(path));
        return profile ?? throw new IccFormatException($"{path} carries no profile");
    }

    /// <summary>Runs an action. An error in the format of the file is reported with the path of the file.</summary>
    public static void Name(string path, Action action)
    {
        try
        {
            action();
        }
        catch (IccFormatException e)
        {
            throw new IccFormatException($"{path}: {e.Message}", e);
        }
    }
}
