using System.Security.Cryptography;
using Lanewise.Api;
using Lanewise.Blake2Family;
using Lanewise.Md5Family;
using Lanewise.MerkleDamgard;
using Lanewise.Simd;
using Xunit;

namespace Lanewise.Tests;

/// <summary>
/// Tests the cases in which other implementations of these algorithms had errors. tests/TRAPS.md lists all cases. For each case
/// that this class does not test, the page names another test or states the reason.
/// </summary>
[Trait("Category", "Lanes")]
public sealed class TrapTests
{
    [Fact]
    public void AMessageOfWholeBlocksIsNotFollowedByAnEmptyBlock()
    {
        for (int blocks = 1; blocks <= 40; blocks++)
        {
            byte[] b = Pattern.Bytes(128 * blocks), s = Pattern.Bytes(64 * blocks);
            Digests.Equal(PlainBlake2.B.Hash(default, b, 64), Blake2b.HashData(b), () => $"BLAKE2b of {blocks} blocks");
            Digests.Equal(PlainBlake2.S.Hash(default, s, 32), Blake2s.HashData(s), () => $"BLAKE2s of {blocks} blocks");
            using Blake2b running = new();
            for (int i = 0; i < blocks; i++) running.AppendData(b.AsSpan(128 * i, 128));
            Digests.Equal(PlainBlake2.B.Hash(default, b, 64), running.GetCurrentHash(), () =>
                $"BLAKE2b of {blocks} blocks, appended block by block");
        }
    }

    [Fact]
    public void TheKeyBlockIsTheLastBlockOfAnEmptyMessage()
    {
        foreach (int size in new[] { 1, 31, 32 })
        {
            byte[] key = Pattern.Bytes(size, 1);
            byte[] expectedB = PlainBlake2.B.Hash(key, default, 64), expectedS = PlainBlake2.S.Hash(key, default, 32);
            Digests.Equal(expectedB, Blake2bMac.HashData(key, default(ReadOnlySpan<byte>), 64), () => "one-shot");
            Digests.Equal(expectedS, Blake2sMac.HashData(key, default(ReadOnlySpan<byte>), 32), () => "one-shot");
            using Blake2bMac running = new(key);
            Digests.Equal(expectedB, running.GetHashAndReset(), () => "incremental");
            running.AppendData(ReadOnlySpan<byte>.Empty);
            Digests.Equal(expectedB, running.GetHashAndReset(), () => "incremental, reset, nothing appended");
            byte[] digests = new byte[40 * 64];
            Blake2bMac.HashMany(Messages.Packed(default, 0), digests, HashKeys.One(key), 64);
            for (int i = 0; i < 40; i++) Digests.Equal(expectedB, digests.AsSpan(64 * i, 64), () => $"many, message {i}");
        }
    }

