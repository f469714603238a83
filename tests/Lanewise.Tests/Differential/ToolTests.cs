using System.Globalization;
using System.Text;
using Lanewise.Hazmat;
using Xunit;

namespace Lanewise.Tests;

/// <summary>Compares the digests of random files with those that other programs print.</summary>
public sealed class ToolTests
{
    [Fact]
    public void Md5EqualsOpenssl() =>
        Compare("openssl", ["dgst", "-r", "-md5"], 16, Md5.HashData, Md5.HashData, (m, d) => Md5.HashMany(m, d));

    [Fact]
    public void Blake2b512EqualsOpenssl() =>
        Compare("openssl", ["dgst", "-r", "-blake2b512"], 64, m => Blake2b.HashData(m), s => Blake2b.HashData(s), (m, d) =>
            Blake2b.HashMany(m, d, 64));

    [Fact]
    public void Blake2s256EqualsOpenssl() =>
        Compare("openssl", ["dgst", "-r", "-blake2s256"], 32, m => Blake2s.HashData(m), s => Blake2s.HashData(s), (m, d) =>
            Blake2s.HashMany(m, d, 32));

    [Fact]
    public void Md5EqualsMd5sum() => Compare("md5sum", [], 16, Md5.HashData, Md5.HashData, (m, d) => Md5.HashMany(m, d));

    [Theory]
    [InlineData(8)]
    [InlineData(160)]
    [InlineData(256)]
    [InlineData(384)]
    [InlineData(512)]
    public void Blake2bEqualsB2sum(int bits) => Compare(
        "b2sum", ["-l", bits.ToString(CultureInfo.InvariantCulture)], bits / 8,
        m => Blake2b.HashData(m, bits / 8), s => Blake2b.HashData(s, bits / 8), (m, d) => Blake2b.HashMany(m, d, bits / 8));

    [Fact]
    public void Blake3EqualsB3sum() =>
        Compare("b3sum", [], 32, m => Blake3.HashData(m), s => Blake3.HashData(s), (m, d) => Blake3.HashMany(m, d, 32));

    [Fact]
    public void LongBlake3OutputFromAnyPositionEqualsB3sum() =>
        Compare("b3sum", ["--length", "1500"], 1500, m => Blake3.HashData(m, 1500), s => Blake3.HashData(s, 1500), Seeking);

    [Fact]
    public void KeyedBlake3EqualsB3sum()
    {
        byte[] key = Pattern.Bytes(32, 7);
        foreach (int length in new[] { 32, 200 })
        {
            Compare(
                "b3sum", ["--keyed", "--length", length.ToString(CultureInfo.InvariantCulture)], length,
                m => Blake3Mac.HashData(key, m, length), s => Blake3Mac.HashData(key, s, length),
                    (m, d) => Blake3Mac.HashMany(m, d, HashKeys.One(key), length), key);
        }
    }

    [Theory]
    [InlineData("Lanewise tests 2026-11-21 derive")]
    [InlineData("")]
    [InlineData("\u00e9t\u00e9 \U0001f600")]
    public void Blake3DerivedKeysEqualB3sum(string context)
    {
        foreach (int length in new[] { 32, 200 })
        {
            Compare(
                "b3sum", ["--derive-key", context, "--length", length.ToString(CultureInfo.InvariantCulture)], length,
                m => Blake3.DeriveKey(context, m, length), Derived, (m, d) => Blake3.DeriveKeyMany(context, m, d, length),
                leastBytes: 1);

            byte[] Derived(Stream stream)
            {
                using Blake3 hash = Blake3.CreateDeriveKey(context, length);
                hash.AppendData(stream);
                return hash.GetCurrentHash();
            }
        }
    }

