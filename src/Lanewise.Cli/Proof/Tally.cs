using System.Globalization;
using Lanewise.Cli.Terminal;

namespace Lanewise.Cli.Proof;

/// <summary>Counts what held and what did not; failures are named on standard output as they come.</summary>
internal sealed class Tally(StandardOutput output)
{
    private long passed, failed, skipped;
    private string group = "";

    public bool IsGood => failed == 0;

    /// <summary>What the checks that follow are about.</summary>
    public void Begin(string newGroup) => group = newGroup;

    public void Pass() => passed++;

    public void Skip() => skipped++;

    public void Fail(string what)
    {
        failed++;
        output.WriteLine($"FAILED {group}: {what}");
    }

    public void WriteLastLine()
    {
        output.WriteLine(string.Create(CultureInfo.InvariantCulture, $"{passed} passed, {failed} failed, {skipped} skipped"));
        output.Flush();
    }
}
