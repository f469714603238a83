using System.Reflection;
using System.Security.Cryptography;
using System.Text;
using Lanewise.Api;
using Xunit;

namespace Lanewise.Tests;

/// <summary>Tests that invalid values from an attacker or a caller are rejected immediately, with a message.</summary>
public sealed class HostileInputTests
{
    [Fact]
    public void AnAccumulatorRejectsAKeyThatBatchesReject()
    {
        foreach (int length in new[] { 1, 16, 31, 33 })
        {
            CryptographicException e = Assert.Throws<CryptographicException>(() =>
                new HashAccumulator(new("BLAKE3"), new byte[length], (_, _) => { }));
            Assert.Contains("32 bytes", e.Message, StringComparison.Ordinal);
        }

        Assert.Throws<CryptographicException>(() => new HashAccumulator(new("MD5"), new byte[1], (_, _) => { }));
        using HashAccumulator hashes = new(new("BLAKE3"), new byte[32], (_, _) => { });
        hashes.Append([1]);
        hashes.Flush();
    }

    [Fact]
    public void AForgedLengthOfADigestIsRejectedBeforeAnythingIsAllocated()
    {
        foreach (HashRow row in Catalog.Hashes.Where(row => row.Lengths is HashLengths.Any or HashLengths.Stream))
        {
            using LanewiseHash hash = row.Create(default, 321);
            hash.AppendData([1, 2, 3]);
            byte[] state = hash.ExportState();
            int at = state.AsSpan().IndexOf(BitConverter.GetBytes(321L));
            Assert.True(at > 0, row.Name);
            foreach (int forged in new[] { (1 << 20) + 1, int.MaxValue })
            {
                BitConverter.TryWriteBytes(state.AsSpan(at), (long)forged);
                // The checksum does not depend on a key, so an attacker can compute it for a forged state.
                Blake2b.HashData(
                    new Blake2Parameters { Personalization = Encoding.ASCII.GetBytes("saved state sum") },
                    state.AsSpan(0, state.Length - 8), state.AsSpan(state.Length - 8));
                InvalidDataException e = Assert.Throws<InvalidDataException>(() => LanewiseHash.FromState(state));
                Assert.Contains(forged.ToString(System.Globalization.CultureInfo.InvariantCulture), e.Message,
                    StringComparison.Ordinal);
            }

            if (row.Name == "blake2xs") continue;

            using LanewiseHash most = row.Create(default, 1 << 20), tooLong = row.Create(default, (1 << 20) + 1);
            using LanewiseHash resumed = LanewiseHash.FromState(most.ExportState());
            Assert.Equal(1 << 20, resumed.HashLengthInBytes);
            Assert.Throws<NotSupportedException>(tooLong.ExportState);
        }
    }

    [Fact]
    public void InvalidTextIsRejected()
    {
        byte[] key = Pattern.Bytes(32);
        foreach (string text in new[] { "\ud800", "a\udc00b", "a\ud800" })
        {
            Assert.Contains("surrogate", Assert.Throws<ArgumentException>("identifier", () => Skein256.DeriveKey(key, text, 16))
                .Message, StringComparison.Ordinal);
            Assert.Throws<ArgumentException>("identifier", () => Skein512.DeriveKey(key, text, 16));
            Assert.Throws<ArgumentException>("identifier", () => Skein1024.DeriveKey(key, text, 16));
            Assert.Throws<ArgumentException>("context", () => Blake3.DeriveKey(text, key, 16));
        }

        Assert.Equal(Skein512.DeriveKey(key, Encoding.UTF8.GetBytes("\U0001F511 of files"), 16),
            Skein512.DeriveKey(key, "\U0001F511 of files", 16));
    }

    [Fact]
    public void AWrongDigestLengthIsReportedBeforeTheKeys()
    {
        byte[] source = new byte[20], digests = new byte[64], keys = Pattern.Bytes(64);
        Wrong(() => Blake2bMac.HashMany(Messages.Packed(source, 10), digests, HashKeys.PerMessage(keys, 32), -1));
        Wrong(() => Blake2xbMac.HashMany(Messages.Packed(source, 10), digests, HashKeys.PerMessage(keys, 32), -1));
        Wrong(() => Blake3Mac.HashMany(Messages.Packed(source, 10), digests, HashKeys.PerMessage(keys, 32), -1));
        Wrong(() => Skein512Mac.HashMany(Messages.Packed(source, 10), digests, HashKeys.PerMessage(keys, 32), -1));
        Wrong(() => Blake2bMac.HashMany(
            MemoryMessages.Packed(source, 10), digests, new ParallelOptions(), MemoryKeys.PerMessage(keys, 32), -1));

        static void Wrong(Action hash) => Assert.Contains(
            "-1", Assert.Throws<ArgumentOutOfRangeException>("hashSizeInBytes", hash).Message, StringComparison.Ordinal);
    }

