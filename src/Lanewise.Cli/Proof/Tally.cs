using System.Globalization;
using Lanewise.Cli.Terminal;

namespace Lanewise.Cli.Proof;

/// <summary>Counts what held and what did not; failures are named on standard output as they come.</summary>
internal sealed class Tally(StandardOutput output)
{
    /// <summary>A broken kernel fails everywhere; the first lines say it.</summary>
    private const int MostNamedInARow = 20;

    private long passed, failed, skipped;
    private int named;
    private string group = "";

    public bool IsGood => failed == 0;

    public void Begin(string newGroup)
    {
        EndGroup();
        group = newGroup;
    }

    public void Pass() => passed++;

    public void Skip() => skipped++;

    public void Fail(string what)
    {
        failed++;
        if (named++ < MostNamedInARow) output.WriteLine($"FAILED {group}: {what}");
    }

    public void WriteLastLine()
    {
        EndGroup();
        output.WriteLine(string.Create(CultureInfo.InvariantCulture, $"{passed} passed, {failed} failed, {skipped} skipped"));
        output.Flush();
    }

    private void EndGroup()
    {
        if (named > MostNamedInARow)
        {
            output.WriteLine(string.Create(CultureInfo.InvariantCulture, $"FAILED {group}: {named - MostNamedInARow} more"));
        }

        named = 0;
    }
}
