namespace Lanewise.Fleet;

/// <summary>The options of a worker.</summary>
public sealed record FleetWorkOptions
{
    /// <summary>The name of the worker, which must be unique among running workers.</summary>
    public string Name { get; init; } = FormattableString.Invariant($"{Environment.MachineName}-{Environment.ProcessId}");

    /// <summary>
    /// The lease period. If the worker sends no heartbeat for a whole lease period, other workers take over its ranges. The
    /// worker sends three heartbeats per lease period.
    /// </summary>
    public TimeSpan Lease { get; init; } = TimeSpan.FromSeconds(30);

    /// <summary>The number of cores to use. -1 means all cores.</summary>
    public int Cores { get; init; } = -1;

    /// <summary>The maximum read rate in bytes per second. 0 means unlimited.</summary>
    public long BytesPerSecond { get; init; }
}
