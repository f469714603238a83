namespace Lanewise.Gpu.Tests;

/// <summary>Tests of one process-wide driver run one after the other.</summary>
[CollectionDefinition(nameof(StandIn), DisableParallelization = true)]
#pragma warning disable CA1515, CA1711 // The test framework wants it public; it is a collection in its words.
public sealed class StandInCollection;
#pragma warning restore CA1515, CA1711
