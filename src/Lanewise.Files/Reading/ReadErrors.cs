using System.Runtime.InteropServices;
using System.Security;

namespace Lanewise.Files.Reading;

/// <summary>
/// Why a file could not be read, as the exceptions that the base library has for it, in the words of the C library.
/// </summary>
internal static class ReadErrors
{
    public static bool IsExpected(Exception e) =>
        e is IOException or UnauthorizedAccessException or NotSupportedException or ArgumentException or SecurityException;

    /// <summary>The error of the last call of the C library.</summary>
    public static Exception Last(string path) => Of(Marshal.GetLastSystemError(), path);

    /// <summary>Whether the last call of the C library found nothing at its path.</summary>
    public static bool LastIsMissing() =>
        Marshal.GetLastSystemError() is LibC.NoEntry or LibC.NotAFolder or LibC.TooManyLinks or LibC.NameTooLong;

    public static Exception Of(int error, string path)
    {
        string reason = error == LibC.NoEntry ? "No such file or directory" : Marshal.GetPInvokeErrorMessage(error);
        return error switch
        {
            LibC.NoEntry => new FileNotFoundException(reason, path),
            LibC.NoAccess or LibC.NotPermitted => new UnauthorizedAccessException(reason),
            LibC.NameTooLong => new PathTooLongException(reason),
            _ => new IOException(reason, error),
        };
    }

    public static Exception IsFolder(string path) => Of(LibC.IsAFolder, path);
}
