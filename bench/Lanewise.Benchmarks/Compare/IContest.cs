
namespace Lanewise.Benchmarks.Compare;

/// <summary>A job. The results of all implementations are compared before their speed is measured.</summary>
internal interface IContest
{
    string Name { get; }

    IReadOnlyList<Entrant> Entrants { get; }

    /// <summary>Returns the name of an implementation whose result differs from Lanewise's, or null.</summary>
    string? FindDifference();

    void Run(InterleavedRounds rounds);
}
