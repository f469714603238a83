using System.Globalization;
using System.Reflection;
using System.Security.Cryptography;
using System.Text.RegularExpressions;
using Lanewise.Api;
using Xunit;

namespace Lanewise.Tests;

/// <summary>Tests that the sender of a message cannot influence how many bytes of the MAC are compared.</summary>
public sealed class VerifyTests
{
    private const int Least = 16;

    private delegate bool OfSpans(ReadOnlySpan<byte> key, ReadOnlySpan<byte> source, ReadOnlySpan<byte> hash);

    private delegate bool OfStream(ReadOnlySpan<byte> key, Stream source, ReadOnlySpan<byte> hash);

    private delegate ValueTask<bool> OfStreamAsync(
        ReadOnlyMemory<byte> key, Stream source, ReadOnlyMemory<byte> hash, CancellationToken cancellationToken);

    public static TheoryData<string> Keyed =>
        [.. Catalog.Hashes.Concat(Catalog.Macs).Where(row => row.MaxKeyBytes > 0).Select(row => row.Name)];

    [Theory]
    [MemberData(nameof(Keyed))]
    public async Task AShortMacIsNotCompared(string name)
    {
        Assert.True(Catalog.TryFind(name, out HashRow? row, out _));
        byte[] key = Pattern.Bytes(Math.Max(row.MinKeyBytes, 16), 1), message = Pattern.Bytes(100, 2);
        OfSpans spans = Method<OfSpans>(row, "Verify");
        OfStream stream = Method<OfStream>(row, "Verify");
        OfStreamAsync streamAsync = Method<OfStreamAsync>(row, "VerifyAsync");
        for (int length = 1; length <= Least; length++)
        {
            byte[] code = new byte[length];
            if (row.MinHashBytes > length)
            {
                // If a hash has only one digest length, every other length must be rejected.
                Assert.False(spans(key, message, code));
                Assert.False(stream(key, new MemoryStream(message), code));
                Assert.False(await streamAsync(key, new MemoryStream(message), code, default));
                continue;
            }

            row.Hash(key, message, code);
            if (length < Least)
            {
                Refused(() => spans(key, message, code));
                Refused(() => stream(key, new MemoryStream(message), code));
                Refused(() => streamAsync(key, new MemoryStream(message), code, default).AsTask());
                continue;
            }

            Assert.True(spans(key, message, code));
            Assert.True(stream(key, new MemoryStream(message), code));
            Assert.True(await streamAsync(key, new MemoryStream(message), code, default));
            code[^1] ^= 1;
            Assert.False(spans(key, message, code));
        }

        void Refused(Func<object> verify)
        {
            ArgumentException e = Assert.Throws<ArgumentException>("hash", verify);
            Assert.Contains("16 bytes", e.Message, StringComparison.Ordinal);
        }
    }

    // No test can measure reliably whether a comparison takes constant time. Therefore, this test lists the comparisons in the
    // source. SequenceEqual, which takes less time if the first bytes differ, may compare only values that are not secret: the
    // nodes of Merkle trees and BLAKE3 trees, the checksum of a saved state, and the byte counts of leaves.
    [Fact]
    public void OnlyPublicValuesAreComparedInVariableTime()
    {
        Assert.Equal(
            [
                "src/Lanewise/Blake2Family/Blake2LeavesIncremental.cs: 1", "src/Lanewise/Blake3Family/Slices/Blake3Walk.cs: 3",
                "src/Lanewise/MerkleTrees/MerkleProof.cs: 1", "src/Lanewise/MerkleTrees/MerkleTree.cs: 1",
                "src/Lanewise/SavedHash.cs: 1",
            ],
            Calls("SequenceEqual|SequenceCompareTo|CommonPrefixLength", "src/Lanewise/", "src/Lanewise.Native/"));
        Assert.Equal(
            [
                "src/Lanewise.Cli/Checking/ListAlgorithms.cs: 1", "src/Lanewise.Cli/Checking/ListCheck.cs: 1",
                "src/Lanewise.Files/Bags/BagCheck.cs: 1", "src/Lanewise.Native/Exports/OneShot.cs: 2",
                "src/Lanewise/Argon2Family/Argon2Encoded.cs: 1",
                "src/Lanewise/Incremental/LanewiseHash.cs: 1", "src/Lanewise/SavedHash.cs: 1",
            ],
            Calls("FixedTimeEquals", "src/Lanewise/", "src/Lanewise.Native/", "src/Lanewise.Cli/", "src/Lanewise.Files/"));

        static IEnumerable<string> Calls(string methods, params string[] folders) =>
            from file in Repository.Files().Order(StringComparer.Ordinal)
            where file.EndsWith(".cs", StringComparison.Ordinal)
                && folders.Any(folder => file.StartsWith(folder, StringComparison.Ordinal))
            let count = Regex.Count(File.ReadAllText(Repository.File(file)), $@"\.(?:{methods})\(")
            where count > 0
            select string.Create(CultureInfo.InvariantCulture, $"{file}: {count}");
    }

