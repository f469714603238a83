using System.Collections;
using System.Reflection;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using Lanewise.Api;
using Xunit;

namespace Lanewise.Tests;

/// <summary>Tests the contract of incremental hashes for every row of the catalogue.</summary>
[Trait("Category", "Lanes")]
public sealed class IncrementalTests
{
    public static TheoryData<string> All => Rows.WithMacs;

    public static TheoryData<string> Keyed => Rows.Keyed;

    [Theory]
    [MemberData(nameof(All))]
    public void SplitAtEveryBoundaryEqualsOneShot(string name)
    {
        HashRow row = Rows.Row(name);
        int n = (3 * row.BlockBytes) + 5;
        byte[] message = Pattern.Bytes(n);
        foreach (int keyLength in Rows.KeyLengths(row))
        {
            byte[] key = Pattern.Bytes(keyLength, 7), expected = new byte[row.DefaultHashBytes],
                digest = new byte[row.DefaultHashBytes];
            row.Hash(key, message, expected);
            using LanewiseHash hash = row.Create(key, row.DefaultHashBytes);
            for (int split = 0; split <= n; split++)
            {
                hash.AppendData(message.AsSpan(0, split));
                hash.AppendData(message.AsSpan(split));
                hash.GetHashAndReset(digest);
                Digests.Equal(expected, digest, () => $"{name}, {keyLength}-byte key, split at {split}");
            }
        }
    }

    [Theory]
    [MemberData(nameof(All))]
    public void RandomSplitsEqualOneShot(string name)
    {
        HashRow row = Rows.Row(name);
        Random random = Seed.For(name);
        for (int round = 0; round < 200; round++)
        {
            int keyLength = Rows.RandomKeyLength(row, random), hashBytes = random.Next(row.MinHashBytes, row.MaxHashBytes + 1);
            byte[] key = Pattern.Bytes(random, keyLength), message = Pattern.Bytes(random, random.Next(20 * row.BlockBytes));
            byte[] expected = new byte[hashBytes];
            row.Hash(key, message, expected);
            using LanewiseHash hash = row.Create(key, hashBytes);
            for (int at = 0; at < message.Length;)
            {
                int piece = Math.Min(random.Next(random.Next(2) == 0 ? 10 : 5 * row.BlockBytes), message.Length - at);
                hash.AppendData(message.AsSpan(at, piece));
                at += piece;
            }

            Digests.Equal(expected, hash.GetCurrentHash(), () => $"{name} of {message.Length} bytes, round {round}{Seed.Replay}");
        }
    }

    [Theory]
    [MemberData(nameof(All))]
    public void ALongerFirstMessageDoesNotAffectTheSecond(string name)
    {
        HashRow row = Rows.Row(name);
        foreach (int keyLength in Rows.KeyLengths(row))
        {
            byte[] key = Pattern.Bytes(keyLength, 50), expected = new byte[row.DefaultHashBytes];
            using LanewiseHash hash = row.Create(key, row.DefaultHashBytes);
            foreach (int first in new[] { 1, row.BlockBytes, (5 * row.BlockBytes) + 11 })
            {
                foreach (int second in new[] { 0, 1, row.BlockBytes - 1, row.BlockBytes, row.BlockBytes + 1 })
                {
                    row.Hash(key, Pattern.Bytes(second), expected);

                    hash.AppendData(Pattern.Bytes(first, 99));
                    hash.GetHashAndReset();
                    hash.AppendData(Pattern.Bytes(second));
                    Digests.Equal(expected, hash.GetHashAndReset(), () =>
                        $"{name}, {keyLength}-byte key, {second} bytes after {first} and GetHashAndReset");

                    hash.AppendData(Pattern.Bytes(first, 99));
                    hash.Reset();
                    hash.AppendData(Pattern.Bytes(second));
                    Digests.Equal(expected, hash.GetHashAndReset(), () =>
                        $"{name}, {keyLength}-byte key, {second} bytes after {first} and Reset");
                }
            }
        }
    }

    [Theory]
    [MemberData(nameof(All))]
    public void TheCurrentHashDoesNotChangeTheState(string name)
    {
        HashRow row = Rows.Row(name);
        byte[] message = Pattern.Bytes(300), expected = new byte[row.DefaultHashBytes];
        foreach (int keyLength in Rows.KeyLengths(row))
        {
            byte[] key = Pattern.Bytes(keyLength);
            using LanewiseHash hash = row.Create(key, row.DefaultHashBytes);
            for (int n = 0; n < message.Length; n++)
            {
                row.Hash(key, message.AsSpan(0, n), expected);
                Digests.Equal(expected, hash.GetCurrentHash(), () => $"{name} after {n} single bytes");
                hash.AppendData(message.AsSpan(n, 1));
            }
        }
    }

