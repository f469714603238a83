using System.Buffers.Binary;
using System.Data.Common;
using Lanewise.Files.Opening;
using Lanewise.Files.Reading;
using Microsoft.Data.Sqlite;

namespace Lanewise.Fleet.Catalogue;

/// <summary>A catalogue in an SQLite file, for one machine, without a server.</summary>
internal sealed class SqliteDialect : Dialect
{
    // The maximum time for which another process may hold the write lock.
    private const int BusySeconds = 30;

    // The application id in the header of an SQLite file: "LwFl".
    private const long Owner = 0x4C77466C;

    private const int HeaderBytes = 100, OwnerOffset = 68;

    // SQLite's error codes: a lock, no write permission, a failed read, a full disk, a file that cannot be opened, and others.
    private const int Busy = 5, Locked = 6, ReadOnly = 8, IOError = 10, Full = 13, CannotOpen = 14;

    private readonly string connectionString;

    static SqliteDialect() => SQLitePCL.Batteries_V2.Init();

    public SqliteDialect(string path)
    {
        Place = path;
        connectionString = new SqliteConnectionStringBuilder
        {
            DataSource = path, Mode = SqliteOpenMode.ReadWriteCreate, DefaultTimeout = BusySeconds, Pooling = true,
        }.ToString();
    }

    public override string Place { get; }

    /// <summary>
    /// The database, its rollback journal, its write-ahead log and the index of this log. If the path is a link, SQLite creates
    /// these files next to the target of the link.
    /// </summary>
    public override IReadOnlyList<string> OwnFiles
    {
        get
        {
            string file = PortableDestination.Target(Place);
            return [file, file + "-journal", file + "-wal", file + "-shm", Place];
        }
    }

    /// <summary>Indicates whether the file is created if it does not exist.</summary>
    public bool MayCreate { get; set; }

    public override string Bytes => "blob";

    public override string Now => "cast(unixepoch('subsec') * 1000 as integer)";

    // SQLite needs no row locks, because a transaction locks the whole database file.
    public override string SkipLocked => "";

    public override string ForUpdate => "";

    // Without statistics, SQLite prefers the primary key, so it would read all items of the job.
    public override string ByKey => " indexed by item_key";

    public override string ByJob => " without rowid";

    public override string IsMade => "select count(*) from sqlite_master where name = 'lanewise'";

    public override string Alone => "select 1";

    // The application ID is set in the transaction that creates the tables, so that no other process sees a file that has tables
    // but no ID, or an ID but no tables.
    public override IEnumerable<string> Marks => [FormattableString.Invariant($"pragma application_id = {Owner}")];

    // Reads only the header, without SQLite. If another process is moving its log into the file, or was killed while doing so,
    // the page count in the header may include pages that the file does not contain yet. SQLite reads these pages from the log,
    // but only if it can lock the file.
    public override void Check()
    {
        if (!Files.FileTree.IsFile(Place))
        {
            if (!FileId.Exists(Place)) return;

            throw new FleetException($"{Place}: a catalogue must be a regular file");
        }

        Span<byte> header = stackalloc byte[HeaderBytes];
        int length;
        try
        {
            using FileStream stream = OpenedFile.Read(Place);
            length = stream.ReadAtLeast(header, HeaderBytes, throwOnEndOfStream: false);
        }
        catch (Exception e) when (ReadErrors.IsExpected(e))
        {
            throw new FleetException($"{Place}: {ReadErrors.Reason(e, Place)}", e);
        }

        if (length == 0)
        {
            if (MayCreate) return;

            throw new FleetException($"{Place}: this is not an audit catalogue: the file is empty");
        }

        if (length < HeaderBytes || !header.StartsWith("SQLite format 3\0"u8))
        {
            throw new FleetException($"{Place}: this is not an audit catalogue: it is not an SQLite file");
        }

        if (BinaryPrimitives.ReadUInt32BigEndian(header.Slice(OwnerOffset)) != Owner)
        {
            throw new FleetException(
                $"{Place}: this database belongs to another application; a catalogue needs a file of its own");
        }
    }

