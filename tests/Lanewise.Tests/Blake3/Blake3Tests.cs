using System.Security.Cryptography;
using Lanewise.Api;
using Lanewise.Batching;
using Lanewise.Blake3Family;
using Lanewise.Simd;
using Xunit;

namespace Lanewise.Tests;

/// <summary>
/// Tests the features of BLAKE3 that other hashes do not have: the tree, output at arbitrary positions, key derivation, and
/// hashing on several cores.
/// </summary>
[Trait("Category", "Lanes")]
public sealed class Blake3Tests
{
    public static TheoryData<string> Shapes =>
        [.. Catalog.Hashes.Single(row => row.Name == "blake3").Shapes.Select(s => s.ToString())];

    [Fact]
    public void EveryLengthToNineThousandEqualsThePlainReference()
    {
        byte[] data = Pattern.Bytes(9000);
        for (int n = 0; n <= data.Length; n++)
        {
            Digests.Equal(PlainBlake3.Hash(default, data.AsSpan(0, n), 32), Blake3.HashData(data.AsSpan(0, n)), () =>
                $"{n} bytes");
        }
    }

    [Fact]
    public void KernelsForBrowsersEqualThePlainReference()
    {
        CheckKernelsForBrowsers<ScalarLane<uint>>(scratchWords: 0);
        CheckKernelsForBrowsers<Lanes128<uint>>(Blake3State.OutputWords);
        CheckKernelsForBrowsers<Interleaved<Lanes128<uint>, uint>>(Blake3State.OutputWords);
    }

    // Other platforms do not call these kernels. The state of one scalar lane has no room for message words.
    private static void CheckKernelsForBrowsers<TLanes>(int scratchWords)
        where TLanes : struct, ILanes<TLanes, uint>
    {
        foreach (int blocks in new[] { 1, 5 })
        {
            int lanes = TLanes.Count, length = blocks * Blake3Spec.BlockBytes;
            byte[] data = Pattern.Bytes(lanes * length);
            int[] offsets = [.. Enumerable.Range(0, lanes).Select(lane => lane * length)];
            uint[] one = new uint[Blake3State.Words];
            Blake3OneShot.Start(one, Blake3Spec.Iv, Blake3Spec.Unkeyed, 0);
            one[Blake3State.LastFlags] = Blake3Spec.ChunkEnd | Blake3Spec.Root;
            uint[] chaining = States(Blake3State.Words + scratchWords), wide = States(Blake3State.WideWords);
            Blake3Kernel<TLanes, LookedUpChaining>.Run(chaining, data, offsets, blocks);
            if (blocks == 1) Blake3Kernel<TLanes, LookedUpWide>.Run(wide, data, offsets, blocks);
            for (int lane = 0; lane < lanes; lane++)
            {
                ReadOnlySpan<byte> message = data.AsSpan(offsets[lane], length);
                string What() => $"lane {lane} of {lanes}, {blocks} blocks";
                Digests.Equal(PlainBlake3.Hash(default, message, 32), Words(chaining, 0, 8, lane), What);
                if (blocks == 1)
                {
                    Digests.Equal(PlainBlake3.Hash(default, message, 64), Words(wide, Blake3State.Output, 16, lane), What);
                }
            }

            uint[] States(int words)
            {
                uint[] states = new uint[words * lanes];
                for (int lane = 0; lane < lanes; lane++) LaneStates.Scatter<uint>(one, states, lanes, lane);
                return states;
            }

            byte[] Words(uint[] states, int first, int count, int lane) =>
                [.. Enumerable.Range(first, count).SelectMany(w => BitConverter.GetBytes(states[(w * lanes) + lane]))];
        }
    }

    [Theory]
    [MemberData(nameof(Shapes))]
    public void TreesEqualThePlainReferenceAtEveryShape(string shapeName)
    {
        LaneShape shape = Rows.Shape(Rows.Row("blake3"), shapeName);
        byte[] data = Pattern.Bytes(600_000), digest = new byte[32];
        foreach (int n in Enumerable.Range(0, 8).SelectMany(i => new[] { 1 << i, (1 << i) + 1, (3 << i) - 1 }).Append(256)
            .Append(257).Append(511)
                     .SelectMany(c => new[] { (c * 1024) - 1, c * 1024, (c * 1024) + 1 }).Where(n => n > 1024 && n <= data.Length)
                         .Distinct())
        {
            Blake3Tree.Hash(Blake3Spec.Iv, Blake3Spec.Unkeyed, data.AsSpan(0, n), digest, shape);
            Digests.Equal(PlainBlake3.Hash(default, data.AsSpan(0, n), 32), digest, () => $"{shape}, {n} bytes");
        }
    }

