using System.Globalization;
using Xunit;

namespace Lanewise.Tests;

/// <summary>Random files against the programs that people check them with.</summary>
[Trait("Category", "Once")]
public sealed class ToolTests
{
    [Fact]
    public void OpensslMd5() => Compare("openssl", ["dgst", "-r", "-md5"], 16, Md5.HashData, Md5.HashData, (m, d) => Md5.HashMany(m, d));

    [Fact]
    public void OpensslBlake2b512() => Compare("openssl", ["dgst", "-r", "-blake2b512"], 64, m => Blake2b.HashData(m), s => Blake2b.HashData(s), (m, d) => Blake2b.HashMany(m, d, 64));

    [Fact]
    public void OpensslBlake2s256() => Compare("openssl", ["dgst", "-r", "-blake2s256"], 32, m => Blake2s.HashData(m), s => Blake2s.HashData(s), (m, d) => Blake2s.HashMany(m, d, 32));

    [Fact]
    public void Md5sum() => Compare("md5sum", [], 16, Md5.HashData, Md5.HashData, (m, d) => Md5.HashMany(m, d));

    [Theory]
    [InlineData(8)]
    [InlineData(160)]
    [InlineData(256)]
    [InlineData(384)]
    [InlineData(512)]
    public void B2sum(int bits) => Compare(
        "b2sum", ["-l", bits.ToString(CultureInfo.InvariantCulture)], bits / 8,
        m => Blake2b.HashData(m, bits / 8), s => Blake2b.HashData(s, bits / 8), (m, d) => Blake2b.HashMany(m, d, bits / 8));

    private static void Compare(
        string program, string[] options, int hashBytes, Func<byte[], byte[]> oneShot, Func<Stream, byte[]> stream, Action<ReadOnlyMemory<byte>[], byte[]> many)
    {
        Tool.Require(program);
        Random random = Seed.For(program + string.Join(' ', options));
        using TemporaryFolder folder = new();
        byte[][] contents = [.. Enumerable.Range(0, 40).Select(i => Pattern.Bytes(random, i switch { 0 => 0, 1 => 1 << 20, 2 => 64, 3 => 128, _ => random.Next(i * 200) }))];
        string[] files = [.. contents.Select((_, i) => folder.File(string.Create(CultureInfo.InvariantCulture, $"file{i:D2}")))];
        for (int i = 0; i < files.Length; i++) File.WriteAllBytes(files[i], contents[i]);

        string[] lines = Tool.Run(program, [.. options, .. files]).Split('\n', StringSplitOptions.RemoveEmptyEntries);
        Assert.Equal(files.Length, lines.Length);
        byte[] digests = new byte[files.Length * hashBytes];
        many([.. contents.Select(c => (ReadOnlyMemory<byte>)c)], digests);
        for (int i = 0; i < files.Length; i++)
        {
            byte[] expected = Convert.FromHexString(lines[i].Split(' ')[0]);
            Assert.Contains(files[i], lines[i], StringComparison.Ordinal);
            Digests.Equal(expected, oneShot(contents[i]), () => $"{program}, {contents[i].Length} bytes{Seed.Replay}");
            using (FileStream file = File.OpenRead(files[i])) Digests.Equal(expected, stream(file), () => $"{program}, a stream of {contents[i].Length} bytes{Seed.Replay}");
            Digests.Equal(expected, digests.AsSpan(i * hashBytes, hashBytes), () => $"{program}, among many, {contents[i].Length} bytes{Seed.Replay}");
        }
    }
}
