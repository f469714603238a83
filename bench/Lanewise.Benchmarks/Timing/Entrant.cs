namespace Lanewise.Benchmarks.Timing;

/// <summary>One side of a comparison: a name, and a loop that makes a number of calls.</summary>
/// <param name="Name">The name in tables and errors.</param>
/// <param name="MessagesPerCall">Messages that one call hashes; figures are given per message.</param>
/// <param name="Run">
/// Makes that many calls. The loop belongs to the entrant, so that the harness adds one delegate call per slice and none per
/// message.
/// </param>
internal sealed record Entrant(string Name, int MessagesPerCall, Action<int> Run);
