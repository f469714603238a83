using System.Text;
using Lanewise.Cli.Algorithms;
using Lanewise.Cli.Lists;

namespace Lanewise.Fuzz;

/// <summary>A list of the files in a directory, in one of the common formats and with mutations.</summary>
internal sealed class RandomList
{
    private static readonly string[] Algorithms =
        ["md5", "md5", "sha1", "sha256", "sha256", "sha384", "sha512", "blake3", "blake2b", "blake2b-128", "sha3-256"];

    private readonly List<byte[]> lines = [];

    public RandomList(Random random, RandomTree tree)
    {
        Algorithm = AlgorithmNames.Choose(random.Of(Algorithms), 0);
        Form = random.Next(10);
        if (Form == 8)
        {
            Algorithm = AlgorithmNames.FromTag("md5+sha256")!;
            Add("%%%% HASHDEEP-1.0");
            Add("%%%% size,md5,sha256,filename");
        }

        string end = random.OneIn(8) ? "\r" : "";
        foreach ((string name, byte[] content) in tree.Files) Add(Line(name, content) + end);
        if (random.OneIn(10)) Add("# a comment" + end);
    }

    /// <summary>The algorithm of all lines.</summary>
    public FileAlgorithm Algorithm { get; }

    /// <summary>The format of the lines.</summary>
    public int Form { get; }

    /// <summary>Whether coreutils can read lists in this format.</summary>
    public bool IsForCoreutils => Form != 8 && Form != 6
        && !lines.Any(line => line.AsSpan().IndexOf("%%%%"u8) >= 0 || line.AsSpan().StartsWith(";"u8));

    public byte[] Bytes() => [.. lines.SelectMany(line => (byte[])[.. line, (byte)'\n'])];

    public void Add(string line) => lines.Add(Encoding.UTF8.GetBytes(line));

    public static byte[] Digest(FileAlgorithm algorithm, byte[] content)
    {
        byte[] digest = new byte[algorithm.HashBytes];
        algorithm.Hash.Hash(content, digest);
        return digest;
    }

    public void Mutate(Random random)
    {
        int at = random.Next(lines.Count), other = random.Next(lines.Count);
        byte[] line = lines[at];
        switch (random.Next(16))
        {
            case 0 when line.Length > 0:
                line[random.Next(line.Length)] ^= (byte)(1 << random.Next(7));
                break;
            case 1 when line.Length > 0:
                line[random.Next(Math.Min(line.Length, 40))] = (byte)"0123456789abcdefABCDEF"[random.Next(22)];
                break;
            case 2 when lines.Count > 1: lines.RemoveAt(at); break;
            case 3: lines.Insert(other, [.. line]); break;
            case 4: (lines[at], lines[other]) = (lines[other], lines[at]); break;
            case 5 when line.Length > 1: lines[at] = line[..random.Next(line.Length)]; break;
            case 6 when line.Length > 1: lines[at] = line[random.Next(line.Length)..]; break;
            case 7: lines.Insert(at, Encoding.UTF8.GetBytes(random.Of(Noise))); break;
            case 8: lines[at] = [.. line, random.Of("\r \t\0*)\\"u8.ToArray())]; break;
            case 9: lines[at] = [random.Of("\\ \t#;*\u00ef"u8.ToArray()), .. line]; break;
            case 10: lines[at] = Encoding.UTF8.GetBytes(Encoding.UTF8.GetString(line).ToUpperInvariant()); break;
            case 11: Swap(at, other); break;
            case 12: lines[at] = Replaced(line, random.Of(Words), random.Of(Words)); break;
            case 13: lines[0] = [0xEF, 0xBB, 0xBF, .. lines[0]]; break;
            case 14: lines[at] = Replaced(line, random.OneIn(2) ? "  " : " *", " "); break;
            case 15 when line.Length > 20:
                // Truncates a digest.
                int cut = random.Next(1, 15), from = Array.FindIndex(line, b => b is (byte)' ' or (byte)'=');
                if (from > cut) lines[at] = [.. line[..(from - cut)], .. line[from..]];
                break;
        }
    }

    private static readonly string[] Noise =
    [
        "", "nonsense", "# remark", "; made by hand", "%%%% HASHDEEP-1.0", "%%%% size,md5,filename", "%%%% size,tiger,filename",
        "MD5 (a) = 64", "64  a", "d41d8cd98f00b204e9800998ecf8427e", "d41d8cd98f00b204e9800998ecf8427e  nothing", "a 00000000",
        "BLAKE3 (a) = af", "-----BEGIN PGP SIGNED MESSAGE-----", "SHA256 (b) = ", "%%%%", "\u0000",
    ];

    private static readonly string[] Words =
        ["MD5", "SHA1", "SHA256", "BLAKE3", "SHA2-256", "BLAKE2b", "a", "b", "sub/e", "../", "./", "(", ")", " = ", "=", "  "];

    private string Line(string name, byte[] content)
    {
        byte[] digest = Digest(Algorithm, content);
        string hex = Convert.ToHexStringLower(digest);
        bool isEscaped = Form is not 8 && EscapedName.IsNeeded(name);
        string escaped = isEscaped ? EscapedName.Of(name) : name, mark = isEscaped ? "\\" : "";
        return Form switch
        {
            0 or 1 => $"{mark}{hex}  {escaped}",
            2 => $"{mark}{hex} *{escaped}",
            3 => $"{mark}{hex} {escaped}",
            4 or 7 => $"{mark}{Algorithm.Tag} ({escaped}) = {hex}",
            5 => $"{mark}{Algorithm.Tag}({escaped})= {hex}",
            6 => $"{mark}{Algorithm.Tag} ({escaped}) = {Convert.ToBase64String(digest)}",
            8 => $"{content.Length},{hex[..32]},{hex[32..]},{name}",
            _ => hex,
        };
    }

    // Swaps the file names of two lines if both lines have two spaces before the name.
    private void Swap(int at, int other)
    {
        int a = lines[at].AsSpan().IndexOf("  "u8), b = lines[other].AsSpan().IndexOf("  "u8);
        if (a > 0 && b > 0)
            (lines[at], lines[other]) = ([.. lines[at][..a], .. lines[other][b..]], [.. lines[other][..b], .. lines[at][a..]]);
    }

    private static byte[] Replaced(byte[] line, string from, string to) =>
        Encoding.Latin1.GetBytes(Encoding.Latin1.GetString(line).Replace(from, to, StringComparison.Ordinal));
}
