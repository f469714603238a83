
namespace Lanewise.Benchmarks.Compare;

/// <summary>A job that is compared before it is timed.</summary>
internal interface IContest
{
    string Name { get; }

    IReadOnlyList<Entrant> Entrants { get; }

    /// <summary>Who gives another result than Lanewise, or null.</summary>
    string? FindDifference();

    void Run(InterleavedRounds rounds);
}
