using System.Globalization;
using System.Text.RegularExpressions;
using Lanewise.Files;
using Npgsql;

namespace Lanewise.Fleet.Catalogue;

/// <summary>
/// Parses the name of a catalogue: the path of an SQLite file, or the connection string or URI of a PostgreSQL server. No other
/// code parses such names. The messages of this class never contain the name, because it may contain a password.
/// </summary>
internal sealed partial class CatalogueName
{
    // libpq's keywords in a URI, and the corresponding names in Npgsql.
    private static readonly Dictionary<string, string> UriKeywords = new(StringComparer.OrdinalIgnoreCase)
    {
        ["user"] = "Username", ["dbname"] = "Database", ["connect_timeout"] = "Timeout", ["keepalives"] = "TCP Keepalive",
        ["keepalives_idle"] = "TCP Keepalive Time", ["keepalives_interval"] = "TCP Keepalive Interval",
        ["sslrootcert"] = "Root Certificate", ["sslcert"] = "SSL Certificate", ["channel_binding"] = "Channel Binding",
        ["target_session_attrs"] = "Target Session Attributes", ["gssencmode"] = "GSS Encryption Mode",
        ["application_name"] = "Application Name", ["client_encoding"] = "Client Encoding", ["require_auth"] = "Require Auth",
    };

    private const string Sqlite = "sqlite:", InMemory = ":memory:";

    private const string NoFile = "The catalogue must be a file: SQLite's :memory: would lose the job at the end of the command.";

    private const string NotShown = "(The text is not shown, because it may contain a password.)";

    private static readonly NpgsqlConnectionStringBuilder Known = new();

    private CatalogueName()
    {
    }

    /// <summary>The path of a file, or null if the catalogue is on a server.</summary>
    public string? Path { get; private init; }

    /// <summary>The settings in the name, without defaults. Null if the catalogue is a file.</summary>
    public NpgsqlConnectionStringBuilder? Server { get; private init; }

    /// <summary>Indicates whether the name itself contains a password, under any keyword.</summary>
    public bool HoldsPassword => Server is not null && (IsGiven(Server, "Password") || IsGiven(Server, "SSL Password"));

    /// <summary>
    /// Parses a name. A URI starts with <c>postgresql://</c> or <c>postgres://</c>. A name is a connection string if it contains
    /// a part <c>KEYWORD=</c>, where KEYWORD is an Npgsql keyword. A path can have the prefix <c>sqlite:</c>. A name that starts
    /// with another scheme is rejected. Every other name is the path of a file. A name that starts with a slash or a dot is
    /// always the path of a file.
    /// </summary>
    /// <exception cref="FleetException">The name is a malformed URI or connection string, or begins with another
    /// scheme.</exception>
    public static CatalogueName Parse(string text)
    {
        if (SecretText.IsSurelyPath(text)) return new() { Path = text };

        int scheme = text.IndexOf("://", StringComparison.Ordinal);
        if (scheme >= 0 && text.AsSpan(0, scheme) is "postgresql" or "postgres")
            return new() { Server = OfUri(text.Substring(scheme + 3)) };

        if (text.Split(';').Any(HasKeyword)) return new() { Server = OfConnectionString(text) };

        if (text.StartsWith(Sqlite, StringComparison.OrdinalIgnoreCase)) return new() { Path = OfSqlite(text) };

        if (text == InMemory) throw new FleetException(NoFile);

        if (scheme >= 0 || Scheme().IsMatch(text) || SecretText.IsLogin(text))
        {
            throw new FleetException(
                "The catalogue is neither a file nor a PostgreSQL server: the address of a server begins with postgresql://, and "
                + "sqlite: may stand before the path of a file. Put ./ in front of the name of a file that looks like an address. "
                + NotShown);
        }

        return new() { Path = text };
    }

    /// <summary>
    /// Returns whether a connection string itself contains a keyword. <c>ContainsKey</c> only returns whether Npgsql supports the
    /// keyword.
    /// </summary>
    public static bool IsGiven(NpgsqlConnectionStringBuilder settings, string keyword) =>
        settings.Keys.Contains(keyword, StringComparer.OrdinalIgnoreCase);

    /// <summary>Parses an <c>sslmode</c> in the spelling of libpq or of Npgsql.</summary>
    public static SslMode? ModeOf(string text) =>
        Enum.TryParse(text.Replace("-", "", StringComparison.Ordinal), ignoreCase: true, out SslMode mode)
        && Enum.IsDefined(mode) && char.IsAsciiLetter(text[0]) ? mode : null;

    // Returns the path after "sqlite:". Programs disagree on whether sqlite:///PATH is relative, so this form is rejected.
    private static string OfSqlite(string text)
    {
        string path = text.Substring(Sqlite.Length);
        if (path == InMemory) throw new FleetException(NoFile);

        return path.Length > 0 && !path.StartsWith("//", StringComparison.Ordinal) ? path : throw new FleetException(
            "The catalogue cannot be read. Its form is sqlite:PATH without further slashes, for example sqlite:audit.db or "
            + "sqlite:/var/lib/audit.db, or only the path.");
    }

