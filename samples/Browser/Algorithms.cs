using System.Globalization;
using System.Text;
using Lanewise.Api;

namespace Lanewise.Samples;

/// <summary>Lists the algorithms in the library's catalogue, which the page offers.</summary>
internal static class Algorithms
{
    /// <summary>
    /// Returns one line per algorithm, with the following tab-separated values: name; title; modes; default, minimum and
    /// maximum digest length; minimum and maximum key length; number of lanes. Lengths are in bytes.
    /// </summary>
    public static string Text()
    {
        StringBuilder text = new();
        Add(text, Catalog.Hashes, isMac: false);
        Add(text, Catalog.Macs, isMac: true);
        return text.ToString();
    }

    private static void Add(StringBuilder text, IReadOnlyList<HashRow> rows, bool isMac)
    {
        foreach (HashRow row in rows)
        {
            // Some algorithms allow digests of any length. The page offers at most 256 bytes.
            int[] numbers =
            [
                row.DefaultHashBytes, row.MinHashBytes, Math.Min(row.MaxHashBytes, 256), row.MinKeyBytes, row.MaxKeyBytes,
                row.ChosenShape.Lanes(row.WordBits),
            ];
            string modes = isMac ? "key"
                : "hash" + (row.MaxKeyBytes > 0 ? " key" : "") + (row.WithContext is null ? "" : " derive");
            text.Append(row.Name).Append('\t').Append(row.Title).Append('\t').Append(modes);
            foreach (int number in numbers) text.Append('\t').Append(Text(number));
            text.Append('\n');
        }
    }

    /// <summary>Returns the algorithm with the given name, and the digest length that the name specifies or implies.</summary>
    public static (HashRow Row, int HashBytes) Find(string name) => Catalog.TryFind(name, out HashRow? row, out int hashBytes)
        ? (row, hashBytes) : throw new ArgumentException($"There is no algorithm '{name}'.");

    public static string Text(int number) => number.ToString(CultureInfo.InvariantCulture);

    public static int Number(string text) => int.Parse(text, CultureInfo.InvariantCulture);
}
