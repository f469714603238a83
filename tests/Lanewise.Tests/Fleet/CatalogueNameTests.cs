using Lanewise.Files;
using Lanewise.Fleet;
using Lanewise.Fleet.Catalogue;
using Npgsql;
using Xunit;

namespace Lanewise.Tests;

/// <summary>
/// Tests how catalogue names are parsed, and the default settings for PostgreSQL servers. The scripts in tests/Fleet test real
/// servers.
/// </summary>
public sealed class CatalogueNameTests
{
    [Theory]
    [InlineData("lanewise-fleet.db")]
    [InlineData("/var/lib/host=db;password=secret")]
    [InlineData("./host=db")]
    [InlineData("../postgresql://db/fleet")]
    [InlineData("a=b.db")]
    [InlineData("audits;2026.db")]
    [InlineData("passwords.db")]
    public void NamesOfFilesAreUnchanged(string text) => Assert.Equal(text, CatalogueName.Parse(text).Path);

    [Theory]
    [InlineData("sqlite:audit.db", "audit.db")]
    [InlineData("SQLite:./audit.db", "./audit.db")]
    [InlineData("sqlite:/var/lib/audit.db", "/var/lib/audit.db")]
    [InlineData("sqlite:a:b.db", "a:b.db")]
    [InlineData("./sqlite:audit.db", "./sqlite:audit.db")]
    [InlineData("d:audit.db", "d:audit.db")]
    public void APathMayFollowTheSchemeOfSqlite(string text, string path) => Assert.Equal(path, CatalogueName.Parse(text).Path);

    [Theory]
    [InlineData(":memory:", "must be a file")]
    [InlineData("sqlite::memory:", "must be a file")]
    [InlineData("sqlite:", "sqlite:PATH")]
    [InlineData("sqlite://audit.db", "sqlite:PATH")]
    [InlineData("sqlite:///var/lib/audit.db", "sqlite:PATH")]
    [InlineData("sqlite3:audit.db", "sqlite: may stand before")]
    [InlineData("file:audit.db", "sqlite: may stand before")]
    [InlineData("postgresql:fleet", "begins with postgresql://")]
    [InlineData("mysql:fleet", "begins with postgresql://")]
    public void NamesWithAnotherSchemeAreRejected(string text, string reason) =>
        Assert.Contains(reason, Assert.Throws<FleetException>(() => CatalogueName.Parse(text)).Message, StringComparison.Ordinal);

    [Theory]
    [InlineData("Host=db;Database=fleet;Username=audit", "db", 5432, "fleet", "audit", false)]
    [InlineData("server = db ; db=fleet;uid=audit;Password=secret", "db", 5432, "fleet", "audit", true)]
    [InlineData("Username=audit;Database=fleet", null, 5432, "fleet", "audit", false)]
    [InlineData("Username=audit;PWD=secret", null, 5432, null, "audit", true)]
    [InlineData("Username=audit;psw=secret", null, 5432, null, "audit", true)]
    [InlineData("Host=db;SSL Password=secret", "db", 5432, null, null, true)]
    [InlineData("Host=db;SslPassword=secret", "db", 5432, null, null, true)]
    [InlineData("Host=db;Passfile=/run/passfile", "db", 5432, null, null, false)]
    [InlineData("Host=db;Password=", "db", 5432, null, null, false)]
    [InlineData("Host=db;Password=a b host=c", "db", 5432, null, null, true)]
    [InlineData("Host=db;Options=-c timezone=UTC", "db", 5432, null, null, false)]
    [InlineData("postgresql://audit@db/fleet", "db", 5432, "fleet", "audit", false)]
    [InlineData("postgres://db:5433", "db:5433", 5432, null, null, false)]
    [InlineData("postgresql://audit:sec%2Fret@db/fleet", "db", 5432, "fleet", "audit", true)]
    [InlineData("postgresql://audit:sec@ret@db/fleet", "db", 5432, "fleet", "audit", true)]
    [InlineData("postgresql://au%40dit@[::1]:5433/fle%2Fet", "[::1]:5433", 5432, "fle/et", "au@dit", false)]
    [InlineData("postgresql://a:1,b:2/fleet?target_session_attrs=primary", "a:1,b:2", 5432, "fleet", null, false)]
    [InlineData("postgresql:///fleet?host=/run/pg&port=5433&user=audit", "/run/pg", 5433, "fleet", "audit", false)]
    [InlineData("postgresql://db?password=secret", "db", 5432, null, null, true)]
    [InlineData("postgresql://db?PWD=secret", "db", 5432, null, null, true)]
    [InlineData("postgresql://db?sslpassword=secret", "db", 5432, null, null, true)]
    [InlineData("postgresql://%2Frun%2Fpostgresql/fleet", "/run/postgresql", 5432, "fleet", null, false)]
    public void NamesOfServersAreParsed(string text, string? host, int port, string? database, string? user, bool holdsPassword)
    {
        CatalogueName name = CatalogueName.Parse(text);
        NpgsqlConnectionStringBuilder server = Assert.IsType<NpgsqlConnectionStringBuilder>(name.Server);
        Assert.Null(name.Path);
        Assert.Equal((host, port, database, user), (server.Host, server.Port, server.Database, server.Username));
        Assert.Equal(holdsPassword, name.HoldsPassword);
        if (holdsPassword && text.Contains("sec", StringComparison.Ordinal)) Assert.True(SecretText.MayHoldPassword(text));
    }

