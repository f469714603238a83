using System.Reflection;
using System.Runtime.InteropServices;
using Lanewise.Api;
using Lanewise.Hazmat;
using Xunit;

namespace Lanewise.Tests;

/// <summary>Tests span arguments that overlap the destination. The results must be the same as with separate buffers.</summary>
public sealed class OverlapTests
{
    public static TheoryData<string> Names => [.. Catalog.Hashes.Concat(Catalog.Macs).Select(row => row.Name)];

    // An empty key means unkeyed, except with BLAKE3, which rejects an empty key.
    public static TheoryData<string> Forms =>
        [.. ManyForms.All.Where(form => form.KeyBytes > 0 || !form.Name.StartsWith("BLAKE3", StringComparison.Ordinal))
            .Select(form => form.Name)];

    // Calls every one-shot method with its key and its message at several positions within the destination.
    [Theory]
    [MemberData(nameof(Names))]
    public async Task TheArgumentsOfAOneShotMayOverlapTheDestination(string name)
    {
        Assert.True(Catalog.TryFind(name, out HashRow? row, out _));
        foreach (MethodBase method in MethodCall.All(row)
            .Where(method => MethodCall.TypeOf(method, "destination") is not null))
        {
            // A long output overlaps the argument at every offset that is tested. A digest of fixed length overlaps it only at
            // the first offsets.
            int hashBytes = row.MaxHashBytes == row.DefaultHashBytes ? row.DefaultHashBytes : 700;
            byte[] key = Pattern.Bytes(Math.Max(row.MinKeyBytes, 16), 1), message = Pattern.Bytes(300, 2),
                expected = new byte[hashBytes];
            row.Hash(MethodCall.TypeOf(method, "key") is null ? [] : key, message, expected);
            foreach (int at in new[] { 0, 1, 63, 400, 684 })
            {
                byte[] memory = new byte[1000];
                key.CopyTo(memory, at);
                MethodCall call = new(memory.AsMemory(at, key.Length), message,
                    expected) { Destination = memory.AsMemory(0, hashBytes) };
                Assert.True(await call.IsRight(method), $"{method}, key at {at}");
                Array.Clear(memory);
                message.CopyTo(memory, at);
                call = new(key, memory.AsMemory(at, message.Length), expected) { Destination = memory.AsMemory(0, hashBytes) };
                Assert.True(await call.IsRight(method), $"{method}, message at {at}");
            }
        }
    }

    [Theory]
    [MemberData(nameof(Forms))]
    public void TheLengthsOfMessagesMayOverlapTheDestination(string name)
    {
        const int count = 1100;
        ManyForms form = ManyForms.All.Single(f => f.Name == name);
        int[] lengths = [.. Enumerable.Range(0, count).Select(i => i % 150)];
        byte[] source = Pattern.Bytes(lengths.Sum()), keys = Pattern.Bytes(form.KeyBytes * (form.AreKeysEach ? count : 1)),
            expected = new byte[count * form.HashBytes];
        form.Run(Messages.Packed(source, lengths), expected, keys);
        foreach (int at in new[] { 0, 4, (expected.Length - (4 * count)) / 4 * 4 })
        {
            byte[] memory = new byte[expected.Length + 8];
            if (at + (4 * count) > memory.Length) continue;

            Span<int> inside = MemoryMarshal.Cast<byte, int>(memory.AsSpan(at, 4 * count));
            lengths.CopyTo(inside);
            form.Run(Messages.Packed(source, inside), memory.AsSpan(0, expected.Length), keys);
            Digests.EqualMany(expected, memory.AsSpan(0, expected.Length), form.HashBytes, () => $"{name}, lengths at {at}");
        }
    }

