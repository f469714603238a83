using System.Data.Common;
using System.Globalization;
using System.Net;
using System.Net.Sockets;
using System.Security.Authentication;
using Npgsql;
using NpgsqlTypes;

namespace Lanewise.Fleet.Catalogue;

/// <summary>A catalogue in PostgreSQL, for workers on many machines.</summary>
internal sealed class PostgresDialect : Dialect
{
    private readonly NpgsqlDataSource source;

    /// <summary>Creates the dialect for a server.</summary>
    /// <param name="given">The settings in the name of the catalogue.</param>
    /// <exception cref="FleetException">An environment variable has an invalid value, or settings contradict each
    /// other.</exception>
    public PostgresDialect(NpgsqlConnectionStringBuilder given)
    {
        NpgsqlConnectionStringBuilder settings = WithDefaults(given, Environment.GetEnvironmentVariable);
        string hosts = settings.Host!;
        Place = hosts.Contains(':') || hosts.Contains(',')
            ? $"{hosts}/{settings.Database}" : $"{hosts}:{settings.Port}/{settings.Database}";
        NpgsqlSlimDataSourceBuilder builder = new(settings.ConnectionString);
        builder.EnableTransportSecurity();
        try
        {
            source = builder.Build();
        }
        catch (Exception e) when (e is ArgumentException or NotSupportedException or InvalidOperationException)
        {
            throw new FleetException($"{Place}: the settings of the connection contradict each other: {e.Message}");
        }
    }

    public override string Place { get; }

    public override string Bytes => "bytea";

    public override string Now => "cast(extract(epoch from clock_timestamp()) * 1000 as bigint)";

    public override string SkipLocked => " for update skip locked";

    public override string ForUpdate => " for update";

    public override string ByKey => "";

    public override string ByJob => " partition by list (job)";

    public override string IsMade => "select count(*) from pg_class where oid = to_regclass('lanewise')";

    public override string IsTaken =>
        $"select t from unnest(array['{string.Join("', '", Schema.Tables)}']) t where to_regclass(t) is not null";

    public override string Alone => "select pg_advisory_xact_lock(7596481)";

    public override DbConnection Open()
    {
        try
        {
            return source.OpenConnection();
        }
        catch (Exception e) when (Refusal(e) is { } refusal)
        {
            throw new FleetException($"{Place}: {refusal}", e);
        }
    }

