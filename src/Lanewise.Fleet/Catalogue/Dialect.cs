using System.Data.Common;

namespace Lanewise.Fleet.Catalogue;

/// <summary>What differs between the databases that hold a catalogue; all else is one text of SQL.</summary>
internal abstract class Dialect : IDisposable
{
    /// <summary>Where the catalogue is, without secrets.</summary>
    public abstract string Place { get; }

    /// <summary>The type of bytes.</summary>
    public abstract string Bytes { get; }

    /// <summary>The database's own time in milliseconds from 1970 on: workers' clocks may differ.</summary>
    public abstract string Now { get; }

    /// <summary>What keeps two workers from waiting for the same row.</summary>
    public abstract string SkipLocked { get; }

    /// <summary>What keeps a row as it is until the end of the transaction.</summary>
    public abstract string ForUpdate { get; }

    /// <summary>
    /// What follows the name of items' table, or its alias, where an item is looked for by the key of its name.
    /// </summary>
    public abstract string ByKey { get; }

    /// <summary>What the tables of items and results end with, so that a job's rows lie together.</summary>
    public abstract string ByJob { get; }

    /// <summary>Asks whether the tables are there: they are made together.</summary>
    public abstract string IsMade { get; }

    /// <summary>Finds tables of other applications that have names of the catalogue.</summary>
    public virtual string IsTaken => "select '' where 1 = 0";

    /// <summary>Statements that say whose the tables are.</summary>
    public virtual IEnumerable<string> Marks => [];

    /// <summary>What lets one at a time make the tables.</summary>
    public abstract string Alone { get; }

    /// <summary>Refuses what is no catalogue and must not become one, before anything is changed.</summary>
    /// <exception cref="FleetException">It is another application's.</exception>
    public virtual void Check()
    {
    }

    public abstract DbConnection Open();

    public abstract DbTransaction Begin(DbConnection connection);

    /// <summary>A transaction that reads, at one moment, and keeps nobody from writing.</summary>
    public abstract DbTransaction BeginRead(DbConnection connection);

    /// <summary>Whether the same may succeed a little later: a server that restarts, a disk that is full, a lock.</summary>
    public abstract bool MayPass(Exception e);

    /// <summary>Many rows at once.</summary>
    public abstract BulkRows Bulk(DbConnection connection, DbTransaction transaction, string table, string[] columns);

    /// <summary>Statements that make room for the rows of a job.</summary>
    public abstract IEnumerable<string> RoomFor(long job);

    /// <summary>Statements that take it back.</summary>
    public abstract IEnumerable<string> Without(long job);

    public abstract void Dispose();
}

/// <summary>Rows on their way into a table; values in the order of its columns.</summary>
internal abstract class BulkRows : IDisposable
{
    public abstract void Begin();

    public abstract void Add(long value);

    public abstract void Add(long? value);

    public abstract void Add(byte[]? value);

    public abstract void Add(string? value);

    /// <summary>The last row is in.</summary>
    public abstract void Complete();

    public abstract void Dispose();
}
