using Lanewise.KeccakFamily;

namespace Lanewise;

/// <summary>The parameters of KMAC (NIST SP 800-185, section 4.2).</summary>
/// <remarks>Instances are immutable and contain copies of the given bytes.</remarks>
public sealed class KmacParameters : ISpongeParameters<KmacParameters>
{
    /// <summary>The default parameters: no customization string, and KMAC instead of KMACXOF.</summary>
    public static KmacParameters Default { get; } = new();

    /// <summary>
    /// The customization string S, which identifies the purpose of the MAC (domain separation). The string can have any length.
    /// Different strings define independent functions.
    /// </summary>
    public ReadOnlyMemory<byte> Customization { get; init => field = value.ToArray(); }

    /// <summary>
    /// Indicates whether the function is KMACXOF (NIST SP 800-185, section 4.3.1). In KMACXOF, a shorter output is a prefix of a
    /// longer output. In KMAC, outputs of different lengths are independent.
    /// </summary>
    public bool IsXof { get; init; }

    static string ISpongeParameters<KmacParameters>.NamePrefix => "";

    ReadOnlySpan<byte> ISpongeParameters.FunctionName => "KMAC"u8;

    ReadOnlySpan<byte> ISpongeParameters.Customization => Customization.Span;

    // The suffix consists of right_encode(length in bits), the bits 00, and the first padding bit.
    ReadOnlySpan<byte> ISpongeParameters.Suffix(int hashBytes, Span<byte> buffer)
    {
        ReadOnlySpan<byte> length = LengthCode.Right(IsXof ? 0 : 8UL * (uint)hashBytes, buffer);
        buffer[LengthCode.MostBytes] = 0x04;
        return buffer.Slice(LengthCode.MostBytes - length.Length, length.Length + 1);
    }

    static KmacParameters ISpongeParameters<KmacParameters>.Read(ref StateReader reader) =>
        throw SavedState.Bad("The saved state is not valid: KMAC has no saved states.");
}
