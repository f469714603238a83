using System.Data.Common;

namespace Lanewise.Fleet.Catalogue;

/// <summary>The differences between the databases that store a catalogue. All other SQL is shared.</summary>
internal abstract class Dialect : IDisposable
{
    /// <summary>The location of the catalogue, without secrets.</summary>
    public abstract string Place { get; }

    /// <summary>The local files of the catalogue, including files that may be created later.</summary>
    public virtual IReadOnlyList<string> OwnFiles => [];

    /// <summary>The SQL type for byte strings.</summary>
    public abstract string Bytes { get; }

    /// <summary>SQL for the database's own time in milliseconds since 1970. The clocks of workers may differ.</summary>
    public abstract string Now { get; }

    /// <summary>The SQL clause that skips rows that another worker has locked.</summary>
    public abstract string SkipLocked { get; }

    /// <summary>The SQL clause that locks a row until the end of the transaction.</summary>
    public abstract string ForUpdate { get; }

    /// <summary>The SQL that follows the name or alias of the item table in a query that looks up an item by the key of its
    /// name.</summary>
    public abstract string ByKey { get; }

    /// <summary>
    /// The clause at the end of the statements that create the tables of items and results. The clause makes the database store
    /// the rows of a job together.
    /// </summary>
    public abstract string ByJob { get; }

    /// <summary>The query that checks whether the tables exist. All tables are created together.</summary>
    public abstract string IsMade { get; }

    /// <summary>The query that finds tables of other applications that have the names of Lanewise's tables.</summary>
    public virtual string IsTaken => "select '' where 1 = 0";

    /// <summary>The statements that mark the tables as tables of Lanewise.</summary>
    public virtual IEnumerable<string> Marks => [];

    /// <summary>The statement that allows only one process at a time to create the tables, or to create or remove jobs.</summary>
    public abstract string Alone { get; }

    /// <summary>
    /// Rejects a database that is not a catalogue and must not become one. No code changes the database before this check.
    /// </summary>
    /// <exception cref="FleetException">The database belongs to another application.</exception>
    public virtual void Check()
    {
    }

    public abstract DbConnection Open();

    public abstract DbTransaction Begin(DbConnection connection);

    /// <summary>Begins a transaction that reads a consistent snapshot and does not block writers.</summary>
    public abstract DbTransaction BeginRead(DbConnection connection);

    /// <summary>
    /// Returns whether a retry can succeed, for example because the server was restarting, a disk was full, or a row was locked.
    /// </summary>
    public abstract bool MayPass(Exception e);

    /// <summary>Inserts many rows at once.</summary>
    public abstract BulkRows Bulk(DbConnection connection, DbTransaction transaction, string table, string[] columns);

    /// <summary>The statements that create the partitions for the rows of a job.</summary>
    public abstract IEnumerable<string> PartitionsFor(long job);

    /// <summary>The statements that remove the partitions for the rows of a job.</summary>
    public abstract IEnumerable<string> Without(long job);

    public abstract void Dispose();
}

/// <summary>Inserts rows into a table. The values of a row must be in the order of the columns.</summary>
internal abstract class BulkRows : IDisposable
{
    public abstract void Begin();

    public abstract void Add(long value);

    public abstract void Add(long? value);

    public abstract void Add(byte[]? value);

    public abstract void Add(string? value);

    /// <summary>Ends the insertion after the last row.</summary>
    public abstract void Complete();

    public abstract void Dispose();
}
