using Lanewise.Hashing;
using Xunit;

namespace Lanewise.Tests;

/// <summary>Nothing is allocated where the documentation says so.</summary>
public sealed class AllocationTests
{
    public static TheoryData<string> All => Rows.All;

    public static TheoryData<string> Forms => [.. ManyForms.All.Select(f => f.Name)];

    [Theory]
    [MemberData(nameof(All))]
    public void OneShotsIntoSpansAllocateNothing(string name)
    {
        HashRow row = Rows.Row(name);
        byte[] message = Pattern.Bytes(10_000), digest = new byte[row.DefaultHashBytes], key = Pattern.Bytes(row.MaxKeyBytes);
        foreach (int n in new[] { 0, 3, row.BlockBytes, 10_000 })
        {
            NothingIn($"{name} of {n} bytes", () => row.Hash(default, message.AsSpan(0, n), digest));
            NothingIn($"{name} of {n} bytes with a key", () => row.Hash(key, message.AsSpan(0, n), digest));
        }
    }

    [Theory]
    [MemberData(nameof(All))]
    public void ARunningHashAllocatesNothingAfterConstruction(string name)
    {
        HashRow row = Rows.Row(name);
        byte[] message = Pattern.Bytes(1000), digest = new byte[row.DefaultHashBytes];
        using LanewiseHash hash = row.Create(Pattern.Bytes(row.MaxKeyBytes), row.DefaultHashBytes);
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
        byte[] source = Pattern.Bytes(lengths.Sum()), digests = new byte[100 * forms.HashBytes], equal = Pattern.Bytes(100 * 300), longOnes = Pattern.Bytes(20 * 50_000);
        ReadOnlyMemory<byte>[] messages = Pattern.Cut(source, lengths);
        Memory<byte> few = digests.AsMemory(0, 20 * forms.HashBytes);
        NothingIn($"{name}, equal", () => forms.Equal(equal, 300, digests, null));
        NothingIn($"{name}, equal and long", () => forms.Equal(longOnes, 50_000, few, null));
        NothingIn($"{name}, ragged", () => forms.Ragged(source, lengths, digests, null));
        NothingIn($"{name}, scattered", () => forms.Scattered(messages, digests, null));
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

    // The first calls compile, and fill the pools of this thread.
    private static void NothingIn(string what, Action action)
    {
        for (int i = 0; i < 3; i++) action();
        long least = long.MaxValue;
        // A pool may be trimmed by a collection in between; so the best of a few.
        for (int i = 0; i < 5 && least > 0; i++)
        {
            long before = GC.GetAllocatedBytesForCurrentThread();
            action();
            least = Math.Min(least, GC.GetAllocatedBytesForCurrentThread() - before);
        }

        Assert.True(least == 0, $"{what} allocated {least} bytes.");
    }
}
