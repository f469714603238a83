namespace Lanewise.Proof;

/// <summary>One side of a comparison: a name, and a loop that makes a number of calls.</summary>
/// <param name="Name">The name in tables and errors.</param>
/// <param name="UnitsPerCall">Messages, blocks or bytes of one call; figures are given per unit.</param>
/// <param name="Run">
/// Makes that many calls. The loop belongs to the entrant, so that the harness adds one delegate call per slice and none per
/// message.
/// </param>
internal sealed record Entrant(string Name, long UnitsPerCall, Action<int> Run)
{
    /// <summary>An entrant whose call is long enough for a delegate call beside it.</summary>
    public static Entrant Of(string name, long unitsPerCall, Action call) => new(name, unitsPerCall, calls =>
    {
        for (int i = 0; i < calls; i++) call();
    });
}
