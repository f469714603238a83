using Lanewise.Blake2Family;
using Xunit;
using static Lanewise.Blake2Family.Blake2<uint, Lanewise.Blake2Family.Blake2sSpec>;

namespace Lanewise.Tests;

/// <summary>Tests the features of BLAKE2bp, BLAKE2sp, BLAKE2Xb and BLAKE2Xs that other hashes do not have.</summary>
[Trait("Category", "Lanes")]
public sealed class Blake2TreeTests
{
    [Fact]
    public void EveryLengthOfThreeStripesEqualsThePlainReference()
    {
        byte[] data = Pattern.Bytes(1600), key = Pattern.Bytes(16, 5);
        for (int n = 0; n <= data.Length; n++)
        {
            byte[] k = n % 2 == 0 ? [] : key;
            Digests.Equal(PlainBlake2Trees.Parallel(PlainBlake2.B, 4, k, data.AsSpan(0, n), 64),
                Either.Hash("blake2bp", k, data.AsSpan(0, n), 64), () => $"BLAKE2bp, {n} bytes");
            Digests.Equal(PlainBlake2Trees.Parallel(PlainBlake2.S, 8, k, data.AsSpan(0, n), 32),
                Either.Hash("blake2sp", k, data.AsSpan(0, n), 32), () => $"BLAKE2sp, {n} bytes");
        }
    }

    [Fact]
    public void ShortMessagesShareTheirEmptyLeaves()
    {
        // There are more messages than a batch hashes at once. The message lengths range from 0 to 619 bytes, so some are shorter
        // and some are longer than 512 bytes (one block per leaf).
        int[] lengths = [.. Enumerable.Range(0, 700).Select(i => i * 131 % 620)];
        byte[] source = Pattern.Bytes(lengths.Sum()), key = Pattern.Bytes(21, 5);
        ReadOnlyMemory<byte>[] messages = Pattern.Cut(source, lengths);
        foreach (byte[] k in new[] { [], key })
        {
            byte[] b = new byte[700 * 33], s = new byte[700 * 32], expectedB = new byte[b.Length], expectedS = new byte[s.Length];
            for (int i = 0; i < lengths.Length; i++)
            {
                Either.Hash("blake2bp", k, messages[i].Span, 33).CopyTo(expectedB, 33 * i);
                Either.Hash("blake2sp", k, messages[i].Span, 32).CopyTo(expectedS, 32 * i);
            }

            Either.HashMany("blake2bp", Messages.Packed(source, lengths), b, k, 33);
            Either.HashMany("blake2sp", messages, s, k, 32);
            Digests.EqualMany(expectedB, b, 33, () => "BLAKE2bp");
            Digests.EqualMany(expectedS, s, 32, () => "BLAKE2sp");
        }
    }

    [Fact]
    public void OutputOfUnknownLengthIsReadFromAnyPosition()
    {
        byte[] message = Pattern.Bytes(200), key = Pattern.Bytes(20, 3);
        using Blake2xb plainB = Blake2xb.CreateUnknownLength();
        using Blake2xs plainS = Blake2xs.CreateUnknownLength();
        using Blake2xbMac b = Blake2xbMac.CreateUnknownLength(key);
        using Blake2xsMac s = Blake2xsMac.CreateUnknownLength(key);
        foreach (LanewiseHash hash in new LanewiseHash[] { plainB, plainS, b, s }) hash.AppendData(message);
        using Blake2xOutput ofPlainB = plainB.GetOutput(), ofPlainS = plainS.GetOutput(), ofB = b.GetOutput(),
            ofS = s.GetOutput();
        byte[] output = new byte[1000];
        foreach (ulong position in new ulong[] { 0, 1, 63, 64, 1000, (1UL << 32) - 10, (1UL << 37) - 1000 })
        {
            Check(ofPlainB, PlainBlake2.B, [], uint.MaxValue);
            Check(ofB, PlainBlake2.B, key, uint.MaxValue);
            Check(ofPlainS, PlainBlake2.S, [], ushort.MaxValue);
            Check(ofS, PlainBlake2.S, key, ushort.MaxValue);

            void Check(Blake2xOutput actual, PlainBlake2 plain, byte[] key, uint length)
            {
                actual.ReadAt(position, output);
                Digests.Equal(PlainBlake2Trees.Extended(plain, key, message, length, position, output.Length), output, () =>
                    $"{(length > ushort.MaxValue ? "BLAKE2Xb" : "BLAKE2Xs")}, {key.Length}-byte key, from position {position}");
            }
        }

        Assert.Equal(1UL << 38, ofB.Length);
        Assert.Equal(1UL << 37, ofS.Length);
        ofS.Position = (1UL << 37) - 1;
        Assert.Throws<ArgumentOutOfRangeException>(() => ofS.Read(new byte[2]));
        ofS.Read(new byte[1]);
    }

    [Fact]
    public void OutputOfKnownLengthIsReadFromAnyPosition()
    {
        byte[] message = Pattern.Bytes(77);
        using Blake2xs hash = new(1001);
        hash.AppendData(message);
        using Blake2xOutput output = hash.GetOutput();
        byte[] whole = PlainBlake2Trees.Extended(PlainBlake2.S, default, message, 1001, 0, 1001), part = new byte[100];
        for (int at = 0; at <= 901; at += 17)
        {
            output.ReadAt((ulong)at, part);
            Digests.Equal(whole.AsSpan(at, 100), part, () => $"from {at}");
        }

        Assert.Throws<ArgumentOutOfRangeException>(() => output.ReadAt(902, part));
        Assert.Throws<ArgumentOutOfRangeException>(() => new Blake2xs(65_535));
        Assert.Throws<ArgumentOutOfRangeException>(() => new Blake2xb(0));
    }

    [Fact]
    public void TheCountersOfLeavesCarry()
    {
        // The test starts one stripe before the 32-bit counters overflow, so every leaf's counter carries.
        byte[] data = Pattern.Bytes(2000);
        uint start = uint.MaxValue - 63;
        uint[] records = new uint[Blake2Leaves.StatesWords];
        Blake2Leaves.Start(records, 32, 0);
        for (int i = 0; i < 8; i++) records[(i * Blake2State.Words) + Blake2State.T0] = start;
        byte[] digests = new byte[Blake2Leaves.DigestsBytes];
        Blake2Leaves.Finish(records, data, digests);
        for (int leaf = 0; leaf < 8; leaf++)
        {
            List<byte> part = [];
            for (int at = leaf * 64; at < data.Length; at += 512) part.AddRange(data.AsSpan(at, Math.Min(64, data.Length - at)));
            byte[] expected = PlainBlake2.S.Hash(default, part.ToArray(), 32, new PlainBlake2Parameters
            {
                Fanout = 8, MaxDepth = 2, InnerLength = 32, NodeOffset = (ulong)leaf, IsLastNode = leaf == 7,
            }, start);
            Digests.Equal(expected, digests.AsSpan(leaf * 32, 32), () => $"leaf {leaf}");
        }
    }
}
