
namespace Lanewise.Cli.Proof;

/// <summary>Counts passed and failed checks, and stores the failures.</summary>
/// <param name="say">A callback that is called immediately for each failure, or null to only collect the failures.</param>
internal sealed class Tally(Action<string>? say = null)
{
    // A single error can cause thousands of failures. All failures are counted, but only the first ones are listed.
    private const int MostNamed = 200;

    private readonly List<string> failures = [];
    private string group = "";

    public long Passed { get; private set; }

    public long Failed { get; private set; }

    public long Skipped { get; private set; }

    public bool IsGood => Failed == 0;

    /// <summary>The first failures, one per line.</summary>
    public IReadOnlyList<string> Failures => failures;

    public string LastLine =>
        Invariant($"{Passed} passed, {Failed} failed, {Skipped} skipped");

    /// <summary>Sets the name of the group of checks that follows.</summary>
    public void Begin(string newGroup) => group = newGroup;

    public void Pass() => Passed++;

    public void Skip() => Skipped++;

    public void Fail(string what)
    {
        Failed++;
        string failure = $"{group}: {what}";
        if (failures.Count < MostNamed) failures.Add(failure);
        say?.Invoke(failure);
    }
}
