using System.Buffers.Binary;
using System.IO.Compression;

namespace Lanewise.Icc.Tests;

/// <summary>
/// Tests small files that claim to contain gigabytes. The time and memory for reading must depend on the actual number of bytes.
/// </summary>
public sealed class BombTests
{
    private const int Tags = 1000;
    private const int TableEnd = 132 + (12 * Tags);

    /// <summary>
    /// The profile has a thousand tags that share the same bytes. The tags differ only in size, and each has the maximum number
    /// of texts.
    /// </summary>
    [Fact]
    public void TagsThatShareTextsAreReadOnce()
    {
        byte[] bomb = Texts();
        Assert.Equal(27_412, bomb.Length);
        IccFile file = ReadWithin(bomb);
        Assert.Contains(file.Problems, x => x.IsError && x.Message.StartsWith("the element overlaps", StringComparison.Ordinal));
        Assert.InRange(file.Problems.Count, 1, IccFile.MaxProblems);
    }

    [Fact]
    public void TagsThatShareColorsAreReadOnce()
    {
        const int Length = 800_000;
        byte[] bomb = Start(Length, i => (uint)(Length - TableEnd - (12 * i)));
        "XYZ "u8.CopyTo(bomb.AsSpan(TableEnd));
        ReadWithin(bomb);
    }

    /// <summary>One element has 256 overlapping texts. The format allows this, but time and memory must be bounded.</summary>
    [Fact]
    public void TextsThatShareBytesInsideAnElementAreBounded()
    {
        byte[] bomb = Texts();
        BinaryPrimitives.WriteInt32BigEndian(bomb.AsSpan(128), 1);
        IccFile file = ReadWithin(bomb);
        Assert.Contains(file.Problems, x => x.Message.Contains("would exceed the memory limit", StringComparison.Ordinal));
    }

    /// <summary>
    /// If every entry in the tag table is wrong, the file is invalid, and the reader lists only some of the errors.
    /// </summary>
    [Fact]
    public void NotAllErrorsAreListed()
    {
        byte[] bomb = Start(TableEnd, i => uint.MaxValue - (uint)i);
        IccFile file = ReadWithin(bomb);
        Assert.Equal(IccFile.MaxProblems, file.Problems.Count);
        Assert.False(file.IsValid);
        Assert.Contains("too many problems", file.Problems[^1].Message, StringComparison.Ordinal);
    }

    [Fact]
    public void ABombInsideAPngIsBounded()
    {
        byte[] image = PngWith(Texts());
        Assert.InRange(image.Length, 1000, 6000);
        byte[]? profile = Within(image.Length, () => ProfiledImage.Extract(image));
        ReadWithin(profile!);
    }

    /// <summary>The image is 263 kB long and decompresses to 256 MiB.</summary>
    [Fact]
    public void ADecompressionBombIsRejected()
    {
        byte[] image = PngWith(new byte[1 << 28]);
        Assert.InRange(image.Length, 250_000, 300_000);
        IccFormatException error = Within(image.Length, () =>
            Assert.Throws<IccFormatException>(() => ProfiledImage.Extract(image)));
        Assert.Contains($"the limit for a file of {image.Length} bytes", error.Message, StringComparison.Ordinal);
    }

    /// <summary>
    /// An embedded profile can be read back even if it compresses extremely well, because it is then stored uncompressed.
    /// </summary>
    [Fact]
    public void AProfileThatCompressesTooWellIsStillReadBack()
    {
        byte[] profile = new byte[1 << 20];
        AllProfiles.ByFileName["sRGB-v2-nano.icc"].ToArray().CopyTo(profile, 0);
        BinaryPrimitives.WriteInt32BigEndian(profile, profile.Length);
        IccFormat.ComputeId(profile, profile.AsSpan(84, 16));
        byte[] image = ProfiledImage.Embed(ProfiledImageTests.Image("patch.png"), profile);
        Assert.Equal(profile, ProfiledImage.Extract(image));
    }

    private static IccFile ReadWithin(byte[] bomb)
    {
        IccFile file = Within(bomb.Length, () => IccFile.Read(bomb));
        Assert.False(file.IsValid);
        return file;
    }

    /// <summary>
    /// Checks that an action allocates at most ten times the file size. First calls may allocate a few additional kilobytes.
    /// </summary>
    private static T Within<T>(int length, Func<T> action)
    {
        _ = IccFile.Read(AllProfiles.ByFileName["sRGB-v4.icc"].ToArray());
        long before = GC.GetAllocatedBytesForCurrentThread();
        T result = action();
        Assert.InRange(GC.GetAllocatedBytesForCurrentThread() - before, 0, Math.Min((10L * length) + (256 << 10), 64 << 20));
        return result;
    }

    private static byte[] Texts()
    {
        const int Length = 27_412;
        byte[] bomb = Start(Length, i => (uint)(Length - TableEnd - (4 * i)));
        Span<byte> element = bomb.AsSpan(TableEnd);
        "mluc"u8.CopyTo(element);
        BinaryPrimitives.WriteInt32BigEndian(element.Slice(8), 256);
        BinaryPrimitives.WriteInt32BigEndian(element.Slice(12), 12);
        for (int i = 0; i < 256; i++)
        {
            "enUS"u8.CopyTo(element.Slice(16 + (12 * i)));
            BinaryPrimitives.WriteInt32BigEndian(element.Slice(20 + (12 * i)), 8192);
            BinaryPrimitives.WriteInt32BigEndian(element.Slice(24 + (12 * i)), 16 + (12 * 256));
        }

        return bomb;
    }

    /// <summary>Creates a header and a table of a thousand tags, all of whose elements are at the end of the file.</summary>
    private static byte[] Start(int length, Func<int, uint> size)
    {
        byte[] bomb = new byte[length];
        AllProfiles.ByFileName["sRGB-v4.icc"].ToArray().AsSpan(0, 128).CopyTo(bomb);
        BinaryPrimitives.WriteInt32BigEndian(bomb, length);
        bomb.AsSpan(84, 16).Clear();
        BinaryPrimitives.WriteInt32BigEndian(bomb.AsSpan(128), Tags);
        for (int i = 0; i < Tags; i++)
        {
            Span<byte> row = bomb.AsSpan(132 + (12 * i));
            BinaryPrimitives.WriteInt32BigEndian(row, 0x41414141 + i);
            BinaryPrimitives.WriteInt32BigEndian(row.Slice(4), TableEnd);
            BinaryPrimitives.WriteUInt32BigEndian(row.Slice(8), size(i));
        }

        return bomb;
    }

    private static byte[] PngWith(byte[] profile)
    {
        using MemoryStream packed = new();
        packed.Write("x\0\0"u8);
        using (ZLibStream pack = new(packed, CompressionLevel.SmallestSize, leaveOpen: true)) pack.Write(profile);
        byte[] image = ProfiledImageTests.Image("patch.png");
        return [.. image[..33], .. ProfiledImageTests.Chunk("iCCP", packed.ToArray()), .. image[33..]];
    }
}
