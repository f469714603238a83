namespace Lanewise;

/// <summary>The parameters of KangarooTwelve (RFC 9861, section 3).</summary>
/// <remarks>Instances are immutable and contain copies of the given bytes.</remarks>
public sealed class KangarooTwelveParameters
{
    /// <summary>The default parameters: no customization string.</summary>
    public static KangarooTwelveParameters Default { get; } = new();

    /// <summary>
    /// The customization string C, which identifies the purpose of the hash (domain separation). The string can have any
    /// length. Different strings define independent functions.
    /// </summary>
    public ReadOnlyMemory<byte> Customization { get; init => field = value.ToArray(); }
}
