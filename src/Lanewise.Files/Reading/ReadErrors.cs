using System.Runtime.InteropServices;
using System.Security;
using Lanewise.Files.Opening;

namespace Lanewise.Files.Reading;

/// <summary>
/// Returns the reason why a file could not be read, taken from .NET's exception or from the C library's message.
/// </summary>
internal static class ReadErrors
{
    /// <summary>
    /// Returns whether an exception is a system error. Any other exception is a bug and is not reported as a file error.
    /// </summary>
    public static bool IsExpected(Exception e) =>
        e is IOException or UnauthorizedAccessException or NotSupportedException or SecurityException;

    /// <summary>
    /// Returns whether an exception is a system error, for a path that .NET opens. .NET reports some paths as invalid arguments.
    /// </summary>
    public static bool IsExpectedOfPath(Exception e) => IsExpected(e) || e is ArgumentException;

    /// <summary>Returns whether an error means that nothing exists at the path.</summary>
    public static bool IsMissing(Exception e, string path) => IsNotFound(e) && !LiesInFile(path);

    private static bool IsNotFound(Exception e) => e is FileNotFoundException or DirectoryNotFoundException;

    /// <summary>Returns the reason for an error, worded as in other tools.</summary>
    public static string Reason(Exception e, string path) => e switch
    {
        _ when IsNotFound(e) && LiesInFile(path) => "Not a directory",
        _ when IsNotFound(e) => "No such file or directory",
        PathTooLongException => "File name too long",
        // .NET also throws UnauthorizedAccessException for directories and, except on Windows, adds an inner exception. An
        // exception for a C library error has no inner exception.
        UnauthorizedAccessException { InnerException: not null } when FileTree.IsFolder(path) => "Is a directory",
        UnauthorizedAccessException when OperatingSystem.IsWindows() && FileTree.IsFolder(path) => "Is a directory",
        UnauthorizedAccessException => "Permission denied",
        ArgumentException when path.Length == 0 || path.Contains('\0') => "No such file or directory",
        _ => Short(e.Message),
    };

    // Returns whether a parent in the path is a file, for example "f" in "f/x".
    private static bool LiesInFile(string path)
    {
        for (string? folder = path; ;)
        {
            folder = Path.GetDirectoryName(folder);
            if (string.IsNullOrEmpty(folder)) return false;
            if (FileTree.IsFolder(folder)) return false;
            if (FileId.Exists(folder)) return true;
        }
    }

    // .NET appends the path to the message: "Input/output error : '/proc/self/mem'".
    private static string Short(string message)
    {
        int end = message.IndexOf(" : '", StringComparison.Ordinal);
        string text = end > 0 ? message.Substring(0, end) : message;
        return text.ReplaceLineEndings(" ");
    }

    /// <summary>Returns the error of the last C library call.</summary>
    public static Exception Last(string path) => Of(Marshal.GetLastSystemError(), path);

    /// <summary>Returns whether the last C library call found nothing at the given path.</summary>
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

    /// <summary>Returns the same error with the path added to its message, for callers that print only the message.</summary>
    public static Exception Named(Exception e, string path)
    {
        string message = $"{path}: {Reason(e, path)}";
        return e is UnauthorizedAccessException ? new UnauthorizedAccessException(message, e)
            : e is DirectoryNotFoundException ? new DirectoryNotFoundException(message, e)
            : e is FileNotFoundException ? new FileNotFoundException(message, path, e) : new IOException(message, e);
    }

    public static Exception IsFolder(string path) => Of(LibC.IsAFolder, path);
}
