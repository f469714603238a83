namespace Lanewise.Icc.Images;

/// <summary>An image that can contain a profile. Only the profile is read into memory, not the whole image.</summary>
internal abstract class ImageFile(Stream image)
{
    /// <summary>Returns whether a file that starts with these bytes is an image that can contain a profile.</summary>
    public static bool IsImage(ReadOnlySpan<byte> start) => start.StartsWith(PngFile.Mark) || start is [0xFF, 0xD8, ..];

    /// <summary>Reads the parts of an image that precede its pixels.</summary>
    public static ImageFile Read(Stream image)
    {
        byte[] start = new byte[PngFile.Mark.Length];
        image.Position = 0;
        int count = image.ReadAtLeast(start, start.Length, throwOnEndOfStream: false);
        if (!IsImage(start.AsSpan(0, count)))
            throw new IccFormatException(0, null, "the file is neither PNG nor JPEG: it begins with neither signature");
        return start[0] == 0xFF ? new JpegFile(image) : new PngFile(image);
    }

    /// <summary>Returns the profile, or null if the image has no profile.</summary>
    public abstract byte[]? Extract();

    /// <summary>Replaces or adds the profile.</summary>
    public abstract ImageEdit Embed(ReadOnlySpan<byte> profile, IccFile file);

    /// <summary>Removes the profile.</summary>
    public abstract ImageEdit Strip();

    protected Stream Image => image;

    protected long Length { get; } = image.Length;

    protected void ReadAt(long offset, Span<byte> destination)
    {
        image.Position = offset;
        image.ReadExactly(destination);
    }
}
