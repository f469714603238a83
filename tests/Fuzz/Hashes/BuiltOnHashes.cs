namespace Lanewise.Fuzz;

/// <summary>
/// Tests functions that are based on hashes, such as key derivation, and therefore have no row in the catalogue.
/// </summary>
internal static class BuiltOnHashes
{
    public static IEnumerable<Target> All() =>
    [
        new CaseTarget("append-many", AppendManyCases.Run),
        new CaseTarget("files", FileCases.Run),
        new CaseTarget("b3sum", Blake3Cases.Program),
        new CaseTarget("blake3-context", Blake3Cases.Context),
        new CaseTarget("blake3-output", Blake3Cases.Output),
        new CaseTarget("blake3-slices", Blake3Cases.Slices),
        new CaseTarget("blake2-output", Blake2Cases.Output),
        new CaseTarget("blake2-params", Blake2Cases.Parameters),
        new CaseTarget("blake2-trees", Blake2Cases.Tree),
        new CaseTarget("skein-params", SkeinCases.Parameters),
        new CaseTarget("skein-output", SkeinCases.Output),
        new CaseTarget("threefish-skein", AeadCases.Run),
        new CaseTarget("argon2", Argon2Cases.Derive),
    ];
}

internal delegate void RunCase(string name, Random random, Tally tally);

/// <summary>A target that consists of one method.</summary>
internal sealed class CaseTarget(string name, RunCase run) : Target
{
    public override string Name => name;

    public override void Run(Random random, Tally tally) => run(name, random, tally);
}
