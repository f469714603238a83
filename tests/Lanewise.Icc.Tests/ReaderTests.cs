using System.Buffers.Binary;
using System.Text;

namespace Lanewise.Icc.Tests;

public sealed class ReaderTests
{
    /// <summary>A truncated profile must never be valid or yield a model. Reading it may cause only a format error.</summary>
    [Fact]
    public void EveryTruncationOfEveryProfileIsAnErrorWithItsOffset()
    {
        foreach (IccProfile profile in AllProfiles.ByFileName.Values)
        {
            byte[] bytes = profile.ToArray();
            for (int length = 0; length < bytes.Length; length++)
            {
                IccFile file = IccFile.Read(bytes.AsSpan(0, length));
                Assert.False(file.IsValid);
                IccFormatException error = Assert.Throws<IccFormatException>(() => file.ToProfile());
                Assert.NotNull(error.Offset);
            }
        }
    }

    /// <summary>
    /// If any bytes are changed, the reader must still return normally. Creating and writing the model must either succeed or
    /// throw a documented exception.
    /// </summary>
    [Fact]
    public void MutatedProfilesNeverCrashTheReader()
    {
        const int Seed = 20260909;
        Random random = new(Seed);
        byte[][] originals = [.. AllProfiles.ByFileName.Values.Select(x =>
            x.ToArray()), .. AllProfiles.ByFileName.Values.Select(x => x.ToArray(IccPacking.Plain))];
        ReadOnlySpan<uint> nasty = [0, 1, 7, 8, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFF, 0xFFFFFFF8, 128, 132, 0x40000000];
        int models = 0;
        int refused = 0;
        for (int round = 0; round < 60_000; round++)
        {
            byte[] bytes = [.. originals[random.Next(originals.Length)]];
            int changes = random.Next(1, 5);
            for (int i = 0; i < changes; i++)
            {
                int offset = random.Next(bytes.Length);
                if (random.Next(2) == 0) bytes[offset] = (byte)random.Next(256);
                else BinaryPrimitives.WriteUInt32BigEndian(
                    bytes.AsSpan(Math.Min(offset / 4 * 4, bytes.Length - 4)), nasty[random.Next(nasty.Length)]);
            }

            // Half of the profiles get a valid ID and size so that the code that follows these checks also runs.
            if (random.Next(2) == 0)
            {
                BinaryPrimitives.WriteInt32BigEndian(bytes, bytes.Length);
                IccFormat.ComputeId(bytes, bytes.AsSpan(84, 16));
            }

            IccFile file = IccFile.Read(bytes);
            foreach (IccProblem problem in file.Problems) Assert.InRange(problem.Offset, 0, bytes.Length);
            foreach (IccTag tag in file.Tags)
            {
                if (tag.Element is IccCurveElement curve) Assert.InRange(curve.Curve.Evaluate(0.5), 0, 1);
            }

            try
            {
                _ = file.ToProfile().ToArray();
                models++;
            }
            catch (IccFormatException)
            {
                refused++;
            }
            catch (InvalidOperationException e) when (e.Message.Contains("U+", StringComparison.Ordinal) || e.Message.Contains(
                "adaptation", StringComparison.Ordinal) || e.Message.Contains("parametric", StringComparison.Ordinal))
            {
                // If a change made a text non-ASCII or turned version 4 into version 2, the profile can be read but not written.
                refused++;
            }
        }

        // Both outcomes must occur often. Otherwise, the mutations would test nothing.
        Assert.True(models > 1000 && refused > 1000, $"{models} models, {refused} refused");
    }

    [Fact]
    public void RandomBytesNeverCrashTheReader()
    {
        Random random = new(7);
        for (int round = 0; round < 5000; round++)
        {
            byte[] bytes = new byte[random.Next(400)];
            random.NextBytes(bytes);
            if (bytes.Length > 132)
            {
                "acsp"u8.CopyTo(bytes.AsSpan(36));
                BinaryPrimitives.WriteUInt32BigEndian(bytes.AsSpan(128), (uint)random.Next(12));
            }

            Assert.False(IccFile.Read(bytes).IsValid);
        }
    }

