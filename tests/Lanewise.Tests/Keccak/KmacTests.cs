using System.Security.Cryptography;
using Xunit;

namespace Lanewise.Tests;

/// <summary>Tests keys, customizations and MACs of any length, and that KMAC states cannot be exported.</summary>
[Trait("Category", "Lanes")]
public sealed class KmacTests
{
    [Fact]
    public void KeysAndStringsOfAnyLengthEqualThePlainReference()
    {
        Random random = Seed.For();
        for (int round = 0; round < 300; round++)
        {
            KmacParameters parameters = new()
            {
                Customization = Pattern.Bytes(random, random.Next(3) == 0 ? 0 : random.Next(400)),
                IsXof = random.Next(2) == 0,
            };
            byte[] key = Pattern.Bytes(random, random.Next(400)), message = Pattern.Bytes(random, random.Next(500)),
                code = new byte[random.Next(1, 400)];
            byte[] expected = PlainKeccak.Kmac(256, key, parameters.Customization.Span, message, code.Length, parameters.IsXof);
            Lanewise.Kmac128.HashData(parameters, key.AsSpan(), message, code);
            Digests.Equal(expected, code, () => $"KMAC128, round {round}{Seed.Replay}");

            using Lanewise.Kmac128 running = new(parameters, key.AsSpan(), code.Length);
            running.AppendData(message.AsSpan(0, message.Length / 3));
            using LanewiseHash clone = running.Clone();
            foreach (LanewiseHash hash in new[] { running, clone })
            {
                hash.AppendData(message.AsSpan(message.Length / 3));
                Digests.Equal(expected, hash.GetHashAndReset(), () => $"incremental KMAC128, round {round}{Seed.Replay}");
                hash.AppendData(message);
                Digests.Equal(expected, hash.GetHashAndReset(), () => $"KMAC128 after a reset, round {round}{Seed.Replay}");
            }
        }
    }

    [Fact]
    public void DotNetGivesTheSameMacs()
    {
        if (!System.Security.Cryptography.Kmac256.IsSupported)
        {
            Assert.Skip(".NET has no KMAC here, because it needs OpenSSL 3.0.");
        }

        Random random = Seed.For();
        for (int round = 0; round < 100; round++)
        {
            byte[] key = Pattern.Bytes(random, random.Next(4, 300)), message = Pattern.Bytes(random, random.Next(500)),
                text = Pattern.Bytes(random, random.Next(100));
            byte[] code = new byte[random.Next(1, 300)], xof = new byte[code.Length];
            Lanewise.Kmac256.HashData(new KmacParameters { Customization = text }, key, message, code);
            Digests.Equal(System.Security.Cryptography.Kmac256.HashData(key, message, code.Length, text), code, () =>
                $"KMAC256, round {round}{Seed.Replay}");
            Lanewise.Kmac256.HashData(new KmacParameters { Customization = text, IsXof = true }, key, message, xof);
            Digests.Equal(KmacXof256.HashData(key, message, code.Length, text), xof, () =>
                $"KMACXOF256, round {round}{Seed.Replay}");
        }
    }

    [Fact]
    public void ManyMessagesWithAKeyEachEqualSingleMessages()
    {
        // The keys are one block long, several blocks long, or so long that their messages are hashed one by one. There are more
        // messages than a batch hashes at once.
        KmacParameters parameters = new() { Customization = "many"u8.ToArray() };
        foreach ((int count, int keyBytes, int codeBytes) in new[] { (1100, 16, 32), (600, 163, 32), (20, 400, 300),
            (520, 1, 200), (3, 70_000, 32) })
        {
            byte[] messages = Pattern.Bytes(count * 50), keys = Pattern.Bytes(count * keyBytes, 7),
                codes = new byte[count * codeBytes], code = new byte[codeBytes];
            Lanewise.Kmac256.HashMany(
                parameters, Messages.Packed(messages, 50), codes, HashKeys.PerMessage(keys, keyBytes), codeBytes);
            for (int i = 0; i < count; i++)
            {
                Lanewise.Kmac256.HashData(parameters, keys.AsSpan(i * keyBytes, keyBytes), messages.AsSpan(i * 50, 50), code);
                Digests.Equal(code, codes.AsSpan(i * codeBytes, codeBytes).ToArray(), () =>
                    $"message {i} of {count}, keys of {keyBytes} bytes");
            }
        }
    }

    [Fact]
    public void VerificationUsesTheParameters()
    {
        KmacParameters tickets = new() { Customization = "tickets"u8.ToArray() };
        byte[] key = Pattern.Bytes(32, 1), message = Pattern.Bytes(500, 2), mac = Kmac128.HashData(tickets, key, message, 32);
        Assert.Equal(mac, Kmac128.HashData(tickets, key.AsSpan(), message, 32));
        Assert.True(Kmac128.Verify(tickets, key, message, mac));
        Assert.True(Kmac128.Verify(tickets, key.AsSpan(), message, mac));
        Assert.False(Kmac128.Verify(key, message, mac));
        Assert.False(Kmac128.Verify(new KmacParameters { Customization = "orders"u8.ToArray() }, key, message, mac));
        mac[31] ^= 1;
        Assert.False(Kmac128.Verify(tickets, key, message, mac));
        Assert.Throws<ArgumentException>("hash", () => Kmac128.Verify(tickets, key, message, mac.AsSpan(0, 15)));
        Assert.Throws<ArgumentException>("hash", () => Kmac128.Verify(tickets, key, message, default));
    }

    [Fact]
    public void StatesCannotBeExported()
    {
        byte[] key = Pattern.Bytes(32);
        using Lanewise.Kmac128 hash = new(key);
        Assert.Contains("key", Assert.Throws<NotSupportedException>(hash.ExportState).Message, StringComparison.Ordinal);
        ArgumentException e = Assert.Throws<ArgumentException>("keys", () =>
            Lanewise.Kmac128.HashMany(Messages.Packed(new byte[10], 5), new byte[64], default(HashKeys)));
        Assert.Contains("requires one key", e.Message, StringComparison.Ordinal);
    }
}
