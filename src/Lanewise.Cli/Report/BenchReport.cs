using Lanewise.Proof.Sweeps;

namespace Lanewise.Cli.Report;

/// <summary>The time of the first calls in a process, before the runtime has compiled anything.</summary>
/// <param name="Algorithm">The algorithm's title.</param>
/// <param name="One">The time of the first call for one message, in milliseconds.</param>
/// <param name="Many">
/// The time of the first call for many messages, after the first call for one message, in milliseconds.
/// </param>
internal sealed record FirstCall(string Algorithm, double One, double Many);

/// <summary>All results of a <c>lanewise bench</c> run, which can be written as a page, as JSON or as CSV.</summary>
/// <param name="Machine">The processor, cores and runtime.</param>
/// <param name="Version">The version of the tool.</param>
/// <param name="Taken">The time of the run.</param>
/// <param name="IsQuick">Whether the run was a quick run. Quick runs are not recorded.</param>
/// <param name="Sweeps">The sweeps in display order, grouped by algorithm.</param>
/// <param name="Published">Published figures from articles, with the corresponding figures of this run.</param>
/// <param name="FirstCalls">The first calls of hashes.</param>
/// <param name="Tables">Tables specific to an algorithm.</param>
internal sealed record BenchReport(
    string Machine, string Version, DateTimeOffset Taken, bool IsQuick, IReadOnlyList<Sweep> Sweeps,
    IReadOnlyList<Sweep> Published, IReadOnlyList<FirstCall> FirstCalls,
    IReadOnlyList<(Measurement Measurement, MeasuredTable Table)> Tables)
{
    /// <summary>Whether the figures come from a saved report.</summary>
    public bool IsSaved { get; init; }

    /// <summary>The time, the version and the conditions of the measurement.</summary>
    public string Origin => Invariant($"Lanewise {Version}; {(IsSaved ? "from a saved report; measured" : "measured")} ")
        + Invariant($"{Taken:yyyy-MM-dd HH:mm} UTC{(IsQuick ? " in a quick run, which is not for the record" : "")}.");
}
