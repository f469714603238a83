using System.Security.Cryptography;
using Lanewise.Lanes;
using Lanewise.SkeinFamily;
using Xunit;

namespace Lanewise.Tests;

/// <summary>The MAC with its key hashed once gives what the keyed forms give, whole and in pieces.</summary>
[Trait("Category", "Lanes")]
public sealed class SkeinMacTests
{
    public static TheoryData<int> Sizes => [256, 512, 1024];

    [Theory]
    [MemberData(nameof(Sizes))]
    public void EqualsTheKeyedHash(int bits)
    {
        Random random = Seed.For(bits.ToString(System.Globalization.CultureInfo.InvariantCulture));
        SkeinParameters texts = new() { Personalization = Pattern.Bytes(random, 70), Nonce = Pattern.Bytes(random, 3) };
        SkeinParameters tree = new() { LeafExponent = 1, NodeExponent = 1, MaxLevel = 3 };
        foreach (SkeinParameters parameters in new[] { SkeinParameters.Default, texts, tree })
        {
            foreach (int macBytes in new[] { 1, 20, bits / 8, (bits / 8) + 1, 300 })
            {
                byte[] key = Pattern.Bytes(random, 1 + random.Next(200));
                using SkeinMac mac = new(parameters, key, macBytes, bits);
                Assert.Equal(bits, mac.StateSizeInBits);
                Assert.Equal(macBytes, mac.HashLengthInBytes);
                Assert.Equal($"SKEIN-{bits}-{8 * macBytes}", mac.AlgorithmName.Name);
                mac.AppendData(key);
                foreach (int length in new[] { 0, 1, (bits / 8) - 1, bits / 8, (bits / 8) + 1, 1000 })
                {
                    byte[] message = Pattern.Bytes(random, length), expected = new byte[macBytes];
                    Hash(bits, parameters, key, message, expected);
                    Guarded destination = new(macBytes + 3);
                    Assert.Equal(macBytes, mac.ComputeMac(message, destination.Span));
                    Assert.Equal(expected, destination.Span.Slice(0, macBytes));
                    destination.CheckUntouched(macBytes, () => "code");
                    Assert.Equal(expected, mac.ComputeMac(message));
                    Assert.True(mac.Verify(message, expected));
                    foreach (int at in new[] { 0, macBytes / 2, macBytes - 1 })
                    {
                        expected[at] ^= 1;
                        Assert.False(mac.Verify(message, expected));
                        expected[at] ^= 1;
                    }

                    Assert.False(mac.Verify(message, [.. expected, 0]));
                    using SkeinMac running = mac.Clone();
                    running.Reset();
                    running.AppendData(message.AsSpan(0, length / 3));
                    running.AppendData(message.AsSpan(length / 3));
                    Assert.Equal(expected, running.GetCurrentHash());
                    using LanewiseHash resumed = LanewiseHash.FromState(running.ExportState(), key);
                    Assert.Equal(expected, resumed.GetCurrentHash());
                    Assert.True(running.VerifyHashAndReset(expected));
                }

                // What was appended is still there.
                byte[] own = new byte[macBytes];
                Hash(bits, parameters, key, key, own);
                Assert.Equal(own, mac.GetHashAndReset());
            }
        }
    }

    [Theory]
    [MemberData(nameof(Sizes))]
    public void ManyWithAKeyEachAreTheSame(int bits)
    {
        byte[] keys = Pattern.Bytes(40 * 24), messages = Pattern.Bytes(40 * 100), codes = new byte[40 * 16];
        switch (bits)
        {
            case 256: Skein256.HashMany(Messages.Packed(messages, 100), codes, 16, Keys.PerMessage(keys, 24)); break;
            case 512: Skein512.HashMany(Messages.Packed(messages, 100), codes, 16, Keys.PerMessage(keys, 24)); break;
            default: Skein1024.HashMany(Messages.Packed(messages, 100), codes, 16, Keys.PerMessage(keys, 24)); break;
        }

        for (int i = 0; i < 40; i++)
        {
            using SkeinMac mac = new(keys.AsSpan(24 * i, 24), 16, bits);
            Assert.True(mac.Verify(messages.AsSpan(100 * i, 100), codes.AsSpan(16 * i, 16)));
        }
    }

    [Theory]
    [MemberData(nameof(Sizes))]
    public void KeysInLanesAtEveryShape(int bits)
    {
        switch (bits)
        {
            case 256: EveryShape<Skein256Spec>(bits); break;
            case 512: EveryShape<Skein512Spec>(bits); break;
            default: EveryShape<Skein1024Spec>(bits); break;
        }
    }

