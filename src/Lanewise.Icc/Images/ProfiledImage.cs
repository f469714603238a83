using Lanewise.Files.Opening;
using Lanewise.Files.Reading;
using Lanewise.Icc.Images;

namespace Lanewise.Icc;

/// <summary>
/// Embeds, removes or reads the ICC profile of a PNG or JPEG file. Pixels do not change. All bytes outside the profile are copied
/// unchanged, except the lengths and offsets in the index of a multi-picture file, which are corrected.
/// </summary>
/// <remarks>
/// The methods with span parameters return a new array. <see cref="EmbedFile"/> and <see cref="StripFile"/> write a temporary
/// file next to the image and then rename it, so other programs see either the old file or the new one. Both methods read only
/// the profile into memory, not the whole image. A file with several hard links, or with an owner that the current user cannot
/// set, is overwritten in place, to preserve its links and its owner. A file that is read-only for the current user is
/// rejected. Devices and pipes are written directly.
/// </remarks>
public static class ProfiledImage
{
    /// <summary>The maximum length of an image in bytes.</summary>
    public const int MaxImageLength = 1 << 30;

    /// <summary>The maximum length of an embedded profile in bytes.</summary>
    public const int MaxProfileLength = IccLimits.MaxProfileLength;

    private const int BufferBytes = 4096;

    /// <summary>Returns the profile of an image.</summary>
    /// <param name="image">A PNG or JPEG file.</param>
    /// <returns>The bytes of the profile, or null if the image has no profile.</returns>
    /// <exception cref="IccFormatException">The image or its profile is damaged. The message contains the offset.</exception>
    public static byte[]? Extract(ReadOnlySpan<byte> image) => ImageFile.Read(InMemory(image)).Extract();

    /// <summary>Embeds a profile in an image, replacing any existing profile.</summary>
    /// <param name="image">A PNG or JPEG file.</param>
    /// <param name="profile">An ICC profile for the color type of the image.</param>
    /// <returns>The new image.</returns>
    /// <exception cref="IccFormatException">
    /// The image or the profile is damaged, or the profile does not fit the image.
    /// </exception>
    public static byte[] Embed(ReadOnlySpan<byte> image, ReadOnlySpan<byte> profile) => Edit(InMemory(image), profile).ToArray();

    /// <summary>Removes the profile from an image.</summary>
    /// <param name="image">A PNG or JPEG file.</param>
    /// <returns>The new image. If there was no profile, the new image is identical to the old one.</returns>
    /// <exception cref="IccFormatException">The image is damaged. The message contains the offset.</exception>
    public static byte[] Strip(ReadOnlySpan<byte> image) => ImageFile.Read(InMemory(image)).Strip().ToArray();

    /// <summary>Returns the profile of an image file.</summary>
    /// <param name="path">The path of the image file.</param>
    /// <returns>The bytes of the profile, or null if the image has no profile.</returns>
    /// <exception cref="IccFormatException">The image or its profile is damaged. The message contains the offset.</exception>
    /// <exception cref="IOException">The file could not be read.</exception>
    public static byte[]? ExtractFile(string path)
    {
        using FileStream image = Open(path);
        return ImageFile.Read(image).Extract();
    }

    /// <summary>Embeds a profile in an image file.</summary>
    /// <param name="path">The path of the image file.</param>
    /// <param name="profile">The profile.</param>
    /// <param name="destination">The path of the new image, or null to replace the old one.</param>
    /// <exception cref="IccFormatException">
    /// The image or the profile is damaged, or the profile does not fit the image. No file was written.
    /// </exception>
    /// <exception cref="IOException">A file could not be read or written. The old image is unchanged.</exception>
    /// <exception cref="UnauthorizedAccessException">Access to a file was denied. The old image is unchanged.</exception>
    public static void EmbedFile(string path, ReadOnlySpan<byte> profile, string? destination = null)
    {
        using FileStream image = Open(path);
        Write(destination ?? path, Edit(image, profile), image, path);
    }

    /// <summary>Removes the profile from an image file.</summary>
    /// <param name="path">The path of the image file.</param>
    /// <param name="destination">The path of the new image, or null to replace the old one.</param>
    /// <returns>True if the image had a profile.</returns>
    /// <exception cref="IccFormatException">The image is damaged. No file was written.</exception>
    /// <exception cref="IOException">A file could not be read or written. The old image is unchanged.</exception>
    /// <exception cref="UnauthorizedAccessException">Access to a file was denied. The old image is unchanged.</exception>
    public static bool StripFile(string path, string? destination = null)
    {
        using FileStream image = Open(path);
        ImageEdit edit = ImageFile.Read(image).Strip();
        if (!edit.ChangesNothing || destination is not null) Write(destination ?? path, edit, image, path);
        return !edit.ChangesNothing;
    }

    /// <summary>Embeds a profile in an image file and writes the new image to a stream.</summary>
    internal static void EmbedTo(Stream destination, string path, ReadOnlySpan<byte> profile)
    {
        using FileStream image = Open(path);
        Edit(image, profile).WriteTo(destination);
    }

    /// <summary>
    /// Removes the profile from an image file and writes the new image to a stream. Returns whether the image had a profile.
    /// </summary>
    internal static bool StripTo(Stream destination, string path)
    {
        using FileStream image = Open(path);
        ImageEdit edit = ImageFile.Read(image).Strip();
        edit.WriteTo(destination);
        return !edit.ChangesNothing;
    }

    private static void Write(string path, ImageEdit edit, FileStream image, string like)
    {
        try
        {
            WholeFile.Write(
                path,
                stream =>
                {
                    edit.WriteTo(stream);

                    // The old image is closed at this point, because it is no longer needed and Windows cannot replace an open
                    // file.
                    image.Dispose();
                },
                like);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            throw ReadErrors.Named(e, path);
        }
    }

    private static ImageEdit Edit(Stream image, ReadOnlySpan<byte> profile)
    {
        if (profile.Length > MaxProfileLength)
            throw new IccFormatException(
                $"the profile has {profile.Length} bytes; at most {MaxProfileLength} bytes can be embedded");

        IccFile file = IccFile.Read(profile);
        if (file.Problems.FirstOrDefault(x => x.IsError) is { } problem)
            throw new IccFormatException(problem.Offset, problem.Tag, $"the profile is damaged: {problem.Message}");
        return ImageFile.Read(image).Embed(profile, file);
    }

    private static MemoryStream InMemory(ReadOnlySpan<byte> image) => new(image.ToArray(), writable: false);

    private static FileStream Open(string path)
    {
        ArgumentException.ThrowIfNullOrEmpty(path);

        // The file share mode prevents other programs from writing during the copy. The final copy into a file with several
        // hard links does not need this protection, because the whole image has already been read by then.
        FileStream image;
        try
        {
            image = OpenedFile.Read(path, BufferBytes);
        }
        catch (Exception e) when (ReadErrors.IsExpected(e))
        {
            throw ReadErrors.Named(e, path);
        }

        if (image.Length <= MaxImageLength) return image;

        string problem = $"{path} has {image.Length} bytes; images of at most {MaxImageLength} bytes are read.";
        image.Dispose();
        throw new IOException(problem);
    }
}
