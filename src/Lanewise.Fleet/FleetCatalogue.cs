using System.Data.Common;
using Lanewise.Files;
using Lanewise.Files.Opening;
using Lanewise.Fleet.Catalogue;

namespace Lanewise.Fleet;

/// <summary>
/// The database that stores jobs, their files and the results. The catalogue is an SQLite file for one machine, or a PostgreSQL
/// database for several machines. The catalogue is the source of truth, so a job survives even the loss of its message queue.
/// </summary>
public sealed class FleetCatalogue : IDisposable
{
    private readonly Dialect dialect;

    private FleetCatalogue(Dialect dialect) => this.dialect = dialect;

    /// <summary>The location of the catalogue, without secrets.</summary>
    public string Place => dialect.Place;

    /// <summary>The local files of the catalogue. Audits never read these files.</summary>
    internal IReadOnlyList<string> OwnFiles => dialect.OwnFiles;

    /// <summary>The time for which queries are retried while the database is unavailable. Workers usually set a longer time than
    /// interactive commands.</summary>
    public TimeSpan Patience { get; set; } = TimeSpan.FromSeconds(10);

    /// <summary>A callback that receives a message when the catalogue becomes unavailable, and null when the catalogue is
    /// available again.</summary>
    public Action<string?>? Trouble { get; set; }

    /// <summary>A callback that is invoked on each retry of a transaction.</summary>
    internal Action? Retried { get; set; }

    /// <summary>Opens a catalogue, and creates its tables if they do not exist.</summary>
    /// <param name="place">The path of an SQLite file, optionally preceded by <c>sqlite:</c>, or, for PostgreSQL, a connection
    /// string (<c>Host=db;Database=fleet;Username=audit</c>) or a URI (<c>postgresql://audit@db/fleet</c>). Pass a password in
    /// <c>PGPASSWORD</c> or in the file that <c>PGPASSFILE</c> names. If a path looks like a connection string or a URI, put
    /// <c>./</c> in front of it.</param>
    /// <param name="isNew">True to create the catalogue if it does not exist; false if it must already exist.</param>
    /// <returns>The catalogue.</returns>
    /// <exception cref="FleetException">The catalogue cannot be opened, or has a different version.</exception>
    public static FleetCatalogue Open(string place, bool isNew = true)
    {
        ArgumentException.ThrowIfNullOrEmpty(place);
        return Open(CatalogueName.Parse(place), isNew);
    }

    /// <summary>Opens the catalogue identified by a name that was already parsed.</summary>
    internal static FleetCatalogue Open(CatalogueName name, bool isNew)
    {
        FleetCatalogue catalogue = new(DialectOf(name, isNew));
        try
        {
            catalogue.Prepare(isNew);
            return catalogue;
        }
        catch
        {
            catalogue.Dispose();
            throw;
        }
    }

    /// <inheritdoc/>
    public void Dispose() => dialect.Dispose();

    internal Jobs Jobs => field ??= new(this);

    internal KnownLists Known => field ??= new(this);

    internal Ranges Ranges => field ??= new(this);

    internal Results Results => field ??= new(this);

    /// <summary>
    /// Runs work in a transaction. If the database becomes unavailable, the work runs again from its beginning. The work must
    /// detect whether an earlier commit has succeeded, because the response to a commit may be lost.
    /// </summary>
    internal T Run<T>(Func<Session, T> work, CancellationToken token = default) => Run(work, isRead: false, token);

    /// <summary>Reads a snapshot of the catalogue without blocking writers.</summary>
    internal T Read<T>(Func<Session, T> work, CancellationToken token = default) => Run(work, isRead: true, token);

    internal void Run(Action<Session> work, CancellationToken token = default) => Run(
        session =>
        {
            work(session);
            return true;
        },
        token);

