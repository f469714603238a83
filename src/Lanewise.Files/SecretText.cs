using System.Text.RegularExpressions;

namespace Lanewise.Files;

/// <summary>Distinguishes file paths from texts that may contain a password, such as the address of a server.</summary>
internal static partial class SecretText
{
    /// <summary>Returns whether a text might contain a password. If so, it must not appear in messages.</summary>
    public static bool MayHoldPassword(string text) => !IsSurelyPath(text)
        && (text.Contains("://", StringComparison.Ordinal) || IsLogin(text) || Secret().IsMatch(text));

    /// <summary>Returns whether a text can only be a file path because it starts with a slash or a dot.</summary>
    public static bool IsSurelyPath(string text) => text.StartsWith('.') || Path.IsPathRooted(text);

    /// <summary>Returns whether a text has the format USER:PASSWORD@HOST.</summary>
    public static bool IsLogin(string text) => Login().IsMatch(text);

    [GeneratedRegex(@"^[^/@:]+:[^@]+@.")]
    private static partial Regex Login();

    [GeneratedRegex(@"(password|pwd|psw)\s*=", RegexOptions.IgnoreCase)]
    private static partial Regex Secret();
}
