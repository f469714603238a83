namespace Lanewise.Gpu.Tests;

/// <summary>Tests that share the fake driver of the process must run one after another.</summary>
[CollectionDefinition(nameof(StandIn), DisableParallelization = true)]
#pragma warning disable CA1515, CA1711 // The test framework requires a public class. Its name conventionally ends in Collection.
public sealed class StandInCollection;
#pragma warning restore CA1515, CA1711
