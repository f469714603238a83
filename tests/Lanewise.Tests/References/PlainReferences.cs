namespace Lanewise.Tests;

internal delegate byte[] PlainReference(ReadOnlySpan<byte> key, ReadOnlySpan<byte> message, int hashBytes);

/// <summary>A slow, plain implementation for each row of the catalogue, written from the specification alone.</summary>
internal static class PlainReferences
{
    private static readonly Dictionary<string, PlainReference> All = new()
    {
        ["md5"] = (_, message, _) => PlainMd5.Hash(message),
        ["blake2b"] = (key, message, hashBytes) => PlainBlake2.B.Hash(key, message, hashBytes),
        ["blake2s"] = (key, message, hashBytes) => PlainBlake2.S.Hash(key, message, hashBytes),
    };

    public static PlainReference For(string row) => All.TryGetValue(row, out PlainReference? reference)
        ? reference
        : throw new InvalidOperationException($"The algorithm '{row}' needs a plain reference in tests/Lanewise.Tests/References, written from its specification.");
}
