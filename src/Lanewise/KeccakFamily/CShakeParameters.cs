using Lanewise.KeccakFamily;

namespace Lanewise;

/// <summary>What cSHAKE takes beside the message (NIST SP 800-185, section 3.2).</summary>
/// <remarks>
/// Each text has any length; two different ones give unrelated functions. With none, cSHAKE is SHAKE. Instances are immutable.
/// </remarks>
public sealed class CShakeParameters : ISpongeParameters<CShakeParameters>
{
    /// <summary>No name, no customization: SHAKE.</summary>
    public static CShakeParameters Default { get; } = new();

    /// <summary>The name of a function that NIST built on cSHAKE, such as <c>KMAC</c>; everybody else leaves it empty.</summary>
    public ReadOnlyMemory<byte> FunctionName { get; init; }

    /// <summary>What the hash is for: keeps uses apart.</summary>
    public ReadOnlyMemory<byte> Customization { get; init; }

    static string ISpongeParameters<CShakeParameters>.NamePrefix => "c";

    ReadOnlySpan<byte> ISpongeParameters.FunctionName => FunctionName.Span;

    ReadOnlySpan<byte> ISpongeParameters.Customization => Customization.Span;

    // The bits 00, in the place of SHAKE's.
    ReadOnlySpan<byte> ISpongeParameters.Ending(int hashBytes, Span<byte> room) =>
        FunctionName.IsEmpty && Customization.IsEmpty ? default : [0x04];

    void ISpongeParameters.Write(StateWriter writer)
    {
        writer.Text(FunctionName.Span);
        writer.Text(Customization.Span);
    }

    static CShakeParameters ISpongeParameters<CShakeParameters>.Read(ref StateReader reader) => new()
    {
        FunctionName = reader.Text("a function name").ToArray(),
        Customization = reader.Text("a customization").ToArray(),
    };
}
