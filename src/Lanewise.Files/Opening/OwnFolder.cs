using System.Runtime.InteropServices;
using Lanewise.Files.Reading;

namespace Lanewise.Files.Opening;

/// <summary>Makes folders, in the system's bytes.</summary>
internal static class OwnFolder
{
    private const uint NewMode = 0x1FF;

    /// <summary>Makes a folder and those above it, where there are none.</summary>
    /// <param name="path">The folder.</param>
    /// <exception cref="IOException">A folder cannot be made, or a file has its name.</exception>
    /// <exception cref="UnauthorizedAccessException">This user may not make it.</exception>
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

        // Some systems say of a folder that is there that it cannot be written.
        Exception error = ReadErrors.Last(path);
        if (!FileId.Exists(path)) throw error;
    }
}
