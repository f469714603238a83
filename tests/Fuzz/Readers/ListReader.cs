using System.Text;
using Lanewise.Cli.Lists;

namespace Lanewise.Fuzz;

/// <summary>Lists of digests, which the command line checks files against: a line is read or it is none, and nothing throws.</summary>
internal sealed class ListReader() : Reader("read-lists")
{
    private static readonly string[] Names = ["a", "with space", "../up/and down", "(x) = 1", "n\u00e4me", " leading", "*star", "c:\\dir\\f"];

    protected override byte[] Valid(Random random)
    {
        StringBuilder list = new();
        int form = random.Next(5);
        for (int i = random.Next(12); i >= 0; i--)
        {
            string hex = Convert.ToHexString(random.Bytes(random.Of([4, 16, 20, 32, 64]))), name = random.Of(Names);
            list.Append(form switch
            {
                0 => $"{hex}  {name}\n",
                1 => $"{hex} *{name}\r\n",
                2 => $"BLAKE3 ({name}) = {hex}\n",
                3 => $"MD5({name})= {hex}\n",
                _ => $"\\{hex}  {name.Replace("\\", "\\\\", StringComparison.Ordinal)}\\n\n",
            });
        }

        Encoding encoding = random.OneIn(5) ? Encoding.Unicode : Encoding.UTF8;
        return [.. random.OneIn(3) ? encoding.GetPreamble() : [], .. encoding.GetBytes(list.ToString())];
    }

    protected override bool Read(Random random, byte[] bytes)
    {
        char end = random.OneIn(4) ? '\0' : '\n';
        ListParser parser = new(end == '\n');
        bool accepted = false;
        foreach ((_, string line) in ListLines.Read(new MemoryStream(bytes), end))
        {
            if (parser.Parse(line) is not { } file) continue;

            accepted = true;
            string digest = Convert.ToHexString(file.Digest), base64 = Convert.ToBase64String(file.Digest);
            True(
                digest.Length > 0 && (line.Contains(digest, StringComparison.OrdinalIgnoreCase) || line.Contains(base64, StringComparison.Ordinal)),
                $"the digest {digest} is not in the line '{line}'");
            if (file.Tag is not null || end == '\0') continue;

            // Written as coreutils writes it, it is the same again.
            bool isEscaped = ChecksumLine.NeedsEscape(file.Name);
            string name = isEscaped ? Escape(file.Name) : file.Name;
            ListedFile? again = new ListParser(hasEscapes: true).Parse($"{(isEscaped ? "\\" : "")}{digest} *{name}");
            True(again is not null && again.Name == file.Name && again.Digest.AsSpan().SequenceEqual(file.Digest), $"'{line}' is not the same when written again");
        }

        return accepted;
    }

    // A line in characters, its digest and its name.
    protected override long MostMemory(int length) => (64L * length) + (1 << 20);

    private static string Escape(string name) => name
        .Replace("\\", "\\\\", StringComparison.Ordinal).Replace("\n", "\\n", StringComparison.Ordinal).Replace("\r", "\\r", StringComparison.Ordinal);
}