    [Theory]
    [MemberData(nameof(All))]
    public void ACloneIsIndependent(string name)
    {
        HashRow row = Rows.Row(name);
        foreach (int keyLength in Rows.KeyLengths(row))
        {
            byte[] key = Pattern.Bytes(keyLength), expected = new byte[row.DefaultHashBytes];
            foreach (int n in new[] { 0, 1, row.BlockBytes, row.BlockBytes + 1, (4 * row.BlockBytes) - 1 })
            {
                byte[] message = Pattern.Bytes(n + 70);
                using LanewiseHash hash = row.Create(key, row.DefaultHashBytes);
                hash.AppendData(message.AsSpan(0, n));
                LanewiseHash clone = hash.Clone();
                Assert.Equal(hash.GetType(), clone.GetType());
                hash.AppendData(message.AsSpan(n));

                row.Hash(key, message.AsSpan(0, n), expected);
                Digests.Equal(expected, clone.GetCurrentHash(), () => $"the clone of {name} at {n} bytes");
                row.Hash(key, message, expected);
                clone.AppendData(message.AsSpan(n));
                Digests.Equal(expected, clone.GetHashAndReset(), () => $"the clone of {name} after more data");
                row.Hash(key, default, expected);
                Digests.Equal(expected, clone.GetCurrentHash(), () => $"the clone of {name} after a reset");
                clone.Dispose();
                row.Hash(key, message, expected);
                Digests.Equal(expected, hash.GetCurrentHash(), () => $"the original of {name} after the clone was disposed");
            }
        }
    }

    /// <summary>
    /// <c>Clone</c> copies all fields, and replaces only those references that this test names. A clone would share any other
    /// object with its original.
    /// </summary>
    [Fact]
    public void AHashHasNoReferencesThatAClonedHashWouldShare()
    {
        const BindingFlags Own = BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.DeclaredOnly;
        Type[] derived =
            [.. typeof(LanewiseHash).Assembly.GetTypes().Where(type => type.IsSubclassOf(typeof(LanewiseHash)))];
        Assert.True(derived.Length > 40, $"{derived.Length}");
        Assert.All(derived, type => Assert.Empty(type.GetFields(Own)));
        Assert.Equal(
            ["FinalizerGuard", "IIncrementalHash"],
            typeof(LanewiseHash).GetFields(Own).Where(field => !field.FieldType.IsValueType)
                .Select(field => field.FieldType.Name).Order(StringComparer.Ordinal));
    }

    [Theory]
    [MemberData(nameof(All))]
    public void ATooShortDestinationIsRejectedAndUntouched(string name)
    {
        HashRow row = Rows.Row(name);
        foreach (int hashBytes in Rows.HashLengths(row))
        {
            byte[] message = Pattern.Bytes(77), expected = new byte[hashBytes];
            row.Hash(default, message, expected);
            using LanewiseHash hash = row.Create(default, hashBytes);
            hash.AppendData(message);
            foreach (int length in new[] { 0, hashBytes - 1 })
            {
                Guarded destination = new(length);
                ArgumentException error = Assert.Throws<ArgumentException>(() => { hash.GetCurrentHash(destination.Span); });
                CheckError(error);
                CheckError(Assert.Throws<ArgumentException>(() => { hash.GetHashAndReset(destination.Span); }));
                Assert.False(hash.TryGetCurrentHash(destination.Span, out int written));
                Assert.Equal(0, written);
                Assert.False(hash.TryGetHashAndReset(destination.Span, out written));
                Assert.Equal(0, written);
                destination.CheckUntouched(0, () => name);
            }

            // Calls that throw must not reset the state.
            Digests.Equal(expected, hash.GetCurrentHash(), () => $"{name} after refused destinations");

            void CheckError(ArgumentException error)
            {
                Assert.Equal("destination", error.ParamName);
                Assert.Contains(hashBytes.ToString(System.Globalization.CultureInfo.InvariantCulture), error.Message,
                    StringComparison.Ordinal);
            }
        }
    }

