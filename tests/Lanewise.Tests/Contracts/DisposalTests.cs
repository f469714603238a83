using System.Buffers;
using System.Reflection;
using System.Runtime.CompilerServices;
using System.Security.Cryptography;
using Lanewise.Api;
using Lanewise.Incremental;
using Xunit;

namespace Lanewise.Tests;

/// <summary>
/// Tests instances that are disposed on one thread while another thread uses them, and instances that are disposed twice or
/// never.
/// </summary>
[Collection(Alone.Name)] // On a busy machine, the second thread would start late, and rounds would have to be repeated.
public sealed class DisposalTests
{
    private const int Rounds = 300;

    public static TheoryData<string> Names => [.. Catalog.Hashes.Concat(Catalog.Macs).Select(row => row.Name)];

    public static TheoryData<string> Keyed =>
        [.. Catalog.Hashes.Concat(Catalog.Macs).Where(row => row.MaxKeyBytes > 0).Select(row => row.Name)];

    [Fact]
    public void DisposalByTwoThreadsReturnsNothingTwice()
    {
        for (int round = 0; round < Rounds; round++)
        {
            HashAccumulator hashes = new(HashAlgorithmName.MD5, (_, _) => { });
            Together(hashes.Dispose, hashes.Dispose);
            CheckPool(hashes.StagingSizeInBytes);
            HashingBufferWriter writer = new(new Md5());
            writer.GetMemory(100_000);
            Together(writer.Dispose, writer.Dispose);
            CheckPool(100_000);
        }

        static void CheckPool(int bytes)
        {
            byte[][] rented = [.. Enumerable.Range(0, 4).Select(_ => ArrayPool<byte>.Shared.Rent(bytes))];
            Assert.Equal(rented.Length, rented.Distinct().Count());
            foreach (byte[] array in rented) ArrayPool<byte>.Shared.Return(array);
        }
    }

    [Fact]
    public void AnAccumulatorDisposedDuringACallGivesNoWrongDigest()
    {
        byte[] message = Pattern.Bytes(1000, 1), expected = Md5.HashData(message);
        for (int round = 0; round < Rounds; round++)
        {
            bool wrong = false;
            HashAccumulator hashes = new(HashAlgorithmName.MD5, (_, digest) => wrong |= !digest.SequenceEqual(expected));
            Together(hashes.Dispose, () => UntilDisposed(() => hashes.Append(message)));
            Assert.False(wrong);
            byte[] a = ArrayPool<byte>.Shared.Rent(hashes.StagingSizeInBytes),
                b = ArrayPool<byte>.Shared.Rent(hashes.StagingSizeInBytes);
            Assert.NotSame(a, b);
            ArrayPool<byte>.Shared.Return(a);
            ArrayPool<byte>.Shared.Return(b);
        }
    }

    [Theory]
    [MemberData(nameof(Names))]
    public void AnIncrementalHashDisposedDuringACallGivesNoWrongDigest(string name)
    {
        Assert.True(Catalog.TryFind(name, out HashRow? row, out int hashBytes));
        byte[] key = Pattern.Bytes(Math.Min(32, row.MaxKeyBytes), 1), message = Pattern.Bytes(20_000, 2),
            expected = new byte[hashBytes];
        row.Hash(key, message, expected);
        for (int round = 0; round < Rounds / 3; round++)
        {
            LanewiseHash hash = row.Create(key, hashBytes);
            Together(hash.Dispose, () => UntilDisposed(() =>
            {
                byte[] digest = new byte[hashBytes];
                hash.AppendData(message.AsSpan(0, 17));
                hash.AppendData(message.AsSpan(17));
                hash.GetHashAndReset(digest);
                Assert.Equal(expected, digest);
                using LanewiseHash copy = hash.Clone();
                copy.AppendData(message);
                Assert.Equal(expected, copy.GetCurrentHash());
            }));
        }
    }

