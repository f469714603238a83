namespace Lanewise;

/// <summary>What cSHAKE takes beside the message (NIST SP 800-185, section 3.2).</summary>
/// <remarks>
/// Each text has any length; two that differ give unrelated functions. With none, cSHAKE is SHAKE. An instance does not change.
/// </remarks>
public sealed class CShakeParameters
{
    /// <summary>No name, no customization: SHAKE.</summary>
    public static CShakeParameters Default { get; } = new();

    /// <summary>The name of a function that NIST built on cSHAKE, such as <c>KMAC</c>; everybody else leaves it empty.</summary>
    public ReadOnlyMemory<byte> FunctionName { get; init; }

    /// <summary>What the hash is for: keeps uses apart.</summary>
    public ReadOnlyMemory<byte> Customization { get; init; }

    internal bool IsEmpty => FunctionName.IsEmpty && Customization.IsEmpty;
}
