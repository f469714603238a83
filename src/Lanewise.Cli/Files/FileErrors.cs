using Lanewise.Files;

namespace Lanewise.Cli.Files;

/// <summary>Why a file could not be read, in the words people know from other tools.</summary>
internal static class FileErrors
{
    public static bool IsExpected(Exception e) =>
        e is IOException or UnauthorizedAccessException or NotSupportedException or ArgumentException
            or System.Security.SecurityException;

    public static bool IsMissing(Exception e, string path) => IsNotFound(e) && !LiesInFile(path);

    private static bool IsNotFound(Exception e) => e is FileNotFoundException or DirectoryNotFoundException;

    public static string Reason(Exception e, string path) => e switch
    {
        _ when IsNotFound(e) && LiesInFile(path) => "Not a directory",
        _ when IsNotFound(e) => "No such file or directory",
        PathTooLongException => "File name too long",
        // The base library's, which has a cause but on Windows, says so of folders too; the C library's does not.
        UnauthorizedAccessException { InnerException: not null } when FileTree.IsFolder(path) => "Is a directory",
        UnauthorizedAccessException when OperatingSystem.IsWindows() && FileTree.IsFolder(path) => "Is a directory",
        UnauthorizedAccessException => "Permission denied",
        ArgumentException when path.Length == 0 || path.Contains('\0') => "No such file or directory",
        _ => Short(e.Message),
    };

    // "f/x" where f is a file.
    private static bool LiesInFile(string path)
    {
        for (string? folder = path; !string.IsNullOrEmpty(folder);)
        {
            folder = Path.GetDirectoryName(folder);
            if (File.Exists(folder)) return true;
            if (Directory.Exists(folder)) return false;
        }

        return false;
    }

    // The base library appends the path: "Input/output error : '/proc/self/mem'".
    private static string Short(string message)
    {
        int end = message.IndexOf(" : '", StringComparison.Ordinal);
        string text = end > 0 ? message.Substring(0, end) : message;
        return text.ReplaceLineEndings(" ");
    }
}