    // As with .NET's own hashes, the digest covers all appended data, even if digests were computed in between.
    [Fact]
    public void AnAdapterHasNoHashBeforeTheMessageEnds()
    {
        using MD5 expected = MD5.Create();
        using LanewiseHashAlgorithm plain = new(new Md5());
        using LanewiseKeyedHashAlgorithm keyed = new(Pattern.Bytes(16), key => new Blake2bMac(key, 32));
        foreach (HashAlgorithm hash in new HashAlgorithm[] { expected, plain, keyed })
        {
            hash.TransformBlock([1, 2, 3], 0, 3, null, 0);
            hash.ComputeHash([4]);
            Assert.Throws<CryptographicUnexpectedOperationException>(() => hash.Hash);
            hash.TransformFinalBlock([], 0, 0);
            Assert.NotNull(hash.Hash);
            hash.TransformBlock([1, 2, 3], 0, 3, null, 0);
            hash.Initialize();
            Assert.Throws<CryptographicUnexpectedOperationException>(() => hash.Hash);
        }

        keyed.Key = Pattern.Bytes(20);
    }

    [Fact]
    public void ABatchPreparesTheKeysOfFewMessagesAtOnce()
    {
        const int count = 50_000;
        byte[] source = new byte[8 * count], keys = Pattern.Bytes(32 * count), digests = new byte[32 * count];
        foreach (ManyForms form in ManyForms.All.Where(form => form.AreKeysEach && form.HashBytes <= 32))
        {
            // The first call allocates arrays that are not yet in the pool.
            form.Run(Messages.Packed(source.AsSpan(0, 8000), 8), digests.AsSpan(0, 1000 * form.HashBytes),
                keys.AsSpan(0, 1000 * form.KeyBytes));
            long before = GC.GetAllocatedBytesForCurrentThread();
            form.Run(Messages.Packed(source, 8), digests.AsSpan(0, count * form.HashBytes),
                keys.AsSpan(0, count * form.KeyBytes));
            long allocated = GC.GetAllocatedBytesForCurrentThread() - before;
            Assert.True(allocated <= 1 << 20, $"{form.Name}: {allocated} bytes.");
            foreach (int i in new[] { 0, 1023, 1024, 1025, count - 1 })
            {
                byte[] one = new byte[form.HashBytes];
                form.Run(Messages.Packed(source.AsSpan(0, 8), 8), one, keys.AsSpan(i * form.KeyBytes, form.KeyBytes));
                Assert.True(one.AsSpan().SequenceEqual(digests.AsSpan(i * form.HashBytes, form.HashBytes)),
                    $"{form.Name}, message {i}");
            }
        }
    }