    [Theory]
    [MemberData(nameof(Shapes))]
    public void TheChunkCounterCarriesBetweenLanes(string shapeName)
    {
        LaneShape shape = Rows.Shape(Rows.Row("blake3"), shapeName);
        byte[] data = Pattern.Bytes(64 * 1024), value = new byte[32];
        ulong counter = (1UL << 32) - 32;
        Blake3Tree.SubtreeValue(Blake3Spec.Iv, Blake3Spec.Unkeyed, counter, data, value, shape);
        Digests.Equal(PlainBlake3.Subtree(default, counter, data), value, () => $"{shape}");
    }

    [Theory]
    [MemberData(nameof(Shapes))]
    public void OutputIsReadFromAnyPosition(string shapeName)
    {
        LaneShape shape = Rows.Shape(Rows.Row("blake3"), shapeName);
        byte[] data = Pattern.Bytes(3000), output = new byte[3000];
        using Blake3 hash = new();
        hash.AppendData(data);
        uint[] record = new uint[Blake3State.Words];
        byte[] block = new byte[Blake3Spec.BlockBytes];
        hash.Tree.Root(record, block);
        foreach (ulong position in new ulong[] { 0, 1, 63, 64, 65, (1UL << 32) - 3, (1UL << 38) - 100, 1UL << 63,
            ulong.MaxValue - 3000 })
        {
            foreach (int n in new[] { 1, 63, 64, 65, 1000, 3000 })
            {
                new Blake3Root(record, block, position).Read(output.AsSpan(0, n), shape);
                Digests.Equal(PlainBlake3.Hash(default, data, n, position), output.AsSpan(0, n), () =>
                    $"{shape}, {n} bytes from {position}");
            }
        }
    }

    [Fact]
    public void OutputIsReadFromManyPositionsAtOnce()
    {
        Random random = Seed.For("blake3 places");
        byte[] key = Pattern.Bytes(32, 3);
        Blake3Output[] all = [.. Enumerable.Range(0, 5).Select(Output)];
        ulong[] edges = [0, 1, 63, 64, 65, (1UL << 32) - 3, (1UL << 38) - 65, (1UL << 38) - 64, 1UL << 38, 1UL << 63,
            ulong.MaxValue - 2000, ulong.MaxValue - 2048 + 1];
        foreach (int length in new[] { 1, 32, 63, 64, 65, 128, 150, 1000, 2000 })
        {
            foreach (int count in new[] { 0, 1, 2, 3, 7, 8, 9, 16, 17, 40 })
            {
                ulong[] positions = [.. Enumerable.Range(0, count).Select(_ => edges[random.Next(edges.Length)])];
                // Consecutive whole blocks are written in one step by a separate code path.
                if (random.Next(3) == 0) positions = [.. positions.Select(p => p / 64 * 64)];
                Guarded one = new(count * length), many = new(count * length);
                all[0].ReadMany(positions, one.Span, length);
                Blake3Output[] outputs = [.. positions.Select(_ => all[random.Next(all.Length)])];
                Blake3Output.ReadMany(outputs, positions, many.Span, length);
                for (int i = 0; i < count; i++)
                {
                    Digests.Equal(Expected(0, positions[i]), one.Span.Slice(i * length, length), () =>
                        $"output {i} of {count}, {length} bytes from {positions[i]}{Seed.Replay}");
                    int number = Array.IndexOf(all, outputs[i]);
                    Digests.Equal(Expected(number, positions[i]), many.Span.Slice(i * length, length), () =>
                        $"output {number}, {length} bytes from {positions[i]}{Seed.Replay}");
                }

                one.CheckMargins(() => "one output");
                many.CheckMargins(() => "many outputs");
            }

            byte[] Expected(int number, ulong position) =>
                PlainBlake3.Hash(number % 2 == 0 ? default : key, Message(number), length, position);
        }

        Assert.All(all, output => Assert.Equal(0UL, output.Position));

        byte[] Message(int number) => Pattern.Bytes(new[] { 0, 64, 65, 1025, 5000 }[number], (byte)number);

        Blake3Output Output(int number)
        {
            using LanewiseHash hash = number % 2 == 0 ? new Blake3() : new Blake3Mac(key);
            hash.AppendData(Message(number));
            return hash is Blake3Mac mac ? mac.GetOutput() : ((Blake3)hash).GetOutput();
        }
    }