    [Fact]
    public void TheNodesOfATreeMayOverlapTheDestination()
    {
        Random random = Seed.For("nodes in the destination");
        foreach (bool isB in new[] { true, false })
        {
            byte[] source = Pattern.Bytes(random, (64 * 21) + 10), key = Pattern.Bytes(random, 32),
                text = Pattern.Bytes(random, 8), expected = new byte[22 * 32];
            Nodes(Tree(text, text), key, source, expected);
            foreach (int at in new[] { 0, 1, 32, 300, 664 })
            {
                foreach (string what in new[] { "key", "salt", "personalization", "source" })
                {
                    byte[] memory = new byte[3000];
                    ReadOnlyMemory<byte> Put(string name, byte[] bytes)
                    {
                        if (name != what) return bytes;

                        bytes.CopyTo(memory, at);
                        return memory.AsMemory(at, bytes.Length);
                    }

                    Nodes(Tree(Put("salt", text), Put("personalization", text)), Put("key", key).Span, Put("source", source).Span,
                        memory.AsSpan(0, expected.Length));
                    Digests.EqualMany(expected, memory.AsSpan(0, expected.Length), 32, () => $"{what} at {at}");
                }
            }

            void Nodes(Blake2Parameters tree, ReadOnlySpan<byte> k, ReadOnlySpan<byte> s, Span<byte> destination)
            {
                if (isB) Blake2bTree.HashNodes(tree, k, 0, 0, true, s, destination);
                else Blake2sTree.HashNodes(tree, k, 0, 0, true, s, destination);
            }
        }

        static Blake2Parameters Tree(ReadOnlyMemory<byte> salt, ReadOnlyMemory<byte> personalization) => new()
        {
            Fanout = 4, MaxDepth = 255, LeafLength = 64, InnerHashSizeInBytes = 32, Salt = salt,
            Personalization = personalization,
        };
    }

    [Fact]
    public void StringsOfSkeinAndSaltsMayOverlapTheDestination()
    {
        byte[] source = Pattern.Bytes(100 * 50), keys = Pattern.Bytes(100 * 16), text = Pattern.Bytes(16, 5),
            expected = new byte[100 * 64];
        foreach (int at in new[] { 0, 64, 5000, (100 * 64) - 16 })
        {
            Skein512Mac.HashMany(
                new SkeinParameters { Nonce = text }, Messages.Packed(source, 50), expected, HashKeys.PerMessage(keys, 16), 64);
            byte[] memory = new byte[100 * 64];
            text.CopyTo(memory, at);
            Skein512Mac.HashMany(
                new SkeinParameters { Nonce = memory.AsMemory(at, 16) }, Messages.Packed(source, 50), memory,
                HashKeys.PerMessage(keys, 16), 64);
            Digests.EqualMany(expected, memory, 64, () => $"nonce at {at}");

            Blake2bMac.HashMany(
                new Blake2Parameters { Salt = text }, Messages.Packed(source, 50), expected, HashKeys.PerMessage(keys, 16), 64);
            Array.Clear(memory);
            text.CopyTo(memory, at);
            Blake2bMac.HashMany(
                new Blake2Parameters { Salt = memory.AsMemory(at, 16) }, Messages.Packed(source, 50), memory,
                HashKeys.PerMessage(keys, 16), 64);
            Digests.EqualMany(expected, memory, 64, () => $"salt at {at}");
        }
    }

    [Fact]
    public void PositionsAndInputsOfKeyDerivationMayOverlapTheDestination()
    {
        ulong[] positions = [.. Enumerable.Range(0, 40).Select(i => (ulong)i << 37)];
        using Blake3 hash = new();
        using Blake3Output output = hash.GetOutput();
        byte[] expected = new byte[40 * 100], memory = new byte[40 * 100];
        output.ReadMany(positions, expected, 100);
        Span<ulong> inside = MemoryMarshal.Cast<byte, ulong>(memory.AsSpan(0, 8 * 40));
        positions.CopyTo(inside);
        output.ReadMany(inside, memory, 100);
        Assert.Equal(expected, memory);

        byte[] key = Pattern.Bytes(32, 1), text = Pattern.Bytes(20, 2);
        Check(500, key, text, (k, t, destination) => Skein512.DeriveKey(k, t, destination));
        Check(500, key, text, (k, t, destination) => Blake3.DeriveKey("context", k, destination));
        Check(512, key, text, (k, t, destination) =>
            SkeinBits.HashData(512, SkeinParameters.Default, k, t, 155, destination, 4096));

        static void Check(int bytes, byte[] key, byte[] text, Derive derive)
        {
            byte[] expected = new byte[bytes];
            derive(key, text, expected);
            foreach (int at in new[] { 0, 100, bytes - 52 })
            {
                byte[] memory = new byte[bytes];
                key.CopyTo(memory, at);
                text.CopyTo(memory, at + 32);
                derive(memory.AsSpan(at, 32), memory.AsSpan(at + 32, 20), memory);
                Assert.Equal(expected, memory);
            }
        }
    }

    private delegate void Derive(ReadOnlySpan<byte> key, ReadOnlySpan<byte> text, Span<byte> destination);
}
