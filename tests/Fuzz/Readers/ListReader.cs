using System.Text;
using Lanewise.Cli.Lists;

namespace Lanewise.Fuzz;

/// <summary>
/// Reads lists of digests as the command line does. Every line must be either parsed or rejected, and must not cause an
/// exception.
/// </summary>
internal sealed class ListReader() : Reader("read-lists")
{
    private static readonly string[] Names = ["a", "with space", "../up/and down", "(x) = 1", "n\u00e4me", " leading", "*star",
        "c:\\dir\\f"];

    protected override byte[] Valid(Random random)
    {
        StringBuilder list = new();
        int form = random.Next(8);
        if (form == 5) list.Append("%%%% HASHDEEP-1.0\n%%%% size,md5,sha256,filename\n## Invoked from: /\n");
        if (form == 6) list.Append("; made by hand\n");
        for (int i = random.Next(12); i >= 0; i--)
        {
            string hex = Convert.ToHexString(random.Bytes(random.Of([4, 16, 20, 32, 64]))), name = random.Of(Names);
            list.Append(form switch
            {
                0 => $"{hex}  {name}\n",
                1 => $"{hex} *{name}\r\n",
                2 => $"BLAKE3 ({name}) = {hex}\n",
                3 => $"MD5({name})= {hex}\n",
                5 =>
                    $"{random.Next()},{Convert.ToHexString(random.Bytes(16))},{Convert.ToHexStringLower(random.Bytes(32))},{name}\n",
                6 => $"{name} {Convert.ToHexString(random.Bytes(4))}\n",
                7 => random.OneIn(2) ? $"{hex}\r\n" : $"{string.Join(' ', hex.Chunk(4).Select(group => new string(group)))}\n",
                _ => $"\\{hex}  {name.Replace("\\", "\\\\", StringComparison.Ordinal)}\\n\n",
            });
        }

        Encoding encoding = random.OneIn(5) ? Encoding.Unicode : Encoding.UTF8;
        return [.. random.OneIn(3) ? encoding.GetPreamble() : [], .. encoding.GetBytes(list.ToString())];
    }

    protected override bool Read(Random random, byte[] bytes)
    {
        char end = random.OneIn(4) ? '\0' : '\n';
        ListParser parser = new(end == '\n') { OwnName = random.OneIn(2) ? "own" : null, IsSfv = random.OneIn(8) };
        bool accepted = false;
        foreach ((_, string line) in ListLines.Read(new MemoryStream(bytes), end))
        {
            if (parser.IsComment(line) || parser.Parse(line) is not { } file) continue;

            accepted = true;
            parser.Accept(file);
            string digest = Convert.ToHexString(file.Digest), base64 = Convert.ToBase64String(file.Digest);
            // hashdeep lines contain several digests, and digests without a name can be in groups.
            string digits = string.Concat(line.Split(',', ' ', ':'));
            True(
                digest.Length > 0 && (digits.Contains(digest, StringComparison.OrdinalIgnoreCase)
                    || line.Contains(base64, StringComparison.Ordinal)),
                $"the digest {digest} is not in the line '{line}'");
            True(parser.Refusal is null, $"a file after '{parser.Refusal}': '{line}'");
            True(file.Bytes is null or >= 0, $"{file.Bytes} bytes in '{line}'");
            if (file.Tag is not null || end == '\0' || file.Name == "own") continue;

            // If an accepted line is rewritten in the format of coreutils, parsing it must return the same result.
            bool isEscaped = EscapedName.IsNeeded(file.Name);
            string name = isEscaped ? Escape(file.Name) : file.Name;
            ListedFile? again = new ListParser(hasEscapes: true).Parse($"{(isEscaped ? "\\" : "")}{digest} *{name}");
            True(again is not null && again.Name == file.Name && again.Digest.AsSpan().SequenceEqual(file.Digest),
                $"'{line}' is not the same when written again");
        }

        return accepted;
    }

    // Each line requires memory for its text, its digest and its file name.
    protected override long MostMemory(int length) => (64L * length) + (1 << 20);

    private static string Escape(string name) => name
        .Replace("\\", "\\\\", StringComparison.Ordinal).Replace("\n", "\\n", StringComparison.Ordinal)
            .Replace("\r", "\\r", StringComparison.Ordinal);
}