    /// <summary>Returns the reason why the file cannot be opened as a catalogue.</summary>
    public string Refusal(SqliteException e)
    {
        if (e.SqliteErrorCode == ReadOnly)
            return "Permission denied; SQLite needs write permission for the file and its folder, even to read";

        if (e.SqliteErrorCode != CannotOpen || FileId.Exists(Place))
            return $"this is not an audit catalogue, or it cannot be opened: {Attempts.Reason(e)}";

        return WholeFile.Refusal(Place) is { } refusal ? ReadErrors.Reason(refusal, Place)
            : "the file cannot be created; SQLite needs write permission for the folder";
    }

    public override DbConnection Open()
    {
        // If the catalogue file was deleted, pooled connections would still use the deleted file, and a new connection would
        // create an empty file.
        if (!MayCreate && !FileId.Exists(Place)) throw new SqliteException("the file no longer exists", CannotOpen);

        SqliteConnection connection = new(connectionString);
        try
        {
            connection.Open();
            using SqliteCommand command = connection.CreateCommand();
            // Committed data survives a crash of the process. After a power failure, the most recent work may have to be
            // repeated. The journal mode is written into the file, so the file's application id must be set first.
            command.CommandText = "pragma busy_timeout = 30000; pragma synchronous = normal"
                + (MayCreate ? "" : "; pragma journal_mode = wal");
            command.ExecuteNonQuery();
            return connection;
        }
        catch
        {
            connection.Dispose();
            throw;
        }
    }

    // The transaction is not deferred, because a transaction that has begun to read cannot always obtain the write lock later.
    public override DbTransaction Begin(DbConnection connection) =>
        ((SqliteConnection)connection).BeginTransaction(deferred: false);

    // A deferred transaction reads, without a lock, the state that the log had at the beginning of the transaction.
    public override DbTransaction BeginRead(DbConnection connection) =>
        ((SqliteConnection)connection).BeginTransaction(deferred: true);

    public override bool MayPass(Exception e) => e is SqliteException { SqliteErrorCode: Busy or Locked or IOError or Full };

    public override BulkRows Bulk(DbConnection connection, DbTransaction transaction, string table, string[] columns) =>
        new Rows((SqliteConnection)connection, (SqliteTransaction)transaction, table, columns);

    public override IEnumerable<string> PartitionsFor(long job) => [];

    public override IEnumerable<string> Without(long job) => [];

    public override void Dispose()
    {
        using SqliteConnection connection = new(connectionString);
        SqliteConnection.ClearPool(connection);
    }

    private sealed class Rows : BulkRows
    {
        private readonly SqliteCommand command;
        private int next;

        public Rows(SqliteConnection connection, SqliteTransaction transaction, string table, string[] columns)
        {
            command = connection.CreateCommand();
            command.Transaction = transaction;
            command.CommandText = $"insert into {table} ({string.Join(", ", columns)}) "
                + $"values ({string.Join(", ", columns.Select(column => "@" + column))})";
            foreach (string column in columns) command.Parameters.Add(new SqliteParameter("@" + column, DBNull.Value));
        }

        public override void Begin()
        {
            if (next > 0) command.ExecuteNonQuery();
            next = 0;
        }

        public override void Add(long value) => Set(SqliteType.Integer, value);

        public override void Add(long? value) => Set(SqliteType.Integer, value);

        public override void Add(byte[]? value) => Set(SqliteType.Blob, value);

        public override void Add(string? value) => Set(SqliteType.Text, value);

        public override void Complete() => Begin();

        public override void Dispose() => command.Dispose();

        private void Set(SqliteType type, object? value)
        {
            SqliteParameter parameter = command.Parameters[next++];
            parameter.SqliteType = type;
            parameter.Value = value ?? DBNull.Value;
        }
    }
}