    [Fact]
    public void PositionsBeyondTheLimitAreRejected()
    {
        using Blake3 hash = new();
        Blake3Output output = hash.GetOutput();
        byte[] untouched = new byte[128];
        ArgumentOutOfRangeException e = Assert.Throws<ArgumentOutOfRangeException>(() =>
            output.ReadMany([0, ulong.MaxValue - 63], untouched, 64));
        Assert.Contains("2^64 - 1", e.Message, StringComparison.Ordinal);
        Assert.Equal("positions", e.ParamName);
        Assert.Contains("128", Assert.Throws<ArgumentException>(() => output.ReadMany([0, 1], new byte[127], 64)).Message,
            StringComparison.Ordinal);
        Assert.Throws<ArgumentOutOfRangeException>(() => output.ReadMany([0, 1], default, 0));
        Assert.Throws<ArgumentException>(() => Blake3Output.ReadMany([output], [0, 1], untouched, 64));
        Assert.Throws<ArgumentNullException>(() => Blake3Output.ReadMany([output, null!], [0, 1], untouched, 64));
        output.Dispose();
        Assert.Throws<ObjectDisposedException>(() => output.ReadMany([0, 1], untouched, 64));
        using Blake3Output other = hash.GetOutput();
        Assert.Throws<ObjectDisposedException>(() => Blake3Output.ReadMany([other, output], [0, 1], untouched, 64));
        Assert.Equal(new byte[128], untouched);
        other.ReadMany([0, ulong.MaxValue - 64], untouched, 64);
        Digests.Equal(PlainBlake3.Hash(default, default, 64, ulong.MaxValue - 64), untouched.AsSpan(64), () =>
            "the last 64 bytes");
    }

    [Fact]
    public void OutputIsReadInPiecesUpToItsLimit()
    {
        using Blake3 hash = new();
        hash.AppendData("abc"u8);
        using Blake3Output output = hash.GetOutput();
        byte[] expected = PlainBlake3.Hash(default, "abc"u8, 131);
        Assert.Equal(expected, (byte[])[.. output.Read(1), .. output.Read(63), .. output.Read(67)]);
        Assert.Equal(131UL, output.Position);
        hash.AppendData("more"u8);
        output.Position = 0;
        Assert.Equal(expected, output.Read(131));

        output.Position = ulong.MaxValue - 5;
        byte[] untouched = new byte[6];
        ArgumentOutOfRangeException e = Assert.Throws<ArgumentOutOfRangeException>(() => output.Read(untouched));
        Assert.Contains("2^64 - 1", e.Message, StringComparison.Ordinal);
        Assert.Equal(new byte[6], untouched);
        Assert.Equal(5, output.Read(5).Length);
    }

    [Fact]
    public void SeveralCoresGiveTheSameHash()
    {
        byte[] data = Pattern.Bytes(2_500_001), digest = new byte[32];
        foreach (int n in new[] { 0, 1, 1024, 65_536, 65_537, 131_072, 1_000_000, 1 << 20, (1 << 20) + 1, data.Length })
        {
            byte[] expected = PlainBlake3.Hash(default, data.AsSpan(0, n), 32);
            foreach (int cores in new[] { 1, 2, 3, 16 })
            {
                ParallelOptions options = new() { MaxDegreeOfParallelism = cores };
                Blake3.HashData(data.AsMemory(0, n), digest, options);
                Digests.Equal(expected, digest, () => $"{n} bytes on {cores}");

                using Blake3 hash = new();
                int first = Math.Min(n, 1 + (cores * 777));
                hash.AppendData(data.AsSpan(0, first));
                hash.AppendData(data.AsMemory(first, n - first), options);
                Digests.Equal(expected, hash.GetCurrentHash(), () => $"{n} bytes, appended on {cores}");
            }
        }
    }

    [Fact]
    public void ACancelledTokenStopsACallBeforeItBegins()
    {
        using CancellationTokenSource source = new();
        source.Cancel();
        byte[] digest = new byte[32];
        Assert.ThrowsAny<OperationCanceledException>(() =>
            Blake3.HashData(new byte[1 << 20], digest, new ParallelOptions { CancellationToken = source.Token }));
        Assert.Equal(new byte[32], digest);
    }

    [Fact]
    public void AppendedPiecesOfEverySizeEqualThePlainReference()
    {
        byte[] data = Pattern.Bytes(300_000);
        byte[] expected = PlainBlake3.Hash(default, data, 32);
        Random random = Seed.For("blake3 pieces");
        using Blake3 hash = new();
        foreach (int most in new[] { 64, 1023, 1024, 1025, 16_384, 16_385, 100_000 })
        {
            for (int at = 0; at < data.Length;)
            {
                int n = Math.Min(data.Length - at, random.Next(2) == 0 ? most : random.Next(1, most + 1));
                hash.AppendData(data.AsSpan(at, n));
                at += n;
            }

            Digests.Equal(expected, hash.GetHashAndReset(), () => $"pieces of at most {most} bytes{Seed.Replay}");
        }
    }

