using System.Data.Common;
using System.Net;
using System.Net.Sockets;
using Npgsql;
using NpgsqlTypes;

namespace Lanewise.Fleet.Catalogue;

/// <summary>A catalogue in PostgreSQL, for workers on many machines.</summary>
internal sealed class PostgresDialect : Dialect
{
    private readonly NpgsqlDataSource source;

    /// <summary>A server.</summary>
    /// <param name="connectionString">As Npgsql takes it; what it leaves out comes from libpq's variables.</param>
    /// <exception cref="ArgumentException">It cannot be read.</exception>
    public PostgresDialect(string connectionString)
    {
        NpgsqlConnectionStringBuilder settings = new(connectionString)
        {
            ApplicationName = "lanewise fleet", IncludeErrorDetail = false, PersistSecurityInfo = false,
        };
        settings.Host ??= Environment.GetEnvironmentVariable("PGHOST") ?? "localhost";
        if (!settings.ContainsKey("Timeout")) settings.Timeout = 10;
        if (!settings.ContainsKey("Command Timeout")) settings.CommandTimeout = 60;
        // A worker behind a network that swallows packets must learn of it.
        if (!settings.ContainsKey("Tcp Keepalive")) settings.TcpKeepAlive = true;
        if (!settings.ContainsKey("Tcp Keepalive Time")) settings.TcpKeepAliveTime = 5;
        if (!settings.ContainsKey("Tcp Keepalive Interval")) settings.TcpKeepAliveInterval = 5;
        // Whatever goes over a network is encrypted, and the server shows who it is, unless the site says otherwise.
        if (!settings.ContainsKey("SSL Mode") && Environment.GetEnvironmentVariable("PGSSLMODE") is null)
            settings.SslMode = IsThisMachine(settings.Host) ? SslMode.Prefer : SslMode.VerifyFull;
        Place = $"{settings.Host}:{settings.Port}/{settings.Database}";
        NpgsqlSlimDataSourceBuilder builder = new(settings.ConnectionString);
        builder.EnableTransportSecurity();
        source = builder.Build();
    }

    public override string Place { get; }

    public override string Bytes => "bytea";

    public override string Now => "cast(extract(epoch from clock_timestamp()) * 1000 as bigint)";

    public override string SkipLocked => " for update skip locked";

    public override string ForUpdate => " for update";

    public override string ByKey => "";

    public override string ByJob => " partition by list (job)";

    public override string IsMade => "select count(*) from pg_class where oid = to_regclass('lanewise')";

    public override string Alone => "select pg_advisory_xact_lock(7596481)";

    public override DbConnection Open() => source.OpenConnection();

    // Who is cut off in the middle of one holds its rows no longer than this: the server would wait for hours.
    public override DbTransaction Begin(DbConnection connection)
    {
        DbTransaction transaction = connection.BeginTransaction();
        using DbCommand command = connection.CreateCommand();
        command.CommandText = "set local idle_in_transaction_session_timeout = 30000";
        command.ExecuteNonQuery();
        return transaction;
    }

    public override DbTransaction BeginRead(DbConnection connection) =>
        connection.BeginTransaction(System.Data.IsolationLevel.RepeatableRead);

    public override bool MayPass(Exception e) => e switch
    {
        // 08: the connection; 53: disk, memory, connections; 57P: it shuts down or starts; 40: one of two had to give way;
        // 55P03: a lock; 25006: a standby that takes over.
        PostgresException { SqlState: { } state } => state.StartsWith("08", StringComparison.Ordinal)
            || state.StartsWith("53", StringComparison.Ordinal) || state.StartsWith("57P", StringComparison.Ordinal)
            || state.StartsWith("40", StringComparison.Ordinal) || state is "55P03" or "25006" or "XX000" or "58030",
        NpgsqlException { InnerException: System.Security.Authentication.AuthenticationException } => false,
        NpgsqlException => true,
        SocketException or TimeoutException or IOException or ObjectDisposedException => true,
        _ => false,
    };

    public override BulkRows Bulk(DbConnection connection, DbTransaction transaction, string table, string[] columns) =>
        new Rows(((NpgsqlConnection)connection).BeginBinaryImport(
            $"copy {table} ({string.Join(", ", columns)}) from stdin (format binary)"));

    public override IEnumerable<string> RoomFor(long job)
    {
        foreach (string table in Schema.PartitionedTables)
            yield return FormattableString.Invariant($"create table {table}_{job} partition of {table} for values in ({job})");
    }

    public override IEnumerable<string> Without(long job)
    {
        foreach (string table in Schema.PartitionedTables)
            yield return FormattableString.Invariant($"drop table if exists {table}_{job}");
    }

    public override void Dispose() => source.Dispose();

    private static bool IsThisMachine(string host) =>
        host.StartsWith('/') || host.StartsWith('@') || host.Equals("localhost", StringComparison.OrdinalIgnoreCase)
        || (IPAddress.TryParse(host, out IPAddress? address) && IPAddress.IsLoopback(address));

    private sealed class Rows(NpgsqlBinaryImporter importer) : BulkRows
    {
        public override void Begin() => importer.StartRow();

        public override void Add(long value) => importer.Write(value, NpgsqlDbType.Bigint);

        public override void Add(long? value)
        {
            if (value is long number) Add(number);
            else importer.WriteNull();
        }

        public override void Add(byte[]? value)
        {
            if (value is null) importer.WriteNull();
            else importer.Write(value, NpgsqlDbType.Bytea);
        }

        public override void Add(string? value)
        {
            if (value is null) importer.WriteNull();
            else importer.Write(value, NpgsqlDbType.Text);
        }

        public override void Complete() => importer.Complete();

        public override void Dispose() => importer.Dispose();
    }
}
