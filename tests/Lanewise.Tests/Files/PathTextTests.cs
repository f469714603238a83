using System.Text;
using Lanewise.Files;
using Xunit;

namespace Lanewise.Tests;

/// <summary>Tests that any file name, even if it is not UTF-8, can be converted to text and back without loss.</summary>
public sealed class PathTextTests
{
    [Fact]
    public void AnyBytesSurviveTheRoundTrip()
    {
        Random random = Seed.For(nameof(PathTextTests));
        byte[][] parts = ["a"u8.ToArray(), "\u00e9"u8.ToArray(), "\u20ac"u8.ToArray(), [0xF0, 0x9F, 0x92, 0xA9], [0xFF], [0x80],
            [0xED, 0xA0, 0x80], [0xED, 0xB2, 0x80], [0xC3], [0xF0, 0x9F], [0xEF, 0xBF, 0xBD]];
        HashSet<string> texts = [];
        HashSet<string> names = [];
        for (int round = 0; round < 5000; round++)
        {
            byte[] name = [.. Enumerable.Range(0, random.Next(6)).SelectMany(_ => parts[random.Next(parts.Length)])];
            string text = PathText.FromBytes(name);
            Assert.Equal(name, PathText.ToBytes(text));
            Assert.Equal(!IsUtf8(name), PathText.HasRawBytes(text));
            if (IsUtf8(name)) Assert.Equal(Encoding.UTF8.GetString(name), text);
            texts.Add(text);
            names.Add(Convert.ToHexString(name));
        }

        Assert.Equal(names.Count, texts.Count);
        Assert.True(names.Count > 1000);
    }

    [Fact]
    public void TextIsOrderedByItsBytes()
    {
        byte[][] names = [[], "a"u8.ToArray(), "ab"u8.ToArray(), "\u00e9"u8.ToArray(), [0x80], [0xC3], [0xFF],
            "\uFFFD"u8.ToArray(), [0xF0, 0x9F, 0x92, 0xA9], "\uE000"u8.ToArray()];
        foreach (byte[] a in names)
        {
            foreach (byte[] b in names)
            {
                Assert.Equal(
                    Math.Sign(a.AsSpan().SequenceCompareTo(b)),
                    Math.Sign(PathText.CompareBytes(PathText.FromBytes(a), PathText.FromBytes(b))));
            }
        }
    }

    [Fact]
    public void ATooShortDestinationIsRejected()
    {
        Assert.Throws<ArgumentException>(() => PathText.ToBytes("abc", new byte[2]));
        Assert.Throws<ArgumentException>(() => PathText.ToBytes("\uDCFF", []));
        Assert.Throws<ArgumentNullException>(() => PathText.ToBytes(null!));
    }

    private static bool IsUtf8(byte[] name) => System.Text.Unicode.Utf8.IsValid(name);
}