    [Theory]
    [InlineData("host=db dbname=fleet user=audit password=secret")]
    [InlineData("Host=db;Database=fleet password=secret")]
    [InlineData("Host=\"db;Password=secret")]
    [InlineData("Host=db;Password")]
    [InlineData("Password=se;cret=x;Host=db")]
    [InlineData("Host=db;secret=x")]
    [InlineData("Host=db;Port=secret")]
    [InlineData("Host=db;SSL Mode=secret")]
    [InlineData("postgresql://audit:se/cret@db/fleet")]
    [InlineData("postgresql://audit:12/secret@db/fleet")]
    [InlineData("postgresql://audit:12?secret@db/fleet")]
    [InlineData("postgresql://audit:12?se=cret@db/fleet")]
    [InlineData("postgresql://db:secret/fleet")]
    [InlineData("postgresql://db,/fleet?secret=x")]
    [InlineData("postgresql://db/fleet?sslmode=secret")]
    [InlineData("postgresql://db/fleet?hostaddr=secret")]
    [InlineData("mysql://audit:secret@db/fleet")]
    [InlineData("jdbc:postgresql://db/fleet?password=secret")]
    [InlineData("audit:secret@db/fleet")]
    public void MalformedNamesAreNotRepeated(string text)
    {
        FleetException refused = Assert.Throws<FleetException>(() => CatalogueName.Parse(text));
        Assert.DoesNotContain("cret", refused.ToString(), StringComparison.Ordinal);
        Assert.Contains("not shown", refused.Message, StringComparison.Ordinal);
    }

    // NpgsqlConnectionStringBuilder.ContainsKey returns true for every valid keyword, even if the keyword is not set.
    [Theory]
    [InlineData("Host=db", "", SslMode.VerifyFull)]
    [InlineData("Host=127.0.0.1.example.com", "", SslMode.VerifyFull)]
    [InlineData("Host=localhost.example.com", "", SslMode.VerifyFull)]
    [InlineData("Host=10.0.0.1:5433", "", SslMode.VerifyFull)]
    [InlineData("Host=[2001:db8::1]:5433", "", SslMode.VerifyFull)]
    [InlineData("Host=localhost", "", SslMode.Prefer)]
    [InlineData("Host=LOCALHOST:5433", "", SslMode.Prefer)]
    [InlineData("Host=127.0.0.2:5433", "", SslMode.Prefer)]
    [InlineData("Host=::1", "", SslMode.Prefer)]
    [InlineData("Host=[::1]:5433", "", SslMode.Prefer)]
    [InlineData("Host=/run/postgresql", "", SslMode.Prefer)]
    [InlineData("Host=@postgresql", "", SslMode.Prefer)]
    [InlineData("Host=localhost:1,127.0.0.1:2", "", SslMode.Prefer)]
    [InlineData("Host=localhost:1,db:2", "", SslMode.VerifyFull)]
    [InlineData("Host=/run/postgresql,db", "", SslMode.VerifyFull)]
    [InlineData("Username=audit", "", SslMode.Prefer)]
    [InlineData("Username=audit", "PGHOST=db", SslMode.VerifyFull)]
    [InlineData("Username=audit", "PGHOST=/run/postgresql", SslMode.Prefer)]
    [InlineData("Host=db;SSL Mode=Disable", "PGSSLMODE=require", SslMode.Disable)]
    [InlineData("Host=db;sslmode=Prefer", "", SslMode.Prefer)]
    [InlineData("Host=db;SSL Mode=", "", SslMode.VerifyFull)]
    [InlineData("Host=db", "PGSSLMODE=disable", SslMode.Disable)]
    [InlineData("Host=db", "PGSSLMODE=verify-ca", SslMode.VerifyCA)]
    [InlineData("Host=localhost", "PGSSLMODE=verify-full", SslMode.VerifyFull)]
    [InlineData("Host=db", "PGSSLMODE=", SslMode.VerifyFull)]
    [InlineData("postgresql://db/fleet", "", SslMode.VerifyFull)]
    [InlineData("postgresql://db/fleet?sslmode=verify-ca", "", SslMode.VerifyCA)]
    [InlineData("postgresql://db/fleet?sslmode=require", "PGSSLMODE=disable", SslMode.Require)]
    [InlineData("postgresql:///fleet?host=/run/postgresql", "", SslMode.Prefer)]
    public void RemoteServersNeedAValidCertificate(string text, string variables, SslMode mode) =>
        Assert.Equal(mode, Settings(text, variables).SslMode);

