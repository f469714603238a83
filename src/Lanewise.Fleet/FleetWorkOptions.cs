namespace Lanewise.Fleet;

/// <summary>How a worker works.</summary>
public sealed record FleetWorkOptions
{
    /// <summary>What it is called, which no other may be at the same time.</summary>
    public string Name { get; init; } = FormattableString.Invariant($"{Environment.MachineName}-{Environment.ProcessId}");

    /// <summary>
    /// If a worker sent no heartbeat for so long, others take over its ranges. It sends heartbeats three times as often.
    /// </summary>
    public TimeSpan Lease { get; init; } = TimeSpan.FromSeconds(30);

    /// <summary>Cores that hash; -1 for all.</summary>
    public int Cores { get; init; } = -1;

    /// <summary>Bytes that it reads in a second; 0 for as many as there are.</summary>
    public long BytesPerSecond { get; init; }
}
