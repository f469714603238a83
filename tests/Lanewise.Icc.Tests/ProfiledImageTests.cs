using System.Buffers.Binary;
using System.Text;

namespace Lanewise.Icc.Tests;

/// <summary>Uses two images that were written by a browser: a PNG without a profile and a JPEG with one.</summary>
public sealed class ProfiledImageTests : IDisposable
{
    private readonly string folder = Directory.CreateTempSubdirectory("lanewise-icc").FullName;

    private static byte[] Profile => AllProfiles.ByFileName["DisplayP3-v2-micro.icc"].ToArray();

    private static byte[] Gray => AllProfiles.ByFileName["sGrey-v2-nano.icc"].ToArray();

    public void Dispose() => Directory.Delete(folder, recursive: true);

    public static IEnumerable<TheoryDataRow<string>> Images() => [new("patch.png"), new("patch.jpg")];

    [Theory]
    [MemberData(nameof(Images))]
    public void AnEmbeddedProfileIsReadBackAndStrippingKeepsThePixels(string name)
    {
        byte[] image = Image(name);
        byte[] bare = ProfiledImage.Strip(image);
        Assert.Null(ProfiledImage.Extract(bare));
        byte[] tagged = ProfiledImage.Embed(image, Profile);
        Assert.Equal(Profile, ProfiledImage.Extract(tagged));
        Assert.Equal(bare, ProfiledImage.Strip(tagged));

        // After a replacement, the image contains only the new profile. The bytes of the image are the same as if the profile
        // had been embedded in an image that had none.
        byte[] other = AllProfiles.ByFileName["Rec2020-v4.icc"].ToArray();
        Assert.Equal(ProfiledImage.Embed(bare, other), ProfiledImage.Embed(tagged, other));
        Assert.Equal(other, ProfiledImage.Extract(ProfiledImage.Embed(tagged, other)));
    }

    [Fact]
    public void ProfileSegmentsFollowJfifAndExifInOrder()
    {
        byte[] tagged = ProfiledImage.Embed(Image("patch.jpg"), Profile);
        Assert.Equal([0xFF, 0xD8, 0xFF, 0xE0], tagged[..4]);
        int jfif = 4 + BinaryPrimitives.ReadUInt16BigEndian(tagged.AsSpan(4));
        Assert.Equal([0xFF, 0xE2], tagged[jfif..(jfif + 2)]);
        Assert.Equal("ICC_PROFILE\0\u0001\u0001", Encoding.Latin1.GetString(tagged, jfif + 4, 14));
    }

    [Fact]
    public void LargeProfilesTakeSeveralSegments()
    {
        byte[] large = Padded(200_000);
        byte[] tagged = ProfiledImage.Embed(Image("patch.jpg"), large);
        Assert.Equal(large, ProfiledImage.Extract(tagged));
        Assert.Equal(4, Count(tagged, "ICC_PROFILE\0"u8));
        Assert.Equal(ProfiledImage.Strip(Image("patch.jpg")), ProfiledImage.Strip(tagged));
        Assert.Equal(large, ProfiledImage.Extract(ProfiledImage.Embed(Image("patch.png"), large)));

        // The order of the segments in the file may differ from that of the profile's parts.
        int first = tagged.AsSpan().IndexOf("ICC_PROFILE\0"u8) + 12;
        int second = first + tagged.AsSpan(first).IndexOf("ICC_PROFILE\0"u8) + 12;
        (tagged[first], tagged[second]) = (tagged[second], tagged[first]);
        byte[] swapped = ProfiledImage.Extract(tagged)!;
        Assert.Equal(large.Length, swapped.Length);
        Assert.Equal(large[65519..131038], swapped[..65519]);
    }

    [Fact]
    public void DamagedProfilePartsAreReported()
    {
        byte[] tagged = ProfiledImage.Embed(Image("patch.jpg"), Padded(100_000));
        int first = tagged.AsSpan().IndexOf("ICC_PROFILE\0"u8) + 12;
        Assert.Contains("occurs twice", Broken(2, 2), StringComparison.Ordinal);
        Assert.Contains("out of range", Broken(0, 2), StringComparison.Ordinal);
        Assert.Contains("out of range", Broken(3, 2), StringComparison.Ordinal);
        Assert.Contains("the first segment specified 3", Broken(1, 3), StringComparison.Ordinal);

        string Broken(byte number, byte count)
        {
            byte[] broken = [.. tagged];
            broken[first] = number;
            broken[first + 1] = count;
            return Assert.Throws<IccFormatException>(() => ProfiledImage.Extract(broken)).Message;
        }
    }

