using System.Security.Cryptography;
using Lanewise.Libraries;
using Lanewise.Proof.Libraries;
using Lanewise.Simd;
using Xunit;

namespace Lanewise.Tests;

/// <summary>
/// Compares the ciphers with other libraries for random keys, tweaks and plaintexts, in both directions and in counter mode.
/// </summary>
public sealed class CipherTests
{
    private const int Rounds = 80;

    private static readonly string[] Titles =
        [.. CipherRow.All.Select(row => row.Title).Union(["Threefish-256", "Threefish-512", "Threefish-1024"])];

    /// <summary>
    /// The pairs of a library and a cipher. If a library is not installed, its tests are skipped and its name is reported.
    /// </summary>
    public static TheoryData<string, string> Pairs
    {
        get
        {
            TheoryData<string, string> pairs = [];
            foreach (ComparedLibrary library in ComparedLibraries.Ciphers)
            {
                foreach (string title in Titles)
                {
                    using LibraryCipher? cipher = library.FindCipher(title);
                    if (cipher is not null || !library.IsInstalled) pairs.Add(library.Name, title);
                }
            }

            return pairs;
        }
    }

    /// <summary>The libraries. Each test uses everything that its library supports.</summary>
    public static TheoryData<string> Libraries => [.. ComparedLibraries.Ciphers.Select(library => library.Name)];

    [Theory]
    [MemberData(nameof(Pairs))]
    public void BothDirectionsAndCounterModeEqualTheOtherLibraries(string library, string title)
    {
        using LibraryCipher other = Require(library, title, out bool takesTweaks);
        Random random = Seed.For(library + title);
        int block = BlockBytes(title);
        for (int i = 0; i < Rounds; i++)
        {
            byte[] key = Pattern.Bytes(random, KeyBytes(title)),
                tweak = takesTweaks && HasTweak(title) ? Pattern.Bytes(random, 16) : [];
            byte[] source = Pattern.Bytes(random, block * (i < 20 ? i + 1 : random.Next(1, 300))),
                expected = new byte[source.Length];
            string what = $"{title} against {library}, {source.Length} bytes{Seed.Replay}";
            other.SetKey(key, tweak, encrypting: true);
            other.Run(source, expected, 0, source.Length);
            Digests.Equal(expected, Encrypt(title, key, tweak, source), () => $"encryption, {what}");

            if (other.CanCount)
            {
                byte[] counter = Pattern.Bytes(random, block);
                // Incrementing every third counter carries through some or all of its low bytes.
                if (i % 3 == 0) counter.AsSpan(random.Next(block)).Fill(0xFF);
                int cut = source.Length - random.Next(Math.Min(block, source.Length));
                other.Count(counter, source, expected, 0, cut);
                Digests.Equal(expected.AsSpan(0, cut), Count(title, key, tweak, counter, source.AsSpan(0, cut)), () =>
                    $"counter mode, {cut} bytes, {what}");
            }

            if (other.CanDecrypt)
            {
                other.SetKey(key, tweak, encrypting: false);
                other.Run(source, expected, 0, source.Length);
                Digests.Equal(expected, Decrypt(title, key, tweak, source), () => $"decryption, {what}");
            }
        }
    }

    [Theory]
    [MemberData(nameof(Libraries))]
    public void EveryShapeOfEveryRowEqualsTheOtherLibraries(string library)
    {
        int compared = 0;
        foreach (CipherRow row in CipherRow.All)
        {
            using LibraryCipher? other = Find(library).FindCipher(row.Title);
            if (other is null) continue;

            compared++;
            Random random = Seed.For(library + row.Name);
            byte[] key = Pattern.Bytes(random, row.KeyBytes), counter = Pattern.Bytes(random, row.BlockBytes);
            byte[] source = Pattern.Bytes(random, 259 * row.BlockBytes), encrypted = new byte[source.Length],
                counted = new byte[source.Length], decrypted = new byte[source.Length], actual = new byte[source.Length];
            other.SetKey(key, default, encrypting: true);
            other.Run(source, encrypted, 0, source.Length);
            if (other.CanCount) other.Count(counter, source, counted, 0, source.Length);
            if (other.CanDecrypt)
            {
                other.SetKey(key, default, encrypting: false);
                other.Run(source, decrypted, 0, source.Length);
            }

            foreach (LaneShape shape in row.Shapes)
            {
                row.Encrypt(key, source, actual, shape);
                Digests.Equal(encrypted, actual, () => $"{row.Title} in {shape} against {library}{Seed.Replay}");
                row.Count(key, counter, source, actual, shape);
                if (other.CanCount)
                {
                    Digests.Equal(counted, actual, () => $"{row.Title}, counter mode, in {shape} against {library}{Seed.Replay}");
                }
                row.Decrypt(key, source, actual, shape);
                if (other.CanDecrypt)
                {
                    Digests.Equal(decrypted, actual, () => $"{row.Title}, decryption, in {shape} against {library}{Seed.Replay}");
                }
            }
        }

        if (compared == 0) Assert.Skip(Reason(Find(library), "cipher of the catalogue"));
    }

