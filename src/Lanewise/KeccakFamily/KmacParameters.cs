using Lanewise.KeccakFamily;

namespace Lanewise;

/// <summary>What KMAC takes beside key and message (NIST SP 800-185, section 4.2).</summary>
/// <remarks>Instances are immutable.</remarks>
public sealed class KmacParameters : ISpongeParameters<KmacParameters>
{
    /// <summary>No customization, and codes of one length.</summary>
    public static KmacParameters Default { get; } = new();

    /// <summary>S, what the code is for: keeps uses apart. Any length; two different ones give unrelated functions.</summary>
    public ReadOnlyMemory<byte> Customization { get; init; }

    /// <summary>
    /// Whether it is KMACXOF (section 4.3.1): a short output is the beginning of a longer one. Otherwise outputs of two lengths
    /// are unrelated.
    /// </summary>
    public bool IsXof { get; init; }

    static string ISpongeParameters<KmacParameters>.NamePrefix => "";

    ReadOnlySpan<byte> ISpongeParameters.FunctionName => "KMAC"u8;

    ReadOnlySpan<byte> ISpongeParameters.Customization => Customization.Span;

    // right_encode of the length in bits, and the bits 00 and the first of the padding.
    ReadOnlySpan<byte> ISpongeParameters.Ending(int hashBytes, Span<byte> room)
    {
        ReadOnlySpan<byte> length = LengthCode.Right(IsXof ? 0 : 8UL * (uint)hashBytes, room);
        room[LengthCode.MostBytes] = 0x04;
        return room.Slice(LengthCode.MostBytes - length.Length, length.Length + 1);
    }

    static KmacParameters ISpongeParameters<KmacParameters>.Read(ref StateReader reader) =>
        throw SavedState.Bad("The saved state is not valid: there are none of KMAC.");
}
