using Lanewise.Api;
using Lanewise.Hazmat;
using Xunit;

namespace Lanewise.Tests;

/// <summary>Verifies that methods allocate no memory if their documentation promises this.</summary>
public sealed class AllocationTests
{
    public static TheoryData<string> All => Rows.WithMacs;

    public static TheoryData<string> Forms => [.. ManyForms.All.Select(f => f.Name)];

    [Theory]
    [MemberData(nameof(All))]
    public void OneShotsIntoSpansAllocateNothing(string name)
    {
        HashRow row = Rows.Row(name);
        byte[] message = Pattern.Bytes(10_000), digest = new byte[row.DefaultHashBytes], key = Pattern.Bytes(row.LongestKeyTried);
        foreach (int n in new[] { 0, 3, row.BlockBytes, 10_000 })
        {
            NothingIn($"{name} of {n} bytes", () => row.Hash(default, message.AsSpan(0, n), digest));
            NothingIn($"{name} of {n} bytes with a key", () => row.Hash(key, message.AsSpan(0, n), digest));
        }
    }

    [Theory]
    [MemberData(nameof(All))]
    public void AnIncrementalHashAllocatesNothingAfterConstruction(string name)
    {
        HashRow row = Rows.Row(name);
        byte[] message = Pattern.Bytes(1000), digest = new byte[row.DefaultHashBytes];
        using LanewiseHash hash = row.Create(Pattern.Bytes(row.LongestKeyTried), row.DefaultHashBytes);
        NothingIn(name, () =>
        {
            hash.AppendData(message.AsSpan(0, 3));
            hash.AppendData(message);
            hash.GetCurrentHash(digest);
            hash.TryGetCurrentHash(digest, out _);
            hash.VerifyCurrentHash(digest);
            hash.GetHashAndReset(digest);
            hash.AppendData(message);
            hash.Reset();
        });
    }

    [Theory]
    [MemberData(nameof(Forms))]
    public void ManyMessagesAllocateNothingAfterTheFirstCall(string name)
    {
        ManyForms forms = ManyForms.All.Single(f => f.Name == name);
        int[] lengths = [.. Enumerable.Range(0, 100).Select(i => i * 7 % 400)];
        byte[] source = Pattern.Bytes(lengths.Sum()), digests = new byte[100 * forms.HashBytes], equal = Pattern.Bytes(100 * 300),
            longOnes = Pattern.Bytes(20 * 50_000);
        ReadOnlyMemory<byte>[] messages = Pattern.Cut(source, lengths);
        Memory<byte> few = digests.AsMemory(0, 20 * forms.HashBytes);
        NothingIn($"{name}, equal", () => forms.Equal(equal, 300, digests, null));
        NothingIn($"{name}, equal and long", () => forms.Equal(longOnes, 50_000, few, null));
        NothingIn($"{name}, ragged", () => forms.Ragged(source, lengths, digests, null));
        NothingIn($"{name}, scattered", () => forms.Scattered(messages, digests, null));
    }

