namespace Lanewise.Icc;

/// <summary>Selects how closely the elements of a profile are packed.</summary>
public enum IccPacking
{
    /// <summary>Every element is stored separately, except that the three equal tone curves share one element.</summary>
    Plain,

    /// <summary> Equal elements are shared. In version 2, the 67 bytes of a description for a Macintosh script also overlap the
    /// elements after it, which is allowed because the count of these bytes is 0. </summary>
    Overlap,

    /// <summary>
    /// Packs like <see cref="Overlap"/>. In version 2, a copyright of up to two characters is also stored inside the description,
    /// in the language and script codes of texts whose count is 0.
    /// </summary>
    Tight,
}
