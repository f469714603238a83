using System.Collections.Immutable;

namespace Lanewise.Icc;

/// <summary>The content of a tag that this library parses.</summary>
public abstract record IccElement
{
    private protected IccElement(string type) => Type = type;

    /// <summary>The type signature, which has four characters.</summary>
    public string Type { get; }
}

/// <summary>A <c>text</c> element, which contains ASCII text.</summary>
/// <param name="Text">The characters before the terminator.</param>
public sealed record IccText(string Text) : IccElement("text");

/// <summary>A <c>desc</c> element (textDescriptionType), which contains the name of a version 2 profile.</summary>
/// <param name="Text">The ASCII text.</param>
/// <param name="TailOffset">
/// The offset in the file of the Macintosh script field, which is unused if its character count is 0.
/// </param>
/// <param name="TailUsed">True if the Macintosh script field contains text.</param>
public sealed record IccDescription(string Text, long TailOffset, bool TailUsed) : IccElement("desc");

/// <summary>An <c>mluc</c> element (multiLocalizedUnicodeType), which contains texts for languages and countries.</summary>
/// <param name="Texts">The texts. Each key is a language and country code, such as enUS.</param>
public sealed record IccLocalized(ImmutableArray<KeyValuePair<string, string>> Texts) : IccElement("mluc")
{
    /// <summary>
    /// The text in American English or, if there is none, the first text. Empty if there are no texts.
    /// </summary>
    public string Text => Texts.FirstOrDefault(x => x.Key == "enUS").Value ?? (Texts.IsEmpty ? "" : Texts[0].Value);
}

/// <summary>An <c>XYZ</c> element, which contains one or more colors.</summary>
/// <param name="Values">The colors.</param>
public sealed record IccXyzElement(ImmutableArray<IccXyz> Values) : IccElement("XYZ ");

/// <summary>An <c>sf32</c> element, which contains fixed-point numbers.</summary>
/// <param name="Values">The numbers.</param>
public sealed record IccNumbers(ImmutableArray<S15Fixed16> Values) : IccElement("sf32");

/// <summary>A <c>curv</c> or <c>para</c> element, which contains a tone curve.</summary>
/// <param name="Curve">The tone curve.</param>
public sealed record IccCurveElement(IccCurve Curve) : IccElement(Curve.Kind == IccCurveKind.Parametric ? "para" : "curv");

/// <summary>An element whose type this library does not parse.</summary>
/// <param name="Name">The type signature.</param>
public sealed record IccUnknown(string Name) : IccElement(Name);

/// <summary>An entry of the tag table.</summary>
/// <param name="Signature">The tag signature, which has four characters.</param>
/// <param name="Offset">The offset of the tag's element.</param>
/// <param name="Size">The element length in bytes.</param>
/// <param name="Element">The content of the element, or null if it could not be read.</param>
/// <param name="SharedWith">The earlier tag that uses the same element, or null if there is none.</param>
public sealed record IccTag(string Signature, uint Offset, uint Size, IccElement? Element, string? SharedWith);

/// <summary>The fixed header of a profile, which is 128 bytes long.</summary>
public sealed record IccHeader
{
    /// <summary>The length of the profile in bytes according to its header.</summary>
    public required uint Size { get; init; }

    /// <summary>The signature of the preferred color engine, or four NULs.</summary>
    public required string Engine { get; init; }

    /// <summary>The major version, which is 2, 4, or 5 for iccMAX.</summary>
    public required int Major { get; init; }

    /// <summary>The minor version.</summary>
    public required int Minor { get; init; }

    /// <summary>The device class, for example <c>mntr</c> for a display.</summary>
    public required string DeviceClass { get; init; }

    /// <summary>The color space of the image data.</summary>
    public required string DataSpace { get; init; }

    /// <summary>The profile connection space, which is <c>XYZ </c> or <c>Lab </c>.</summary>
    public required string ConnectionSpace { get; init; }

    /// <summary>The creation date of the profile, or null if the six numbers in the header do not form a valid date.</summary>
    public required DateTime? Created { get; init; }

    /// <summary>The signature of the primary platform, or four NULs.</summary>
    public required string Platform { get; init; }

    /// <summary>The profile flags.</summary>
    public required uint Flags { get; init; }

    /// <summary>The rendering intent, 0 to 3.</summary>
    public required uint Intent { get; init; }

    /// <summary>The illuminant of the profile connection space, which must be D50.</summary>
    public required IccXyz Illuminant { get; init; }

    /// <summary>The signature of the creator, or four NULs.</summary>
    public required string Creator { get; init; }

    /// <summary>The profile ID that the file contains.</summary>
    public required ImmutableArray<byte> Id { get; init; }

    /// <summary>The profile ID that was computed from the bytes of the file.</summary>
    public required ImmutableArray<byte> ComputedId { get; init; }

    /// <summary>Indicates whether the profile contains an ID.</summary>
    public bool HasId => Id.AsSpan().ContainsAnyExcept((byte)0);

    /// <summary>Indicates whether the profile ID in the file matches the computed profile ID.</summary>
    public bool IdMatches => Id.AsSpan().SequenceEqual(ComputedId.AsSpan());
}