    [Fact]
    public void AProfileThatDoesNotFitASegmentCountIsRejected()
    {
        byte[] huge = Padded((255 * 65519) + 1);
        Assert.Contains("255 segments hold", Assert.Throws<IccFormatException>(() =>
            ProfiledImage.Embed(Image("patch.jpg"), huge)).Message, StringComparison.Ordinal);
    }

    [Theory]
    [MemberData(nameof(Images))]
    public void AGreyProfileDoesNotFitAColorImage(string name) =>
        Assert.Contains("describes 'GRAY'", Assert.Throws<IccFormatException>(() =>
            ProfiledImage.Embed(Image(name), Gray)).Message, StringComparison.Ordinal);

    [Fact]
    public void EmbeddingDropsContradictingPngChunks()
    {
        byte[] image = Image("patch.png");
        List<byte> withSrgb = [.. image[..33], .. Chunk("sRGB", [0]), .. Chunk("cICP", [12, 13, 0, 1]),
            .. Chunk("gAMA", [0, 0, 1, 2]), .. image[33..]];
        byte[] tagged = ProfiledImage.Embed([.. withSrgb], Profile);
        Assert.Equal(0, Count(tagged, "sRGB"u8));
        Assert.Equal(0, Count(tagged, "cICP"u8));
        Assert.Equal(1, Count(tagged, "gAMA"u8));
        Assert.Equal(Profile, ProfiledImage.Extract(tagged));
    }

    [Fact]
    public void BytesAfterTheImageAreKept()
    {
        foreach (string name in (ReadOnlySpan<string>)["patch.png", "patch.jpg"])
        {
            byte[] tagged = ProfiledImage.Embed([.. Image(name), 1, 2, 3], Profile);
            Assert.Equal([1, 2, 3], tagged[^3..]);
        }
    }

    /// <summary>Truncation at any parsed position, or random changes, lead to either a format error or an image.</summary>
    [Theory]
    [MemberData(nameof(Images))]
    public void TruncatedAndMutatedImagesNeverCrashTheReader(string name)
    {
        byte[] image = ProfiledImage.Embed(Image(name), Profile);
        int parsed = name.EndsWith("png", StringComparison.Ordinal) ? image.Length
            : image.AsSpan().IndexOf([(byte)0xFF, (byte)0xDA]) + 2;
        for (int length = 0; length < parsed; length++)
            Assert.Throws<IccFormatException>(() => ProfiledImage.Strip(image.AsSpan(0, length)));

        Random random = new(11);
        int refused = 0;
        for (int round = 0; round < 20_000; round++)
        {
            byte[] broken = [.. image];
            for (int i = random.Next(1, 4); i > 0; i--) broken[random.Next(broken.Length)] = (byte)random.Next(256);
            try
            {
                _ = ProfiledImage.Extract(broken);
                _ = ProfiledImage.Embed(broken, Profile);
                _ = ProfiledImage.Strip(broken);
            }
            catch (IccFormatException)
            {
                refused++;
            }
        }

        Assert.InRange(refused, 1000, 20_000);
    }

    [Fact]
    public void FilesAreReplacedCompletelyOrNotAtAll()
    {
        string path = Path.Combine(folder, "a.png");
        byte[] image = Image("patch.png");
        File.WriteAllBytes(path, image);
        ProfiledImage.EmbedFile(path, Profile);
        Assert.Equal(ProfiledImage.Embed(image, Profile), File.ReadAllBytes(path));
        Assert.True(ProfiledImage.StripFile(path));
        Assert.False(ProfiledImage.StripFile(path));
        Assert.Equal(image, File.ReadAllBytes(path));

        byte[] cut = image[..60];
        File.WriteAllBytes(path, cut);
        Assert.Throws<IccFormatException>(() => ProfiledImage.EmbedFile(path, Profile));
        Assert.Throws<IccFormatException>(() => ProfiledImage.EmbedFile(path, Profile.AsSpan(0, 300)));
        Assert.Equal(cut, File.ReadAllBytes(path));

        File.WriteAllBytes(path, image);
        Assert.Throws<DirectoryNotFoundException>(() =>
            ProfiledImage.EmbedFile(path, Profile, Path.Combine(folder, "none", "b.png")));
        Assert.Throws<IOException>(() => ProfiledImage.EmbedFile(path, Profile, folder));
        Assert.Equal(image, File.ReadAllBytes(path));
        Assert.Equal([path], Directory.GetFiles(folder));
    }