    [Fact]
    public void BlakeMethodsAllocateNothing()
    {
        byte[] message = Pattern.Bytes(100_000), key = Pattern.Bytes(32), digest = new byte[1000], value = new byte[32],
            digests = new byte[20 * 100];
        ReadOnlyMemory<byte>[] messages = Pattern.Cut(message.AsSpan(0, 20_000).ToArray(), [.. Enumerable.Repeat(1000, 20)]);
        ulong[] positions = [.. Enumerable.Range(0, 20).Select(i => (ulong)i << 37)];
        Blake2Parameters tree = new() { Fanout = 4, MaxDepth = 255, LeafLength = 1000, InnerHashSizeInBytes = 32 };
        using Blake3Mac blake3 = new(key);
        using Blake2xbMac blake2xb = new(key, 1000);
        using Blake2xsMac blake2xs = new(key, 1000);
        blake3.AppendData(message);
        using Blake3Output output = blake3.GetOutput();
        using Blake2xOutput outputB = blake2xb.GetOutput(), outputS = blake2xs.GetOutput();
        foreach (int n in new[] { 0, 3, 1024, 5000, 100_000 })
        {
            foreach (int size in new[] { 20, 32, 64, 1000 })
            {
                NothingIn($"BLAKE3, {n} bytes, output of {size} bytes", () =>
                    Blake3.HashData(message.AsSpan(0, n), digest.AsSpan(0, size)));
                NothingIn($"BLAKE3 with a key, {n} bytes, output of {size} bytes", () =>
                    Blake3Mac.HashData(key, message.AsSpan(0, n), digest.AsSpan(0, size)));
                if (n > 0)
                {
                    NothingIn($"BLAKE3 key derivation, {n} bytes, output of {size} bytes", () =>
                        Blake3.DeriveKey("context", message.AsSpan(0, n), digest.AsSpan(0, size)));
                }

                NothingIn($"BLAKE2Xb, {n} bytes, output of {size} bytes", () =>
                    Blake2xbMac.HashData(key, message.AsSpan(0, n), digest.AsSpan(0, size)));
                NothingIn($"BLAKE2Xs, {n} bytes, output of {size} bytes", () =>
                    Blake2xsMac.HashData(key, message.AsSpan(0, n), digest.AsSpan(0, size)));
            }

            NothingIn($"BLAKE2b tree, {n} bytes", () => Blake2bTree.HashData(tree, key, message.AsSpan(0, n), value));
            NothingIn($"BLAKE2s tree, {n} bytes", () => Blake2sTree.HashData(tree, key, message.AsSpan(0, n), value));
            NothingIn($"BLAKE2bp verified, {n} bytes", () => Blake2bpMac.Verify(key, message.AsSpan(0, n), value));
            NothingIn($"BLAKE2sp verified, {n} bytes", () => Blake2spMac.Verify(key, message.AsSpan(0, n), value));
            NothingIn($"BLAKE3 verified, {n} bytes", () => Blake3Mac.Verify(key, message.AsSpan(0, n), value));
            if (n > 0)
            {
                NothingIn($"BLAKE3 subtree, {n} bytes", () => Blake3Subtree.ChainingValue(message.AsSpan(0, n), 0, value, key));
            }
        }

        NothingIn("BLAKE3 parents", () => Blake3Subtree.Merge(value, value, value, key));
        NothingIn("BLAKE3 roots", () => Blake3Subtree.MergeRoot(value, value, digest, key));
        NothingIn("BLAKE3 output", () => output.ReadAt(1UL << 60, digest));
        NothingIn("BLAKE3 output of many places", () => output.ReadMany(positions, digests, 100));
        NothingIn("BLAKE2Xb output", () => outputB.ReadAt(0, digest));
        NothingIn("BLAKE2Xs output", () => outputS.ReadAt(0, digest));
        NothingIn("BLAKE3, many messages with a key", () => Blake3Mac.HashMany(messages, digests, HashKeys.One(key), 100));
        NothingIn("BLAKE2b nodes", () =>
            Blake2bTree.HashNodes(tree, 0, 0, true, message.AsSpan(0, 20_000), digests.AsSpan(0, 20 * 32)));
        NothingIn("BLAKE2b root", () => Blake2bTree.HashRoot(tree, 1, digests.AsSpan(0, 64), value));
    }

    [Fact]
    public void DerivedKeysAndHashesByNameAllocateNothing()
    {
        byte[] key = Pattern.Bytes(32), destination = new byte[64];
        NothingIn("Skein-256, derived", () => Skein256.DeriveKey(key, "identifier"u8, destination));
        NothingIn("Skein-512, derived", () => Skein512.DeriveKey(key, "identifier"u8, destination));
        NothingIn("Skein-1024, derived", () => Skein1024.DeriveKey(key, "identifier"u8, destination));
        NothingIn("by name", () => LanewiseOperations.HashData(new("BLAKE2B-512"), key, destination));
        NothingIn("by name, with a key", () => LanewiseOperations.MacData(new("blake2s"), key, key, destination));
    }

    [Fact]
    public void HmacMd5OneShotsAllocateNothing()
    {
        byte[] key = Pattern.Bytes(100), message = Pattern.Bytes(1000), digest = new byte[16];
        NothingIn("HMAC-MD5", () => HmacMd5.HashData(key, message, digest));
        NothingIn("HMAC-MD5, Try form", () => HmacMd5.TryHashData(key, message, digest, out _));
        NothingIn("HMAC-MD5, Verify", () => HmacMd5.Verify(key, message, digest));
    }

    [Fact]
    public void AnAllocationIsNoticed()
    {
        byte[]? kept = null;
        Assert.ThrowsAny<Xunit.Sdk.XunitException>(() => NothingIn("an array", () => kept = new byte[100]));
        Assert.NotNull(kept);
    }

    // The first calls are not measured, because they compile code and fill this thread's pools.
    private static void NothingIn(string what, Action action)
    {
        for (int i = 0; i < 3; i++) action();
        long least = long.MaxValue;
        // The GC may trim a pool between calls, so the test uses the minimum of several calls.
        for (int i = 0; i < 5 && least > 0; i++)
        {
            long before = GC.GetAllocatedBytesForCurrentThread();
            action();
            least = Math.Min(least, GC.GetAllocatedBytesForCurrentThread() - before);
        }

        Assert.True(least == 0, $"{what} allocated {least} bytes.");
    }
}