    [Fact]
    public void ANewMessageDoesNotDependOnThePreviousMessage()
    {
        using Blake3Mac hash = new(Pattern.Bytes(32, 3));
        // The first call creates seven subtrees. The second call merges them into one, so outdated values remain in the array
        // after the merged value. ExportState adds whole chunks to the tree.
        hash.AppendData(Pattern.Bytes((127 * 1024) + 1));
        hash.AppendData(Pattern.Bytes(1024));
        hash.ExportState();
        hash.GetHashAndReset();
        // The array of words is the key, which stays for the next message.
        byte[][] arrays = [.. Secrets.Arrays(hash.Incremental).OfType<byte[]>()];
        Assert.True(arrays.Length >= 2);
        Assert.All(arrays, array => Assert.False(array.AsSpan().ContainsAnyExcept((byte)0)));
    }

    [Fact]
    public void KeysAndContextsAreUsedAndChecked()
    {
        byte[] material = Pattern.Bytes(2000), derived = new byte[70];
        Blake3.DeriveKey("h\u00e9 context", material, derived);
        byte[] plain = PlainBlake3.DeriveKey("h\u00e9 context"u8, material, 70);
        Digests.Equal(plain, derived, () => "context as text");
        Digests.Equal(plain, Blake3.DeriveKey("h\u00e9 context", material, 70), () => "a new array");
        derived.AsSpan().Clear();
        Blake3.DeriveKeyMany("h\u00e9 context", new ReadOnlyMemory<byte>[] { material }, derived, 70);
        Digests.Equal(plain, derived, () => "a batch");
        using (Blake3 hash = Blake3.CreateDeriveKey("h\u00e9 context", 70))
        {
            hash.AppendData(material);
            Digests.Equal(plain, hash.GetCurrentHash(), () => "an incremental hash");
        }

        Assert.Throws<CryptographicException>(() => Blake3.DeriveKey("context", [], 32));
        Assert.Throws<CryptographicException>(() => Blake3.DeriveKey("context", [], derived));
        Assert.Throws<CryptographicException>(() =>
            Blake3.DeriveKeyMany("context", new ReadOnlyMemory<byte>[] { material, default }, new byte[64]));
        Assert.Throws<CryptographicException>(() =>
            Blake3.DeriveKeyMany("context", Messages.Packed(material, [2000, 0]), new byte[64]));

        ArgumentException e = Assert.Throws<ArgumentException>(() => Blake3.DeriveKey("half \ud800 pair", material, derived));
        Assert.Contains("index 5", e.Message, StringComparison.Ordinal);
        foreach (int length in new[] { 1, 31, 33 })
        {
            CryptographicException wrong = Assert.Throws<CryptographicException>(() =>
                Blake3Mac.HashData(new byte[length], material, derived));
            Assert.Contains("must be 32 bytes long", wrong.Message, StringComparison.Ordinal);
        }

        HashRow row = Catalog.Hashes.Single(hash => hash.Name == "blake3").WithContext!("h\u00e9 context");
        byte[] expected = [.. material.Chunk(200).SelectMany(each => PlainBlake3.DeriveKey("h\u00e9 context"u8, each, 32))],
            keys = new byte[320];
        row.HashMany(MemoryMessages.Packed(material, 200), default, keys, 32, new ParallelOptions());
        Digests.Equal(expected, keys, () => "contexts, over cores");
        Assert.Throws<CryptographicException>(() => row.Hash(new byte[32], material, keys));
    }

    [Fact]
    public void ACatalogueRowWithAContextDerivesKeys()
    {
        Api.HashRow row = Rows.Row("blake3").WithContext!("a context of a test");
        ReadOnlyMemory<byte>[] secrets = [.. Enumerable.Range(1, 300).Select(i => (ReadOnlyMemory<byte>)Pattern.Bytes(i))];
        byte[] expected = new byte[300 * 40], actual = new byte[300 * 40];
        Blake3.DeriveKeyMany("a context of a test", secrets, expected, 40);
        row.HashMany((MemoryMessages)secrets, default, actual, 40, new ParallelOptions { MaxDegreeOfParallelism = 2 });
        Assert.Equal(expected, actual);
        for (int i = 0; i < secrets.Length; i++)
        {
            using LanewiseHash running = row.Create(default, 40);
            running.AppendData(secrets[i].Span);
            Assert.Equal(expected.AsSpan(40 * i, 40).ToArray(), running.GetCurrentHash());
        }

        Assert.Throws<CryptographicException>(() => row.Hash(new byte[32], default, actual));
    }

