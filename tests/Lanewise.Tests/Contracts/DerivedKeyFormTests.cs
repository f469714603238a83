using System.Text;
using Xunit;

namespace Lanewise.Tests;

/// <summary>Tests methods that only some hashes have. All overloads must return the same result.</summary>
public sealed class DerivedKeyFormTests
{
    private const string Name = "Lanewise tests 2026 forms";

    private static readonly byte[] Key = Pattern.Bytes(32, 1), Message = Pattern.Bytes(500, 2),
        Context = Encoding.UTF8.GetBytes(Name);

    [Fact]
    public void EveryOverloadOfSkeinGivesTheSameResult()
    {
        EveryForm<Skein256, Skein256Mac>(256);
        EveryForm<Skein512, Skein512Mac>(512);
        EveryForm<Skein1024, Skein1024Mac>(1024);
    }

    [Fact]
    public void UnknownLengthAcceptsAKeyInASpan()
    {
        using Blake2xbMac ofSpan = Blake2xbMac.CreateUnknownLength(Key.AsSpan()), ofArray = Blake2xbMac.CreateUnknownLength(Key);
        ofSpan.AppendData(Message);
        ofArray.AppendData(Message);
        Assert.Equal(ofArray.GetCurrentHash(), ofSpan.GetCurrentHash());
        using Blake2xsMac small = Blake2xsMac.CreateUnknownLength(Key.AsSpan()),
            smallOfArray = Blake2xsMac.CreateUnknownLength(Key);
        Assert.Equal(smallOfArray.GetCurrentHash(), small.GetCurrentHash());
    }

    [Fact]
    public void PreferredBatchesFillTheLanes()
    {
        Assert.Equal(Md5.PreferredBatchSize, Size(typeof(Md5)));
        Assert.All(Catalog.Hashes, row => Assert.All(HashProof.PublicTypes(row), type =>
            Assert.True(Size(type) >= 1 && row.ChosenShape.Lanes(row.WordBits) % Size(type) == 0, $"{type.Name}: {Size(type)}")));

        static int Size(Type type) => (int)type.GetProperty(
            nameof(Md5.PreferredBatchSize), System.Reflection.BindingFlags.Public | System.Reflection.BindingFlags.Static
                | System.Reflection.BindingFlags.FlattenHierarchy)!.GetValue(null)!;
    }

    [Fact]
    public void AppendingOnSeveralCoresEqualsAppending()
    {
        byte[] large = Pattern.Bytes(3_000_000);
        ParallelOptions cores = new() { MaxDegreeOfParallelism = 2 };
        using Blake3 hash = new();
        using Blake3Mac mac = new(Key);
        hash.AppendData(large, cores);
        mac.AppendData(large, cores);
        Assert.Equal(Blake3.HashData(large), hash.GetCurrentHash());
        Assert.Equal(Blake3Mac.HashData(Key, large), mac.GetCurrentHash());
    }

    [Fact]
    public void OutputBeginsWithTheDigest()
    {
        Check(new Blake2xb(30), hash => hash.GetOutput());
        Check(new Blake2xbMac(Key, 30), hash => hash.GetOutput());
        Check(new Blake2xs(30), hash => hash.GetOutput());
        Check(new Blake2xsMac(Key, 30), hash => hash.GetOutput());
        Check(new Blake3(30), hash => hash.GetOutput());
        Check(new Blake3Mac(Key, 30), hash => hash.GetOutput());
        Check(new Skein256(30), hash => hash.GetOutput());
        Check(new Skein256Mac(Key, 30), hash => hash.GetOutput());
        Check(new Skein512(30), hash => hash.GetOutput());
        Check(new Skein512Mac(Key, 30), hash => hash.GetOutput());
        Check(new Skein1024(30), hash => hash.GetOutput());
        Check(new Skein1024Mac(Key, 30), hash => hash.GetOutput());

        static void Check<T>(T hash, Func<T, LanewiseOutput> open)
            where T : LanewiseHash
        {
            hash.AppendData(Message);
            using LanewiseOutput output = open(hash);
            byte[] first = new byte[30];
            output.ReadAt(0, first);
            Digests.Equal(hash.GetCurrentHash(), first, () => typeof(T).Name);
            hash.Dispose();
        }
    }

    private static void EveryForm<THash, TMac>(int bits)
        where THash : SkeinHash<THash>, IHashAlgorithm<THash>
        where TMac : SkeinMac<TMac>, IHashAlgorithm<TMac>
    {
        byte[] derived = PlainSkein.OfBits(bits).Hash(Key, default, 50, new() { KeyDerivationIdentifier = Context }),
            ofSpans = new byte[50], ofArray = new byte[50], parts = new byte[50];
        SkeinHash<THash>.DeriveKey(Key.AsSpan(), Context, ofSpans);
        SkeinHash<THash>.DeriveKey(Key, Context, ofArray);
        byte[][] derivedKeys =
        [
            ofSpans, ofArray, SkeinHash<THash>.DeriveKey(Key.AsSpan(), Context, 50), SkeinHash<THash>.DeriveKey(Key, Context, 50),
            SkeinHash<THash>.DeriveKey(Key.AsSpan(), Name, 50), SkeinHash<THash>.DeriveKey(Key, Name, 50),
        ];
        foreach (byte[] key in derivedKeys)
        {
            Digests.Equal(derived, key, () => $"Skein-{bits}, a derived key");
        }

        byte[] plain = PlainSkein.OfBits(bits).Hash(default, Message, 50), keyed = PlainSkein.OfBits(bits).Hash(Key, Message, 50);
        using SkeinOutput ofHash = SkeinHash<THash>.OpenOutput(SkeinParameters.Default, Message, 50),
            ofKey = SkeinMac<TMac>.OpenOutput(SkeinParameters.Default, Key.AsSpan(), Message, 50),
            ofKeyArray = SkeinMac<TMac>.OpenOutput(SkeinParameters.Default, Key, Message, 50);
        foreach ((SkeinOutput output, byte[] expected) in new[] { (ofHash, plain), (ofKey, keyed), (ofKeyArray, keyed) })
        {
            output.ReadAt(0, parts);
            Digests.Equal(expected, parts, () => $"Skein-{bits}, output");
        }

        byte[] blocks = PlainSkein.OfBits(bits).Keystream(Key, Context, 0, 50);
        using SkeinOutput stream = SkeinHash<THash>.CreateKeystream(Key.AsSpan(), Context),
            streamOfArray = SkeinHash<THash>.CreateKeystream(Key, Context);
        foreach (SkeinOutput output in new[] { stream, streamOfArray })
        {
            output.ReadAt(0, parts);
            Digests.Equal(blocks, parts, () => $"Skein-{bits}, keystream");
        }
    }
}
