using System.Security.Cryptography;
using Lanewise.Api;
using Xunit;

namespace Lanewise.Tests;

/// <summary>Saves and resumes incremental hashes at arbitrary positions, and tests that invalid states are rejected.</summary>
public sealed class SavedStateTests
{
    public static TheoryData<string> Names =>
        [.. Rows.WithMacs.Select(row => row.Data).Where(name => Rows.Row(name).HasStates), "derive", "unknown"];

    [Theory]
    [MemberData(nameof(Names))]
    public void AResumedHashContinuesWhereItWasSaved(string name)
    {
        Random random = Seed.For("state " + name);
        byte[] data = Pattern.Bytes(20_000);
        foreach (int n in new[] { 0, 1, 63, 64, 65, 127, 128, 129, 511, 512, 513, 1023, 1024, 1025, 2048, 4096, 4097, 16_384,
            16_385, 17_000 }.Append(random.Next(20_000)))
        {
            foreach (byte[] key in Keys(name))
            {
                using LanewiseHash hash = Create(name, key);
                hash.AppendData(data.AsSpan(0, n));
                byte[] state = hash.ExportState();
                using LanewiseHash resumed = LanewiseHash.FromState(state, key.AsSpan());
                Assert.Equal(hash.GetType(), resumed.GetType());
                Assert.Equal(hash.AlgorithmName, resumed.AlgorithmName);
                Assert.Equal(state, resumed.ExportState());
                if (key.Length >= 8) Assert.True(state.AsSpan().IndexOf(key) < 0, "The state never contains a key.");
                Digests.Equal(hash.GetCurrentHash(), resumed.GetCurrentHash(), () => $"{name} at {n}");
                int rest = random.Next(data.Length - n);
                hash.AppendData(data.AsSpan(n, rest));
                resumed.AppendData(data.AsSpan(n, rest));
                Digests.Equal(hash.GetHashAndReset(), resumed.GetHashAndReset(), () =>
                    $"{name} at {n} and {rest} more{Seed.Replay}");
                hash.AppendData(data.AsSpan(0, 100));
                resumed.AppendData(data.AsSpan(0, 100));
                Digests.Equal(hash.GetCurrentHash(), resumed.GetCurrentHash(), () => $"{name}, the next message");
            }
        }
    }

    [Theory]
    [MemberData(nameof(Names))]
    public void AnyChangeIsRejected(string name)
    {
        Random random = Seed.For("state fuzz " + name);
        foreach (byte[] key in Keys(name))
        {
            using LanewiseHash hash = Create(name, key);
            hash.AppendData(Pattern.Bytes(1500));
            byte[] state = hash.ExportState();
            for (int i = 0; i < state.Length; i++)
            {
                byte[] changed = (byte[])state.Clone();
                changed[i] ^= (byte)(1 << random.Next(8));
                Assert.Throws<InvalidDataException>(() => LanewiseHash.FromState(changed, key.AsSpan()));
                Assert.Throws<InvalidDataException>(() => LanewiseHash.FromState(state.AsSpan(0, i), key.AsSpan()));
            }

            Assert.Throws<InvalidDataException>(() => LanewiseHash.FromState([.. state, 0], key.AsSpan()));
        }
    }

