using System.Security.Cryptography;
using Lanewise.Hashing;

namespace Lanewise.Samples;

/// <summary>Files that are being hashed: small ones many at once, large ones a piece of each.</summary>
internal static class Jobs
{
    private static readonly Dictionary<int, LanewiseHash> Running = [];
    private static HashRow row = Algorithms.Find("blake3");
    private static byte[] key = [];
    private static int hashBytes = 32;

    /// <summary>Chooses the algorithm; a running job is dropped.</summary>
    public static string Begin(string name, int bytes, byte[] newKey, string? context)
    {
        foreach (LanewiseHash hash in Running.Values) hash.Dispose();
        Running.Clear();
        CryptographicOperations.ZeroMemory(key);
        key = newKey;

        row = Algorithms.Find(name);
        if (bytes < row.MinHashBytes || bytes > row.MaxHashBytes)
        {
            throw new ArgumentException(
                $"A digest of {row.Title} has {row.MinHashBytes} to {row.MaxHashBytes} bytes, not {bytes}.");
        }

        if (row.MaxKeyBytes > 0 && (key.Length > 0 || row.MinKeyBytes > 0)) row.CheckKey(key.Length);
        if (context is { Length: > 0 }) row = row.WithContext!(context);
        hashBytes = bytes;
        // Refuses a key that the algorithm has no mode for.
        row.Create(key, hashBytes).Dispose();
        return "";
    }

    /// <summary>The digests of files, one after the other.</summary>
    public static string HashWhole(byte[] bytes, int[] lengths)
    {
        byte[] digests = new byte[lengths.Length * hashBytes];
        row.HashMany(Messages.Packed(bytes, lengths), key.Length > 0 ? Keys.One(key) : default, digests, hashBytes);
        return Convert.ToHexStringLower(digests);
    }

    /// <summary>A piece of each of several files.</summary>
    public static string Append(byte[] bytes, int[] lengths, int[] files)
    {
        foreach (int file in files)
        {
            if (!Running.ContainsKey(file)) Running.Add(file, row.Create(key, hashBytes));
        }

        LanewiseHash.AppendMany(Array.ConvertAll(files, file => Running[file]), Messages.Packed(bytes, lengths));
        return "";
    }

    public static string Finish(int file)
    {
        Running.Remove(file, out LanewiseHash? hash);
        using (hash ?? throw new ArgumentException("Nothing was read of that file."))
        {
            return Convert.ToHexStringLower(hash.GetCurrentHash());
        }
    }
}
