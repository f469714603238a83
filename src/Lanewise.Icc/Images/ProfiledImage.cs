namespace Lanewise.Icc;

/// <summary>
/// Puts a profile into a PNG or JPEG file, takes it out, or reads it. The pixels are not touched: every byte that does not
/// belong to a profile is copied as it is.
/// </summary>
/// <remarks>
/// The static methods on bytes make a new array; <see cref="EmbedFile"/> and <see cref="StripFile"/> write beside the image
/// and rename, so that a file is either the old one or the new one and never half of either.
/// </remarks>
public static class ProfiledImage
{
    /// <summary>The largest image that is read, in bytes.</summary>
    public const int MaxImageLength = 1 << 30;

    /// <summary>The profile of an image.</summary>
    /// <param name="image">A PNG or JPEG file.</param>
    /// <returns>The bytes of the profile, or null where the image has none.</returns>
    /// <exception cref="IccFormatException">The image or the profile in it is damaged; the message names the offset.</exception>
    public static byte[]? Extract(ReadOnlySpan<byte> image) => IsPng(image) ? PngFile.Read(image).Extract() : JpegFile.Read(image).Extract();

    /// <summary>Puts a profile into an image, in place of any that was there.</summary>
    /// <param name="image">A PNG or JPEG file.</param>
    /// <param name="profile">An ICC profile for the colours that the image has.</param>
    /// <returns>The new image.</returns>
    /// <exception cref="IccFormatException">The image or the profile is damaged, or they do not fit each other.</exception>
    public static byte[] Embed(ReadOnlySpan<byte> image, ReadOnlySpan<byte> profile)
    {
        IccFile file = IccFile.Read(profile);
        if (file.Problems.FirstOrDefault(x => x.IsError) is { } problem)
            throw new IccFormatException(problem.Offset, problem.Tag, $"the profile is damaged: {problem.Message}");
        return IsPng(image) ? PngFile.Read(image).Embed(profile, file) : JpegFile.Read(image).Embed(profile, file);
    }

    /// <summary>Takes the profile out of an image.</summary>
    /// <param name="image">A PNG or JPEG file.</param>
    /// <returns>The new image; the same bytes where there was no profile.</returns>
    /// <exception cref="IccFormatException">The image is damaged; the message names the offset.</exception>
    public static byte[] Strip(ReadOnlySpan<byte> image) => IsPng(image) ? PngFile.Read(image).Strip() : JpegFile.Read(image).Strip();

    /// <summary>Puts a profile into an image file.</summary>
    /// <param name="path">The image.</param>
    /// <param name="profile">The profile.</param>
    /// <param name="destination">Where the new image goes; null replaces the old one.</param>
    /// <exception cref="IccFormatException">The image or the profile is damaged, or they do not fit; nothing was written.</exception>
    /// <exception cref="IOException">A file could not be read or written; the old image is as it was.</exception>
    public static void EmbedFile(string path, ReadOnlySpan<byte> profile, string? destination = null) =>
        FileReplacement.Write(destination ?? path, Embed(ReadAll(path), profile));

    /// <summary>Takes the profile out of an image file.</summary>
    /// <param name="path">The image.</param>
    /// <param name="destination">Where the new image goes; null replaces the old one.</param>
    /// <returns>Whether there was a profile.</returns>
    /// <exception cref="IccFormatException">The image is damaged; nothing was written.</exception>
    /// <exception cref="IOException">A file could not be read or written; the old image is as it was.</exception>
    public static bool StripFile(string path, string? destination = null)
    {
        byte[] image = ReadAll(path);
        byte[] stripped = Strip(image);
        bool changed = stripped.Length != image.Length;
        if (changed || destination is not null) FileReplacement.Write(destination ?? path, stripped);
        return changed;
    }

    /// <summary>Whether the bytes begin as an image that can hold a profile.</summary>
    internal static bool IsImage(ReadOnlySpan<byte> data) => data.StartsWith(PngFile.Mark) || data is [0xFF, 0xD8, ..];

    private static bool IsPng(ReadOnlySpan<byte> image)
    {
        if (image.StartsWith(PngFile.Mark)) return true;
        if (image is [0xFF, 0xD8, ..]) return false;
        throw new IccFormatException(0, null, "the file is neither PNG nor JPEG: it begins with neither's mark");
    }

    private static byte[] ReadAll(string path)
    {
        long length = new FileInfo(path).Length;
        if (length > MaxImageLength) throw new IOException($"{path} has {length} bytes; images of at most {MaxImageLength} bytes are read.");
        return File.ReadAllBytes(path);
    }
}