    [Fact]
    public void DefaultTimeLimitsApplyUnlessTheNameChangesThem()
    {
        NpgsqlConnectionStringBuilder open = Settings("Host=db", "");
        Assert.Equal((10, 60, true, 5, 5), Limits(open));
        NpgsqlConnectionStringBuilder settings = Settings(
            "Host=db;Timeout=15;Command Timeout=30;TCP Keepalive Time=7;TCP Keepalive Interval=3", "PGCONNECT_TIMEOUT=4");
        Assert.Equal((15, 30, true, 7, 3), Limits(settings));
        Assert.False(Settings("Host=db;TCP Keepalive=false", "").TcpKeepAlive);
        // If TCP keepalive is set for a Unix socket, every connection fails.
        Assert.False(Settings("Host=/run/postgresql", "").TcpKeepAlive);
        Assert.False(Settings("Host=db, @postgresql", "").TcpKeepAlive);
        Assert.Equal(4, Settings("Host=db", "PGCONNECT_TIMEOUT=4").Timeout);
        Assert.Equal(0, Settings("Host=db", "PGCONNECT_TIMEOUT=-1").Timeout);
        Assert.Equal((3, 60, true, 9, 2), Limits(Settings(
            "postgresql://db?connect_timeout=3&keepalives_idle=9&keepalives_interval=2", "")));

        static (int, int, bool, int, int) Limits(NpgsqlConnectionStringBuilder s) =>
            (s.Timeout, s.CommandTimeout, s.TcpKeepAlive, s.TcpKeepAliveTime, s.TcpKeepAliveInterval);
    }

    [Theory]
    [InlineData("PGSSLMODE=never")]
    [InlineData("PGSSLMODE=4")]
    [InlineData("PGPORT=5432,5433")]
    [InlineData("PGCONNECT_TIMEOUT=soon")]
    public void MalformedVariablesAreRejected(string variable)
    {
        FleetException refused = Assert.Throws<FleetException>(() => Settings("Username=audit", variable));
        Assert.StartsWith(variable.Split('=')[0] + ": '", refused.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void LibpqVariablesCompleteTheSettings()
    {
        const string Variables = "PGHOST=db PGPORT=5433 PGDATABASE=fleet";
        NpgsqlConnectionStringBuilder open = Settings("Username=audit", Variables);
        NpgsqlConnectionStringBuilder settings = Settings("Host=a;Port=1;Database=b", Variables);
        Assert.Equal(("db", 5433, "fleet"), (open.Host, open.Port, open.Database));
        Assert.Equal(("a", 1, "b"), (settings.Host, settings.Port, settings.Database));
    }

    private static NpgsqlConnectionStringBuilder Settings(string text, string variables)
    {
        Dictionary<string, string> all = variables.Split(' ', StringSplitOptions.RemoveEmptyEntries)
            .Select(one => one.Split('=', 2)).ToDictionary(pair => pair[0], pair => pair[1]);
        return PostgresDialect.WithDefaults(CatalogueName.Parse(text).Server!, name => all.GetValueOrDefault(name));
    }
}