    [Theory]
    [MemberData(nameof(Names))]
    public void ForgedStatesAreRejectedOrHarmless(string name)
    {
        // Arbitrary state bytes with a valid checksum may cause only documented exceptions. For example, appending data to a
        // Skein message that ended with a partial byte throws.
        Random random = Seed.For("state forged " + name);
        using LanewiseHash hash = Create(name, []);
        hash.AppendData(Pattern.Bytes(1500));
        byte[] state = hash.ExportState();
        for (int round = 0; round < 3000; round++)
        {
            byte[] forged = state.AsSpan(0, state.Length - 8).ToArray();
            if (round % 5 == 0) forged = forged[..random.Next(6, forged.Length)];
            for (int k = random.Next(1, 4); k > 0; k--)
            {
                forged[random.Next(5, Math.Min(forged.Length, random.Next(2) == 0 ? 60 : forged.Length))] =
                    (byte)random.Next(256);
            }
            byte[] sum = new byte[8];
            Blake2b.HashData(new Blake2Parameters { Personalization = "saved state sum"u8.ToArray() }, forged, sum);
            try
            {
                using LanewiseHash resumed = LanewiseHash.FromState([.. forged, .. sum]);
                if (resumed.HashLengthInBytes > 1 << 20) continue;

                resumed.AppendData(Pattern.Bytes(3000));
                resumed.GetCurrentHash();
            }
            catch (Exception e) when (e is InvalidDataException or CryptographicException or InvalidOperationException)
            {
                Assert.NotEmpty(e.Message);
            }
        }
    }

    [Fact]
    public void KeysAreRequiredAndChecked()
    {
        byte[] key = Pattern.Bytes(32, 1), other = Pattern.Bytes(32, 2);
        foreach (HashRow row in Catalog.Hashes.Concat(Catalog.Macs).Where(row => row.HasStates && row.MaxKeyBytes > 0))
        {
            using LanewiseHash hash = Create(row.Name, key);
            byte[] state = hash.ExportState();
            Assert.Throws<CryptographicException>(() => LanewiseHash.FromState(state));
            CryptographicException e = Assert.Throws<CryptographicException>(() => LanewiseHash.FromState(state, other));
            Assert.Contains("does not match the saved state", e.Message, StringComparison.Ordinal);
            // A MAC treats an empty key as a key.
            if (Catalog.Macs.Contains(row)) continue;

            using LanewiseHash plain = Create(row.Name, []);
            Assert.Throws<CryptographicException>(() => LanewiseHash.FromState(plain.ExportState(), key));
        }
    }

    [Fact]
    public void KeysAreComparedByteByByteInAnyByteOrder()
    {
        // These are the key bytes as a saved state contains them: BLAKE3's key itself, and HMAC's states after the two key
        // blocks.
        byte[] key = Pattern.Bytes(32, 1), blocks = [.. Pattern.Bytes(32, 1), .. new byte[32]], states = new byte[64];
        for (int half = 0; half < 2; half++)
        {
            byte pad = (byte)(half == 0 ? 0x36 : 0x5c);
            using Sha256 block = new(canExportState: true);
            block.AppendData([.. blocks.Select(b => (byte)(b ^ pad))]);
            // The state words follow the magic number, the version, the name with its length, and the byte count.
            block.ExportState().AsSpan(4 + 1 + 1 + "SHA-256".Length + 8, 32).CopyTo(states.AsSpan(32 * half));
        }

        foreach ((LanewiseHash keyed, byte[] secret) in new (LanewiseHash, byte[])[]
            { (new Blake3Mac(key), key), (new HmacSha256(key, canExportState: true), states) })
        {
            using LanewiseHash hash = keyed;
            hash.AppendData("data"u8);
            byte[] state = hash.ExportState(), check = new byte[16];
            Blake2Parameters use = new() { Personalization = "saved state key"u8.ToArray() };
            Blake2bMac.HashData(use, secret, state.AsSpan(0, state.Length - 16 - 8), check);
            Digests.Equal(check, state.AsSpan(state.Length - 16 - 8, 16).ToArray(), () => hash.AlgorithmName.Name!);
        }
    }

