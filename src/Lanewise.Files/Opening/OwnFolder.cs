using System.Runtime.InteropServices;
using Lanewise.Files.Reading;

namespace Lanewise.Files.Opening;

/// <summary>Creates directories. Directory names are passed to the system as bytes.</summary>
internal static class OwnFolder
{
    private const uint NewMode = 0x1FF;

    /// <summary>Creates a directory and its missing parent directories.</summary>
    /// <param name="path">The path of the directory.</param>
    /// <exception cref="IOException">A directory cannot be created, or a file with the same name exists.</exception>
    /// <exception cref="UnauthorizedAccessException">The user does not have permission to create the directory.</exception>
    public static void Make(string path)
    {
        if (!LibC.IsKnown)
        {
            Directory.CreateDirectory(path);
            return;
        }

        for (int end = 0; end < path.Length;)
        {
            int slash = path.IndexOf('/', end + 1);
            end = slash < 0 ? path.Length : slash;
            MakeOne(path.Substring(0, end));
        }

        if (!FileTree.IsFolder(path)) throw ReadErrors.Of(LibC.NotAFolder, path);
    }

    private static void MakeOne(string path)
    {
        nint name = LibC.Scratch.Current.Path(path);
        if (name == 0) throw ReadErrors.Of(LibC.NoEntry, path);
        if (LibC.MakeFolder(LibC.CurrentFolder, name, NewMode) == 0) return;

        // Some systems report a missing permission even if the directory already exists.
        Exception error = ReadErrors.Last(path);
        if (!FileId.Exists(path)) throw error;
    }
}
