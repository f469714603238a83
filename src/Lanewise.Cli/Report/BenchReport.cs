using Lanewise.Cli.Proof;
using Lanewise.Proof.Sweeps;

namespace Lanewise.Cli.Report;

/// <summary>What a user meets before the runtime has compiled anything.</summary>
/// <param name="Algorithm">The algorithm's title.</param>
/// <param name="One">The first call for one message, in milliseconds.</param>
/// <param name="Many">The first call for many, after that one.</param>
internal sealed record FirstCall(string Algorithm, double One, double Many);

/// <summary>All results of a <c>lanewise bench</c> run, to be written as a page, as JSON or as CSV.</summary>
/// <param name="Machine">The processor, cores and runtime.</param>
/// <param name="Version">Of the tool.</param>
/// <param name="Taken">When.</param>
/// <param name="IsQuick">Whether it was a look, not a record.</param>
/// <param name="Sweeps">In the order in which they are shown, an algorithm after the other.</param>
/// <param name="Posts">Figures that others published, beside today's.</param>
/// <param name="FirstCalls">Of hashes.</param>
/// <param name="Tables">Those that algorithms are known for.</param>
internal sealed record BenchReport(
    string Machine, string Version, DateTimeOffset Taken, bool IsQuick, IReadOnlyList<Sweep> Sweeps, IReadOnlyList<Sweep> Posts,
    IReadOnlyList<FirstCall> FirstCalls, IReadOnlyList<(Measurement Measurement, MeasuredTable Table)> Tables);
