using Lanewise.KeccakFamily;

namespace Lanewise;

/// <summary>The parameters of cSHAKE (NIST SP 800-185, section 3.2).</summary>
/// <remarks>
/// The strings can have any length, and different strings define independent functions. If both strings are empty, cSHAKE
/// equals SHAKE. Instances are immutable and contain copies of the given bytes.
/// </remarks>
public sealed class CShakeParameters : ISpongeParameters<CShakeParameters>
{
    /// <summary>The default parameters: no function name and no customization string, as in SHAKE.</summary>
    public static CShakeParameters Default { get; } = new();

    /// <summary>
    /// The name of a NIST function that is based on cSHAKE, such as <c>KMAC</c>. For all other uses, leave the name empty.
    /// </summary>
    public ReadOnlyMemory<byte> FunctionName { get; init => field = value.ToArray(); }

    /// <summary>The customization string, which identifies the purpose of the hash (domain separation).</summary>
    public ReadOnlyMemory<byte> Customization { get; init => field = value.ToArray(); }

    static string ISpongeParameters<CShakeParameters>.NamePrefix => "c";

    ReadOnlySpan<byte> ISpongeParameters.FunctionName => FunctionName.Span;

    ReadOnlySpan<byte> ISpongeParameters.Customization => Customization.Span;

    // cSHAKE appends the bits 00 to the message, and SHAKE appends the bits 1111.
    ReadOnlySpan<byte> ISpongeParameters.Suffix(int hashBytes, Span<byte> buffer) =>
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
