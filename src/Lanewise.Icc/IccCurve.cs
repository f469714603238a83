using System.Collections.Immutable;

namespace Lanewise.Icc;

/// <summary>Specifies how a profile stores a tone curve.</summary>
public enum IccCurveKind
{
    /// <summary>The identity, stored as a <c>curv</c> element without samples.</summary>
    Linear,

    /// <summary>A single exponent in 8.8 fixed point, stored as a <c>curv</c> element with one entry.</summary>
    Gamma,

    /// <summary>Equidistant 16-bit samples with linear interpolation, stored as a <c>curv</c> element.</summary>
    Sampled,

    /// <summary>
    /// A formula with 16.16 fixed-point parameters, stored as a <c>para</c> element. Parametric curves require version 4.
    /// </summary>
    Parametric,
}

/// <summary>A tone curve as stored in a profile, which converts encoded values to linear light.</summary>
public sealed class IccCurve : IEquatable<IccCurve>
{
    /// <summary>The number of parameters in each of the five formulas of the <c>para</c> element.</summary>
    private static readonly int[] ParameterCounts = [1, 3, 4, 5, 7];

    private IccCurve(IccCurveKind kind, ImmutableArray<ushort> samples, int functionType, ImmutableArray<S15Fixed16> parameters)
    {
        Kind = kind;
        Samples = samples;
        FunctionType = functionType;
        Parameters = parameters;
    }

    /// <summary>The identity curve.</summary>
    public static IccCurve Linear { get; } = new(IccCurveKind.Linear, [], 0, []);

    /// <summary>The kind of the curve.</summary>
    public IccCurveKind Kind { get; }

    /// <summary>The samples, or the single 8.8 fixed-point exponent. Empty for the identity and for parametric curves.</summary>
    public ImmutableArray<ushort> Samples { get; }

    /// <summary>The function type of a parametric curve, 0 to 4.</summary>
    public int FunctionType { get; }

    /// <summary>The parameters of a parametric curve in the order of the specification: g a b c d e f.</summary>
    public ImmutableArray<S15Fixed16> Parameters { get; }

    /// <summary>The length of the curve's element in bytes, without padding.</summary>
    public int Length => Kind == IccCurveKind.Parametric ? 12 + (4 * Parameters.Length) : 12 + (2 * Samples.Length);

    /// <summary>Creates a power curve with an exponent in 8.8 fixed point.</summary>
    /// <param name="raw">The exponent multiplied by 256. The value must not be 0.</param>
    /// <returns>The curve.</returns>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="raw"/> is 0.</exception>
    public static IccCurve FromGamma(ushort raw)
    {
        if (raw == 0)
            throw new ArgumentOutOfRangeException(nameof(raw), raw, "A gamma of 0 makes every color white; it must be above 0.");
        return new(IccCurveKind.Gamma, [raw], 0, []);
    }

    /// <summary>Creates a curve of equidistant samples from 0 to 1.</summary>
    /// <param name="samples">The samples, at least two.</param>
    /// <returns>The curve.</returns>
    /// <exception cref="ArgumentException">The number of samples is less than two.</exception>
    public static IccCurve FromSamples(ReadOnlySpan<ushort> samples)
    {
        if (samples.Length < 2)
            throw new ArgumentException($"A sampled curve needs at least 2 samples, not {samples.Length}.", nameof(samples));
        return new(IccCurveKind.Sampled, [.. samples], 0, []);
    }

