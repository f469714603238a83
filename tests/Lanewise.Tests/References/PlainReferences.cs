using Lanewise.Api;

namespace Lanewise.Tests;

internal delegate byte[] PlainReference(ReadOnlySpan<byte> key, ReadOnlySpan<byte> message, int hashBytes);

/// <summary>
/// Finds a slow, plain implementation for each row of the catalogue. The implementations are based only on the specifications.
/// </summary>
internal static class PlainReferences
{
    private const string Hmac = "hmac-";

    private static readonly Dictionary<string, PlainReference> All = new()
    {
        ["md5"] = (_, message, _) => PlainMd5.Hash(message),
        ["sha1"] = (_, message, _) => PlainSha.Sha1(message),
        ["sha224"] = (_, message, _) => PlainSha.Sha224(message),
        ["sha256"] = (_, message, _) => PlainSha.Sha256(message),
        ["sha384"] = (_, message, _) => PlainSha.Sha384(message),
        ["sha512"] = (_, message, _) => PlainSha.Sha512(message),
        ["sha512-256"] = (_, message, _) => PlainSha.Sha512T256(message),
        ["blake2b"] = (key, message, hashBytes) => PlainBlake2.B.Hash(key, message, hashBytes),
        ["blake2s"] = (key, message, hashBytes) => PlainBlake2.S.Hash(key, message, hashBytes),
        ["blake2bp"] = (key, message, hashBytes) => PlainBlake2Trees.Parallel(PlainBlake2.B, 4, key, message, hashBytes),
        ["blake2sp"] = (key, message, hashBytes) => PlainBlake2Trees.Parallel(PlainBlake2.S, 8, key, message, hashBytes),
        ["blake2xb"] = (key, message, hashBytes) =>
            PlainBlake2Trees.Extended(PlainBlake2.B, key, message, (uint)hashBytes, 0, hashBytes),
        ["blake2xs"] = (key, message, hashBytes) =>
            PlainBlake2Trees.Extended(PlainBlake2.S, key, message, (uint)hashBytes, 0, hashBytes),
        ["sha3-224"] = (_, message, hashBytes) => PlainKeccak.Sponge(448, message, "01", hashBytes),
        ["sha3-256"] = (_, message, hashBytes) => PlainKeccak.Sponge(512, message, "01", hashBytes),
        ["sha3-384"] = (_, message, hashBytes) => PlainKeccak.Sponge(768, message, "01", hashBytes),
        ["sha3-512"] = (_, message, hashBytes) => PlainKeccak.Sponge(1024, message, "01", hashBytes),
        ["keccak-256"] = (_, message, hashBytes) => PlainKeccak.Sponge(512, message, "", hashBytes),
        ["shake128"] = (_, message, hashBytes) => PlainKeccak.Sponge(256, message, "1111", hashBytes),
        ["shake256"] = (_, message, hashBytes) => PlainKeccak.Sponge(512, message, "1111", hashBytes),
        ["cshake128"] = (_, message, hashBytes) => PlainKeccak.CShake(256, default, default, message, hashBytes),
        ["cshake256"] = (_, message, hashBytes) => PlainKeccak.CShake(512, default, default, message, hashBytes),
        ["turboshake128"] = (_, message, hashBytes) => PlainKeccak.TurboShake(256, 0x1F, message, hashBytes),
        ["turboshake256"] = (_, message, hashBytes) => PlainKeccak.TurboShake(512, 0x1F, message, hashBytes),
        ["kangarootwelve"] = (_, message, hashBytes) => PlainKeccak.Kangaroo(default, message, hashBytes),
        ["kmac128"] = (key, message, hashBytes) => PlainKeccak.Kmac(256, key, default, message, hashBytes),
        ["kmac256"] = (key, message, hashBytes) => PlainKeccak.Kmac(512, key, default, message, hashBytes),
        ["skein-256"] = (key, message, hashBytes) => PlainSkein.S256.Hash(key, message, hashBytes),
        ["skein-512"] = (key, message, hashBytes) => PlainSkein.S512.Hash(key, message, hashBytes),
        ["skein-1024"] = (key, message, hashBytes) => PlainSkein.S1024.Hash(key, message, hashBytes),
    };

    public static PlainReference For(HashRow row) => For(row.Name);

    /// <summary>
    /// Returns the plain reference of an algorithm. For HMAC, the reference is the HMAC construction with the plain
    /// implementation of the hash. For algorithms that are not listed, the reference is the method <c>Hash</c> of a class with
    /// the algorithm's name, such as <c>PlainBlake3</c>.
    /// </summary>
    public static PlainReference For(string row)
    {
        if (All.TryGetValue(row, out PlainReference? reference)) return reference;

        if (row.StartsWith(Hmac, StringComparison.Ordinal)
            && Catalog.TryFind(row.Substring(Hmac.Length), out HashRow? hash, out _))
        {
            return (key, message, hashBytes) =>
                PlainSha.Hmac(m => For(hash)(default, m, hashBytes), hash.BlockBytes, key.ToArray(), message.ToArray());
        }

        string name = $"Plain{char.ToUpperInvariant(row[0])}{row.Substring(1).Replace("-", "", StringComparison.Ordinal)}";
        return typeof(PlainReferences).Assembly.GetTypes()
            .SingleOrDefault(t => t.Name.Equals(name, StringComparison.OrdinalIgnoreCase))
            ?.GetMethod("Hash", [typeof(ReadOnlySpan<byte>), typeof(ReadOnlySpan<byte>),
                typeof(int)])?.CreateDelegate<PlainReference>()
            ?? throw new InvalidOperationException(
                $"The algorithm '{row}' needs a plain reference, 'static byte[] Hash(ReadOnlySpan<byte> key, "
                + $"ReadOnlySpan<byte> message, int hashBytes)' of a class {name}, in tests/Lanewise.Tests/References, written from its specification.");
    }
}
