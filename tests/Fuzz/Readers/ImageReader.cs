using Lanewise.Icc;

namespace Lanewise.Fuzz;

/// <summary>
/// Reads PNG and JPEG files. It must be possible to extract an embedded profile, and the file must no longer contain a profile
/// after its removal.
/// </summary>
internal sealed class ImageReader() : Reader("read-images")
{
    private static readonly byte[] Profile = IccSpaces.All[0].GetBytes(IccSpaces.All[0].Variants[0]).ToArray();

    private static readonly byte[][] Originals = [Resource("patch.png"), Resource("patch.jpg")];

    protected override byte[] Valid(Random random)
    {
        byte[] image = random.Of(Originals);
        return random.OneIn(2) ? image : ProfiledImage.Embed(image, Profile);
    }

    protected override bool Read(Random random, byte[] bytes)
    {
        bool accepted = Try(() => ProfiledImage.Extract(bytes));
        accepted &= Try(() =>
        {
            byte[] stripped = ProfiledImage.Strip(bytes);
            True(ProfiledImage.Extract(stripped) is null, $"the profile remains after its removal");
            Equal(stripped, ProfiledImage.Strip(stripped), $"an image without a profile changes when profiles are removed");
        });
        accepted &= Try(() =>
        {
            byte[] embedded = ProfiledImage.Embed(bytes, Profile);
            Equal(Profile, ProfiledImage.Extract(embedded), $"the profile that was put in");
        });
        return accepted;
    }

    // According to the documentation, reading a profile needs at most ten times the size of the image, or 64 KiB. This test also
    // copies the image seven times.
    protected override long MostMemory(int length) => (200L * length) + (8 << 20);

    private static bool Try(Action read)
    {
        try
        {
            read();
            return true;
        }
        catch (IccFormatException)
        {
            return false;
        }
    }

    private static byte[] Resource(string name)
    {
        using Stream stream = typeof(ImageReader).Assembly.GetManifestResourceStream(name)!;
        byte[] bytes = new byte[stream.Length];
        stream.ReadExactly(bytes);
        return bytes;
    }
}
