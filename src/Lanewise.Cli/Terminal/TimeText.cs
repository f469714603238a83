namespace Lanewise.Cli.Terminal;

/// <summary>Formats a time with its two largest units. The form is the same on terminals and on pages.</summary>
internal static class TimeText
{
    private const long Minute = 60, Hour = 60 * Minute, Day = 24 * Hour, Most = 99 * Day;

    /// <summary>Formats a time in seconds.</summary>
    public static string Of(double seconds)
    {
        if (seconds < 1) return "<1 s";
        if (seconds >= Most) return "more than 99 days";

        long whole = (long)seconds;
        return whole < Minute ? Invariant($"{whole} s")
            : whole < Hour ? Invariant($"{whole / Minute} min {whole % Minute} s")
            : whole < 2 * Day ? Invariant($"{whole / Hour} h {whole % Hour / Minute} min")
            : Invariant($"{whole / Day} days {whole % Day / Hour} h");
    }
}
