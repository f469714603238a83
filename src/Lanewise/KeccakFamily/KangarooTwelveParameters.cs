namespace Lanewise;

/// <summary>What KangarooTwelve takes beside the message (RFC 9861, section 3).</summary>
/// <remarks>An instance does not change.</remarks>
public sealed class KangarooTwelveParameters
{
    /// <summary>No customization.</summary>
    public static KangarooTwelveParameters Default { get; } = new();

    /// <summary>C, what the hash is for: keeps uses apart. Any length; two that differ give unrelated functions.</summary>
    public ReadOnlyMemory<byte> Customization { get; init; }
}
