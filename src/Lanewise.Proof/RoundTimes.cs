using System.Globalization;

namespace Lanewise.Proof;

/// <summary>What <see cref="InterleavedRounds"/> measured: of each entrant the nanoseconds of a unit in each round.</summary>
/// <param name="clock">The time that counts.</param>
/// <param name="times">By entrant and round, by both clocks.</param>
internal sealed class RoundTimes(Clock clock, IReadOnlyList<IReadOnlyList<(double Wall, double Processor)>> times)
{
    /// <summary>Below this part of the processor others had so much of it that they are the likely reason for noise.</summary>
    public const double Undisturbed = 0.9;

    /// <summary>The median time of an entrant, in nanoseconds per unit.</summary>
    public Reading Nanoseconds(int entrant) => Reading.Of(Times(entrant), isRatio: false);

    /// <summary>How many times as long the first entrant takes as the second: the median of the rounds' ratios.</summary>
    public Reading Ratio(int entrant, int other) => Ratio([entrant], [other]);

    /// <summary>The same of several entrants together.</summary>
    public Reading Ratio(int[] entrants, int[] others) =>
        Reading.Of(Sums(entrants).Zip(Sums(others), (a, b) => a / b), isRatio: true);

    /// <summary>The same rounds by another clock.</summary>
    public RoundTimes By(Clock other) => new(other, times);

    /// <summary>The spread of an entrant's rounds: the interquartile range, as a part of the median.</summary>
    public double Spread(int entrant) => Nanoseconds(entrant).Spread;

    /// <summary>Processor time as a part of the wall's: below 1 on one core, others had the rest.</summary>
    public double Busy(int entrant) => Reading.Of(times[entrant].Select(t => t.Processor / t.Wall), isRatio: false);

    /// <summary>The part of the processor that others had at most, where it is enough to matter; else 0.</summary>
    public double Disturbed
    {
        get
        {
            double busy = Enumerable.Range(0, times.Count).Min(Busy);
            return busy < Undisturbed ? 1 - busy : 0;
        }
    }

    /// <summary>Why rounds disagree, as far as it can be seen.</summary>
    public string Reason => Disturbed > 0
        ? Invariant($"others took up to {Disturbed:P0} of the processor")
        : "the clock or the caches changed from round to round";

    private IEnumerable<double> Sums(int[] entrants) =>
        entrants.Select(Times).Aggregate((a, b) => a.Zip(b, (x, y) => x + y));

    private IEnumerable<double> Times(int entrant) => times[entrant].Select(t => clock == Clock.Wall ? t.Wall : t.Processor);
}

/// <summary>A figure with what it is worth.</summary>
/// <param name="Value">The median over the rounds.</param>
/// <param name="Spread">The spread of the rounds: the interquartile range, as a part of the median.</param>
/// <param name="IsNoise">
/// Whether the rounds disagree by more than what would be shown: of a ratio by more than it differs from 1,
/// of a time by more than a quarter. A ratio near 1 whose rounds agree within <see cref="Equal"/> says that both are equal.
/// </param>
internal readonly record struct Reading(double Value, double Spread, bool IsNoise)
{
    /// <summary>What is in the place of a figure that is none.</summary>
    public const string Noisy = "noisy";

    /// <summary>What the word means, below a table that has it.</summary>
    public const string NoisyMeans = "noisy: too noisy to judge, the rounds disagree by more than the figure would show";

    /// <summary>A ratio up to this counts as 1, in all choices.</summary>
    public const double Equal = 1.05;

    private const double MostOfATime = 0.25;

    public static implicit operator double(Reading reading) => reading.Value;

    public static Reading Of(IEnumerable<double> rounds, bool isRatio)
    {
        double[] sorted = [.. rounds.Order()];
        double median = Quantile(0.5), spread = (Quantile(0.75) - Quantile(0.25)) / median;
        return new(median, spread, spread > (isRatio ? Math.Max(Equal - 1, Math.Abs(Math.Log(median))) : MostOfATime));

        double Quantile(double part)
        {
            double place = part * (sorted.Length - 1);
            int below = (int)place;
            return below == place ? sorted[below] : sorted[below] + ((place - below) * (sorted[below + 1] - sorted[below]));
        }
    }

    /// <summary>The same, as noise where it is more than there can be.</summary>
    public Reading AtMost(double most) => Value > most ? this with { IsNoise = true } : this;

    /// <summary>The same in another unit.</summary>
    public Reading Times(double factor) => this with { Value = Value * factor };

    /// <summary>Of a time per unit, units per time.</summary>
    public Reading Per(double units) => this with { Value = units / Value };

    public string Text(string format) => IsNoise ? Noisy : Value.ToString(format, CultureInfo.InvariantCulture);
}