    [Fact]
    public void ErrorsOfEmptyAndShortFilesSayWhatIsNeeded() =>
        Assert.Equal("offset 0: the file ends after 0 bytes; a header has 128", IccFile.Read([]).Problems.Single().ToString());

    public static IEnumerable<TheoryDataRow<string, int, uint, string>> Faults() =>
    [
        new("size", 0, 999, "offset 0: the header specifies 999 bytes; the file has"),
        new("no tags", 128, 0, "offset 128: the table has no tags"),
        new("many tags", 128, 0xFFFFFFFF, "offset 128: a table of 4294967295 tags ends at 51539607672"),
        new("element in the header", 136, 0, "offset 136, 'desc': the element begins at 0, inside the header or the tag table"),
        new("element in the table", 136, 132,
            "offset 136, 'desc': the element begins at 132, inside the header or the tag table"),
        new("element behind the end", 136, 0xFFFFFFF0, "'desc': the element at 4294967280"),
        new("size overflow", 140, 0xFFFFFFFF, "'desc': the element at 240 with 4294967295 bytes ends at 4294967535"),
        new("tiny element", 140, 7, "offset 140, 'desc': the element has 7 bytes"),
        new("odd offset", 160, 273, "'wtpt': the element begins at 273, which is not a multiple of four"),
        new("twice", 144, 0x64657363, "offset 144, 'desc': the tag occurs twice"),
        new("lies over", 164, 24, "offset 292, 'rXYZ': the element overlaps 'wtpt', which begins at 272 and ends at 296"),
        new("text too long", 248, 0x7FFFFFFF, "offset 248, 'desc': the text has 2147483647 bytes"),
        new("curve too long", 360, 0x80000000,
            "offset 360, 'rTRC': the curve has 2147483648 samples; the element has room for 20"),
    ];

    [Theory]
    [MemberData(nameof(Faults))]
    public void ErrorsAreReportedWithOffsetAndTag(string _, int offset, uint value, string message)
    {
        byte[] bytes = AllProfiles.ByFileName["sRGB-v2-nano.icc"].ToArray();
        BinaryPrimitives.WriteUInt32BigEndian(bytes.AsSpan(offset), value);
        IccFile file = IccFile.Read(bytes);
        Assert.False(file.IsValid);
        Assert.Contains(file.Problems, x => x.IsError && x.ToString().Contains(message, StringComparison.Ordinal));
    }

    [Fact]
    public void AGammaOfZeroIsAnError()
    {
        byte[] bytes = AllProfiles.ByFileName["AdobeCompat-v2.icc"].ToArray();
        bytes.AsSpan(^2).Clear();
        Assert.Contains(IccFile.Read(bytes).Problems, x =>
            x is { IsError: true, Tag: "rTRC" } && x.Message.StartsWith("the gamma is 0", StringComparison.Ordinal));
    }

    [Fact]
    public void ElementsOfVersionFourMustNotOverlap()
    {
        byte[] bytes = AllProfiles.ByFileName["sRGB-v2-nano.icc"].ToArray();
        bytes[8] = 4;
        Assert.Contains(IccFile.Read(bytes).Problems, x =>
            x.IsError && x.Message.StartsWith("the element overlaps 'desc'", StringComparison.Ordinal));
    }

    [Fact]
    public void OtherProfilesAreReadButHaveNoModel()
    {
        byte[] bytes = AllProfiles.ByFileName["sRGB-v2-nano.icc"].ToArray();
        Encoding.ASCII.GetBytes("CMYK", bytes.AsSpan(16));
        IccFormat.ComputeId(bytes, bytes.AsSpan(84, 16));
        IccFile file = IccFile.Read(bytes);
        Assert.True(file.IsValid);
        Assert.Contains("CMYK", Assert.Throws<IccFormatException>(() => file.ToProfile()).Message, StringComparison.Ordinal);

        bytes = AllProfiles.ByFileName["sRGB-v2-nano.icc"].ToArray();
        Encoding.ASCII.GetBytes("zzzz", bytes.AsSpan(132 + (12 * 4)));
        IccFormat.ComputeId(bytes, bytes.AsSpan(84, 16));
        Assert.Equal("gXYZ", Assert.Throws<IccFormatException>(() => IccProfile.Read(bytes)).Tag);
    }
}
