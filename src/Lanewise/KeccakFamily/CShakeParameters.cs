using Lanewise.KeccakFamily;

namespace Lanewise;

/// <summary>The parameters of cSHAKE (NIST SP 800-185, section 3.2).</summary>
/// <remarks>
/// Each string may have any length; different strings give independent functions. Without both, cSHAKE is SHAKE. Instances are
/// immutable.
/// </remarks>
public sealed class CShakeParameters : ISpongeParameters<CShakeParameters>
{
    /// <summary>No function name, no customization: SHAKE.</summary>
    public static CShakeParameters Default { get; } = new();

    /// <summary>The name of a function that NIST defined on cSHAKE, such as <c>KMAC</c>; leave it empty for all other
    /// uses.</summary>
    public ReadOnlyMemory<byte> FunctionName { get; init; }

    /// <summary>The purpose of the hash, which separates different uses.</summary>
    public ReadOnlyMemory<byte> Customization { get; init; }

    static string ISpongeParameters<CShakeParameters>.NamePrefix => "c";

    ReadOnlySpan<byte> ISpongeParameters.FunctionName => FunctionName.Span;

    ReadOnlySpan<byte> ISpongeParameters.Customization => Customization.Span;

    // cSHAKE appends the bits 00 where SHAKE appends 1111.
    ReadOnlySpan<byte> ISpongeParameters.Suffix(int hashBytes, Span<byte> room) =>
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