    /// <summary>Creates a curve that uses a formula of the <c>para</c> element.</summary>
    /// <param name="functionType">The function type, 0 to 4.</param>
    /// <param name="parameters">The parameters: 1, 3, 4, 5 or 7 numbers, depending on the function type.</param>
    /// <returns>The curve.</returns>
    /// <exception cref="ArgumentOutOfRangeException">The function type is not defined.</exception>
    /// <exception cref="ArgumentException">
    /// The number of parameters is wrong for the function type, or the exponent is not above 0.
    /// </exception>
    public static IccCurve FromParameters(int functionType, ReadOnlySpan<S15Fixed16> parameters)
    {
        if ((uint)functionType >= (uint)ParameterCounts.Length)
            throw new ArgumentOutOfRangeException(
                nameof(functionType), functionType, "The formulas of a parametric curve are numbered 0 to 4.");
        if (parameters.Length != ParameterCounts[functionType])
            throw new ArgumentException(
                $"Formula {functionType} has {ParameterCounts[functionType]} parameters, not {parameters.Length}.",
                nameof(parameters));
        if (parameters[0].Raw <= 0)
            throw new ArgumentException(
                $"The exponent of a parametric curve must be above 0, not {parameters[0]}.", nameof(parameters));

        return new(IccCurveKind.Parametric, [], functionType, [.. parameters]);
    }

    /// <summary>Returns the number of parameters for a function type, or 0 if it is not defined.</summary>
    internal static int ParameterCount(int functionType) =>
        (uint)functionType < (uint)ParameterCounts.Length ? ParameterCounts[functionType] : 0;

    /// <summary>Converts an encoded value to linear light.</summary>
    /// <param name="x">The encoded value, clamped to 0 to 1.</param>
    /// <returns>The linear value, clamped to 0 to 1.</returns>
    public double Evaluate(double x)
    {
        x = double.IsNaN(x) ? 0 : Math.Clamp(x, 0, 1);
        double y = Kind switch
        {
            IccCurveKind.Linear => x,
            IccCurveKind.Gamma => Math.Pow(x, Samples[0] / 256.0),
            IccCurveKind.Sampled => Interpolate(x),
            _ => Formula(x),
        };
        return double.IsNaN(y) ? 0 : Math.Clamp(y, 0, 1);
    }

    /// <inheritdoc/>
    public bool Equals(IccCurve? other) =>
        other is not null && Kind == other.Kind && FunctionType == other.FunctionType
        && Samples.AsSpan().SequenceEqual(other.Samples.AsSpan()) && Parameters.AsSpan().SequenceEqual(other.Parameters.AsSpan());

    /// <inheritdoc/>
    public override bool Equals(object? obj) => Equals(obj as IccCurve);

    /// <inheritdoc/>
    public override int GetHashCode()
    {
        HashCode hash = default;
        hash.Add(Kind);
        hash.Add(FunctionType);
        foreach (ushort sample in Samples) hash.Add(sample);
        foreach (S15Fixed16 parameter in Parameters) hash.Add(parameter);
        return hash.ToHashCode();
    }

    /// <summary>Returns a short description of the curve.</summary>
    /// <returns>The description.</returns>
    public override string ToString() => Kind switch
    {
        IccCurveKind.Linear => "linear",
        IccCurveKind.Gamma => FormattableString.Invariant($"gamma {Samples[0] / 256.0:0.########}"),
        IccCurveKind.Sampled => $"{Samples.Length} points",
        _ => $"formula {FunctionType}: {string.Join(' ', Parameters)}",
    };

    private double Interpolate(double x)
    {
        double position = x * (Samples.Length - 1);
        int below = Math.Min((int)position, Samples.Length - 2);
        double fraction = position - below;
        return (((1 - fraction) * Samples[below]) + (fraction * Samples[below + 1])) / 65535;
    }

    private double Formula(double x)
    {
        double P(int i) => Parameters[i].Value;
        double Power(double basis) => Math.Pow(Math.Max(basis, 0), P(0));
        return FunctionType switch
        {
            0 => Power(x),
            1 => (P(1) * x) + P(2) >= 0 ? Power((P(1) * x) + P(2)) : 0,
            2 => (P(1) * x) + P(2) >= 0 ? Power((P(1) * x) + P(2)) + P(3) : P(3),
            3 => x >= P(4) ? Power((P(1) * x) + P(2)) : P(3) * x,
            _ => x >= P(4) ? Power((P(1) * x) + P(2)) + P(5) : (P(3) * x) + P(6),
        };
    }
}
