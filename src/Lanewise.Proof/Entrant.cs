namespace Lanewise.Proof;

/// <summary>An entrant of a benchmark: a name, and a loop that makes a given number of calls.</summary>
/// <param name="Name">The name in tables and errors.</param>
/// <param name="UnitsPerCall">The number of units (messages, blocks or bytes) per call. Results are reported per unit.</param>
/// <param name="Run">
/// Makes the given number of calls. Because the entrant contains the loop, the harness adds only one delegate call per time
/// slice, instead of one per message.
/// </param>
internal sealed record Entrant(string Name, long UnitsPerCall, Action<int> Run)
{
    /// <summary>
    /// Creates an entrant from a single call. The call must take so long that the cost of an additional delegate call is
    /// negligible.
    /// </summary>
    public static Entrant Of(string name, long unitsPerCall, Action call) => new(name, unitsPerCall, calls =>
    {
        for (int i = 0; i < calls; i++) call();
    });
}