    [Theory]
    [MemberData(nameof(Sizes))]
    public void DigestsMayBeWrittenOverMessagesAndKeys(int bits)
    {
        // Keys first, then messages, then room: the digests go over both.
        byte[] memory = Pattern.Bytes(50 * 64, 5), expected = new byte[50 * 32], before = [.. memory];
        for (int i = 0; i < 50; i++)
        {
            Hash(bits, SkeinParameters.Default, before[(24 * i)..(24 * (i + 1))],
                before[(1200 + (40 * i))..(1200 + (40 * (i + 1)))], expected.AsSpan(32 * i, 32));
        }
        foreach (int at in new[] { 0, 7, 600, 1200, 1201, 1600 })
        {
            before.CopyTo(memory, 0);
            ReadOnlySpan<byte> keys = memory.AsSpan(0, 1200), messages = memory.AsSpan(1200, 2000);
            Span<byte> digests = memory.AsSpan(at, 1600);
            switch (bits)
            {
                case 256: Skein256.HashMany(Messages.Packed(messages, 40), digests, 32, Keys.PerMessage(keys, 24)); break;
                case 512: Skein512.HashMany(Messages.Packed(messages, 40), digests, 32, Keys.PerMessage(keys, 24)); break;
                default: Skein1024.HashMany(Messages.Packed(messages, 40), digests, 32, Keys.PerMessage(keys, 24)); break;
            }

            Digests.Equal(expected, digests, () => $"digests from byte {at} on");
        }
    }

    private static void EveryShape<TSpec>(int bits)
        where TSpec : struct, ISkeinSpec
    {
        Random random = Seed.For(TSpec.Name);
        int n = bits / 8;
        foreach (LaneShape shape in LaneDispatch.Supported)
        {
            if (shape.Streams > 2) continue;

            foreach (int length in new[] { 0, 1, n - 1, n, n + 1, (3 * n) + 5 })
            {
                int count = shape.Lanes(64) + random.Next(4), keySize = 1 + random.Next(3 * n), hashBytes = 1 + random.Next(n);
                byte[] keys = Pattern.Bytes(random, count * keySize), messages = Pattern.Bytes(random, count * length),
                    expected = new byte[hashBytes];
                Guarded digests = new(count * hashBytes);
                default(SkeinEngine<TSpec>).HashMany(
                    Messages.Packed(messages, length), Keys.PerMessage(keys, keySize), digests.Span, hashBytes, shape);
                digests.CheckMargins(() => $"{TSpec.Name} {shape}");
                for (int i = 0; i < count; i++)
                {
                    Hash(bits, SkeinParameters.Default, keys[(i * keySize)..((i + 1) * keySize)],
                        messages[(i * length)..((i + 1) * length)], expected);
                    Digests.Equal(expected, digests.Span.Slice(i * hashBytes, hashBytes), () =>
                        $"{TSpec.Name} {shape}, message {i} of {count}, {length} bytes, key of {keySize}{Seed.Replay}");
                }
            }
        }
    }

    [Theory]
    [MemberData(nameof(Sizes))]
    public void BadInputIsNamedAndTheKeyIsWiped(int bits)
    {
        Assert.Throws<CryptographicException>(() => new SkeinMac([], 32, bits));
        Assert.Throws<ArgumentOutOfRangeException>("macSizeInBytes", () => new SkeinMac(new byte[3], 0, bits));
        Assert.Throws<ArgumentOutOfRangeException>("stateSizeInBits", () => new SkeinMac(new byte[3], 32, bits + 1));
        Assert.Throws<ArgumentNullException>("parameters", () => new SkeinMac(null!, new byte[3], 32, bits));
        Assert.Throws<ArgumentException>("parameters", () =>
            new SkeinMac(new SkeinParameters { LeafExponent = 1 }, new byte[3], 32, bits));
        SkeinMac mac = new(Pattern.Bytes(40, 1), 32, bits);
        Assert.Throws<ArgumentException>("destination", () => mac.ComputeMac([1], new byte[31]));
        Assert.Throws<ArgumentException>("mac", () => mac.Verify([1], []));
        using (SkeinMac longest = new(new byte[3], int.MaxValue, bits))
        {
            Assert.Equal($"SKEIN-{bits}-17179869176", longest.AlgorithmName.Name);
        }

        mac.AppendData(Pattern.Bytes(300, 2));
        object running = mac.Running;
        Assert.Contains(Secrets.Words(running), word => word != 0);
        mac.Dispose();
        Assert.All(Secrets.Words(running), word => Assert.Equal(0UL, word));
        Assert.Throws<ObjectDisposedException>(() => mac.ComputeMac([1]));
        Assert.Throws<ObjectDisposedException>(() => mac.Verify([1], new byte[32]));
    }

    [Theory]
    [MemberData(nameof(Sizes))]
    public void NothingIsAllocated(int bits)
    {
        using SkeinMac mac = new(Pattern.Bytes(40), 32, bits);
        byte[] message = Pattern.Bytes(1000), code = new byte[32];
        Assert.Equal(0, Allocated.Least(Run));

        void Run()
        {
            mac.ComputeMac(message, code);
            if (!mac.Verify(message, code)) Assert.Fail("The code was not recognised.");
        }
    }

    private static void Hash(int bits, SkeinParameters parameters, byte[] key, byte[] message, Span<byte> output)
    {
        switch (bits)
        {
            case 256: Skein256.HashData(parameters, key, message, output); break;
            case 512: Skein512.HashData(parameters, key, message, output); break;
            default: Skein1024.HashData(parameters, key, message, output); break;
        }
    }
}