    [Theory]
    [MemberData(nameof(All))]
    public void ALongerDestinationIsNotOverrun(string name)
    {
        HashRow row = Rows.Row(name);
        foreach (int hashBytes in Rows.HashLengths(row))
        {
            byte[] message = Pattern.Bytes(77), expected = new byte[hashBytes];
            row.Hash(default, message, expected);
            using LanewiseHash hash = row.Create(default, hashBytes);
            hash.AppendData(message);
            Guarded current = new(hashBytes + 40), reset = new(hashBytes + 40), tried = new(hashBytes + 40),
                triedReset = new(hashBytes + 40);
            Assert.Equal(hashBytes, hash.HashLengthInBytes);
            Assert.Equal(hashBytes, hash.GetCurrentHash(current.Span));
            Assert.True(hash.TryGetCurrentHash(tried.Span, out int written));
            Assert.Equal(hashBytes, written);
            Assert.Equal(hashBytes, hash.GetHashAndReset(reset.Span));
            hash.AppendData(message);
            Assert.True(hash.TryGetHashAndReset(triedReset.Span, out written));
            Assert.Equal(hashBytes, written);
            foreach (Guarded destination in new[] { current, reset, tried, triedReset })
            {
                Digests.Equal(expected, destination.Span[..hashBytes], () => name);
                destination.CheckUntouched(hashBytes, () => name);
            }

            row.Hash(default, default, expected);
            Digests.Equal(expected, hash.GetCurrentHash(), () => $"{name} after a reset");
        }
    }

    [Theory]
    [MemberData(nameof(All))]
    public void VerificationComparesTheWholeDigest(string name)
    {
        HashRow row = Rows.Row(name);
        using LanewiseHash hash = row.Create(default, row.DefaultHashBytes);
        hash.AppendData(Pattern.Bytes(10));
        byte[] good = hash.GetCurrentHash();
        Assert.True(hash.VerifyCurrentHash(good));
        for (int i = 0; i < good.Length; i++)
        {
            byte[] bad = (byte[])good.Clone();
            bad[i] ^= 0x80;
            Assert.False(hash.VerifyCurrentHash(bad));
        }

        Assert.False(hash.VerifyCurrentHash(good.AsSpan(0, good.Length - 1)));
        Assert.False(hash.VerifyCurrentHash([.. good, 0]));
        Assert.Equal("hash", Assert.Throws<ArgumentException>(() => hash.VerifyCurrentHash(default)).ParamName);
        Assert.True(hash.VerifyHashAndReset(good));
        Assert.False(hash.VerifyHashAndReset(good));
    }

    [Theory]
    [MemberData(nameof(All))]
    public async Task ADisposedHashRejectsEverything(string name)
    {
        HashRow row = Rows.Row(name);
        LanewiseHash hash = row.Create(default, row.DefaultHashBytes);
        hash.AppendData([1, 2, 3]);
        hash.Dispose();
        hash.Dispose();
        byte[] digest = new byte[row.DefaultHashBytes];
        Assert.Throws<ObjectDisposedException>(() => hash.AppendData([1]));
        Assert.Throws<ObjectDisposedException>(() => hash.AppendData(ReadOnlySpan<byte>.Empty));
        Assert.Throws<ObjectDisposedException>(() => hash.AppendData(Segment.Cut([1])));
        Assert.Throws<ObjectDisposedException>(() => hash.AppendData(new MemoryStream([1])));
        await Assert.ThrowsAsync<ObjectDisposedException>(async () => await hash.AppendDataAsync(new MemoryStream([1])));
        Assert.Throws<ObjectDisposedException>(() => { hash.GetCurrentHash(); });
        Assert.Throws<ObjectDisposedException>(() => { hash.GetCurrentHash(digest); });
        Assert.Throws<ObjectDisposedException>(() => { hash.TryGetCurrentHash(digest, out _); });
        Assert.Throws<ObjectDisposedException>(() => { hash.GetHashAndReset(); });
        Assert.Throws<ObjectDisposedException>(() => { hash.GetHashAndReset(digest); });
        Assert.Throws<ObjectDisposedException>(() => { hash.TryGetHashAndReset(digest, out _); });
        Assert.Throws<ObjectDisposedException>(() => { hash.VerifyCurrentHash(digest); });
        Assert.Throws<ObjectDisposedException>(() => { hash.VerifyHashAndReset(digest); });
        Assert.Throws<ObjectDisposedException>(hash.Reset);
        Assert.Throws<ObjectDisposedException>(() => { hash.Clone(); });
        Assert.All(digest, b => Assert.Equal(0, b));
    }

    [Theory]
    [MemberData(nameof(All))]
    public async Task NullAndUnreadableInputIsRejectedByName(string name)
    {
        using LanewiseHash hash = Rows.Row(name).Create(default, Rows.Row(name).DefaultHashBytes);
        Assert.Equal("data", Assert.Throws<ArgumentNullException>(() => hash.AppendData((byte[])null!)).ParamName);
        Assert.Equal("stream", Assert.Throws<ArgumentNullException>(() => hash.AppendData((Stream)null!)).ParamName);
        Assert.Equal("stream", Assert.Throws<ArgumentException>(() => hash.AppendData(new WriteOnlyStream())).ParamName);
        Assert.Equal("stream", (await Assert.ThrowsAsync<ArgumentNullException>(async () => await hash.AppendDataAsync(null!)))
            .ParamName);
        Assert.Equal("stream",
            (await Assert.ThrowsAsync<ArgumentException>(async () => await hash.AppendDataAsync(new WriteOnlyStream())))
            .ParamName);
    }