    /// <summary>
    /// Streams the rows of a query that may return many rows. If the database becomes unavailable, the query is resumed after the
    /// last received row when the database is available again. The remaining rows then show the state of the database at that
    /// time.
    /// </summary>
    /// <param name="query">The query for the rows after a given row, or for all rows if this row is null. The rows must be
    /// strictly ordered.</param>
    /// <param name="row">Reads a row.</param>
    internal IEnumerable<T> Stream<T>(
        Func<T?, (string Sql, (string Name, object? Value)[] Values)> query, Func<DbDataReader, T> row)
        where T : class
    {
        Attempts attempts = new(this, dialect);
        for (T? last = null; ;)
        {
            using IEnumerator<T> rows = Rows(query(last), row).GetEnumerator();
            while (true)
            {
                try
                {
                    if (!rows.MoveNext()) yield break;
                }
                catch (Exception e) when (attempts.IsExpected(e))
                {
                    attempts.Fail(e, default);
                    break;
                }

                attempts.Succeed();
                last = rows.Current;
                yield return last;
            }
        }
    }

    private IEnumerable<T> Rows<T>((string Sql, (string Name, object? Value)[] Values) query, Func<DbDataReader, T> row)
    {
        using DbConnection connection = dialect.Open();
        using DbTransaction transaction = dialect.BeginRead(connection);
        foreach (T item in new Session(dialect, connection, transaction).Stream(query.Sql, row, query.Values)) yield return item;
    }

    private T Run<T>(Func<Session, T> work, bool isRead, CancellationToken token)
    {
        Attempts attempts = new(this, dialect);
        while (true)
        {
            token.ThrowIfCancellationRequested();
            try
            {
                using DbConnection connection = dialect.Open();
                using DbTransaction transaction = isRead ? dialect.BeginRead(connection) : dialect.Begin(connection);
                T result = work(new(dialect, connection, transaction));
                transaction.Commit();
                attempts.Succeed();
                return result;
            }
            catch (Exception e) when (attempts.IsExpected(e))
            {
                attempts.Fail(e, token);
            }
        }
    }

    private static Dialect DialectOf(CatalogueName name, bool isNew)
    {
        if (name.Path is not { } path) return new PostgresDialect(name.Server!);

        if (PathText.HasRawBytes(path))
            throw new FleetException($"{path}: the name of an SQLite catalogue must be UTF-8");
        if (!isNew && !FileId.Exists(path))
            throw new FleetException($"{path}: there is no such catalogue");

        return new SqliteDialect(path) { MayCreate = isNew };
    }

    private void Prepare(bool isNew)
    {
        dialect.Check();
        try
        {
            const string Version = "select max(version) from lanewise";
            // A reader does not need write permission, and does not wait for writers.
            bool isMade = Read(session => session.Number(dialect.IsMade)) > 0;
            bool isOpened = isMade || (!isNew && dialect is SqliteDialect);
            long version = isOpened ? Read(session => session.Number(Version)) : Run(session =>
            {
                session.Number(dialect.Alone);
                // Another process may have created the tables in the meantime.
                if (session.Number(dialect.IsMade) > 0) return session.Number(Version);
                if (session.Query(dialect.IsTaken, row => row.GetString(0)) is [{ } taken, ..])
                    throw new FleetException($"{Place}: the table '{taken}' belongs to another application");

                foreach (string statement in Schema.Statements(dialect)) session.Execute(statement);
                return session.Number(Version);
            });
            if (dialect is SqliteDialect sqlite) sqlite.MayCreate = false;
            if (version != Schema.Version)
            {
                throw new FleetException(FormattableString.Invariant(
                    $"{Place}: the catalogue has version {version}, but this program supports version {Schema.Version}"));
            }
        }
        catch (FleetException e) when (dialect is SqliteDialect file
            && e.InnerException is Microsoft.Data.Sqlite.SqliteException inner)
        {
            throw new FleetException($"{Place}: {file.Refusal(inner)}", e);
        }
    }
}
