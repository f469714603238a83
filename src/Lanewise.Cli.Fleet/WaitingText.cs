using Lanewise.Cli.Terminal;
using Lanewise.Fleet.Catalogue;

namespace Lanewise.Cli.Fleet;

/// <summary>Formats the progress line of a worker that has nothing to hash, because other workers hold the last ranges.</summary>
internal static class WaitingText
{
    /// <summary>Returns the longest text that fits, or an empty string.</summary>
    /// <param name="percent">The share of the run that is done.</param>
    /// <param name="holder">The worker that holds ranges.</param>
    /// <param name="worker">The name of this other worker, in the form for the terminal.</param>
    /// <param name="silent">The time since the worker's last heartbeat, in seconds.</param>
    /// <param name="columns">The number of available columns.</param>
    public static string Of(string percent, RangeHolder holder, string worker, double silent, int columns)
    {
        double lease = holder.LeaseMilliseconds / 1000.0;
        // The form depends on the longest times, so that it stays the same while the times change.
        int form = Array.FindIndex(Forms(lease - 1, lease - 1), text => text.Length <= columns);
        return form < 0 ? "" : Forms(silent, lease - silent)[form];

        string[] Forms(double silence, double left)
        {
            string ranges = Invariant($"waiting for {holder.Ranges:N0} {(holder.Ranges == 1 ? "range" : "ranges")}");
            string takeover = left < 1 ? "takeover now" : $"takeover in {TimeText.Of(left)}";
            string[] texts = holder.IsOverdue
                ?
                [
                    $"{ranges} of worker {worker} (silent for {TimeText.Of(silence)}; taken over after {TimeText.Of(lease)})",
                    $"{ranges} of {worker} (silent for {TimeText.Of(silence)}; {takeover})", $"{ranges}; {takeover}", $"waiting; {takeover}",
                ]
                : [$"{ranges} of worker {worker}", $"{ranges} of {worker}", ranges];
            return [.. texts.SelectMany(text => (string[])[$"{percent}  {text}", text])];
        }
    }
}
