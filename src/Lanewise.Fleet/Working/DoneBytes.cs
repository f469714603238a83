namespace Lanewise.Fleet.Working;

/// <summary>
/// Computes how many bytes of a run are done, between the queries of the catalogue. A query returns the bytes of all ranges that
/// are committed, and the worker knows how many bytes it has read itself. When the worker commits a range, the bytes of this
/// range must not disappear until the next query, so the bytes are counted from the time of the last query.
/// </summary>
internal sealed class DoneBytes
{
    // A query is repeated if the worker commits a range at the same time. If the worker commits continuously, its ranges are
    // small, and the result of the query is used anyway.
    private const int MostRepeated = 3;

    private long counted, settled, most;
    private int repeated = MostRepeated;

    /// <summary>Records the result of a query.</summary>
    /// <param name="bytes">The bytes that the catalogue counts.</param>
    /// <param name="before">The bytes of the ranges that the worker had committed before the query.</param>
    /// <param name="after">The bytes of the ranges that the worker had committed after the query.</param>
    public void Count(long bytes, long before, long after)
    {
        if (before != after && repeated < MostRepeated)
        {
            repeated++;
            return;
        }

        (counted, settled, repeated) = (bytes, before, 0);
    }

    /// <summary>Returns the number of bytes that are done, which never decreases.</summary>
    /// <param name="read">The bytes that the worker has read so far.</param>
    public long After(long read) => most = Math.Max(most, counted + Math.Max(0, read - settled));
}
