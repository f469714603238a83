using Lanewise.KeccakFamily;

namespace Lanewise;

/// <summary>The parameter of TurboSHAKE (RFC 9861, section 2.1).</summary>
/// <remarks>Instances are immutable.</remarks>
public sealed class TurboShakeParameters : ISpongeParameters<TurboShakeParameters>
{
    private const byte Least = 0x01, DefaultDomain = 0x1F, Most = 0x7F;

    private readonly byte domainSeparation = DefaultDomain;

    /// <summary>The default parameters, with the domain separation byte 0x1F.</summary>
    public static TurboShakeParameters Default { get; } = new();

    /// <summary>The domain separation byte D, from 0x01 to 0x7F.</summary>
    /// <exception cref="ArgumentOutOfRangeException">The value is out of range.</exception>
    public byte DomainSeparation
    {
        get => domainSeparation;
        init
        {
            if (value is < Least or > Most)
            {
                throw new ArgumentOutOfRangeException(
                    nameof(value), value, "The domain separation byte of TurboSHAKE is 0x01 to 0x7F.");
            }

            domainSeparation = value;
        }
    }

    static string ISpongeParameters<TurboShakeParameters>.NamePrefix => "Turbo";

    ReadOnlySpan<byte> ISpongeParameters.Suffix(int hashBytes, Span<byte> buffer) => new(in domainSeparation);

    void ISpongeParameters.Write(StateWriter writer) => writer.Byte(domainSeparation);

    static TurboShakeParameters ISpongeParameters<TurboShakeParameters>.Read(ref StateReader reader)
    {
        byte d = reader.Byte();
        return d is >= Least and <= Most ? new() { DomainSeparation = d }
            : throw SavedState.Bad(
                $"The saved state is not valid: the domain separation byte is {d}; the valid range is 1 to 127.");
    }
}
