using System.Text;
using Lanewise.Files.Reading;

namespace Lanewise.Fleet.Queues;

/// <summary>
/// The address of a RabbitMQ broker, with the user name. The password is read from the environment or a file. No string that this
/// class returns contains the password.
/// </summary>
internal sealed class BrokerAddress
{
    /// <summary>The names of the environment variables for the address, the password, and a file with the password.</summary>
    public const string Variable = "LANEWISE_FLEET_BROKER", PasswordVariable = Variable + "_PASSWORD",
        PasswordFileVariable = PasswordVariable + "_FILE";

    private const int MostPasswordBytes = 1 << 16;

    private BrokerAddress()
    {
    }

    public required string Host { get; init; }

    public required int Port { get; init; }

    public required bool IsEncrypted { get; init; }

    public required string VirtualHost { get; init; }

    public required string User { get; init; }

    public required string Password { get; init; }

    /// <summary>Returns whether an address contains a password.</summary>
    public static bool HoldsPassword(string text) =>
        Uri.TryCreate(text, UriKind.Absolute, out Uri? uri) && uri.UserInfo.Contains(':', StringComparison.Ordinal);

    /// <summary>Parses <c>amqps://user@host:port/virtual-host</c>.</summary>
    /// <exception cref="FleetException">The text is not an address, or the password is missing or would be sent in clear
    /// text.</exception>
    public static BrokerAddress Parse(string text)
    {
        if (!Uri.TryCreate(text, UriKind.Absolute, out Uri? uri) || uri.Scheme is not ("amqps" or "amqp") || uri.Host.Length == 0
            || uri.UserInfo.Length == 0)
        {
            throw new FleetException(
                "The address of a broker is amqps://USER@HOST:PORT/VIRTUAL-HOST; USER and HOST must be there.");
        }

        bool isEncrypted = uri.Scheme == "amqps";
        if (!isEncrypted && !uri.IsLoopback)
        {
            throw new FleetException(
                $"{uri.Host}: a broker on another machine needs amqps; otherwise, the password is sent unencrypted.");
        }

        string[] user = uri.UserInfo.Split(':', 2);
        return new()
        {
            Host = uri.IdnHost, Port = uri.Port > 0 ? uri.Port : isEncrypted ? 5671 : 5672, IsEncrypted = isEncrypted,
            VirtualHost = uri.AbsolutePath.Length > 1 ? Uri.UnescapeDataString(uri.AbsolutePath.AsSpan(1)) : "/",
            User = Uri.UnescapeDataString(user[0]),
            Password = user.Length == 2 ? Uri.UnescapeDataString(user[1]) : FromEnvironment(),
        };
    }

    public override string ToString() => string.Create(
        null, $"{(IsEncrypted ? "amqps" : "amqp")}://{User}@{Host}:{Port}{(VirtualHost == "/" ? "" : "/" + VirtualHost)}");

    private static string FromEnvironment()
    {
        if (Environment.GetEnvironmentVariable(PasswordVariable) is { Length: > 0 } password) return password;
        if (Environment.GetEnvironmentVariable(PasswordFileVariable) is not { Length: > 0 } file)
        {
            throw new FleetException(
                $"There is no password for the broker: set {PasswordVariable}, or {PasswordFileVariable} to the path of a file.");
        }

        try
        {
            return Encoding.UTF8.GetString(InputStream.ReadGiven(file, MostPasswordBytes)).TrimEnd('\r', '\n');
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            throw new FleetException($"{file}: the password of the broker cannot be read: {e.Message}", e);
        }
    }
}
