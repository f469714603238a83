namespace Lanewise.Proof;

/// <summary>One side of a comparison: a name, and a loop that makes a given number of calls.</summary>
/// <param name="Name">The name in tables and errors.</param>
/// <param name="UnitsPerCall">The messages, blocks or bytes per call; figures are given per unit.</param>
/// <param name="Run"> Makes that many calls. The entrant contains the loop, so that the harness adds one delegate call per
/// slice and none per message. </param>
internal sealed record Entrant(string Name, long UnitsPerCall, Action<int> Run)
{
    /// <summary>Creates an entrant whose call is so long that a delegate call does not matter.</summary>
    public static Entrant Of(string name, long unitsPerCall, Action call) => new(name, unitsPerCall, calls =>
    {
        for (int i = 0; i < calls; i++) call();
    });
}
