using Lanewise.Proof.Sweeps;

namespace Lanewise.Cli.Report;

/// <summary>
/// The times of the first calls in a process, before the runtime has compiled anything. Each time is the median of three
/// processes, or the time of a single process in a quick run.
/// </summary>
/// <param name="Algorithm">The algorithm's title.</param>
/// <param name="One">The time in milliseconds of the first call for one message.</param>
/// <param name="Many">
/// The time in milliseconds of the first call for many messages, which follows the first call for one message.
/// </param>
internal sealed record FirstCall(string Algorithm, double One, double Many);

/// <summary>All results of a <c>lanewise bench</c> run, which can be written as a page, as JSON or as CSV.</summary>
/// <param name="Machine">The processor, cores and runtime.</param>
/// <param name="Version">The version of the tool.</param>
/// <param name="Taken">The time of the run.</param>
/// <param name="IsQuick">Whether the run was a quick run, which is not precise enough for a record.</param>
/// <param name="Sweeps">The sweeps in display order, grouped by algorithm.</param>
/// <param name="Published">The figures that articles published, with the corresponding figures from this run.</param>
/// <param name="FirstCalls">The times of the first calls for each hash.</param>
/// <param name="Tables">The tables that are specific to one algorithm.</param>
internal sealed record BenchReport(
    string Machine, string Version, DateTimeOffset Taken, bool IsQuick, IReadOnlyList<Sweep> Sweeps,
    IReadOnlyList<Sweep> Published, IReadOnlyList<FirstCall> FirstCalls,
    IReadOnlyList<(Measurement Measurement, MeasuredTable Table)> Tables)
{
    /// <summary>Indicates whether the figures come from a saved report.</summary>
    public bool IsSaved { get; init; }

    /// <summary>The version and the time of the measurement as text, with a note for saved reports and quick runs.</summary>
    public string Origin => Invariant($"Lanewise {Version}; {(IsSaved ? "from a saved report; measured" : "measured")} ")
        + Invariant($"{Taken:yyyy-MM-dd HH:mm} UTC{(IsQuick ? " in a quick run, which is not for the record" : "")}.");
}
