using System.Text.RegularExpressions;

namespace Lanewise.Files;

/// <summary>Distinguishes file paths from strings that may contain a password, such as the address of a server.</summary>
internal static partial class SecretText
{
    /// <summary>Returns whether a string might contain a password. If so, the string must not appear in messages.</summary>
    public static bool MayHoldPassword(string text) => !IsSurelyPath(text)
        && (text.Contains("://", StringComparison.Ordinal) || IsLogin(text) || HasPassword(text));

    /// <summary>Returns whether a string can only be a file path because it starts with a slash or a dot.</summary>
    public static bool IsSurelyPath(string text) => text.StartsWith('.') || Path.IsPathRooted(text);

    /// <summary>Returns whether a string has the format USER:PASSWORD@HOST.</summary>
    public static bool IsLogin(string text) => Login().IsMatch(text);

    [GeneratedRegex(@"^[^/@:]+:[^@]+@.")]
    private static partial Regex Login();

    // This is a loop because a regular expression that ignores case would add .NET's search for several strings at once to
    // native executables: 190 KB.
    private static bool HasPassword(string text) =>
        ((string[])["password", "pwd", "psw"]).Any(word => IsAssigned(word, text));

    private static bool IsAssigned(string word, string text)
    {
        for (int i = 0; (i = text.IndexOf(word, i, StringComparison.OrdinalIgnoreCase)) >= 0; i += word.Length)
        {
            if (text.AsSpan(i + word.Length).TrimStart().StartsWith('=')) return true;
        }

        return false;
    }
}
