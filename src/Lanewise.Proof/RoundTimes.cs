namespace Lanewise.Proof;

/// <summary>What <see cref="InterleavedRounds"/> measured: of each entrant the nanoseconds of a unit in each round.</summary>
/// <param name="clock">The time that counts.</param>
/// <param name="times">By entrant and round, by both clocks.</param>
internal sealed class RoundTimes(Clock clock, IReadOnlyList<IReadOnlyList<(double Wall, double Processor)>> times)
{
    /// <summary>The median time of an entrant, in nanoseconds per unit.</summary>
    public double Nanoseconds(int entrant) => Quantile(Times(entrant), 0.5);

    /// <summary>How many times as long the first entrant takes as the second: the median of the rounds' ratios.</summary>
    public double Ratio(int entrant, int other) => Quantile(Times(entrant).Zip(Times(other), (a, b) => a / b), 0.5);

    /// <summary>How far the rounds of an entrant lie apart: the middle half of them, as a part of the median.</summary>
    public double Spread(int entrant) => (Quantile(Times(entrant), 0.75) - Quantile(Times(entrant), 0.25)) / Nanoseconds(entrant);

    /// <summary>Processor time as a part of the wall's: below 1 on one core, others had the rest.</summary>
    public double Busy(int entrant) => Quantile(times[entrant].Select(t => t.Processor / t.Wall), 0.5);

    private IEnumerable<double> Times(int entrant) => times[entrant].Select(t => clock == Clock.Wall ? t.Wall : t.Processor);

    private static double Quantile(IEnumerable<double> values, double part)
    {
        double[] sorted = [.. values.Order()];
        double place = part * (sorted.Length - 1);
        int below = (int)place;
        return below == place ? sorted[below] : sorted[below] + ((place - below) * (sorted[below + 1] - sorted[below]));
    }
}
