using System.Collections.Immutable;

namespace Lanewise.Icc;

/// <summary>The contents of a tag, as far as this library understands them.</summary>
public abstract record IccElement
{
    private protected IccElement(string type) => Type = type;

    /// <summary>The type signature, four characters.</summary>
    public string Type { get; }
}

/// <summary>A <c>text</c>: ASCII.</summary>
/// <param name="Text">The characters before the terminator.</param>
public sealed record IccText(string Text) : IccElement("text");

/// <summary>A <c>desc</c>: the name of a version 2 profile.</summary>
/// <param name="Text">The ASCII text.</param>
/// <param name="TailOffset">Where the field for a Macintosh script begins in the file; unused when its count is 0.</param>
/// <param name="TailUsed">Whether that field holds a text.</param>
public sealed record IccDescription(string Text, long TailOffset, bool TailUsed) : IccElement("desc");

/// <summary>An <c>mluc</c>: texts by language and country.</summary>
/// <param name="Texts">The texts, each behind its language and country such as enUS.</param>
public sealed record IccLocalized(ImmutableArray<KeyValuePair<string, string>> Texts) : IccElement("mluc")
{
    /// <summary>The American English text, or the first, or nothing.</summary>
    public string Text => Texts.FirstOrDefault(x => x.Key == "enUS").Value ?? (Texts.IsEmpty ? "" : Texts[0].Value);
}

/// <summary>An <c>XYZ</c> element: one or more colours.</summary>
/// <param name="Values">The colours.</param>
public sealed record IccXyzElement(ImmutableArray<IccXyz> Values) : IccElement("XYZ ");

/// <summary>An <c>sf32</c> element: fixed-point numbers.</summary>
/// <param name="Values">The numbers.</param>
public sealed record IccNumbers(ImmutableArray<S15Fixed16> Values) : IccElement("sf32");

/// <summary>A <c>curv</c> or <c>para</c> element.</summary>
/// <param name="Curve">The tone curve.</param>
public sealed record IccCurveElement(IccCurve Curve) : IccElement(Curve.Kind == IccCurveKind.Parametric ? "para" : "curv");

/// <summary>An element of a type that this library does not take apart.</summary>
/// <param name="Name">The type signature.</param>
public sealed record IccUnknown(string Name) : IccElement(Name);

/// <summary>A row of the tag table.</summary>
/// <param name="Signature">The tag, four characters.</param>
/// <param name="Offset">Where its element begins.</param>
/// <param name="Size">The bytes of its element.</param>
/// <param name="Element">The contents, or null where they could not be read.</param>
/// <param name="SharedWith">The earlier tag that has the same element, or null.</param>
public sealed record IccTag(string Signature, uint Offset, uint Size, IccElement? Element, string? SharedWith);

/// <summary>The fixed first 128 bytes of a profile.</summary>
public sealed record IccHeader
{
    /// <summary>The bytes the profile says it has.</summary>
    public required uint Size { get; init; }

    /// <summary>Signature of the preferred colour engine, or four NULs.</summary>
    public required string Engine { get; init; }

    /// <summary>Major version: 2 or 4, or 5 for iccMAX.</summary>
    public required int Major { get; init; }

    /// <summary>Minor version.</summary>
    public required int Minor { get; init; }

    /// <summary>The class: <c>mntr</c> for a display.</summary>
    public required string DeviceClass { get; init; }

    /// <summary>The colour space of the data.</summary>
    public required string DataSpace { get; init; }

    /// <summary>The connection space: <c>XYZ </c> or <c>Lab </c>.</summary>
    public required string ConnectionSpace { get; init; }

    /// <summary>When the profile was made, or null where the six numbers are no date.</summary>
    public required DateTime? Created { get; init; }

    /// <summary>The platform, or four NULs.</summary>
    public required string Platform { get; init; }

    /// <summary>The flags.</summary>
    public required uint Flags { get; init; }

    /// <summary>The rendering intent, 0 to 3.</summary>
    public required uint Intent { get; init; }

    /// <summary>The illuminant, always D50.</summary>
    public required IccXyz Illuminant { get; init; }

    /// <summary>Signature of the creator, or four NULs.</summary>
    public required string Creator { get; init; }

    /// <summary>The profile ID as it is in the file.</summary>
    public required ImmutableArray<byte> Id { get; init; }

    /// <summary>The ID that the bytes of the file give.</summary>
    public required ImmutableArray<byte> ComputedId { get; init; }

    /// <summary>Whether the profile carries an ID at all.</summary>
    public bool HasId => Id.AsSpan().ContainsAnyExcept((byte)0);

    /// <summary>Whether the ID is that of the bytes.</summary>
    public bool IdMatches => Id.AsSpan().SequenceEqual(ComputedId.AsSpan());
}
