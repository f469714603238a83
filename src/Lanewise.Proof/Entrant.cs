namespace Lanewise.Proof;

/// <summary>One side of a comparison: a name, and a loop that makes a given number of calls.</summary>
/// <param name="Name">The name in tables and errors.</param>
/// <param name="UnitsPerCall">The number of messages, blocks or bytes per call. Figures are given per unit.</param>
/// <param name="Run">
/// Makes the given number of calls. The loop is inside the entrant, so the harness adds only one delegate call per slice, and no
/// call per message.
/// </param>
internal sealed record Entrant(string Name, long UnitsPerCall, Action<int> Run)
{
    /// <summary>
    /// Creates an entrant from a call. The call must take long enough that an additional delegate call is negligible.
    /// </summary>
    public static Entrant Of(string name, long unitsPerCall, Action call) => new(name, unitsPerCall, calls =>
    {
        for (int i = 0; i < calls; i++) call();
    });
}
