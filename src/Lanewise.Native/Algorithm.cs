using System.Collections.Concurrent;
using System.Text;

namespace Lanewise.Native;

/// <summary>
/// An algorithm that the caller selects by name, and the checks of its digest length and key length.
/// </summary>
/// <param name="Row">The catalogue row.</param>
/// <param name="NamedBytes">
/// The digest length in bytes if the name ends with the length in bits, as in <c>blake2b-256</c>; otherwise 0.
/// </param>
internal sealed record Algorithm(HashRow Row, int NamedBytes)
{
    /// <summary>The maximum length of a name in bytes.</summary>
    public const int MaxNameBytes = 64;

    // Names are not case-sensitive, so this limit prevents callers from exhausting memory with different spellings of a name.
    private const int MaxCached = 1024;

    private static readonly ConcurrentDictionary<string, Algorithm> Found = new(StringComparer.Ordinal);

    /// <summary>Returns the public name of an algorithm, for example <c>sha256</c> or <c>hmac-sha256</c>.</summary>
    public static string NameOf(HashRow row) => row.Name.Replace("hmac-sha-", "hmac-sha", StringComparison.Ordinal);

    public int DefaultDigestBytes => NamedBytes > 0 ? NamedBytes : Row.DefaultHashBytes;

    public static Algorithm Find(ReadOnlySpan<byte> name)
    {
        Span<char> characters = stackalloc char[MaxNameBytes];
        if (name.Length > MaxNameBytes || !Ascii.IsValid(name)) throw new StatusException(Status.UnknownAlgorithm);

        characters = characters.Slice(0, Encoding.ASCII.GetChars(name, characters));
        if (Found.GetAlternateLookup<ReadOnlySpan<char>>().TryGetValue(characters, out Algorithm? algorithm)) return algorithm;

        string text = characters.ToString();
        // Callers use the common spelling "hmac-sha256", but the name in the catalogue is "hmac-sha-256".
        string inCatalog = text.StartsWith("hmac-sha", StringComparison.OrdinalIgnoreCase) && text.Length > 8 && text[8] != '-'
            ? text.Insert(8, "-") : text;
        if (!Catalog.TryFind(inCatalog, out HashRow? row, out int hashBytes)) throw new StatusException(Status.UnknownAlgorithm);

        bool hasBits = !Matches(inCatalog, row.Title) && !Matches(inCatalog, row.Tag);
        algorithm = new Algorithm(row, hasBits ? hashBytes : 0);
        if (Found.Count < MaxCached) Found.TryAdd(text, algorithm);
        return algorithm;

        static bool Matches(string given, string name) => given.Equals(name, StringComparison.OrdinalIgnoreCase);
    }

    /// <summary>Rejects a digest length that the algorithm does not support.</summary>
    public void CheckDigest(int bytes)
    {
        bool fits = NamedBytes > 0 ? bytes == NamedBytes
            : bytes >= Row.MinHashBytes && (bytes <= Row.MaxHashBytes || Row.Lengths == HashLengths.Stream);
        if (!fits) throw new StatusException(Status.DigestLength);
    }

    /// <summary>
    /// Rejects an expected MAC that is short enough to be guessed, unless the algorithm's name contains the length of the MAC.
    /// </summary>
    public void CheckExpected(int bytes)
    {
        if (NamedBytes == 0 && Row.CanBeGuessed(bytes)) throw new StatusException(Status.ShortMac);
    }

    /// <summary>
    /// Rejects a key that the algorithm does not allow, and a missing key for a MAC. For a hash, also rejects an empty key,
    /// because it would mean unkeyed hashing.
    /// </summary>
    public void CheckKey(bool isGiven, int bytes)
    {
        // HMAC and KMAC, which always need a key, are the only algorithms with empty keys.
        bool needsKey = Row.TakesEmptyKeys;
        bool fits = !isGiven ? !needsKey : needsKey ? bytes <= Row.MaxKeyBytes
            : bytes > 0 && bytes >= Row.MinKeyBytes && bytes <= Row.MaxKeyBytes;
        if (!fits) throw new StatusException(Status.KeyLength);
    }
}