    [Fact]
    public void AnEmptyMessageIsHashed()
    {
        // The digests are from RFC 1321, A.5, and from the published values of BLAKE2.
        Assert.Equal("d41d8cd98f00b204e9800998ecf8427e", Convert.ToHexStringLower(Md5.HashData(default(ReadOnlySpan<byte>))));
        Assert.Equal("69217a3079908094e11121d042354a7c1f55b6482ca1a51e1b250dfd1ed0eef9",
            Convert.ToHexStringLower(Blake2s.HashData(default(ReadOnlySpan<byte>))));
        Assert.StartsWith("786a02f742015903c6c6fd852552d272912f4740e15847618a86e217f71f5419",
            Convert.ToHexStringLower(Blake2b.HashData(default(ReadOnlySpan<byte>))), StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(55)]
    [InlineData(56)]
    [InlineData(63)]
    [InlineData(64)]
    [InlineData(119)]
    [InlineData(120)]
    public void Md5AddsABlockIfThePaddingDoesNotFit(int length)
    {
        byte[] message = Pattern.Bytes(length), expected = MD5.HashData(message);
        Digests.Equal(expected, Md5.HashData(message), () => "one-shot");
        byte[] digests = new byte[16 * 70];
        Md5.HashMany(Enumerable.Repeat((ReadOnlyMemory<byte>)message, 70).ToArray(), digests);
        for (int i = 0; i < 70; i++) Digests.Equal(expected, digests.AsSpan(16 * i, 16), () => $"many, message {i}");
    }

    [Fact]
    public void AShortBlake2DigestIsNotATruncatedLongDigest()
    {
        byte[] message = Pattern.Bytes(100), longB = Blake2b.HashData(message), longS = Blake2s.HashData(message);
        for (int n = 1; n < 64; n++)
        {
            Digests.Equal(PlainBlake2.B.Hash(default, message, n), Blake2b.HashData(message, n), () => $"BLAKE2b of {n} bytes");
            if (n >= 4) Assert.NotEqual(longB[..n], Blake2b.HashData(message, n));
            if (n is >= 4 and < 32) Assert.NotEqual(longS[..n], Blake2s.HashData(message, n));
        }
    }

    [Fact]
    public void TheBitCountOfMd5MayExceed32Bits()
    {
        // The test starts from an arbitrary state in the middle of a message. Only the length of the first part affects the
        // padding.
        uint[] state = [0x01234567, 0x89abcdef, 0xfedcba98, 0x76543210];
        foreach (uint before in new[] { (1u << 28) - 64, (1u << 29) - 64, 1u << 29, 1u << 31, uint.MaxValue - 63 })
        {
            foreach (int length in new[] { 0, 1, 55, 56, 63, 64, 65, 200 })
            {
                byte[] message = Pattern.Bytes(length), digest = new byte[16];
                byte[] expected = PlainMd5.Hash(message, state, before);
                using Md5 running = new(new Md<uint, Md5Spec>.MdIncremental(state, before, startPlatform: null));
                running.AppendData(message);
                Digests.Equal(expected, running.GetCurrentHash(), () => $"incremental, {before} bytes before {length}");

                uint[] one = (uint[])state.Clone();
                Md<uint, Md5Spec>.MdOneShot.Hash(one, before, message, digest);
                Digests.Equal(expected, digest, () => $"one message, {before} bytes before {length}");
            }
        }

        // The test writes the final blocks in the layout that SIMD lanes read. The message length in bits exceeds 32 bits.
        byte[] bytes = new byte[128], rest = Pattern.Bytes(60);
        Md<uint, Md5Spec>.MdOneShot.WriteFinalBlocks(rest, (1ul << 61) - 1, bytes);
        Assert.Equal(unchecked(((1ul << 61) - 1) * 8), BitConverter.ToUInt64(bytes, 120));
    }

    [Fact]
    public void TheCounterOfBlake2sMayExceedItsLowWord() => ColdAndWarm.Both(() => CounterPasses(
        PlainBlake2.S, 1ul << 32, (key, skip) =>
        {
            LanewiseHash hash = key.Length == 0 ? new Blake2s() : new Blake2sMac(key);
            ((Blake2<uint, Blake2sSpec>.Blake2Incremental)hash.Incremental).SkipTo(new((ulong)(skip >> 64), (ulong)skip));
            return hash;
        }));

    [Fact]
    public void TheCounterOfBlake2bMayExceedItsLowWord() => ColdAndWarm.Both(() => CounterPasses(
        PlainBlake2.B, (UInt128)1 << 64, (key, skip) =>
        {
            LanewiseHash hash = key.Length == 0 ? new Blake2b() : new Blake2bMac(key);
            ((Blake2<ulong, Blake2bSpec>.Blake2Incremental)hash.Incremental).SkipTo(new((ulong)(skip >> 64), (ulong)skip));
            return hash;
        }));

    [Fact]
    public void TheCounterOfAKeyedHashCountsTheKeyBlock()
    {
        // A 64-byte message follows the key block, so the counter of the last block is 128 + 64, not 64.
        byte[] key = Pattern.Bytes(64), message = Pattern.Bytes(64), h = new byte[64];
        Blake2bMac.HashData(key, message, h);
        Digests.Equal(PlainBlake2.B.Hash(key, message, 64), h, () => "keyed");
    }

    [Fact]
    public void SaltAndPersonalizationAreUsed()
    {
        byte[] message = Pattern.Bytes(50);
        HashSet<string> digests = [];
        foreach (Blake2Parameters p in new[]
        {
            Blake2Parameters.Default, new() { Salt = new byte[] { 1 } }, new() { Salt = new byte[] { 0, 1 } },
            new() { Personalization = new byte[] { 1 } }, new() { Salt = new byte[] { 1 }, Personalization = new byte[] { 1 } },
        })
        {
            byte[] digest = new byte[32];
            Blake2bMac.HashData(p, [1, 2, 3], message, digest);
            Assert.True(digests.Add(Convert.ToHexString(digest)));
            Blake2sMac.HashData(p, [1, 2, 3], message, digest);
            Assert.True(digests.Add(Convert.ToHexString(digest)));
            // The parameters must also survive a reset, and must apply to batches.
            using Blake2sMac running = new(p, [1, 2, 3]);
            running.AppendData(Pattern.Bytes(500));
            running.Reset();
            running.AppendData(message);
            Digests.Equal(digest, running.GetCurrentHash(), () => "after a reset");
            byte[] many = new byte[64];
            Blake2sMac.HashMany(p, new ReadOnlyMemory<byte>[] { message, message }, many, HashKeys.One([1, 2, 3]), 32);
            Digests.Equal(digest, many.AsSpan(32), () => "many");
        }
    }

    [Fact]
    public void AShorterSaltIsPaddedWithZeros()
    {
        byte[] message = [1, 2, 3], a = new byte[32], b = new byte[32];
        Blake2b.HashData(new Blake2Parameters { Salt = new byte[] { 1, 2 } }, message, a);
        Blake2b.HashData(
            new Blake2Parameters { Salt = new byte[] { 1, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0 } }, message, b);
        Assert.Equal(a, b);
    }

    [Fact]
    public void LanesOfVeryUnequalLengthsDoNotDisturbEachOther()
    {
        foreach (HashRow row in Catalog.Hashes)
        {
            byte[] longest = Pattern.Bytes(50 * row.BlockBytes);
            byte[][] shorter = [[], Pattern.Bytes(1), Pattern.Bytes(2)];
            Dictionary<byte[], byte[]> expected = shorter.Append(longest)
                .ToDictionary(message => message, message => Rows.OneByOne(row, default, [message], row.DefaultHashBytes));
            foreach (LaneShape shape in row.Shapes)
            {
                int lanes = shape.Lanes(row.WordBits), count = (3 * lanes) + 1;
                // One long message is placed among empty and short ones: at every position in the first group of lanes, and once
                // in each of the following groups.
                for (int seat = 0; seat < count; seat += seat < lanes ? 1 : lanes)
                {
                    byte[][] messages = [.. Enumerable.Range(0, count).Select(i => i == seat ? longest : shorter[i % 3])];
                    byte[] digests = new byte[count * row.DefaultHashBytes];
                    row.HashMany(Messages.Packed(Pattern.Join(messages), [.. messages.Select(message => message.Length)]),
                        default, digests, row.DefaultHashBytes, shape);
                    Digests.EqualMany(Pattern.Join(messages.Select(message => expected[message])), digests,
                        row.DefaultHashBytes, () => $"{row.Name} {shape}, the long one at {seat}");
                }
            }
        }
    }

    [Fact]
    public void BatchesOfEveryCountWriteOnlyTheirDigests()
    {
        foreach (HashRow row in Catalog.Hashes)
        {
            foreach (LaneShape shape in row.Shapes)
            {
                for (int count = 0; count <= (2 * shape.Lanes(row.WordBits)) + 3; count++)
                {
                    byte[] source = Pattern.Bytes(count * 100);
                    byte[] expected = Rows.OneByOne(row, default, Pattern.Cut(source, [.. Enumerable.Repeat(100, count)]),
                        row.DefaultHashBytes);
                    Guarded digests = new(expected.Length);
                    row.HashMany(Messages.Packed(source, 100), default, digests.Span, row.DefaultHashBytes, shape);
                    Digests.EqualMany(expected, digests.Span, row.DefaultHashBytes, () =>
                        $"{row.Name} {shape}, {count} messages");
                    digests.CheckMargins(() => $"{row.Name} {shape}, {count} messages");
                }
            }
        }
    }

    [Fact]
    public void DifferentMessagesMayHaveEqualMd5Digests()
    {
        // The test uses Wang and Yu's collision (2004): two messages that differ in six bits. A batch contains both messages at
        // different positions.
        byte[] first = Convert.FromHexString(
            "d131dd02c5e6eec4693d9a0698aff95c2fcab58712467eab4004583eb8fb7f8955ad340609f4b30283e488832571415a085125e8f7cdc99fd91dbdf280373c5b"
            + "d8823e3156348f5bae6dacd436c919c6dd53e2b487da03fd02396306d248cda0e99f33420f577ee8ce54b67080a80d1ec69821bcb6a8839396f9652b6ff72a70");
        byte[] second = Convert.FromHexString(
            "d131dd02c5e6eec4693d9a0698aff95c2fcab50712467eab4004583eb8fb7f8955ad340609f4b30283e4888325f1415a085125e8f7cdc99fd91dbd7280373c5b"
            + "d8823e3156348f5bae6dacd436c919c6dd53e23487da03fd02396306d248cda0e99f33420f577ee8ce54b67080280d1ec69821bcb6a8839396f965ab6ff72a70");
        Assert.NotEqual(first, second);
        byte[] digests = new byte[3 * 16];
        Md5.HashMany(new ReadOnlyMemory<byte>[] { first, second, first }, digests);
        foreach (int i in new[] { 0, 1, 2 })
        {
            Assert.Equal("79054025255fb1a26e4bc422aef54eb4", Convert.ToHexStringLower(digests.AsSpan(16 * i, 16)));
        }
    }

    [Fact]
    public void WordsAreReadInLittleEndianOrder()
    {
        // On a big-endian machine, these functions would reveal an incorrect byte order.
        byte[] bytes = [1, 2, 3, 4, 5, 6, 7, 8];
        Assert.Equal(0x04030201u, Word<uint>.ReadLittleEndian(bytes));
        Assert.Equal(0x0807060504030201ul, Word<ulong>.ReadLittleEndian(bytes));
        byte[] written = new byte[8];
        Word<ulong>.WriteLittleEndian(written, 0x0807060504030201ul);
        Assert.Equal(bytes, written);
    }

    private static void CounterPasses(PlainBlake2 plain, UInt128 edge, Func<byte[], UInt128, LanewiseHash> skipped)
    {
        int block = plain.BlockBytes;
        foreach (byte[] key in new[] { [], Pattern.Bytes(plain.MaxBytes) })
        {
            foreach (int blocksBefore in new[] { 0, 1, 2, 3, 5 })
            {
                UInt128 before = edge - (UInt128)(blocksBefore * block);
                for (int length = 0; length <= 6 * block;
                    length += length < 4 || length % block > block - 3 || length % block < 2 ? 1 : 7)
                {
                    byte[] message = Pattern.Bytes(length);
                    byte[] expected = plain.Hash(key, message, plain.MaxBytes, null, before);
                    using (LanewiseHash hash = skipped(key, before))
                    {
                        hash.AppendData(message);
                        Digests.Equal(expected, hash.GetCurrentHash(), () =>
                            $"{length} bytes, {blocksBefore} blocks before the carry, in one piece");
                    }

                    using (LanewiseHash hash = skipped(key, before))
                    {
                        for (int i = 0; i < length; i += 37) hash.AppendData(message.AsSpan(i, Math.Min(37, length - i)));
                        Digests.Equal(expected, hash.GetCurrentHash(), () =>
                            $"{length} bytes, {blocksBefore} blocks before the carry, in pieces");
                    }
                }
            }
        }
    }
}