    private static bool HasKeyword(string part)
    {
        int equals = part.IndexOf('=', StringComparison.Ordinal);
        return equals > 0 && Known.ContainsKey(part.Substring(0, equals).Trim());
    }

    private static NpgsqlConnectionStringBuilder OfConnectionString(string text)
    {
        const string Form = "The connection string of the catalogue cannot be read. Its form is KEYWORD=VALUE;KEYWORD=VALUE, "
            + "with semicolons and the keywords of Npgsql. Put ./ in front of the name of a file that looks like one. "
            + NotShown;
        NpgsqlConnectionStringBuilder settings = Read(() => new NpgsqlConnectionStringBuilder(text), Form);
        // libpq separates keywords with spaces. Npgsql would parse such a string as one keyword whose value is the rest of the
        // string.
        foreach (string keyword in settings.Keys)
        {
            if (keyword is not ("Password" or "SSL Password" or "Options") && settings[keyword] is string value
                && Spaced().Matches(value).Any(match => IsKeyword(match.Groups[1].Value)))
            {
                throw new FleetException(Form);
            }
        }

        return settings;
    }

    private static bool IsKeyword(string word) => Known.ContainsKey(word) || UriKeywords.ContainsKey(word);

    // USER:PASSWORD@HOST:PORT,HOST:PORT/DATABASE?KEYWORD=VALUE&KEYWORD=VALUE
    private static NpgsqlConnectionStringBuilder OfUri(string text)
    {
        const string Form = "The address of the catalogue cannot be read. Its form is "
            + "postgresql://USER@HOST:PORT/DATABASE?KEYWORD=VALUE, with other characters escaped, as %40 for @. " + NotShown;
        return Read(
            () =>
            {
                NpgsqlConnectionStringBuilder settings = new();
                (string address, string? query) = Cut(text, '?');
                (string authority, string? database) = Cut(address, '/');
                int at = authority.LastIndexOf('@');
                if (at >= 0)
                {
                    (string user, string? password) = Cut(authority.Substring(0, at), ':');
                    settings["Username"] = Unescaped(user);
                    if (password is not null) settings["Password"] = Unescaped(password);
                }

                SetHosts(settings, authority.Substring(at + 1));
                // An "@" or a "/" here means that the password was not escaped.
                if (database is not null && database.AsSpan().ContainsAny("@/")) throw new FormatException();

                if (database is not null) settings["Database"] = Unescaped(database);
                foreach (string part in (query ?? "").Split('&', StringSplitOptions.RemoveEmptyEntries))
                {
                    (string keyword, string? value) = Cut(part, '=');
                    Add(settings, Unescaped(keyword), Unescaped(value ?? throw new FormatException()));
                }

                return settings;
            },
            Form);
    }

    private static void SetHosts(NpgsqlConnectionStringBuilder settings, string hosts)
    {
        if (hosts.Length == 0) return;

        foreach (string host in hosts.Split(','))
        {
            int port = host.LastIndexOf(':') is int colon && colon > host.LastIndexOf(']') ? colon : -1;
            if (host.AsSpan(0, port < 0 ? host.Length : port).Trim("[]").IsEmpty
                || (port >= 0 && !ushort.TryParse(host.AsSpan(port + 1), NumberStyles.None, CultureInfo.InvariantCulture, out _)))
            {
                throw new FormatException();
            }
        }

        settings["Host"] = Unescaped(hosts);
    }

    private static void Add(NpgsqlConnectionStringBuilder settings, string keyword, string value)
    {
        keyword = UriKeywords.GetValueOrDefault(keyword, keyword);
        // libpq and Npgsql use different values for these keywords.
        if (keyword.Equals("sslmode", StringComparison.OrdinalIgnoreCase))
            settings.SslMode = ModeOf(value) ?? throw new FormatException();
        else if (keyword == "TCP Keepalive") settings.TcpKeepAlive = value is "1" or "true";
        else settings[keyword] = value;
    }

    private static NpgsqlConnectionStringBuilder Read(Func<NpgsqlConnectionStringBuilder> read, string form)
    {
        try
        {
            return read();
        }
        catch (Exception e) when (e is ArgumentException or FormatException or OverflowException or KeyNotFoundException)
        {
            // The message of the inner exception may contain a part of the name, so the inner exception is not passed on.
            throw new FleetException(form);
        }
    }

    private static (string Before, string? After) Cut(string text, char separator)
    {
        int at = text.IndexOf(separator, StringComparison.Ordinal);
        return at < 0 ? (text, null) : (text.Substring(0, at), text.Substring(at + 1));
    }

    private static string Unescaped(string text) => Uri.UnescapeDataString(text);

    // A single letter is a Windows drive.
    [GeneratedRegex(@"^[A-Za-z][A-Za-z0-9+-]+:")]
    private static partial Regex Scheme();

    [GeneratedRegex(@"\s(\w+)\s*=")]
    private static partial Regex Spaced();
}
