using System.Security.Cryptography;
using System.Text;

namespace Lanewise.Fuzz;

/// <summary>
/// Predicts the output of <c>md5sum --check</c>, <c>sha256sum --check</c> and similar tools. The class follows the rules of
/// coreutils 9.1 (<c>digest.c</c>), not those of Lanewise. The class reads bytes, line by line, and uses .NET's hashes.
/// </summary>
internal sealed class CoreutilsReader(string tag, Func<byte[], byte[]> hash, string folder)
{
    private readonly int digits = 2 * hash([]).Length;
    private int reversed = -1;

    /// <summary>The number of properly formatted lines.</summary>
    public int Lines { get; private set; }

    /// <summary>The names of files that differ, are unreadable or do not exist.</summary>
    public List<string> Bad { get; } = [];

    /// <summary>Whether missing files are ignored.</summary>
    public bool IgnoresMissing { get; init; }

    public void Read(byte[] list)
    {
        foreach (byte[] line in Split(list))
        {
            string text = Encoding.Latin1.GetString(line);
            if (text.Length == 0 || text[0] == '#') continue;
            if (Parse(text, out string digest, out string name)) Check(digest, name);
        }
    }

    // Lines end with LF or CR LF.
    private static IEnumerable<byte[]> Split(byte[] list)
    {
        for (int start = 0; start < list.Length;)
        {
            int end = Array.IndexOf(list, (byte)'\n', start);
            int stop = end < 0 ? list.Length : end;
            int length = stop - start;
            if (length > 0 && list[stop - 1] == (byte)'\r') length--;
            yield return list.AsSpan(start, length).ToArray();
            start = stop + 1;
        }
    }

    private bool Parse(string line, out string digest, out string name)
    {
        (digest, name) = ("", "");
        int i = 0;
        while (i < line.Length && line[i] is ' ' or '\t') i++;
        bool isEscaped = i < line.Length && line[i] == '\\';
        if (isEscaped) i++;
        if (line.AsSpan(i).StartsWith(tag, StringComparison.Ordinal))
        {
            int open = i + tag.Length;
            if (open < line.Length && line[open] == ' ') open++;
            return open < line.Length && line[open] == '('
                && ParseTagged(line.Substring(open + 1), isEscaped, out digest, out name);
        }

        if (line.Length - i < digits + 2) return false;

        digest = line.Substring(i, digits);
        i += digits;
        if (!digest.All(char.IsAsciiHexDigit) || line[i] is not (' ' or '\t')) return false;

        i++;
        if (line.Length - i == 1 || line[i] is not (' ' or '*'))
        {
            if (reversed == 0) return false;
            reversed = 1;
        }
        else if (reversed != 1)
        {
            reversed = 0;
            i++;
        }

        return Unescape(line.Substring(i), isEscaped, out name);
    }

    private bool ParseTagged(string rest, bool isEscaped, out string digest, out string name)
    {
        (digest, name) = ("", "");
        int close = rest.LastIndexOf(')');
        if (close < 0) return false;

        if (!Unescape(rest.Substring(0, close), isEscaped, out name)) return false;

        digest = rest.Substring(close + 1).TrimStart(' ', '\t');
        if (digest.Length == 0 || digest[0] != '=') return false;

        digest = digest.Substring(1).TrimStart(' ', '\t');
        return digest.Length == digits && digest.All(char.IsAsciiHexDigit);
    }

    private static bool Unescape(string text, bool isEscaped, out string name)
    {
        name = text;
        if (!isEscaped) return !text.Contains('\0');

        StringBuilder plain = new();
        for (int i = 0; i < text.Length; i++)
        {
            if (text[i] != '\\')
            {
                plain.Append(text[i]);
                continue;
            }

            if (++i == text.Length) return false;

            switch (text[i])
            {
                case 'n': plain.Append('\n'); break;
                case 'r': plain.Append('\r'); break;
                case '\\': plain.Append('\\'); break;
                default: return false;
            }
        }

        name = plain.ToString();
        return !name.Contains('\0');
    }

    private void Check(string digest, string latin)
    {
        Lines++;
        string name = Encoding.UTF8.GetString(Encoding.Latin1.GetBytes(latin));
        string path = $"{folder}/{name}";
        // Lanewise intentionally differs from coreutils in only one respect: it also finds the files of lists from Windows, in
        // which backslashes separate directories.
        if (RandomTree.Content(path) is null && File.Exists(path.Replace('\\', '/'))) path = path.Replace('\\', '/');
        // A dangling link is treated as missing.
        if (IgnoresMissing && RandomTree.Content(path) is null && !Directory.Exists(path)) return;
        if (RandomTree.Content(path) is not { } content
            || !Convert.ToHexStringLower(hash(content)).Equals(digest, StringComparison.OrdinalIgnoreCase)) Bad.Add(name);
    }

    public static (string Tag, Func<byte[], byte[]> Hash)? Of(string algorithm) => algorithm switch
    {
#pragma warning disable CA5350, CA5351 // The lists use these algorithms.
        "md5" => ("MD5", MD5.HashData),
        "sha1" => ("SHA1", SHA1.HashData),
#pragma warning restore CA5350, CA5351
        "sha256" => ("SHA256", SHA256.HashData),
        "sha384" => ("SHA384", SHA384.HashData),
        "sha512" => ("SHA512", SHA512.HashData),
        _ => null,
    };
}
