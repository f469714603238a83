using System.Net;
using System.Text;

namespace Lanewise.Fleet.Serving;

/// <summary>The parts of a request head that pages need.</summary>
/// <param name="Method">The method, for example GET.</param>
/// <param name="Path">The path, which begins with "/", without the query.</param>
/// <param name="Host">The Host header without the port, or null.</param>
internal sealed record PageRequest(string Method, string Path, string? Host)
{
    /// <summary>Parses a request head.</summary>
    /// <param name="head">The bytes of the request up to the empty line.</param>
    /// <returns>The request, or null if it is not an HTTP/1 request.</returns>
    public static PageRequest? Of(ReadOnlySpan<byte> head)
    {
        string[] lines = Encoding.Latin1.GetString(head).Split("\r\n");
        string[] first = lines[0].Split(' ');
        if (first is not [{ Length: > 0 } method, ['/', ..] target, "HTTP/1.1" or "HTTP/1.0"]) return null;

        string? host = null;
        foreach (string line in lines.Skip(1))
        {
            int colon = line.IndexOf(':', StringComparison.Ordinal);
            // Folded lines and header names that end with a space are rejected, because programs interpret them differently.
            if (colon <= 0 || line.AsSpan(0, colon).ContainsAny(" \t")) return null;
            if (!line.AsSpan(0, colon).Equals("host", StringComparison.OrdinalIgnoreCase)) continue;
            if (host is not null) return null;

            host = line.Substring(colon + 1).Trim();
        }

        int query = target.IndexOf('?', StringComparison.Ordinal);
        return new(method, query < 0 ? target : target.Substring(0, query), WithoutPort(host));
    }

    /// <summary>
    /// Returns whether a host name denotes this machine itself. Any other name may indicate DNS rebinding, which would let a
    /// script from another site read this page.
    /// </summary>
    public static bool IsThisMachine(string? host) => host is not null
        && (host.Equals("localhost", StringComparison.OrdinalIgnoreCase)
            || (IPAddress.TryParse(host.Trim('[', ']'), out IPAddress? address) && IPAddress.IsLoopback(address)));

    private static string? WithoutPort(string? host)
    {
        if (string.IsNullOrEmpty(host)) return null;

        int colon = host.LastIndexOf(':');
        return colon > host.LastIndexOf(']') ? host.Substring(0, colon) : host;
    }
}