    [Theory]
    [MemberData(nameof(Libraries))]
    public void PacketsWithSeparateKeysEqualTheOtherLibraries(string library)
    {
        int compared = 0;
        foreach (CipherRow row in CipherRow.All)
        {
            using LibraryCipher? other = Find(library).FindCipher(row.Title);
            if (other is null) continue;

            compared++;
            Random random = Seed.For(library + row.Name);
            for (int i = 0; i < 12; i++)
            {
                int count = random.Next(300);
                int[] lengths = [.. Enumerable.Range(0, count)
                    .Select(_ => row.BlockBytes * (random.Next(40) == 0 ? random.Next(400) : random.Next(5)))];
                byte[] keys = Pattern.Bytes(random, count * row.KeyBytes), source = Pattern.Bytes(random, lengths.Sum()),
                    expected = new byte[source.Length], actual = new byte[source.Length];
                for (int p = 0, o = 0; p < count; o += lengths[p++])
                {
                    other.SetKey(keys.AsSpan(p * row.KeyBytes, row.KeyBytes), default, encrypting: true);
                    if (lengths[p] > 0) other.Run(source, expected, o, lengths[p]);
                }

                row.EncryptPackets(keys, source, lengths, actual);
                Digests.Equal(expected, actual, () => $"{count} packets of {row.Title} against {library}{Seed.Replay}");
                row.DecryptPackets(keys, expected, lengths, actual);
                Digests.Equal(source, actual, () => $"{count} packets of {row.Title}, back{Seed.Replay}");
            }
        }

        if (compared == 0) Assert.Skip(Reason(Find(library), "cipher of the catalogue"));
    }

    // Other libraries use big-endian words. Lanewise also supports little-endian words, for which the test reverses the bytes of
    // every word.
    [Theory]
    [MemberData(nameof(Libraries))]
    public void XteaWithLittleEndianWordsEqualsTheOtherLibraries(string library)
    {
        using LibraryCipher other = Require(library, "XTEA", out _);
        Random random = Seed.For(library);
        for (int i = 0; i < Rounds; i++)
        {
            byte[] key = Pattern.Bytes(random, 16), source = Pattern.Bytes(random, 8 * random.Next(1, 200)),
                expected = new byte[source.Length];
            other.SetKey(Swapped(key), default, encrypting: true);
            other.Run(Swapped(source), expected, 0, source.Length);
            using Xtea xtea = new(key, XteaByteOrder.LittleEndian);
            Digests.Equal(Swapped(expected), xtea.EncryptEcb(source, PaddingMode.None), () =>
                $"XTEA, little-endian words, {source.Length} bytes against {library}{Seed.Replay}");
            Digests.Equal(source, xtea.DecryptEcb(Swapped(expected), PaddingMode.None), () =>
                $"XTEA, little-endian words, back{Seed.Replay}");
        }
    }

    private static byte[] Swapped(byte[] words) => [.. words.Chunk(4).SelectMany(word => word.Reverse())];

    private static ComparedLibrary Find(string library) => ComparedLibraries.Ciphers.Single(other => other.Name == library);

    private static LibraryCipher Require(string library, string title, out bool takesTweaks)
    {
        ComparedLibrary found = Find(library);
        takesTweaks = found.TakesTweaks;
        LibraryCipher? cipher = found.FindCipher(title);
        if (cipher is null) Assert.Skip(Reason(found, title));
        return cipher;
    }

    private static string Reason(ComparedLibrary library, string title) => library.IsInstalled
        ? $"{library.Name} has no {title}."
        : $"{library.Name} is not installed here (tools/install-test-deps.sh installs it; then build again).";

    private static bool HasTweak(string title) => title.StartsWith("Threefish", StringComparison.Ordinal);

    private static int KeyBytes(string title) => HasTweak(title) ? BlockBytes(title) : Row(title).KeyBytes;

    private static int BlockBytes(string title) => title switch
    {
        "Threefish-256" => 32,
        "Threefish-512" => 64,
        "Threefish-1024" => 128,
        _ => Row(title).BlockBytes,
    };

    private static CipherRow Row(string title) => CipherRow.All.Single(row => row.Title == title);

    private static ThreefishCipher Threefish(string title, byte[] key) => title switch
    {
        "Threefish-256" => new Threefish256(key),
        "Threefish-512" => new Threefish512(key),
        _ => new Threefish1024(key),
    };

    private static byte[] Encrypt(string title, byte[] key, byte[] tweak, byte[] source)
    {
        byte[] destination = new byte[source.Length];
        if (HasTweak(title))
        {
            using ThreefishCipher threefish = Threefish(title, key);
            threefish.EncryptEcb(source, destination, PaddingMode.None, tweak);
        }
        else
        {
            using LanewiseCipher cipher = Row(title).Create(key)!;
            cipher.EncryptEcb(source, destination, PaddingMode.None);
        }

        return destination;
    }

    private static byte[] Decrypt(string title, byte[] key, byte[] tweak, byte[] source)
    {
        byte[] destination = new byte[source.Length];
        if (HasTweak(title))
        {
            using ThreefishCipher threefish = Threefish(title, key);
            threefish.DecryptEcb(source, destination, PaddingMode.None, tweak);
        }
        else
        {
            using LanewiseCipher cipher = Row(title).Create(key)!;
            cipher.DecryptEcb(source, destination, PaddingMode.None);
        }

        return destination;
    }

    private static byte[] Count(string title, byte[] key, byte[] tweak, byte[] counter, ReadOnlySpan<byte> source)
    {
        byte[] destination = new byte[source.Length];
        if (HasTweak(title))
        {
            using ThreefishCipher threefish = Threefish(title, key);
            threefish.TransformCtr(source, counter, destination, tweak);
        }
        else
        {
            using LanewiseCipher cipher = Row(title).Create(key)!;
            cipher.TransformCtr(source, counter, destination);
        }

        return destination;
    }
}