    [Fact]
    public void ANullSourceThrows()
    {
        foreach (HashRow row in Catalog.Hashes.Concat(Catalog.Macs))
        {
            IReadOnlyList<MethodBase> methods = MethodCall.All(row);
            MethodBase[] ofSpan = [.. methods.Where(method => MethodCall.TypeOf(method, "source") == typeof(ReadOnlySpan<byte>))];
            Assert.NotEmpty(ofSpan);
            foreach (MethodBase method in ofSpan)
            {
                Type[] wanted = [.. method.GetParameters().Select(
                    p => p.Name is "key" or "source" ? typeof(byte[]) : p.ParameterType)];
                MethodBase? ofArray = methods.SingleOrDefault(other => other.DeclaringType == method.DeclaringType
                    && other.Name == method.Name && other.GetParameters().Select(p => p.ParameterType).SequenceEqual(wanted));
                Assert.True(ofArray is not null, $"{row.Title}: {method} has no overload with the source in an array.");
                MethodCall call = new(new byte[16], new byte[3], new byte[row.DefaultHashBytes]) { Null = "source" };
                Assert.Throws<ArgumentNullException>("source", () => { _ = call.Invoke(ofArray); });
            }
        }

        byte[] none = null!, key = new byte[16], salt = new byte[16], buffer = new byte[32];
        Assert.Throws<ArgumentNullException>("source", () => LanewiseOperations.HashData(new("MD5"), none));
        Assert.Throws<ArgumentNullException>("source", () => LanewiseOperations.HashData(new("MD5"), none, buffer));
        Assert.Throws<ArgumentNullException>("source", () => LanewiseOperations.MacData(new("BLAKE2B"), key, none));
        Assert.Throws<ArgumentNullException>("source", () => LanewiseOperations.MacData(new("BLAKE2B"), key, none, buffer));
        Assert.Throws<ArgumentNullException>("source", () => LanewiseOperations.Verify(new("BLAKE2B"), key, none, buffer));
        Argon2Parameters costs = new(8, 1, 1);
        ParallelOptions options = new();
        Assert.Throws<ArgumentNullException>("password", () => Argon2id.DeriveKey(none, salt, costs, buffer));
        Assert.Throws<ArgumentNullException>("password", () => Argon2id.DeriveKey(none, salt, costs, buffer, options));
        Assert.Throws<ArgumentNullException>("password", () => Argon2i.DeriveKey(none, salt, costs, buffer));
        Assert.Throws<ArgumentNullException>("password", () => Argon2i.DeriveKey(none, salt, costs, buffer, options));
        Assert.Throws<ArgumentNullException>("password", () => Argon2d.DeriveKey(none, salt, costs, buffer));
        Assert.Throws<ArgumentNullException>("password", () => Argon2d.DeriveKey(none, salt, costs, buffer, options));
    }

    [Fact]
    public void ANullKeyThrows()
    {
        byte[] none = null!, message = [1, 2, 3];
        foreach (HashRow row in Catalog.Hashes.Concat(Catalog.Macs).Where(row => row.MaxKeyBytes > 0))
        {
            IReadOnlyList<MethodBase> methods = MethodCall.All(row);
            // This list contains every method whose first parameter is a key, whatever its type.
            MethodBase[] keyed = [.. methods.Where(method => method.GetParameters() is [{ Name: "key" }, ..])];
            Assert.NotEmpty(keyed);
            foreach (MethodBase method in keyed)
            {
                Type[] wanted = [typeof(byte[]), .. method.GetParameters().Skip(1).Select(p => p.ParameterType)];
                MethodBase? ofArray = methods.SingleOrDefault(other =>
                    other.Name == method.Name && other.GetParameters().Select(p => p.ParameterType).SequenceEqual(wanted));
                Assert.True(ofArray is not null, $"{row.Title}: {method} has no overload with the key in an array.");
                MethodCall call = new(new byte[16], message, new byte[row.DefaultHashBytes]) { Null = "key" };
                Assert.Throws<ArgumentNullException>("key", () => { _ = call.Invoke(ofArray); });
            }
        }

        Assert.Throws<ArgumentNullException>("key", () => new Blake2bMac(none));
        Assert.Throws<ArgumentNullException>("key", () => Blake2bMac.Verify(none, message, Blake2b.HashData(message)));
        Assert.Throws<ArgumentNullException>("key", () => new HmacMd5(none));
        Assert.Throws<ArgumentNullException>("key", () => Blake2xbMac.CreateUnknownLength(none));
        Assert.Throws<ArgumentNullException>("key", () => new HashAccumulator(new("BLAKE2b"), none, (_, _) => { }));
        Assert.Throws<ArgumentNullException>("key", () => LanewiseOperations.CreateMac(new("BLAKE2b"), none));
        Assert.Throws<ArgumentNullException>("key", () =>
            LanewiseOperations.MacData(new("BLAKE2b"), none, message, new byte[64]));
        Assert.Throws<ArgumentNullException>("key", () => LanewiseOperations.MacData(new("BLAKE2b"), none, message));
        Assert.Throws<ArgumentNullException>("key", () =>
            LanewiseOperations.Verify(new("BLAKE2b"), none, message, Blake2b.HashData(message)));
        Assert.Throws<ArgumentNullException>("key", () => new LanewiseKeyedHashAlgorithm(none, key => new Blake2bMac(key)));
        Assert.Throws<ArgumentNullException>("key", () => HashKeys.One(none));
        Assert.Throws<ArgumentNullException>("sources", () => Blake2b.HashMany((ReadOnlyMemory<byte>[])null!, new byte[64]));
        Assert.Throws<ArgumentNullException>("sources", () =>
            Blake2b.HashMany((ReadOnlyMemory<byte>[])null!, new byte[64], new ParallelOptions()));
    }
}
