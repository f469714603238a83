namespace Lanewise.Fleet;

/// <summary>The options of a worker.</summary>
public sealed record FleetWorkOptions
{
    /// <summary>The name of the worker, which must be unique among running workers.</summary>
    public string Name { get; init; } = FormattableString.Invariant($"{Environment.MachineName}-{Environment.ProcessId}");

    /// <summary>
    /// If the worker sends no heartbeat for this time, other workers take over its ranges. It sends a heartbeat every third of
    /// this time.
    /// </summary>
    public TimeSpan Lease { get; init; } = TimeSpan.FromSeconds(30);

    /// <summary>The number of cores. -1 means all cores.</summary>
    public int Cores { get; init; } = -1;

    /// <summary>The maximum read rate in bytes per second. 0 means unlimited.</summary>
    public long BytesPerSecond { get; init; }
}
