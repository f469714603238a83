using System.Net;
using System.Text;

namespace Lanewise.Fleet.Serving;

/// <summary>The head of a request, as far as pages need it.</summary>
/// <param name="Method">What is wanted.</param>
/// <param name="Path">Of what, from "/" on, without the query.</param>
/// <param name="Host">As whom the client knows us, without the port; null where it does not say.</param>
internal sealed record PageRequest(string Method, string Path, string? Host)
{
    /// <summary>Reads a head.</summary>
    /// <param name="head">The bytes up to the empty line.</param>
    /// <returns>Null where it is none of HTTP/1.</returns>
    public static PageRequest? Of(ReadOnlySpan<byte> head)
    {
        string[] lines = Encoding.Latin1.GetString(head).Split("\r\n");
        string[] first = lines[0].Split(' ');
        if (first is not [{ Length: > 0 } method, ['/', ..] target, "HTTP/1.1" or "HTTP/1.0"]) return null;

        string? host = null;
        foreach (string line in lines.Skip(1))
        {
            int colon = line.IndexOf(':', StringComparison.Ordinal);
            // A name that ends in a space, or a line that goes on, is read in two ways by two programs.
            if (colon <= 0 || line.AsSpan(0, colon).ContainsAny(" \t")) return null;
            if (!line.AsSpan(0, colon).Equals("host", StringComparison.OrdinalIgnoreCase)) continue;
            if (host is not null) return null;

            host = line.Substring(colon + 1).Trim();
        }

        int query = target.IndexOf('?', StringComparison.Ordinal);
        return new(method, query < 0 ? target : target.Substring(0, query), WithoutPort(host));
    }

    /// <summary>
    /// Whether a name stands for this machine itself. Any other in front of a page on loopback is a page from elsewhere whose
    /// name was led here, so that its script may read this page.
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
