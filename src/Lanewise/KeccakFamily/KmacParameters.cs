namespace Lanewise;

/// <summary>What KMAC takes beside key and message (NIST SP 800-185, section 4.2).</summary>
/// <remarks>An instance does not change.</remarks>
public sealed class KmacParameters
{
    /// <summary>No customization, and codes of one length.</summary>
    public static KmacParameters Default { get; } = new();

    /// <summary>S, what the code is for: keeps uses apart. Any length; two that differ give unrelated functions.</summary>
    public ReadOnlyMemory<byte> Customization { get; init; }

    /// <summary>
    /// Whether it is KMACXOF (section 4.3.1): a short output is the beginning of a longer one. Otherwise outputs of two lengths
    /// are unrelated.
    /// </summary>
    public bool IsXof { get; init; }
}