    [Fact]
    public void LongOutputsOfMoreMessagesThanAWindowEqualThePlainReference()
    {
        // A batch is hashed in windows of 1024 messages or 1024 chunks. The messages in this test are one block, one chunk or
        // several chunks long.
        Random random = Seed.For("blake3 windows");
        int count = 2600;
        int[] lengths = [.. Enumerable.Range(0, count)
            .Select(i =>
                i % 3 == 0 ? random.Next(65) : i % 50 == 1 ? random.Next(9000) : i == 1300 ? 80_000 : random.Next(1100))];
        byte[] source = Pattern.Bytes(lengths.Sum()), keys = Pattern.Bytes(random, 32 * count);
        ReadOnlyMemory<byte>[] messages = Pattern.Cut(source, lengths);
        foreach (int size in new[] { 32, 64, 70, 200 })
        {
            byte[] expected = new byte[size * count], digests = new byte[size * count];
            for (int i = 0; i < count; i++)
            {
                Blake3Mac.HashData(keys.AsSpan(32 * i, 32), messages[i].Span, expected.AsSpan(size * i, size));
            }
            Blake3Mac.HashMany(Messages.Packed(source, lengths), digests, HashKeys.PerMessage(keys, 32), size);
            Digests.EqualMany(expected, digests, size, () => $"ragged, output of {size} bytes{Seed.Replay}");
            Array.Clear(digests);
            Blake3Mac.HashMany(messages, digests, HashKeys.PerMessage(keys, 32), size);
            Digests.EqualMany(expected, digests, size, () => $"scattered, output of {size} bytes{Seed.Replay}");
        }
    }

    [Theory]
    [InlineData(2, 5000)]
    [InlineData(3, 64)]
    [InlineData(3, 20_000)]
    [InlineData(17, 1000)]
    public void LongOutputsOfFewMessagesEqualThePlainReference(int count, int size)
    {
        foreach (int length in new[] { 0, 64, 100, 1024, 1025, 4096 })
        {
            byte[] source = Pattern.Bytes(count * length), digests = new byte[count * size];
            Blake3.HashMany(source, length, digests, size);
            for (int i = 0; i < count; i++)
            {
                Digests.Equal(PlainBlake3.Hash(default, source.AsSpan(i * length, length), size), digests.AsSpan(i * size, size),
                    () => $"message {i} of {count}, {length} bytes, output of {size} bytes");
            }
        }
    }

    [Fact]
    public void MessagesWithAKeyEachEqualSingleMessages()
    {
        Random random = Seed.For("blake3 keys");
        for (int round = 0; round < 40; round++)
        {
            int count = random.Next(1, 80);
            int[] lengths = [.. Enumerable.Range(0, count).Select(_ => random.Next(random.Next(3) == 0 ? 70_000 / count : 300))];
            if (round % 2 == 0) Array.Fill(lengths, random.Next(round % 4 == 0 ? 200 : 4000));
            byte[] source = Pattern.Bytes(random, lengths.Sum()), keys = Pattern.Bytes(random, 32 * count),
                digests = new byte[32 * count];
            ReadOnlyMemory<byte>[] messages = Pattern.Cut(source, lengths);
            byte[] expected = new byte[digests.Length];
            for (int i = 0; i < count; i++)
            {
                Blake3Mac.HashData(keys.AsSpan(32 * i, 32), messages[i].Span, expected.AsSpan(32 * i, 32));
            }
            Blake3Mac.HashMany(Messages.Packed(source, lengths), digests, HashKeys.PerMessage(keys, 32), 32);
            Digests.EqualMany(expected, digests, 32, () => $"ragged, round {round}{Seed.Replay}");
            Array.Clear(digests);
            Blake3Mac.HashMany(messages, digests, HashKeys.PerMessage(keys, 32), 32);
            Digests.EqualMany(expected, digests, 32, () => $"scattered, round {round}{Seed.Replay}");
            if (round % 2 != 0) continue;

            Array.Clear(digests);
            Blake3Mac.HashMany(Messages.Packed(source, lengths[0]), digests, HashKeys.PerMessage(keys, 32), 32);
            Digests.EqualMany(expected, digests, 32, () => $"equal, round {round}{Seed.Replay}");
        }
    }
}
