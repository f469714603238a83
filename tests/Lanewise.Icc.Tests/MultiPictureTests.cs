using System.Buffers.Binary;

namespace Lanewise.Icc.Tests;

/// <summary>
/// Tests files with several pictures, as written by phones. After the profile has changed, the index must still locate every
/// picture.
/// </summary>
public sealed class MultiPictureTests
{
    private const int EntryLength = 16;

    private static byte[] Profile => AllProfiles.ByFileName["DisplayP3-v2-micro.icc"].ToArray();

    private static byte[] Bare => ProfiledImage.Strip(ProfiledImageTests.Image("patch.jpg"));

    [Theory]
    [InlineData(true, true)]
    [InlineData(true, false)]
    [InlineData(false, true)]
    [InlineData(false, false)]
    public void TheIndexFindsEveryPicture(bool isLittleEndian, bool profileIsBehind)
    {
        byte[] image = Make(isLittleEndian, profileIsBehind ? Profile : null);
        Check(image, isLittleEndian);
        byte[] large = AllProfiles.ByFileName["sRGB-v2-magic.icc"].ToArray();
        byte[] embedded = ProfiledImage.Embed(image, large);
        Check(embedded, isLittleEndian);
        Assert.Equal(large, ProfiledImage.Extract(embedded));
        byte[] stripped = ProfiledImage.Strip(embedded);
        Check(stripped, isLittleEndian);
        Assert.Equal(Make(isLittleEndian, null), stripped);
        Assert.Equal(stripped, ProfiledImage.Strip(image));
    }

    /// <summary>
    /// Unsupported content must be rejected before any byte is written. The message must state what is unsupported.
    /// </summary>
    [Theory]
    [InlineData(0, 0x58, "signature of TIFF")]
    [InlineData(2, 0x00, "signature of TIFF")]
    [InlineData(4, 0xFF, "bytes end before")]
    [InlineData(8, 0xFF, "bytes end before")]
    [InlineData(10, 0x00, "tag B002) is missing")]
    [InlineData(12, 0x09, "must be bytes")]
    [InlineData(14, 0x21, "must be bytes")]
    [InlineData(17, 0x10, "bytes end before")]
    [InlineData(18, 0xFF, "bytes end before")]
    public void AnUnsupportedIndexIsRejected(int at, byte value, string message)
    {
        byte[] image = Make(isLittleEndian: true, null);
        image[Start(image) + at] = value;
        string text = Assert.Throws<IccFormatException>(() => ProfiledImage.Embed(image, Profile)).Message;
        Assert.Contains("multi-picture", text, StringComparison.Ordinal);
        Assert.Contains(message, text, StringComparison.Ordinal);
        Assert.Equal(image, ProfiledImage.Strip(image));
    }

    /// <summary>If the index contains arbitrary bytes, it must be corrected or rejected.</summary>
    [Fact]
    public void MutatedIndexesNeverCrashTheReader()
    {
        Random random = new(17);
        int refused = 0;
        for (int round = 0; round < 5000; round++)
        {
            byte[] image = Make(isLittleEndian: round % 2 == 0, null);
            int start = Start(image);
            for (int i = random.Next(1, 4); i > 0; i--)
                image[start + random.Next(26 + (2 * EntryLength))] = (byte)random.Next(256);
            try
            {
                Assert.Equal(Profile, ProfiledImage.Extract(ProfiledImage.Embed(image, Profile)));
            }
            catch (IccFormatException)
            {
                refused++;
            }
        }

        Assert.InRange(refused, 500, 4900);
    }

    [Fact]
    public void APictureBeforeThePixelsOfTheFirstPictureIsRejected()
    {
        byte[] image = Make(isLittleEndian: true, null);
        BinaryPrimitives.WriteInt32LittleEndian(image.AsSpan(Start(image) + 26 + EntryLength + 8), 3);
        Assert.Contains(
            "before the pixels", Assert.Throws<IccFormatException>(() => ProfiledImage.Embed(image, Profile)).Message,
            StringComparison.Ordinal);
    }

    /// <summary>
    /// Creates a file that consists of a JFIF segment, an index, an optional profile, the rest of the first picture, and a
    /// second picture.
    /// </summary>
    private static byte[] Make(bool isLittleEndian, byte[]? profile)
    {
        byte[] bare = Bare;
        int jfif = 4 + BinaryPrimitives.ReadUInt16BigEndian(bare.AsSpan(4));
        byte[] icc = profile is null ? [] : ProfiledImage.Embed(bare, profile)[jfif..(jfif + 18 + profile.Length)];
        byte[] index = new byte[8 + 26 + (2 * EntryLength)];
        new byte[] { 0xFF, 0xE2, 0, (byte)(index.Length - 2), (byte)'M', (byte)'P', (byte)'F', 0 }.CopyTo(index, 0);
        Span<byte> tiff = index.AsSpan(8);
        (isLittleEndian ? "II*\0"u8 : "MM\0*"u8).CopyTo(tiff);
        int first = bare.Length + index.Length + icc.Length;
        void Put(Span<byte> at, int value, int bytes)
        {
            for (int i = 0; i < bytes; i++) at[isLittleEndian ? i : bytes - 1 - i] = (byte)(value >> (8 * i));
        }

        Put(tiff.Slice(4), 8, 4);
        Put(tiff.Slice(8), 1, 2);
        Put(tiff.Slice(10), 0xB002, 2);
        Put(tiff.Slice(12), 7, 2);
        Put(tiff.Slice(14), 2 * EntryLength, 4);
        Put(tiff.Slice(18), 26, 4);
        Put(tiff.Slice(26 + 4), first, 4);
        Put(tiff.Slice(26 + EntryLength + 4), bare.Length, 4);
        Put(tiff.Slice(26 + EntryLength + 8), first - (jfif + 8), 4);
        return [.. bare[..jfif], .. index, .. icc, .. bare[jfif..], .. bare];
    }

    private static int Start(byte[] image) => image.AsSpan().IndexOf("MPF\0"u8) + 4;

    private static void Check(byte[] image, bool isLittleEndian)
    {
        int start = Start(image);
        int Number(int at) => isLittleEndian
            ? BinaryPrimitives.ReadInt32LittleEndian(image.AsSpan(start + at))
            : BinaryPrimitives.ReadInt32BigEndian(image.AsSpan(start + at));
        byte[] bare = Bare;
        Assert.Equal(image.Length - bare.Length, Number(26 + 4));
        Assert.Equal(0, Number(26 + 8));
        Assert.Equal(bare, image[(start + Number(26 + EntryLength + 8))..]);
    }
}