    [Theory]
    [InlineData("blake2bp", 64)]
    [InlineData("blake2sp", 32)]
    [InlineData("blake2b", 64)]
    [InlineData("blake2s", 32)]
    public void Blake2EqualsLibb2(string name, int full)
    {
        Random random = Seed.For(name);
        List<(byte[] Key, byte[] Message, int HashBytes)> cases = [];
        for (int i = 0; i < 150; i++)
        {
            byte[] key = Pattern.Bytes(random, random.Next(3) == 0 ? random.Next(1, full + 1) : 0);
            cases.Add((key, Pattern.Bytes(random, random.Next(i % 5 == 0 ? 20_000 : 1200)),
                random.Next(2) == 0 ? full : random.Next(1, full + 1)));
        }

        string[] lines = Python($$"""
            import ctypes, sys
            try:
                f = ctypes.CDLL("libb2.so.1").{{name}}
            except OSError:
                print("no libb2")
                sys.exit()
            for line in sys.stdin:
                key, message, size = line.rstrip("\n").split(" ")
                key, message, size = bytes.fromhex(key), bytes.fromhex(message), int(size)
                out = ctypes.create_string_buffer(size)
                n = ctypes.c_size_t
                assert f(out, message, key if key else None, n(size), n(len(message)), n(len(key))) == 0
                print(out.raw.hex())
            """, cases.Select(c => $"{Convert.ToHexString(c.Key)} {Convert.ToHexString(c.Message)} {c.HashBytes}"));
        if (lines[0] == "no libb2") Assert.Skip("libb2 is not installed here (tools/install-test-deps.sh installs it).");

        Assert.Equal(cases.Count, lines.Length);
        for (int i = 0; i < lines.Length; i++)
        {
            (byte[] key, byte[] message, int hashBytes) = cases[i];
            byte[] digest = new byte[hashBytes];
            Rows.Row(name).Hash(key, message, digest);
            Digests.Equal(Convert.FromHexString(lines[i]), digest, () =>
                $"{name} of {message.Length} bytes with a {key.Length}-byte key{Seed.Replay}");
        }
    }

    [Fact]
    public void Blake2TreesEqualPython()
    {
        Random random = Seed.For("python trees");
        List<(bool IsB, Blake2Parameters Tree, byte[] Key, byte[] Message, int HashBytes)> cases = [];
        for (int i = 0; i < 100; i++)
        {
            bool isB = i % 2 == 0;
            int full = isB ? 64 : 32;
            Blake2Parameters tree = new()
            {
                Fanout = random.Next(4) == 0 ? 0 : random.Next(2, 10), MaxDepth = 255, LeafLength = (uint)random.Next(1, 2000),
                InnerHashSizeInBytes = random.Next(2) == 0 ? full : random.Next(1, full + 1),
                Salt = Pattern.Bytes(random, random.Next(full / 4 + 1)),
                Personalization = Pattern.Bytes(random, random.Next(full / 4 + 1)),
            };
            cases.Add((isB, tree, Pattern.Bytes(random, random.Next(3) == 0 ? random.Next(1, full) : 0),
                Pattern.Bytes(random, random.Next(12_000)), random.Next(1, full + 1)));
        }

        string[] lines = Python("""
            import hashlib, sys
            for line in sys.stdin:
                kind, fanout, leaf, inner, salt, person, key, message, size = line.rstrip("\n").split(" ")
                fanout, leaf, inner, size = int(fanout), int(leaf), int(inner), int(size)
                salt, person, key, level = (bytes.fromhex(x) for x in (salt, person, key, message))
                new, depth, node = hashlib.blake2b if kind == "b" else hashlib.blake2s, 0, leaf
                while True:
                    parts = [level[i:i + node] for i in range(0, len(level), node)] or [b""]
                    def digest(i, n):
                        return new(parts[i], digest_size=n, key=key, salt=salt, person=person, fanout=fanout, depth=255, leaf_size=leaf,
                                   node_offset=i, node_depth=depth, inner_size=inner, last_node=i == len(parts) - 1).digest()
                    if len(parts) == 1:
                        print(digest(0, size).hex())
                        break
                    level = b"".join(digest(i, inner) for i in range(len(parts)))
                    depth, node = depth + 1, fanout * inner or len(level)
            """, cases.Select(c => string.Create(CultureInfo.InvariantCulture,
            $"{(c.IsB ? "b" : "s")} {c.Tree.Fanout} {c.Tree.LeafLength} {c.Tree.InnerHashSizeInBytes} {Convert.ToHexString(c.Tree.Salt.Span)} {Convert.ToHexString(c.Tree.Personalization.Span)} {Convert.ToHexString(c.Key)} {Convert.ToHexString(c.Message)} {c.HashBytes}")));
        Assert.Equal(cases.Count, lines.Length);
        for (int i = 0; i < lines.Length; i++)
        {
            byte[] digest = new byte[cases[i].HashBytes];
            (bool isB, bool isKeyed) = (cases[i].IsB, cases[i].Key.Length > 0);
            if (isB && isKeyed) Blake2bTree.HashData(cases[i].Tree, cases[i].Key, cases[i].Message, digest);
            else if (isB) Blake2bTree.HashData(cases[i].Tree, cases[i].Message, digest);
            else if (isKeyed) Blake2sTree.HashData(cases[i].Tree, cases[i].Key, cases[i].Message, digest);
            else Blake2sTree.HashData(cases[i].Tree, cases[i].Message, digest);
            Digests.Equal(Convert.FromHexString(lines[i]), digest, () =>
                $"tree {i}: fanout {cases[i].Tree.Fanout}, leaves of {cases[i].Tree.LeafLength}, {cases[i].Message.Length} bytes{Seed.Replay}");
        }
    }

