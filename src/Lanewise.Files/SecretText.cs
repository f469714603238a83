using System.Text.RegularExpressions;

namespace Lanewise.Files;

/// <summary>Tells texts that may hold a password, such as the address of a server, from the paths of files.</summary>
internal static partial class SecretText
{
    /// <summary>Whether a text may hold a password, so that no message should show it.</summary>
    public static bool MayHoldPassword(string text) => !IsSurelyPath(text)
        && (text.Contains("://", StringComparison.Ordinal) || IsLogin(text) || Secret().IsMatch(text));

    /// <summary>Whether a text can only be the path of a file: it begins with a slash or a dot.</summary>
    public static bool IsSurelyPath(string text) => text.StartsWith('.') || Path.IsPathRooted(text);

    /// <summary>Whether a text has the form USER:PASSWORD@HOST.</summary>
    public static bool IsLogin(string text) => Login().IsMatch(text);

    [GeneratedRegex(@"^[^/@:]+:[^@]+@.")]
    private static partial Regex Login();

    [GeneratedRegex(@"(password|pwd|psw)\s*=", RegexOptions.IgnoreCase)]
    private static partial Regex Secret();
}