    [Fact]
    public void StatesOfEarlierVersionsOfTheLibraryAreStillRead()
    {
        byte[] key = [.. Enumerable.Range(0, 32).Select(i => (byte)(i ^ 0x5A))];
        string file = Repository.File("tests", "Lanewise.Tests", "Contracts", "saved-states.txt");
        string[][] lines = [.. File.ReadLines(file).Where(line => line[0] != '#').Select(line => line.Split(' '))];
        Assert.Equal(8, lines.Length);
        foreach (string[] line in lines)
        {
            bool isKeyed = line[0].Contains("Mac", StringComparison.OrdinalIgnoreCase);
            byte[] state = Convert.FromBase64String(line[1]);
            using LanewiseHash hash = isKeyed ? LanewiseHash.FromState(state, key) : LanewiseHash.FromState(state);
            Assert.Equal(line[0], hash.GetType().Name);
            Assert.Equal(line[2], Convert.ToHexStringLower(hash.GetCurrentHash()));
            Assert.Equal(state, hash.ExportState());
        }
    }

    [Fact]
    public void AStateOfAnUnknownVersionThrowsWithItsVersion()
    {
        using Md5 hash = new();
        byte[] state = hash.ExportState();
        state[4] = 3;
        Assert.Contains("version 3", Assert.Throws<InvalidDataException>(() => LanewiseHash.FromState(state)).Message,
            StringComparison.Ordinal);
        Assert.Contains("LWST", Assert.Throws<InvalidDataException>(() => LanewiseHash.FromState("no state"u8)).Message,
            StringComparison.Ordinal);
        hash.Dispose();
        Assert.Throws<ObjectDisposedException>(hash.ExportState);
    }

    /// <summary>
    /// .NET does not export its states. A hash that is computed by .NET throws an exception whose message contains advice. All
    /// other hashes can be exported.
    /// </summary>
    [Fact]
    public void StatesOfDotNetAreNotExported()
    {
        foreach ((LanewiseHash alone, LanewiseHash here) in ((LanewiseHash, LanewiseHash)[])
            [(new Sha256(), new Sha256(canExportState: true)),
                (new HmacSha512([1, 2]), new HmacSha512([1, 2], canExportState: true))])
        {
            using (alone)
            using (here)
            {
                Assert.Equal(alone.ExportState(), here.ExportState());
                alone.AppendData([3, 4, 5]);
                here.AppendData([3, 4, 5]);
                Assert.Contains("canExportState", Assert.Throws<NotSupportedException>(alone.ExportState).Message,
                    StringComparison.Ordinal);
                using LanewiseHash resumed = LanewiseHash.FromState(
                    here.ExportState(), (alone is HmacSha512 ? [1, 2] : Array.Empty<byte>()).AsSpan());
                Assert.Equal(alone.GetCurrentHash(), resumed.GetCurrentHash());
                using LanewiseHash copy = alone.Clone();
                copy.AppendData([6]);
                here.AppendData([6]);
                Assert.Equal(here.GetCurrentHash(), copy.GetCurrentHash());
                alone.Reset();
                Assert.NotEmpty(alone.ExportState());
            }
        }
    }

    private static LanewiseHash Create(string name, byte[] key)
    {
        LanewiseHash hash = Make(name, key);
        hash.Incremental.StayManaged();
        return hash;
    }

    private static LanewiseHash Make(string name, byte[] key) => name switch
    {
        "derive" => Blake3.CreateDeriveKey("Lanewise tests 2026 saved state"),
        "unknown" => key.Length == 0 ? Blake2xb.CreateUnknownLength() : Blake2xbMac.CreateUnknownLength(key),
        _ => Rows.Row(name).Create(key, Rows.Row(name).DefaultHashBytes),
    };

    // The keys must not contain the byte pattern of the messages, because message bytes may occur in the saved state.
    private static byte[][] Keys(string name) => name switch
    {
        "derive" => [[]],
        "unknown" => [[], Key(17)],
        _ => Rows.Row(name).MaxKeyBytes == 0
        ? [[]]
        : [[], Key(Math.Max(1, Rows.Row(name).MinKeyBytes)), Key(Rows.Row(name).LongestKeyTried)],
    };

    private static byte[] Key(int length) => [.. Pattern.Bytes(length, 7).Select(b => (byte)(b ^ 0x5A))];
}
