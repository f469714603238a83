namespace Lanewise.Gpu.Tests;

/// <summary>Tests that share a process-wide driver must run one after the other.</summary>
[CollectionDefinition(nameof(StandIn), DisableParallelization = true)]
#pragma warning disable CA1515, CA1711 // The test framework requires a public class. By convention, its name ends in Collection.
public sealed class StandInCollection;
#pragma warning restore CA1515, CA1711