    [Fact]
    public void ALinkStaysALinkAndTheModeStays()
    {
        if (OperatingSystem.IsWindows()) return;

        string path = Path.Combine(folder, "real.png");
        string link = Path.Combine(folder, "link.png");
        File.WriteAllBytes(path, Image("patch.png"));
        File.SetUnixFileMode(path, UnixFileMode.UserRead | UnixFileMode.UserWrite);
        File.CreateSymbolicLink(link, path);
        ProfiledImage.EmbedFile(link, Profile);
        Assert.Equal(path, File.ResolveLinkTarget(link, returnFinalTarget: false)!.FullName);
        Assert.Equal(Profile, ProfiledImage.Extract(File.ReadAllBytes(path)));
        Assert.Equal(UnixFileMode.UserRead | UnixFileMode.UserWrite, File.GetUnixFileMode(path));
    }

    internal static byte[] Image(string name) => File.ReadAllBytes(Path.Combine(AppContext.BaseDirectory, name));

    /// <summary>Creates a valid profile of a given size with an additional element that no code parses.</summary>
    private static byte[] Padded(int length)
    {
        byte[] small = AllProfiles.ByFileName["sRGB-v4.icc"].ToArray();
        int shift = 12;
        byte[] large = new byte[length];
        small.AsSpan(0, 132).CopyTo(large);
        BinaryPrimitives.WriteInt32BigEndian(large, length);
        int tags = BinaryPrimitives.ReadInt32BigEndian(small.AsSpan(128));
        BinaryPrimitives.WriteInt32BigEndian(large.AsSpan(128), tags + 1);
        for (int i = 0; i < tags; i++)
        {
            Span<byte> entry = large.AsSpan(132 + (12 * i), 12);
            small.AsSpan(132 + (12 * i), 12).CopyTo(entry);
            BinaryPrimitives.WriteInt32BigEndian(entry.Slice(4), BinaryPrimitives.ReadInt32BigEndian(entry.Slice(4)) + shift);
        }

        int end = 132 + (12 * tags);
        "xtra"u8.CopyTo(large.AsSpan(end));
        BinaryPrimitives.WriteInt32BigEndian(large.AsSpan(end + 4), small.Length + shift);
        BinaryPrimitives.WriteInt32BigEndian(large.AsSpan(end + 8), length - small.Length - shift);
        small.AsSpan(end).CopyTo(large.AsSpan(end + shift));
        Span<byte> extra = large.AsSpan(small.Length + shift);
        new Random(3).NextBytes(extra);
        "data\0\0\0\0"u8.CopyTo(extra);
        IccFormat.ComputeId(large, large.AsSpan(84, 16));
        return large;
    }

    internal static byte[] Chunk(string type, byte[] data)
    {
        byte[] chunk = new byte[12 + data.Length];
        BinaryPrimitives.WriteInt32BigEndian(chunk, data.Length);
        Encoding.ASCII.GetBytes(type, chunk.AsSpan(4));
        data.CopyTo(chunk, 8);
        uint crc = uint.MaxValue;
        foreach (byte b in chunk.AsSpan(4, 4 + data.Length))
        {
            crc ^= b;
            for (int bit = 0; bit < 8; bit++) crc = (crc & 1) != 0 ? (crc >> 1) ^ 0xEDB88320 : crc >> 1;
        }

        BinaryPrimitives.WriteUInt32BigEndian(chunk.AsSpan(8 + data.Length), ~crc);
        return chunk;
    }

    private static int Count(ReadOnlySpan<byte> data, ReadOnlySpan<byte> what)
    {
        int count = 0;
        for (int at; (at = data.IndexOf(what)) >= 0; data = data.Slice(at + what.Length)) count++;
        return count;
    }
}