    [Theory]
    [MemberData(nameof(All))]
    public void DisposeWipesTheState(string name)
    {
        HashRow row = Rows.Row(name);
        LanewiseHash hash = row.Create(Pattern.Bytes(row.LongestKeyTried, 100), row.DefaultHashBytes);
        // There is enough data for chaining values on several levels of a tree.
        hash.AppendData(Pattern.Bytes(Math.Max((2 * row.BlockBytes) + 9, 100_001), 1));
        Assert.Contains(Memory.Of(hash), b => b != 0);
        hash.Dispose();
        Assert.All(Memory.Of(hash), b => Assert.Equal(0, b));
    }

    [Theory]
    [MemberData(nameof(All))]
    public void NothingOfAMessageStaysAfterReset(string name)
    {
        HashRow row = Rows.Row(name);
        byte[] secret = [0xDE, 0xAD, 0xBE, 0xEF, 0x5E, 0xC2, 0xE7, 0x77];
        using LanewiseHash hash = row.Create(default, row.DefaultHashBytes);
        hash.Incremental.StayManaged();
        hash.AppendData(secret);
        Assert.True(Memory.Of(hash).IndexOf(secret) >= 0, "The message should be in the buffer before the reset.");
        hash.GetHashAndReset();
        Assert.True(Memory.Of(hash).IndexOf(secret) < 0, "The message is still in the object after GetHashAndReset.");
        hash.AppendData(secret);
        hash.Reset();
        Assert.True(Memory.Of(hash).IndexOf(secret) < 0, "The message is still in the object after Reset.");
    }

    [Theory]
    [MemberData(nameof(Keyed))]
    public void TheKeyIsCopied(string name)
    {
        HashRow row = Rows.Row(name);
        byte[] key = Pattern.Bytes(row.LongestKeyTried, 3), message = Pattern.Bytes(100),
            expected = new byte[row.DefaultHashBytes];
        row.Hash(key, message, expected);
        using LanewiseHash hash = row.Create(key, row.DefaultHashBytes);
        key.AsSpan().Clear();
        hash.AppendData(message);
        Digests.Equal(expected, hash.GetHashAndReset(), () => name);
        hash.AppendData(message);
        Digests.Equal(expected, hash.GetHashAndReset(), () => $"{name}, reset");
    }
}

/// <summary>
/// Returns all bytes of the arrays and numbers in an object. Tests use this class to check that memory was wiped.
/// </summary>
internal static class Memory
{
    private static readonly MethodInfo AllBytes =
        typeof(Memory).GetMethod(nameof(BytesOf), BindingFlags.Static | BindingFlags.NonPublic)!;

    public static byte[] Of(object root)
    {
        List<byte> bytes = [];
        HashSet<object> seen = new(ReferenceEqualityComparer.Instance);
        Visit(root);
        return [.. bytes];

        void Visit(object value)
        {
            if (!seen.Add(value) || value is string or Type or Delegate) return;

            if (value is Array array)
            {
                if (array.GetType().GetElementType()!.IsPrimitive)
                {
                    byte[] copy = new byte[Buffer.ByteLength(array)];
                    Buffer.BlockCopy(array, 0, copy, 0, copy.Length);
                    bytes.AddRange(copy);
                }
                else
                {
                    foreach (object? element in (IEnumerable)array)
                    {
                        if (element is not null) Visit(element);
                    }
                }

                return;
            }

            if (value.GetType().IsDefined(typeof(InlineArrayAttribute), false))
            {
                bytes.AddRange((byte[])AllBytes.MakeGenericMethod(value.GetType()).Invoke(null, [value])!);
                return;
            }

            for (Type? type = value.GetType(); type is not null
                && type.Namespace?.StartsWith("Lanewise", StringComparison.Ordinal) == true; type = type.BaseType)
            {
                foreach (FieldInfo field in type.GetFields(
                    BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.DeclaredOnly))
                {
                    // Sizes and flags are not secret, so disposal does not wipe them.
                    if (field.FieldType.IsPrimitive || field.FieldType.IsEnum) continue;
                    if (field.GetValue(value) is { } inner) Visit(inner);
                }
            }
        }
    }

    private static byte[] BytesOf<T>(T value)
        where T : struct => MemoryMarshal.AsBytes(new ReadOnlySpan<T>(in value)).ToArray();

    public static int IndexOf(this byte[] bytes, byte[] part) => bytes.AsSpan().IndexOf(part);
}
