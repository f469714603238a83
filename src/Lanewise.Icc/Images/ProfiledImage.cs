using Lanewise.Files.Opening;
using Lanewise.Files.Reading;
using Lanewise.Icc.Images;

namespace Lanewise.Icc;

/// <summary>
/// Embeds a profile in a PNG or JPEG file, removes it, or reads it. Pixels do not change. All bytes outside the profile are
/// copied, except the offsets in the index of a multi-picture file, which are corrected.
/// </summary>
/// <remarks>
/// The static methods on bytes return a new array. <see cref="EmbedFile"/> and <see cref="StripFile"/> write a temporary file
/// beside the image and rename it, so a reader sees either the old file or the new file. These methods read only the profile, not
/// the image, into memory. A file with several hard links, or with an owner that this user cannot set, is overwritten instead, so
/// that it keeps its links and its owner. A file that is read-only for this user is rejected. Devices and pipes are written
/// directly.
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
    /// <exception cref="IccFormatException">
    /// The image or the profile in it is damaged. The message contains the offset.
    /// </exception>
    public static byte[]? Extract(ReadOnlySpan<byte> image) => ImageFile.Read(InMemory(image)).Extract();

    /// <summary>Embeds a profile in an image and replaces an existing profile.</summary>
    /// <param name="image">A PNG or JPEG file.</param>
    /// <param name="profile">An ICC profile for the colour type of the image.</param>
    /// <returns>The new image.</returns>
    /// <exception cref="IccFormatException">
    /// The image or the profile is damaged, or the profile does not fit the image.
    /// </exception>
    public static byte[] Embed(ReadOnlySpan<byte> image, ReadOnlySpan<byte> profile) => Edit(InMemory(image), profile).ToArray();

    /// <summary>Removes the profile from an image.</summary>
    /// <param name="image">A PNG or JPEG file.</param>
    /// <returns>The new image. If there was no profile, it has the same bytes as the old image.</returns>
    /// <exception cref="IccFormatException">The image is damaged. The message contains the offset.</exception>
    public static byte[] Strip(ReadOnlySpan<byte> image) => ImageFile.Read(InMemory(image)).Strip().ToArray();

    /// <summary>Returns the profile of an image file.</summary>
    /// <param name="path">The image.</param>
    /// <returns>The bytes of the profile, or null if the image has no profile.</returns>
    /// <exception cref="IccFormatException">
    /// The image or the profile in it is damaged. The message contains the offset.
    /// </exception>
    /// <exception cref="IOException">The file could not be read.</exception>
    public static byte[]? ExtractFile(string path)
    {
        using FileStream image = Open(path);
        return ImageFile.Read(image).Extract();
    }

    /// <summary>Embeds a profile in an image file.</summary>
    /// <param name="path">The image.</param>
    /// <param name="profile">The profile.</param>
    /// <param name="destination">The path of the new image. If it is null, the old image is replaced.</param>
    /// <exception cref="IccFormatException">
    /// The image or the profile is damaged, or the profile does not fit the image. Nothing was written.
    /// </exception>
    /// <exception cref="IOException">A file could not be read or written. The old image is unchanged.</exception>
    /// <exception cref="UnauthorizedAccessException">Access to a file was denied. The old image is unchanged.</exception>
    public static void EmbedFile(string path, ReadOnlySpan<byte> profile, string? destination = null)
    {
        using FileStream image = Open(path);
        Write(destination ?? path, Edit(image, profile), image, path);
    }

    /// <summary>Removes the profile from an image file.</summary>
    /// <param name="path">The image.</param>
    /// <param name="destination">The path of the new image. If it is null, the old image is replaced.</param>
    /// <returns>True if there was a profile.</returns>
    /// <exception cref="IccFormatException">The image is damaged. Nothing was written.</exception>
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
    /// Removes the profile from an image file and writes the new image to a stream. Returns whether there was a profile.
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

                    // The old image is no longer needed, and Windows cannot replace an open file.
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
                $"the profile has {profile.Length} bytes; at most {MaxProfileLength} are put into an image");

        IccFile file = IccFile.Read(profile);
        if (file.Problems.FirstOrDefault(x => x.IsError) is { } problem)
            throw new IccFormatException(problem.Offset, problem.Tag, $"the profile is damaged: {problem.Message}");
        return ImageFile.Read(image).Embed(profile, file);
    }

    private static MemoryStream InMemory(ReadOnlySpan<byte> image) => new(image.ToArray(), writable: false);

    private static FileStream Open(string path)
    {
        ArgumentException.ThrowIfNullOrEmpty(path);

        // Prevents other programs from writing during the copy. The final copy into a file with several hard links is not
        // protected, because by then the whole image has been read.
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
