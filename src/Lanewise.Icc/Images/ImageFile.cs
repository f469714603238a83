namespace Lanewise.Icc.Images;

/// <summary>An image that can hold a profile. It is read where it lies; only the profile itself is ever held in memory.</summary>
internal abstract class ImageFile(Stream image)
{
    /// <summary>Whether the bytes begin as an image that can hold a profile.</summary>
    public static bool IsImage(ReadOnlySpan<byte> start) => start.StartsWith(PngFile.Mark) || start is [0xFF, 0xD8, ..];

    /// <summary>Reads the parts of an image up to its pixels.</summary>
    public static ImageFile Read(Stream image)
    {
        byte[] start = new byte[PngFile.Mark.Length];
        image.Position = 0;
        int count = image.ReadAtLeast(start, start.Length, throwOnEndOfStream: false);
        if (!IsImage(start.AsSpan(0, count)))
            throw new IccFormatException(0, null, "the file is neither PNG nor JPEG: it begins with neither's mark");
        return start[0] == 0xFF ? new JpegFile(image) : new PngFile(image);
    }

    /// <summary>The profile, or null where there is none.</summary>
    public abstract byte[]? Extract();

    /// <summary>The image with a profile in place of any that it has.</summary>
    public abstract ImageEdit Embed(ReadOnlySpan<byte> profile, IccFile file);

    /// <summary>The image without its profile.</summary>
    public abstract ImageEdit Strip();

    protected Stream Image => image;

    protected long Length { get; } = image.Length;

    protected void ReadAt(long offset, Span<byte> destination)
    {
        image.Position = offset;
        image.ReadExactly(destination);
    }
}
