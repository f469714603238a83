using System.Globalization;

namespace Lanewise.Icc.Charts;

/// <summary>A linear or logarithmic axis of a chart.</summary>
/// <param name="Name">The name of the quantity, which may be empty.</param>
/// <param name="IsLog">True if the axis is logarithmic.</param>
/// <param name="Text">Formats a value.</param>
/// <param name="Base">
/// The distance between ticks: the difference on a linear axis, the ratio on a logarithmic axis. On a logarithmic axis, 10 means
/// ticks at 1, 2, 5, 10 and so on. If null, the axis has as many ticks as fit.
/// </param>
internal sealed record ChartAxis(string Name, bool IsLog, Func<double, string> Text, double? Base = null)
{
    /// <summary>Returns the ticks within a range. All ticks have different labels.</summary>
    public IReadOnlyList<(double Value, string Words)> Ticks(double least, double most, int count)
    {
        IEnumerable<double> values = !IsLog ? Even(least, most, Base ?? Round((most - least) / count, up: true))
            : Base is double ratio ? Powers(least, most, ratio)
            : Digits(least, most, most / least > 300 ? [1] : [1, 2, 5]);
        return [.. values.Select(value => (value, Text(value))).DistinctBy(tick => tick.Item2)];
    }

    /// <summary>Rounds up to the next number in the series 1, 2, 5, 10 and so on.</summary>
    public static double Round(double value, bool up)
    {
        double power = Math.Pow(10, Math.Floor(Math.Log10(value)));
        double[] ticks = [power, 2 * power, 5 * power, 10 * power];
        return up ? ticks.First(tick => tick >= value * 0.999) : ticks.Last(tick => tick <= value * 1.001);
    }

    /// <summary>Formats a value with three digits, so that all figures in a column have the same precision.</summary>
    public static string Three(double value) => Math.Abs(value) < 0.1 ? Short(value)
        : value.ToString(value < 9.995 ? "0.00" : value < 99.95 ? "0.0" : "0", CultureInfo.InvariantCulture);

    /// <summary>Formats a value with at most three digits, or with at most two digits if the value is below 1.</summary>
    public static string Short(double value)
    {
        int digits = value == 0 ? 0 : Math.Clamp(1 - (int)Math.Floor(Math.Log10(Math.Abs(value))), 0, 12);
        return Math.Abs(value) >= 0.995
            ? value.ToString(value < 9.995 ? "0.##" : value < 99.95 ? "0.#" : "0", CultureInfo.InvariantCulture)
            : Math.Round(value, digits).ToString("0.############", CultureInfo.InvariantCulture);
    }

    private static IEnumerable<double> Even(double least, double most, double step)
    {
        for (double n = Math.Ceiling((least / step) - 0.001); n * step <= most + (step * 0.001); n++)
            yield return (n * step) + 0.0; // Adding 0.0 turns a negative zero into zero.
    }

    private static IEnumerable<double> Powers(double least, double most, double ratio)
    {
        double first = Math.Ceiling(Math.Log(least * 0.999) / Math.Log(ratio));
        for (double value = Math.Pow(ratio, first); value <= most * 1.001; value *= ratio) yield return value;
    }

    private static IEnumerable<double> Digits(double least, double most, int[] digits)
    {
        for (int power = (int)Math.Floor(Math.Log10(least)) - 1; Math.Pow(10, power) <= most * 1.001; power++)
        {
            foreach (int digit in digits)
            {
                double value = digit * Math.Pow(10, power);
                if (value >= least * 0.999 && value <= most * 1.001) yield return value;
            }
        }
    }
}