    [Fact]
    public void TheBufferOfATreeIsWipedForAnyCounts()
    {
        // When a thread appends data, it stores the bytes in the buffer before it updates the count.
        FieldInfo buffer = typeof(IncrementalChunks).GetField("buffer", BindingFlags.Instance | BindingFlags.NonPublic)!;
        int trees = 0;
        foreach (HashRow row in Catalog.Hashes)
        {
            LanewiseHash hash = row.Create(default, row.DefaultHashBytes);
            hash.AppendData(new byte[20_001]);
            if (hash.Incremental is not IncrementalChunks) continue;

            byte[] waiting = (byte[])buffer.GetValue(hash.Incremental)!;
            waiting.AsSpan().Fill(1);
            hash.Dispose();
            Assert.NotEmpty(waiting);
            Assert.All(waiting, b => Assert.Equal(0, b));
            trees++;
        }

        Assert.True(trees >= 4);
    }

    [Fact]
    public void AnOutputDisposedDuringACallGivesNoWrongBytes()
    {
        byte[] key = Pattern.Bytes(32, 1), nonce = Pattern.Bytes(16, 2), expected = new byte[20_000];
        using (SkeinOutput keystream = Skein512.CreateKeystream(key, nonce)) keystream.ReadAt(0, expected);
        for (int round = 0; round < Rounds; round++)
        {
            SkeinOutput keystream = Skein512.CreateKeystream(key, nonce);
            Together(keystream.Dispose, () => UntilDisposed(() =>
            {
                byte[] bytes = new byte[expected.Length];
                keystream.ReadAt(0, bytes);
                Assert.Equal(expected, bytes);
            }));
        }
    }

    [Fact]
    public async Task AppendingAStreamEndsWhenTheHashIsDisposed()
    {
        foreach (HashRow row in Catalog.Hashes)
        {
            LanewiseHash hash = row.Create(default, row.DefaultHashBytes);
            using ObservedStream stream = new(Pattern.Bytes(500_000, 3), reads => { if (reads == 3) hash.Dispose(); });
            await Assert.ThrowsAsync<ObjectDisposedException>(async () =>
                await hash.AppendDataAsync(stream, TestContext.Current.CancellationToken));
            Assert.Equal(3, stream.Reads);
            Assert.All(Secrets.Arrays(hash.Incremental), array =>
                Assert.All(array.Cast<object>(), item => Assert.Equal(0UL, Convert.ToUInt64(item, null))));
        }
    }

    [Theory]
    [MemberData(nameof(Keyed))]
    public void AnUndisposedInstanceIsWiped(string name)
    {
        Assert.True(Catalog.TryFind(name, out HashRow? row, out int hashBytes));
        IReadOnlyList<Array> arrays = Forget();
        for (int i = 0; i < 20 && IsHeld(); i++)
        {
            GC.Collect();
            GC.WaitForPendingFinalizers();
        }

        Assert.False(IsHeld());

        bool IsHeld() => arrays.Any(array => array.Cast<object>().Any(item => Convert.ToUInt64(item, null) != 0));

        [MethodImpl(MethodImplOptions.NoInlining)]
        IReadOnlyList<Array> Forget()
        {
            LanewiseHash hash = row.Create(Pattern.Bytes(Math.Min(32, row.MaxKeyBytes), 1), hashBytes);
            hash.AppendData([1, 2, 3]);
            object running = hash.Incremental;
            // The state of BLAKE2X and HMAC is held in an inner hash.
            if (Secrets.Arrays(running) is not { Count: > 0 } found) found = Secrets.Arrays(Secrets.Inner(running));
            Assert.Contains(found, array => array.Cast<object>().Any(item => Convert.ToUInt64(item, null) != 0));
            // This reference keeps the instance alive, because other tests may trigger a garbage collection at any time.
            GC.KeepAlive(hash);
            return found;
        }
    }

    public static TheoryData<string> Undisposed => [.. Makers.Keys];

