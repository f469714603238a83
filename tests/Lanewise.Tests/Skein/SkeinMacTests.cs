using Lanewise.Simd;
using Lanewise.SkeinFamily;
using Xunit;

namespace Lanewise.Tests;

/// <summary>Tests Skein batches in which each message has a separate key.</summary>
[Trait("Category", "Lanes")]
public sealed class SkeinMacTests
{
    public static TheoryData<int> Sizes => [256, 512, 1024];

    [Theory]
    [MemberData(nameof(Sizes))]
    public void ManyMessagesWithAKeyEachEqualSingleMessages(int bits)
    {
        byte[] keys = Pattern.Bytes(40 * 24), messages = Pattern.Bytes(40 * 100), codes = new byte[40 * 16];
        switch (bits)
        {
            case 256: Skein256Mac.HashMany(Messages.Packed(messages, 100), codes, HashKeys.PerMessage(keys, 24), 16); break;
            case 512: Skein512Mac.HashMany(Messages.Packed(messages, 100), codes, HashKeys.PerMessage(keys, 24), 16); break;
            default: Skein1024Mac.HashMany(Messages.Packed(messages, 100), codes, HashKeys.PerMessage(keys, 24), 16); break;
        }

        for (int i = 0; i < 40; i++)
        {
            using LanewiseHash mac = Either.Skein(bits, SkeinParameters.Default, keys.AsSpan(24 * i, 24), 16);
            mac.AppendData(messages.AsSpan(100 * i, 100));
            Assert.True(mac.VerifyCurrentHash(codes.AsSpan(16 * i, 16)));
        }
    }

    [Theory]
    [MemberData(nameof(Sizes))]
    public void KeysInLanesEqualSingleKeysAtEveryShape(int bits)
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
        // The buffer contains keys, followed by messages and free space. The digests overwrite the keys and messages.
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
                case 256: Skein256Mac.HashMany(Messages.Packed(messages, 40), digests, HashKeys.PerMessage(keys, 24), 32); break;
                case 512: Skein512Mac.HashMany(Messages.Packed(messages, 40), digests, HashKeys.PerMessage(keys, 24), 32); break;
                default: Skein1024Mac.HashMany(Messages.Packed(messages, 40), digests, HashKeys.PerMessage(keys, 24), 32); break;
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
                    Messages.Packed(messages, length), HashKeys.PerMessage(keys, keySize), digests.Span, hashBytes, shape);
                digests.CheckMargins(() => $"{TSpec.Name} {shape}");
                for (int i = 0; i < count; i++)
                {
                    Hash(bits, SkeinParameters.Default, keys[(i * keySize)..((i + 1) * keySize)],
                        messages[(i * length)..((i + 1) * length)], expected);
                    Digests.Equal(expected, digests.Span.Slice(i * hashBytes, hashBytes), () =>
                        $"{TSpec.Name} {shape}, message {i} of {count}, {length} bytes, {keySize}-byte key{Seed.Replay}");
                }
            }
        }
    }

    private static void Hash(int bits, SkeinParameters parameters, byte[] key, byte[] message, Span<byte> output)
    {
        switch (bits)
        {
            case 256: Skein256Mac.HashData(parameters, key, message, output); break;
            case 512: Skein512Mac.HashData(parameters, key, message, output); break;
            default: Skein1024Mac.HashData(parameters, key, message, output); break;
        }
    }
}
