namespace Lanewise.Icc;

/// <summary>Specifies how tightly the elements of a profile are packed.</summary>
public enum IccPacking
{
    /// <summary>Stores every element separately, except that the three equal tone curves share one element.</summary>
    Plain,

    /// <summary>
    /// Shares equal elements. In version 2, a description ends with 67 bytes for a Macintosh text, and the following elements
    /// overlap these bytes. The overlap is allowed, because the character count of the Macintosh text is 0.
    /// </summary>
    Overlap,

    /// <summary>
    /// Shares and overlaps elements in the same way as <see cref="Overlap"/>. In version 2, a copyright text of up to two
    /// characters is also stored inside the description element, in the language and script codes of empty texts.
    /// </summary>
    Tight,
}
