using System.Collections.Immutable;

namespace Lanewise.Icc;

/// <summary>
/// A display profile of one of two kinds: an RGB profile with one matrix and one tone curve, or a gray profile with only a tone
/// curve. An <see cref="IccProfile"/> represents the whole content of the file, but not its layout.
/// </summary>
/// <remarks>
/// Numbers in a profile are big-endian. The profile ID is an MD5 digest, as the ICC specification requires. MD5 is broken for
/// security purposes, but the ID is used only to distinguish profiles.
/// <code>
/// IccProfile profile = IccSpaces.Find("sRGB").MakeProfile(IccVariant.V2Micro);
/// byte[] bytes = profile.ToArray();
/// </code>
/// </remarks>
public sealed class IccProfile : IEquatable<IccProfile>
{
    /// <summary>
    /// The default creation date of new profiles. The date is constant, so the same input always produces the same bytes.
    /// </summary>
    public static DateTime DefaultDate { get; } = new(2026, 1, 1, 0, 0, 0, DateTimeKind.Utc);

    /// <summary>The version of the profile format, 2 or 4.</summary>
    public required int Version { get; init; }

    /// <summary>The name of the profile.</summary>
    public required string Description { get; init; }

    /// <summary>The copyright text.</summary>
    public required string Copyright { get; init; }

    /// <summary>The date and time when the profile was created.</summary>
    public DateTime Created { get; init; } = DefaultDate;

    /// <summary>
    /// The media white point: the device's white in version 2, and the white of the profile connection space in version 4.
    /// </summary>
    public required IccXyz MediaWhite { get; init; }

    /// <summary>Indicates whether the profile describes a gray axis and has no colorants.</summary>
    public bool IsGray { get; init; }

    /// <summary>The red colorant.</summary>
    public IccXyz Red { get; init; }

    /// <summary>The green colorant.</summary>
    public IccXyz Green { get; init; }

    /// <summary>The blue colorant.</summary>
    public IccXyz Blue { get; init; }

    /// <summary>The tone curve, which applies to all three channels or to the gray channel.</summary>
    public required IccCurve Curve { get; init; }

    /// <summary>
    /// The nine numbers, in row order, of the matrix that adapts the device's white to the profile connection space. Empty if the
    /// profile has no adaptation matrix.
    /// </summary>
    public ImmutableArray<S15Fixed16> Adaptation { get; init; } = [];

    /// <summary>The maximum length of a description or a copyright text in bytes.</summary>
    internal const int MaxTextLength = 1000;

    /// <summary>Returns the bytes of the profile.</summary>
    /// <param name="packing">Specifies how tightly the elements are packed.</param>
    /// <returns>A complete profile, including its profile ID.</returns>
    /// <exception cref="InvalidOperationException">
    /// The profile contains a value that cannot be stored in the profile's version. The message contains the value.
    /// </exception>
    public byte[] ToArray(IccPacking packing = IccPacking.Tight) => IccWriter.Write(this, packing);

    /// <summary>Reads an RGB profile with one matrix and one tone curve, or a gray profile with a tone curve.</summary>
    /// <param name="data">The bytes of the profile.</param>
    /// <returns>The profile.</returns>
    /// <exception cref="IccFormatException">
    /// The data is not a valid profile of this kind. The message contains the offset and the tag.
    /// </exception>
    public static IccProfile Read(ReadOnlySpan<byte> data) => IccFile.Read(data).ToProfile();

    /// <inheritdoc/>
    public bool Equals(IccProfile? other) =>
        other is not null && Version == other.Version && Description == other.Description && Copyright == other.Copyright
        && Created == other.Created && MediaWhite == other.MediaWhite && IsGray == other.IsGray
        && Red == other.Red && Green == other.Green && Blue == other.Blue && Curve.Equals(other.Curve)
        && Adaptation.AsSpan().SequenceEqual(other.Adaptation.AsSpan());

    /// <inheritdoc/>
    public override bool Equals(object? obj) => Equals(obj as IccProfile);

    /// <inheritdoc/>
    public override int GetHashCode() => HashCode.Combine(Version, Description, Copyright, MediaWhite, Red, Green, Blue, Curve);
}
