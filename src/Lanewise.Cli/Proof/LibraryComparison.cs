using Lanewise.Api;
using Lanewise.Proof.Libraries;
using Lanewise.Simd;

namespace Lanewise.Cli.Proof;

/// <summary>
/// Compares Lanewise's results for random messages and keys with those of the other implementations on this machine. The
/// comparison detects errors that all code paths of Lanewise share.
/// </summary>
internal sealed class LibraryComparison(int seed, Tally tally)
{
    private const int Messages = 48, MostBytes = 8 * 1024, LongBytes = 100_000, Keys = 4;

    private readonly Random random = new(seed);

    /// <summary>
    /// All supported reference implementations with their versions. The version is null if an implementation is not available.
    /// </summary>
    public static IReadOnlyList<(string Name, string? Version)> All { get; } =
    [
        .. ComparedLibrary.OfTheMachine.Select(other => (other.Name, other.Version)),
        .. HashProgram.OfTheMachine.Select(program => (program.Name, program.Version)),
    ];

    /// <summary>Compares Lanewise's digests with those of all implementations that provide the hash.</summary>
    /// <returns>The names of the implementations that were compared.</returns>
    public IReadOnlyList<string> Run(HashRow row)
    {
        List<string> names = [];
        foreach ((string name, LibraryDigest library) in ComparedLibrary.Ask(other => other.FindDigest(row)))
        {
            tally.Begin(Invariant($"{row.Name}, seed {seed}, against {name}"));
            names.Add(name);
            for (int i = 0; i < Messages; i++) Ask(row, library, i);
        }

        foreach (HashProgram program in HashProgram.OfTheMachine.Where(p => p.Algorithm == row.Name && p.Version is not null))
        {
            tally.Begin(Invariant($"{row.Name}, seed {seed}, against {program.Name}"));
            names.Add(program.Name);
            Ask(row, program);
        }

        return names;
    }

    /// <summary>
    /// Compares Lanewise's results with those of all implementations that provide the cipher, for ECB in both directions and for
    /// CTR.
    /// </summary>
    /// <returns>The names of the implementations that were compared.</returns>
    public IReadOnlyList<string> Run(CipherRow row)
    {
        List<string> names = [];
        foreach (ComparedLibrary other in ComparedLibrary.OfTheMachine)
        {
            using LibraryCipher? library = other.FindCipher(row.Title);
            if (library is null) continue;

            tally.Begin(Invariant($"{row.Name}, seed {seed}, against {other.Name}"));
            names.Add(other.Name);
            for (int i = 0; i < Keys; i++) Ask(row, library);
        }

        return names;
    }

    // The first case has the default digest length and no key. In later cases, keys and digest lengths vary as far as the other
    // implementation supports them.
    private void Ask(HashRow row, LibraryDigest library, int round)
    {
        byte[] source = Bytes(round == 0 ? LongBytes : random.Next(MostBytes));
        bool isKeyed = round % 2 == 1 && row.MaxKeyBytes > 0;
        byte[] key = Bytes(isKeyed ? random.Next(Math.Max(1, row.MinKeyBytes), row.LongestKeyTried + 1) : 0);
        int bytes = round % 4 < 2 ? row.DefaultHashBytes : random.Next(row.MinHashBytes, row.MaxHashBytes + 1);
        byte[] expected = new byte[bytes], actual = new byte[bytes];
        if (!library(key, source, expected)) return;

        row.Hash(key, source, actual);
        Compare(expected, actual, $"{source.Length} B, key of {key.Length} B, digest of {bytes} B");
    }

    private void Ask(HashRow row, HashProgram program)
    {
        byte[][] messages = [.. Enumerable.Range(0, Messages).Select(i => Bytes(i == 0 ? LongBytes : random.Next(MostBytes)))];
        IReadOnlyList<byte[]> expected = program.Run(messages);
        byte[] digests = new byte[Messages * row.DefaultHashBytes];
        row.HashMany(messages.Select(m => (ReadOnlyMemory<byte>)m).ToArray(), default, digests, row.DefaultHashBytes);
        if (expected.Count != Messages)
        {
            tally.Fail(Invariant($"it printed {expected.Count} digests of {Messages} files"));
            return;
        }

        for (int i = 0; i < Messages; i++)
        {
            Span<byte> digest = digests.AsSpan(i * row.DefaultHashBytes, row.DefaultHashBytes);
            Compare(expected[i], digest, $"{messages[i].Length} B, among many");
        }
    }

    private void Ask(CipherRow row, LibraryCipher library)
    {
        byte[] key = Bytes(row.KeyBytes), counter = Bytes(row.BlockBytes), source = Bytes(random.Next(1, 300) * row.BlockBytes);
        byte[] expected = new byte[source.Length], actual = new byte[source.Length];
        library.SetKey(key, default, encrypting: true);
        library.Run(source, expected, 0, source.Length);
        row.Encrypt(key, source, actual);
        Compare(expected, actual, $"ECB of {source.Length} B");

        if (library.CanCount)
        {
            library.Count(counter, source, expected, 0, source.Length);
            row.Count(key, counter, source, actual);
            Compare(expected, actual, $"CTR of {source.Length} B");
        }

        if (!library.CanDecrypt) return;

        library.SetKey(key, default, encrypting: false);
        library.Run(source, expected, 0, source.Length);
        row.Decrypt(key, source, actual);
        Compare(expected, actual, $"ECB of {source.Length} B, decrypted");
    }

    private void Compare(ReadOnlySpan<byte> expected, ReadOnlySpan<byte> actual, string what)
    {
        if (expected.SequenceEqual(actual)) tally.Pass();
        else tally.Fail(what + " differs");
    }

    private byte[] Bytes(int count)
    {
        byte[] bytes = new byte[count];
        random.NextBytes(bytes);
        return bytes;
    }
}