    [Fact]
    public void AShortMacIsComparedIfTheCallerChoosesItsLength()
    {
        byte[] key = Pattern.Bytes(32, 1), message = Pattern.Bytes(100, 2);
        using Blake2bMac hash = new(key, 8);
        hash.AppendData(message);
        Assert.True(hash.VerifyCurrentHash(Blake2bMac.HashData(key, message, 8)));
        Assert.False(hash.VerifyCurrentHash(Blake2bMac.HashData(key, message, 1)));
    }

    // docs/which-hash.md lists these results.
    [Fact]
    public void NullAndEmptyArgumentsHaveDocumentedResults()
    {
        byte[] key = Pattern.Bytes(32, 1), message = Pattern.Bytes(100, 2), none = null!;
        byte[] code = HmacSha256.HashData(key, message);
        Assert.True(HmacSha256.Verify(key, message, code));
        Assert.Throws<ArgumentNullException>("key", () => HmacSha256.Verify(none, message, code));
        Assert.Throws<CryptographicException>(() => HmacSha256.Verify(Array.Empty<byte>(), message, code));
        Assert.True(HmacSha256.Verify(ReadOnlySpan<byte>.Empty, message, HmacSha256.HashData(ReadOnlySpan<byte>.Empty, message)));
        Assert.Throws<ArgumentNullException>("source", () => HmacSha256.Verify(key, none, code));
        Assert.True(HmacSha256.Verify(key, [], HmacSha256.HashData(key, [])));
        Assert.Throws<ArgumentException>("hash", () => HmacSha256.Verify(key, message, none));
        Assert.Throws<ArgumentException>("hash", () => HmacSha256.Verify(key, message, ReadOnlySpan<byte>.Empty));
        foreach (int length in new[] { 1, 15, 16, 31 }) Assert.False(HmacSha256.Verify(key, message, code.AsSpan(0, length)));
        Assert.False(HmacSha256.Verify(key, message, [.. code, 0]));
        Assert.Throws<CryptographicException>(() => Blake3Mac.Verify(ReadOnlySpan<byte>.Empty, message, code));
        Assert.Throws<ArgumentException>("hash", () => Blake3Mac.Verify(key, message, code.AsSpan(0, 15)));
    }

    private static TMethod Method<TMethod>(HashRow row, string name)
        where TMethod : Delegate
    {
        Type[] parameters = [.. typeof(TMethod).GetMethod("Invoke")!.GetParameters().Select(p => p.ParameterType)];
        MethodInfo? method = ManyForms.TypeOf(row, isKeyed: true).GetMethod(
            name, BindingFlags.Public | BindingFlags.Static | BindingFlags.FlattenHierarchy, parameters);
        Assert.True(method is not null, $"{row.Title} has no {name} of {typeof(TMethod).Name}.");
        return method.CreateDelegate<TMethod>();
    }
}