    // This timeout limits the time for which a disconnected client keeps the locks of its transaction. By default, the server
    // would wait for hours.
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
        // The classes of SQLSTATE codes after which a retry may succeed. 08: connection error. 53: no disk space, memory or
        // connections. 57P: shutdown or startup. 40: serialization failure or deadlock. 55P03: lock not available. 25006: a
        // standby server that is taking over. 25P03: the server ended the transaction because this process was paused inside it.
        PostgresException { SqlState: { } state } => state.StartsWith("08", StringComparison.Ordinal)
            || state.StartsWith("53", StringComparison.Ordinal) || state.StartsWith("57P", StringComparison.Ordinal)
            || state.StartsWith("40", StringComparison.Ordinal) || state is "55P03" or "25006" or "25P03" or "XX000" or "58030",
        NpgsqlException => true,
        SocketException or TimeoutException or IOException or ObjectDisposedException => true,
        _ => false,
    };

    public override BulkRows Bulk(DbConnection connection, DbTransaction transaction, string table, string[] columns) =>
        new Rows(((NpgsqlConnection)connection).BeginBinaryImport(
            $"copy {table} ({string.Join(", ", columns)}) from stdin (format binary)"));

    // "create table ... partition of" would wait for all readers of the table, and other workers would then wait for this
    // statement. Attaching a partition does not lock out readers and writers.
    public override IEnumerable<string> PartitionsFor(long job)
    {
        foreach (string table in Schema.PartitionedTables)
        {
            yield return FormattableString.Invariant($"create table {table}_{job} (like {table} including all)");
            yield return FormattableString.Invariant(
                $"alter table {table} attach partition {table}_{job} for values in ({job})");
        }
    }

    // Dropping a partition waits for all readers of the table. Other workers wait behind this statement, so a timeout limits how
    // long it waits.
    public override IEnumerable<string> Without(long job)
    {
        yield return "set local lock_timeout = 1000";
        foreach (string table in Schema.PartitionedTables)
            yield return FormattableString.Invariant($"drop table if exists {table}_{job}");
    }

    public override void Dispose() => source.Dispose();

    /// <summary>Completes the settings with the libpq variables and then the defaults.</summary>
    /// <param name="given">The settings in the name of the catalogue.</param>
    /// <param name="variable">The environment. Npgsql itself reads PGUSER, PGPASSWORD, PGPASSFILE, PGSSLROOTCERT, PGSSLCERT,
    /// PGSSLKEY, PGSSLNEGOTIATION, PGOPTIONS, PGTARGETSESSIONATTRS and some others.</param>
    /// <exception cref="FleetException">A variable has an invalid value.</exception>
    internal static NpgsqlConnectionStringBuilder WithDefaults(
        NpgsqlConnectionStringBuilder given, Func<string, string?> variable)
    {
        NpgsqlConnectionStringBuilder all = new(given.ConnectionString)
        {
            ApplicationName = "lanewise fleet", IncludeErrorDetail = false, PersistSecurityInfo = false,
        };
        bool isOpen(string keyword) => !CatalogueName.IsGiven(given, keyword);
        string? text(string name) => variable(name) is { Length: > 0 } value ? value : null;
        int? number(string name) => text(name) is not { } value ? null
            : int.TryParse(value, CultureInfo.InvariantCulture, out int parsed) ? parsed
            : throw new FleetException($"{name}: '{value}' is not a number");

        if (isOpen("Host")) all.Host = text("PGHOST") ?? "localhost";
        if (isOpen("Port") && number("PGPORT") is int port) all.Port = Math.Clamp(port, 1, ushort.MaxValue);
        if (isOpen("Database") && text("PGDATABASE") is { } database) all.Database = database;
        // libpq uses 0 and negative values for "no limit". Npgsql uses only 0.
        if (isOpen("Timeout")) all.Timeout = Math.Clamp(number("PGCONNECT_TIMEOUT") ?? 10, 0, 1024);
        if (isOpen("Command Timeout")) all.CommandTimeout = 60;
        // Without keepalives, a worker would not notice if the network dropped its packets. Unix sockets reject the keepalive
        // option.
        if (isOpen("TCP Keepalive") && !Array.Exists(all.Host!.Split(','), IsSocket))
        {
            all.TcpKeepAlive = true;
            if (isOpen("TCP Keepalive Time")) all.TcpKeepAliveTime = 5;
            if (isOpen("TCP Keepalive Interval")) all.TcpKeepAliveInterval = 5;
        }

        if (isOpen("SSL Mode"))
        {
            all.SslMode = text("PGSSLMODE") is { } mode
                ? CatalogueName.ModeOf(mode) ?? throw new FleetException($"PGSSLMODE: '{mode}' is not a mode of libpq")
                : IsThisMachine(all.Host!) ? SslMode.Prefer : SslMode.VerifyFull;
        }

        return all;
    }

    private static bool IsSocket(string host) => host.AsSpan().TrimStart() is ['/' or '@', ..];

    // Returns whether all hosts in a list are Unix sockets or loopback addresses, with or without a port.
    private static bool IsThisMachine(string hosts) => Array.TrueForAll(hosts.Split(','), one =>
    {
        string host = one.Trim();
        if (IsSocket(host)) return true;

        int colon = host.LastIndexOf(':');
        // For an IPv6 address, the port follows the brackets.
        bool hasPort = host.StartsWith('[') ? colon > host.LastIndexOf(']') : host.AsSpan().Count(':') == 1;
        if (colon > 0 && hasPort) host = host.Substring(0, colon);
        return host.Equals("localhost", StringComparison.OrdinalIgnoreCase)
            || (IPAddress.TryParse(host.Trim('[', ']'), out IPAddress? address) && IPAddress.IsLoopback(address));
    });

    // Returns the reason why no connection can succeed with these settings, and how to fix them. Returns null if a retry may
    // succeed. If there are several hosts, a retry is useless only if all of them reject the connection.
    private static string? Refusal(Exception e) => e switch
    {
        AggregateException all when all.InnerExceptions.All(one => Refusal(one) is not null) => Refusal(all.InnerExceptions[0]),
        AuthenticationException => $"the certificate of the server is not accepted ({e.Message.TrimEnd('.')}): it must be valid "
            + "for the host that the catalogue names, and come from an authority that this machine trusts; Root Certificate=FILE "
            + "in the connection string, or PGSSLROOTCERT, names another authority",
        PostgresException => null,
        NpgsqlException { InnerException: { } inner } => Refusal(inner),
        NpgsqlException when e.Message.StartsWith("SSL connection requested", StringComparison.Ordinal) =>
            "the server does not offer TLS, and a catalogue on another machine requires TLS: enable TLS there (ssl = on), or, "
            + "if you trust the network, set SSL Mode=Disable in the connection string, or PGSSLMODE=disable",
        NpgsqlException when e.Message.StartsWith("No password has been provided", StringComparison.Ordinal) =>
            "the server requires a password, but no password is set: set PGPASSWORD, or PGPASSFILE to the path of a file",
        _ => null,
    };

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
