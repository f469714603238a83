namespace Lanewise.Tests;

/// <summary>
/// Calls the MAC if the key is not empty, and the unkeyed hash otherwise. Tests use this class if the key length can be
/// arbitrary, including 0.
/// </summary>
internal static class Either
{
    public static void Blake2b(
        Blake2Parameters parameters, ReadOnlySpan<byte> key, ReadOnlySpan<byte> source, Span<byte> destination)
    {
        if (key.IsEmpty) Lanewise.Blake2b.HashData(parameters, source, destination);
        else Blake2bMac.HashData(parameters, key, source, destination);
    }

    public static void Blake2s(
        Blake2Parameters parameters, ReadOnlySpan<byte> key, ReadOnlySpan<byte> source, Span<byte> destination)
    {
        if (key.IsEmpty) Lanewise.Blake2s.HashData(parameters, source, destination);
        else Blake2sMac.HashData(parameters, key, source, destination);
    }

    public static void Skein(
        int bits, SkeinParameters parameters, ReadOnlySpan<byte> key, ReadOnlySpan<byte> source, Span<byte> destination)
    {
        using LanewiseHash hash = Skein(bits, parameters, key, destination.Length);
        hash.AppendData(source);
        hash.GetCurrentHash(destination);
    }

    public static LanewiseHash Skein(int bits, SkeinParameters parameters, ReadOnlySpan<byte> key, int hashBytes) => bits switch
    {
        256 => key.IsEmpty ? new Skein256(parameters, hashBytes) : new Skein256Mac(parameters, key, hashBytes),
        512 => key.IsEmpty ? new Skein512(parameters, hashBytes) : new Skein512Mac(parameters, key, hashBytes),
        _ => key.IsEmpty ? new Skein1024(parameters, hashBytes) : new Skein1024Mac(parameters, key, hashBytes),
    };

    public static byte[] Hash(string name, ReadOnlySpan<byte> key, ReadOnlySpan<byte> source, int hashBytes)
    {
        byte[] hash = new byte[hashBytes];
        Catalog.Hashes.Single(row => row.Name == name).Hash(key, source, hash);
        return hash;
    }

    public static void HashMany(string name, Messages messages, Span<byte> destination, ReadOnlySpan<byte> key, int hashBytes) =>
        Catalog.Hashes.Single(row => row.Name == name).HashMany(
            messages, key.IsEmpty ? default : HashKeys.One(key), destination, hashBytes);
}
