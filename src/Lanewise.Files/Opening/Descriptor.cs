using System.Runtime.InteropServices;
using Lanewise.Files.Reading;

namespace Lanewise.Files.Opening;

/// <summary>Opens names on Linux, in the system's bytes; the system alone resolves them.</summary>
internal static class Descriptor
{
    /// <summary>Opens a name.</summary>
    /// <returns>The descriptor; less than 0 where it cannot be opened.</returns>
    public static int Open(int folder, string name, int flags, uint mode, out Exception? error)
    {
        nint path = LibC.Scratch.Current.Path(name);
        int file = -1;
        if (path != 0)
        {
            do file = LibC.Open(folder, path, flags, mode);
            while (file < 0 && Marshal.GetLastSystemError() == LibC.Interrupted);
        }

        error = file >= 0 ? null : path == 0 ? ReadErrors.Of(LibC.NoEntry, name) : ReadErrors.Last(name);
        return file;
    }
}
