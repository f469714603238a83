namespace Lanewise;

/// <summary>What KangarooTwelve takes beside the message (RFC 9861, section 3).</summary>
/// <remarks>Instances are immutable.</remarks>
public sealed class KangarooTwelveParameters
{
    /// <summary>No customization.</summary>
    public static KangarooTwelveParameters Default { get; } = new();

    /// <summary>C, what the hash is for: keeps uses apart. Any length; two different ones give unrelated functions.</summary>
    public ReadOnlyMemory<byte> Customization { get; init; }
}
