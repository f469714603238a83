namespace Lanewise;

/// <summary>The parameters of KangarooTwelve (RFC 9861, section 3).</summary>
/// <remarks>Instances are immutable, and contain copies of the given bytes.</remarks>
public sealed class KangarooTwelveParameters
{
    /// <summary>No customization.</summary>
    public static KangarooTwelveParameters Default { get; } = new();

    /// <summary>
    /// C, the customization string, which states the purpose of the hash (domain separation). It may have any length. Different
    /// strings give independent functions.
    /// </summary>
    public ReadOnlyMemory<byte> Customization { get; init => field = value.ToArray(); }
}
