using Lanewise.KeccakFamily;

namespace Lanewise;

/// <summary>The parameters of cSHAKE (NIST SP 800-185, section 3.2).</summary>
/// <remarks>
/// Each string can have any length. Different strings give independent functions. If both strings are empty, cSHAKE is SHAKE.
/// Instances are immutable, and contain copies of the given bytes.
/// </remarks>
public sealed class CShakeParameters : ISpongeParameters<CShakeParameters>
{
    /// <summary>No function name and no customization string, as in SHAKE.</summary>
    public static CShakeParameters Default { get; } = new();

    /// <summary>
    /// The name of a NIST function that is based on cSHAKE, such as <c>KMAC</c>. Leave it empty for all other uses.
    /// </summary>
    public ReadOnlyMemory<byte> FunctionName { get; init => field = value.ToArray(); }

    /// <summary>The customization string, which states the purpose of the hash (domain separation).</summary>
    public ReadOnlyMemory<byte> Customization { get; init => field = value.ToArray(); }

    static string ISpongeParameters<CShakeParameters>.NamePrefix => "c";

    ReadOnlySpan<byte> ISpongeParameters.FunctionName => FunctionName.Span;

    ReadOnlySpan<byte> ISpongeParameters.Customization => Customization.Span;

    // After the message, cSHAKE appends the bits 00, and SHAKE appends 1111.
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