    private static Dictionary<string, Func<byte[], object>> Makers => new()
    {
        ["ThreefishSkein"] = key => new ThreefishSkein(key, 32, treeMac: true),
        ["SkeinRandom"] = key => new SkeinRandom(key),
        ["Skein keystream"] = key => Skein512.CreateKeystream(key, new byte[16]),
        ["BLAKE3 output"] = key =>
        {
            using Blake3Mac hash = new(key);
            return hash.GetOutput();
        },
        ["BLAKE2X output"] = key =>
        {
            using Blake2xbMac hash = Blake2xbMac.CreateUnknownLength(key);
            return hash.GetOutput();
        },
        ["accumulator"] = key =>
        {
            HashAccumulator hashes = new(new("BLAKE3"), key, (_, _) => { });
            // The accumulator holds the digest of the first message, and the second message.
            hashes.Append(key);
            hashes.Flush();
            hashes.Append(key);
            return hashes;
        },
    };

    [Theory]
    [MemberData(nameof(Undisposed))]
    public void AnUndisposedObjectWithAKeyIsWiped(string name)
    {
        IReadOnlyList<Array> arrays = Forget();
        for (int i = 0; i < 20 && arrays.Any(HoldsAnything); i++)
        {
            GC.Collect();
            GC.WaitForPendingFinalizers();
        }

        Assert.DoesNotContain(arrays, HoldsAnything);

        static bool HoldsAnything(Array array) => array.Cast<object>().Any(item => Convert.ToUInt64(item, null) != 0);

        [MethodImpl(MethodImplOptions.NoInlining)]
        IReadOnlyList<Array> Forget()
        {
            object instance = Makers[name](Pattern.Bytes(32, 1));
            IReadOnlyList<Array> found = [.. Secrets.AllArrays(instance).Where(HoldsAnything)];
            Assert.NotEmpty(found);
            // This reference keeps the instance alive, because other tests may trigger a garbage collection at any time.
            GC.KeepAlive(instance);
            return found;
        }
    }

    [Fact]
    public void AnUndisposedAlgorithmWipesItsKey()
    {
        FieldInfo value = typeof(SymmetricAlgorithm).GetField("KeyValue", BindingFlags.Instance | BindingFlags.NonPublic)!;
        foreach (Func<SymmetricAlgorithm> make in (Func<SymmetricAlgorithm>[])
            [() => new XteaAlgorithm(), () => new ThreefishAlgorithm(512)])
        {
            byte[] key = Forget(make);
            for (int i = 0; i < 20 && key.AsSpan().ContainsAnyExcept((byte)0); i++)
            {
                GC.Collect();
                GC.WaitForPendingFinalizers();
            }

            Assert.All(key, b => Assert.Equal(0, b));
        }

        [MethodImpl(MethodImplOptions.NoInlining)]
        byte[] Forget(Func<SymmetricAlgorithm> make)
        {
            SymmetricAlgorithm algorithm = make();
            algorithm.GenerateKey();
            byte[] key = (byte[])value.GetValue(algorithm)!;
            Assert.Contains(key, b => b != 0);
            GC.KeepAlive(algorithm);
            return key;
        }
    }

    [Fact]
    public void AGeneratorMayBeShared()
    {
        using SkeinRandom random = new(Pattern.Bytes(64, 1));
        HashSet<string>[] given = [[], []];
        Together(() => Take(given[0]), () => Take(given[1]));
        Assert.Equal(2 * 2000, given[0].Union(given[1]).Count());

        void Take(HashSet<string> blocks)
        {
            for (int i = 0; i < 2000; i++) blocks.Add(Convert.ToHexString(random.GetBytes(16)));
        }
    }

    private static void UntilDisposed(Action use)
    {
        try
        {
            for (int i = 0; i < 100_000; i++) use();
        }
        catch (ObjectDisposedException)
        {
            // The call may throw this exception, but no other.
        }
    }

    private static void Together(Action one, Action other)
    {
        using Barrier barrier = new(2);
        Exception? thrown = null;
        Thread thread = new(() =>
        {
            try
            {
                barrier.SignalAndWait();
                one();
            }
            catch (Exception e)
            {
                thrown = e;
            }
        });
        thread.Start();
        barrier.SignalAndWait();
        other();
        thread.Join();
        if (thrown is not null) Assert.Fail(thrown.ToString());
    }
}
