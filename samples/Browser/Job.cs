using System.Security.Cryptography;
using Lanewise.Api;

namespace Lanewise.Samples;

/// <summary>A hash algorithm with its key and digest length, and one incremental hash per file.</summary>
internal sealed class Job : IDisposable
{
    private static readonly Dictionary<int, Job> Jobs = [];

    private readonly Dictionary<int, LanewiseHash> running = [];
    private readonly HashRow row;
    private readonly byte[] key;
    private readonly int hashBytes, usualBytes;

    private Job(HashRow row, byte[] key, int hashBytes, int usualBytes) =>
        (this.row, this.key, this.hashBytes, this.usualBytes) = (row, key, hashBytes, usualBytes);

    /// <summary>Returns the job with the given number.</summary>
    public static Job At(int number) =>
        Jobs.TryGetValue(number, out Job? job) ? job : throw new ArgumentException("The hash has already ended.");

    /// <summary>
    /// Starts a job, after ending any earlier job with the same number. Returns the digest length and the block length in
    /// bytes.
    /// </summary>
    public static string Begin(int number, Job job)
    {
        End(number);
        Jobs.Add(number, job);
        return Algorithms.Text(job.hashBytes) + "\t" + Algorithms.Text(job.row.BlockBytes);
    }

    /// <summary>
    /// Creates a job without a number. The caller either passes it to <see cref="Begin"/> or disposes it. A length of 0 selects
    /// the default digest length.
    /// </summary>
    public static Job Create(string name, int bytes, byte[]? key, string? context)
    {
        (HashRow row, int usualBytes) = Algorithms.Find(name);
        if (bytes == 0) bytes = usualBytes;
        if (bytes < row.MinHashBytes || bytes > row.MaxHashBytes)
        {
            throw new ArgumentException(
                row.MinHashBytes == row.MaxHashBytes
                    ? $"The {row.Title} digest must be {row.MaxHashBytes} bytes long, not {bytes}."
                    : $"The {row.Title} digest must be {row.MinHashBytes} to {row.MaxHashBytes} bytes long, not {bytes}.");
        }

        if (key is null && Catalog.Macs.Contains(row)) throw new ArgumentException($"{row.Title} needs a key.");

        key ??= [];
        if (row.MaxKeyBytes > 0 && (key.Length > 0 || row.MinKeyBytes > 0)) row.CheckKey(key.Length);
        if (context is { Length: > 0 })
        {
            row = row.WithContext?.Invoke(context)
                ?? throw new ArgumentException($"{row.Title} does not support key derivation.");
        }

        // Creating a hash throws an exception if the algorithm has no keyed mode but a key was given.
        row.Create(key, bytes).Dispose();
        return new Job(row, key, bytes, usualBytes);
    }

    /// <summary>Wipes and removes the job with the given number, if it exists.</summary>
    public static string End(int number)
    {
        if (Jobs.Remove(number, out Job? job)) job.Dispose();
        return "";
    }

    /// <summary>Hashes whole messages and returns their digests, concatenated in hexadecimal.</summary>
    public string HashWhole(byte[] bytes, int[] lengths)
    {
        byte[] digests = new byte[lengths.Length * hashBytes];
        row.HashMany(Messages.Packed(bytes, lengths), key.Length > 0 ? HashKeys.One(key) : default, digests, hashBytes);
        return Convert.ToHexStringLower(digests);
    }

    /// <summary>Returns whether a message has the expected digest. The digests are compared in constant time.</summary>
    public string Verify(byte[] bytes, byte[] expected)
    {
        // A MAC that is short enough to be guessed is accepted only if the algorithm's name contains the MAC length.
        if (key.Length > 0 && expected.Length != usualBytes && row.CanBeGuessed(expected.Length))
        {
            throw new ArgumentException(
                $"A MAC of {expected.Length} bytes can be guessed. If it was agreed on, name its length in bits, as in "
                    + "blake2b-64.");
        }

        byte[] digest = new byte[hashBytes];
        row.Hash(key, bytes, digest);
        bool isEqual = CryptographicOperations.FixedTimeEquals(digest, expected);
        CryptographicOperations.ZeroMemory(digest);
        return isEqual ? "1" : "0";
    }

    /// <summary>Appends one piece of data to the hash of each given file.</summary>
    public string Append(byte[] bytes, int[] lengths, int[] files)
    {
        LanewiseHash.AppendMany(Array.ConvertAll(files, Running), Messages.Packed(bytes, lengths));
        return "";
    }

    /// <summary>Returns the digest of the data appended so far. More data can be appended afterwards.</summary>
    public string Current(int file) => Convert.ToHexStringLower(Running(file).GetCurrentHash());

    /// <summary>Returns the digest of a file, and disposes the file's hash.</summary>
    public string Finish(int file)
    {
        string digest = Current(file);
        running.Remove(file, out LanewiseHash? hash);
        hash?.Dispose();
        return digest;
    }

    /// <summary>Starts another job with a copy of this job's state.</summary>
    public string Copy(int number)
    {
        Job copy = new(row, [.. key], hashBytes, usualBytes);
        foreach ((int file, LanewiseHash hash) in running) copy.running.Add(file, hash.Clone());
        Begin(number, copy);
        return "";
    }

    public void Dispose()
    {
        foreach (LanewiseHash hash in running.Values) hash.Dispose();
        running.Clear();
        CryptographicOperations.ZeroMemory(key);
    }

    private LanewiseHash Running(int file)
    {
        if (!running.TryGetValue(file, out LanewiseHash? hash)) running.Add(file, hash = row.Create(key, hashBytes));
        return hash;
    }
}
