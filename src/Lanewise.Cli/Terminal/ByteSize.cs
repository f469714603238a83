using System.Globalization;

namespace Lanewise.Cli.Terminal;

/// <summary>Parses numbers of bytes with units.</summary>
internal static class ByteSize
{
    private static readonly (string Name, long Bytes)[] Units =
    [
        ("KiB", 1L << 10), ("MiB", 1L << 20), ("GiB", 1L << 30), ("kB", 1000), ("KB", 1000), ("MB", 1_000_000),
            ("GB", 1_000_000_000),
        ("K", 1L << 10), ("M", 1L << 20), ("G", 1L << 30), ("", 1),
    ];

    /// <summary>Parses a number of bytes with its unit.</summary>
    /// <exception cref="UsageException">The text is not a number of bytes. The message names the option.</exception>
    public static long Of(string option, string text)
    {
        foreach ((string name, long bytes) in Units)
        {
            if (!text.EndsWith(name, StringComparison.Ordinal)) continue;

            if (long.TryParse(text.AsSpan(0, text.Length - name.Length).TrimEnd(' '), NumberStyles.None,
                CultureInfo.InvariantCulture, out long number)
                && number > 0 && number <= long.MaxValue / bytes)
            {
                return number * bytes;
            }

            break;
        }

        throw new UsageException(
            $"invalid {option}: '{text}': it is a number of bytes, at least 1, with K, M, G, KiB, MiB, GiB, kB, MB, GB or "
            + $"nothing behind it");
    }
}
