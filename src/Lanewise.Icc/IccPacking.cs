namespace Lanewise.Icc;

/// <summary>How closely the elements of a profile are packed.</summary>
public enum IccPacking
{
    /// <summary>Every element has bytes of its own; only the three equal tone curves share one.</summary>
    Plain,

    /// <summary>
    /// Equal elements are shared, and in version 2 the 67 bytes that a description keeps for a Macintosh script lie over the
    /// elements that follow it: with a count of 0 nobody may read them.
    /// </summary>
    Overlap,

    /// <summary>
    /// As <see cref="Overlap"/>, and in version 2 a copyright of up to two characters lies inside the description, in the
    /// language code and script code of texts whose count is 0.
    /// </summary>
    Tight,
}
