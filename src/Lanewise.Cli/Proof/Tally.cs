
namespace Lanewise.Cli.Proof;

/// <summary>Counts passed and failed checks, and keeps the failures.</summary>
/// <param name="say">Where each failure is told as it comes; null where they are read at the end.</param>
internal sealed class Tally(Action<string>? say = null)
{
    // What is wrong in one place is wrong in thousands: all are counted, and the first of them named.
    private const int MostNamed = 200;

    private readonly List<string> failures = [];
    private string group = "";

    public long Passed { get; private set; }

    public long Failed { get; private set; }

    public long Skipped { get; private set; }

    public bool IsGood => Failed == 0;

    /// <summary>The first of what failed, a line each.</summary>
    public IReadOnlyList<string> Failures => failures;

    public string LastLine =>
        Invariant($"{Passed} passed, {Failed} failed, {Skipped} skipped");

    /// <summary>What the checks that follow are about.</summary>
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