    private static string[] Python(string script, IEnumerable<string> lines)
    {
        Tool.Require("python3");
        string input = string.Join('\n', lines) + "\n";
        return Tool.Run("python3", ["-c", script], stream => stream.Write(Encoding.ASCII.GetBytes(input)))
            .Split('\n', StringSplitOptions.RemoveEmptyEntries);
    }

    // Assembles each message's output from reads at several output positions.
    private static void Seeking(ReadOnlyMemory<byte>[] messages, byte[] digests)
    {
        int length = digests.Length / messages.Length;
        for (int i = 0; i < messages.Length; i++)
        {
            using Blake3 hash = new();
            hash.AppendData(messages[i].Span);
            using Blake3Output output = hash.GetOutput();
            Span<byte> whole = digests.AsSpan(i * length, length);
            for (int at = length - 100; at >= 0; at -= 100) output.ReadAt((ulong)at, whole.Slice(at, 100));
        }
    }

    private static void Compare(
        string program, string[] options, int hashBytes, Func<byte[], byte[]> oneShot, Func<Stream, byte[]> stream,
        Action<ReadOnlyMemory<byte>[], byte[]> many, byte[]? input = null, int leastBytes = 0)
    {
        Tool.Require(program);
        Random random = Seed.For(program + string.Join(' ', options));
        using TemporaryFolder folder = new();
        byte[][] contents = [.. Enumerable.Range(0, 40).Select(i => Pattern.Bytes(random, i switch
        {
            0 => leastBytes, 1 => 1 << 20, 2 => 64, 3 => 128, _ => random.Next(leastBytes, i * 200),
        }))];
        string[] files = [.. contents.Select((_, i) => folder.File(string.Create(CultureInfo.InvariantCulture, $"file{i:D2}")))];
        for (int i = 0; i < files.Length; i++) File.WriteAllBytes(files[i], contents[i]);

        string[] lines = Tool.Run(program, [.. options, .. files],
            input is null ? null : standardInput => standardInput.Write(input))
            .Split('\n', StringSplitOptions.RemoveEmptyEntries);
        Assert.Equal(files.Length, lines.Length);
        byte[] digests = new byte[files.Length * hashBytes];
        many([.. contents.Select(c => (ReadOnlyMemory<byte>)c)], digests);
        for (int i = 0; i < files.Length; i++)
        {
            byte[] expected = Convert.FromHexString(lines[i].Split(' ')[0]);
            Assert.Contains(files[i], lines[i], StringComparison.Ordinal);
            Digests.Equal(expected, oneShot(contents[i]), () => $"{program}, {contents[i].Length} bytes{Seed.Replay}");
            using (FileStream file = File.OpenRead(files[i]))
            {
                Digests.Equal(expected, stream(file), () => $"{program}, a stream of {contents[i].Length} bytes{Seed.Replay}");
            }
            Digests.Equal(expected, digests.AsSpan(i * hashBytes, hashBytes), () =>
                $"{program}, among many, {contents[i].Length} bytes{Seed.Replay}");
        }
    }
}
