using System.Globalization;

namespace Lanewise.Proof;

/// <summary>
/// The results of <see cref="InterleavedRounds"/>: the time per unit in nanoseconds for each entrant and each round.
/// </summary>
/// <param name="clock">The kind of time that the results are based on.</param>
/// <param name="times">The times for each entrant and each round, measured with both clocks.</param>
internal sealed class RoundTimes(Clock clock, IReadOnlyList<IReadOnlyList<(double Wall, double Processor)>> times)
{
    /// <summary>If the process gets less than this share of CPU time, other programs are the likely cause of noise.</summary>
    public const double Undisturbed = 0.9;

    /// <summary>Returns the median time of an entrant, in nanoseconds per unit.</summary>
    public Reading Nanoseconds(int entrant) => Reading.Of(Times(entrant), isRatio: false);

    /// <summary>
    /// Returns the ratio of the first entrant's time to the second entrant's time. The result is the median of the ratios of all
    /// rounds.
    /// </summary>
    public Reading Ratio(int entrant, int other) => Ratio([entrant], [other]);

    /// <summary>
    /// Returns the ratio of the total times of two groups of entrants. The result is the median of the ratios of all rounds.
    /// </summary>
    public Reading Ratio(int[] entrants, int[] others) =>
        Reading.Of(Sums(entrants).Zip(Sums(others), (a, b) => a / b), isRatio: true);

    /// <summary>Returns the results of the same rounds, based on another clock.</summary>
    public RoundTimes By(Clock other) => new(other, times);

    /// <summary>Returns the spread of an entrant's times: the interquartile range as a fraction of the median.</summary>
    public double Spread(int entrant) => Nanoseconds(entrant).Spread;

    /// <summary>
    /// Returns an entrant's CPU time as a fraction of the wall time. If the fraction is below 1 on one core, other programs used
    /// the rest of the time.
    /// </summary>
    public double Busy(int entrant) => Reading.Of(times[entrant].Select(t => t.Processor / t.Wall), isRatio: false);

    /// <summary>The largest share of CPU time that other programs used, or 0 if it does not affect the figures.</summary>
    public double Disturbed
    {
        get
        {
            double busy = Enumerable.Range(0, times.Count).Min(Busy);
            return busy < Undisturbed ? 1 - busy : 0;
        }
    }

    /// <summary>The likely reason why the times differ between rounds.</summary>
    public string Reason => Disturbed > 0
        ? Invariant($"other programs used up to {Disturbed:P0} of the CPU")
        : "the clock rate or the cache contents changed between rounds";

    /// <summary>
    /// Returns the speedup of an entrant that uses several cores over the first entrant, which uses one core. On a shared
    /// machine, cores may be unavailable during the whole measurement. Missing cores affect all rounds equally, so the spread
    /// does not reveal the disturbance. Therefore, the figure is noise if other programs used a part of a core, and also if
    /// several cores are slower than one although the process did not get all of their time.
    /// </summary>
    public Reading OverCores(int entrant, int cores)
    {
        Reading speedup = Ratio(0, entrant);
        bool isDisturbed = Disturbed > 0 || (speedup.Value < 1 && Busy(entrant) < Undisturbed * cores);
        return cores == 1 ? speedup : speedup.AtMost(isDisturbed ? 0 : cores / Undisturbed);
    }

    /// <summary>The likely reason why a figure of <see cref="OverCores"/> is noise.</summary>
    /// <param name="cores">The number of cores for each entrant.</param>
    public string ReasonOn(IReadOnlyList<int> cores)
    {
        double part = Busy(cores.Count - 1) / cores[^1];
        return Disturbed > 0 || part >= Undisturbed ? Reason
            : Invariant($"the process got {part:P0} of the time of {cores[^1]} cores");
    }

    private IEnumerable<double> Sums(int[] entrants) =>
        entrants.Select(Times).Aggregate((a, b) => a.Zip(b, (x, y) => x + y));

    private IEnumerable<double> Times(int entrant) => times[entrant].Select(t => clock == Clock.Wall ? t.Wall : t.Processor);
}

/// <summary>A measured figure with its reliability.</summary>
/// <param name="Value">The median over all rounds.</param>
/// <param name="Spread">The spread of the rounds: the interquartile range as a fraction of the median.</param>
/// <param name="IsNoise">
/// True if the spread is too large. The limit is 0.25 or, for a ratio nearer to 1, the ratio's difference from 1. If a ratio is
/// near 1 and its rounds differ by at most <see cref="Equal"/>, both times are treated as equal.
/// </param>
internal readonly record struct Reading(double Value, double Spread, bool IsNoise)
{
    /// <summary>The text that is shown instead of a figure that is only noise.</summary>
    public const string Noisy = "noisy";

    /// <summary>The explanation of <see cref="Noisy"/>, which is shown below tables that contain this text.</summary>
    public const string NoisyMeans = $"{Noisy}: {TooNoisy}, the rounds differ by more than the effect";

    /// <summary>The words that describe a figure that is only noise, for use in a sentence.</summary>
    public const string TooNoisy = "too noisy to judge";

    /// <summary>
    /// The largest ratio of two times that are treated as equal. Comparisons of kernels treat ratios up to this value as 1.
    /// </summary>
    public const double Equal = 1.05;

    private const double MostSpread = 0.25;

    public static implicit operator double(Reading reading) => reading.Value;

    public static Reading Of(IEnumerable<double> rounds, bool isRatio)
    {
        double[] sorted = [.. rounds.Order()];
        double median = Quantile(0.5), spread = (Quantile(0.75) - Quantile(0.25)) / median;
        double most = isRatio ? Math.Clamp(Math.Abs(Math.Log(median)), Equal - 1, MostSpread) : MostSpread;
        return new(median, spread, spread > most);

        double Quantile(double part)
        {
            double position = part * (sorted.Length - 1);
            int below = (int)position;
            return below == position ? sorted[below] : sorted[below] + ((position - below) * (sorted[below + 1] - sorted[below]));
        }
    }

    /// <summary>Returns the same figure, marked as noise if it exceeds the given maximum plausible value.</summary>
    public Reading AtMost(double most) => Value > most ? this with { IsNoise = true } : this;

    /// <summary>The range around the median that contains half of the rounds, as a percentage.</summary>
    public string Range => Invariant($"±{100 * Spread / 2:0}\u00a0%");

    /// <summary>The same figure with as many digits as a report stores.</summary>
    public Reading Rounded => new(Significant(Value), Significant(Spread), IsNoise);

    /// <summary>Rounds a figure to five digits. More digits than were actually measured would be meaningless.</summary>
    public static double Significant(double value) =>
        double.Parse(value.ToString("G5", CultureInfo.InvariantCulture), CultureInfo.InvariantCulture);

    /// <summary>Returns the ratio of this figure to another figure. The ratio is noise if either figure is noise.</summary>
    public Reading Over(Reading other) =>
        new(Value / other.Value, Math.Max(Spread, other.Spread), IsNoise || other.IsNoise);

    /// <summary>Returns the same figure in another unit.</summary>
    public Reading Times(double factor) => this with { Value = Value * factor };

    /// <summary>Converts a time per unit to a rate in units per time.</summary>
    public Reading Per(double units) => this with { Value = units / Value };

    public string Text(string format) => IsNoise ? Noisy : Value.ToString(format, CultureInfo.InvariantCulture);
}
