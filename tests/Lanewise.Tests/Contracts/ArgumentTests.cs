using System.Buffers;
using System.Reflection;
using System.Security.Cryptography;
using Lanewise.Api;
using Xunit;

namespace Lanewise.Tests;

/// <summary>Tests the exceptions that public methods throw for invalid arguments: the type, the parameter name and the required
/// length.</summary>
public sealed class ArgumentTests
{
    public static TheoryData<string, string> Strings =>
        [.. from type in typeof(LanewiseHash).Assembly.GetExportedTypes()
            where type.Name.EndsWith("Parameters", StringComparison.Ordinal)
            from property in type.GetProperties()
            where property.PropertyType == typeof(ReadOnlyMemory<byte>)
            select (type.Name, property.Name)];

    /// <summary>
    /// Parameter objects copy the strings that the caller passes, so clearing the caller's array must not change them.
    /// </summary>
    [Theory]
    [MemberData(nameof(Strings))]
    public void ParametersKeepCopiesOfTheirStrings(string type, string property)
    {
        Type parameters = typeof(LanewiseHash).Assembly.GetType("Lanewise." + type, throwOnError: true)!;
        object instance = Activator.CreateInstance(parameters)!;
        byte[] given = Pattern.Bytes(8), before = [.. given];
        parameters.GetProperty(property)!.SetValue(instance, (ReadOnlyMemory<byte>)given);
        Array.Clear(given);
        Assert.Equal(before, ((ReadOnlyMemory<byte>)parameters.GetProperty(property)!.GetValue(instance)!).ToArray());
    }

    [Fact]
    public void DefaultParametersGiveTheDigestWithoutParameters()
    {
        byte[] message = Pattern.Bytes(100), key = Pattern.Bytes(20), digest = new byte[40];
        Lanewise.KangarooTwelve.HashData(KangarooTwelveParameters.Default, message, digest);
        Assert.Equal(Lanewise.KangarooTwelve.HashData(message, 40), digest);
        Lanewise.TurboShake128.HashData(TurboShakeParameters.Default, message, digest);
        Assert.Equal(Lanewise.TurboShake128.HashData(message, 40), digest);
        Assert.Equal(Lanewise.Kmac256.HashData(key, message, 40),
            Lanewise.Kmac256.HashData(KmacParameters.Default, key, message, 40));
    }

    [Fact]
    public async Task Md5ThrowsForInvalidArguments()
    {
        byte[] message = Pattern.Bytes(10);
        Throws<ArgumentNullException>("source", "", () => Lanewise.Md5.HashData((byte[])null!));
        Throws<ArgumentNullException>("source", "", () => Lanewise.Md5.HashData((Stream)null!));
        Throws<ArgumentException>("source", "", () => Lanewise.Md5.HashData(new WriteOnlyStream()));
        Throws<ArgumentException>("source", "", () => Lanewise.Md5.HashData(new WriteOnlyStream(), new byte[16]));
        await ThrowsAsync<ArgumentNullException>("source", async () => await Lanewise.Md5.HashDataAsync(null!));
        await ThrowsAsync<ArgumentException>("source", async () =>
            await Lanewise.Md5.HashDataAsync(new WriteOnlyStream(), new byte[16].AsMemory()));
        await ThrowsAsync<ArgumentException>("destination", async () =>
            await Lanewise.Md5.HashDataAsync(new MemoryStream(message), new byte[15].AsMemory()));
        foreach (int length in new[] { 0, 15 })
        {
            Guarded guarded = new(length);
            Throws<ArgumentException>("destination", "16", () => Lanewise.Md5.HashData(message, guarded.Span));
            Throws<ArgumentException>("destination", "16", () => Lanewise.Md5.HashData(new MemoryStream(message), guarded.Span));
            Assert.False(Lanewise.Md5.TryHashData(message, guarded.Span, out int written));
            Assert.Equal(0, written);
            guarded.CheckUntouched(0, () => "MD5");
        }

        Guarded longer = new(40);
        Assert.Equal(16, Lanewise.Md5.HashData(message, longer.Span));
        Assert.True(Lanewise.Md5.TryHashData(message, longer.Span, out int all));
        Assert.Equal(16, all);
        longer.CheckUntouched(16, () => "MD5");
        Throws<ArgumentNullException>("parallelOptions", "", () =>
            Lanewise.Md5.HashMany(MemoryMessages.Packed(message, 10), new byte[16], null!));
        Throws<ArgumentNullException>("parallelOptions", "", () =>
            Lanewise.Md5.HashMany(MemoryMessages.Packed(message, new int[] { 10 }), new byte[16], null!));
        Throws<ArgumentNullException>("parallelOptions", "", () =>
            Lanewise.Md5.HashMany(new ReadOnlyMemory<byte>[] { message }, new byte[16], null!));
        await CancelledAsync(async (stream, token) => await Lanewise.Md5.HashDataAsync(stream, token));
    }

    [Fact]
    public async Task HmacMd5ThrowsForInvalidArguments()
    {
        byte[] message = Pattern.Bytes(10), key = Pattern.Bytes(5);
        Throws<ArgumentNullException>("source", "", () => Lanewise.HmacMd5.HashData(key, (Stream)null!));
        Throws<ArgumentException>("source", "", () => Lanewise.HmacMd5.HashData(key, new WriteOnlyStream()));
        await ThrowsAsync<ArgumentNullException>("source", async () => await Lanewise.HmacMd5.HashDataAsync(key, null!));
        Throws<ArgumentException>("hash", "", () => Lanewise.HmacMd5.Verify(key, message, default));
        Guarded guarded = new(15);
        Throws<ArgumentException>("destination", "16", () => Lanewise.HmacMd5.HashData(key, message, guarded.Span));
        Assert.False(Lanewise.HmacMd5.TryHashData(key, message, guarded.Span, out int written));
        Assert.Equal(0, written);
        guarded.CheckUntouched(0, () => "HMAC-MD5");
        await CancelledAsync(async (stream, token) => await Lanewise.HmacMd5.HashDataAsync(key, stream, token));
    }

    [Fact]
    public async Task Blake2bThrowsForInvalidArguments()
    {
        byte[] message = Pattern.Bytes(10), longKey = new byte[65];
        Throws<ArgumentNullException>("source", "", () => Lanewise.Blake2b.HashData((byte[])null!));
        Throws<ArgumentNullException>("source", "", () => Lanewise.Blake2b.HashData((Stream)null!));
        Throws<ArgumentException>("source", "", () => Lanewise.Blake2b.HashData(new WriteOnlyStream()));
        await ThrowsAsync<ArgumentNullException>("source", async () => await Lanewise.Blake2b.HashDataAsync(null!));
        await ThrowsAsync<ArgumentException>("source", async () => await Lanewise.Blake2b.HashDataAsync(new WriteOnlyStream()));
        foreach (int length in new[] { int.MinValue, -1, 0, 65, int.MaxValue })
        {
            Throws<ArgumentOutOfRangeException>("hashSizeInBytes", "64", () => Lanewise.Blake2b.HashData(message, length));
            Throws<ArgumentOutOfRangeException>("hashSizeInBytes", "64", () =>
                Lanewise.Blake2b.HashData(message.AsSpan(), length));
            Throws<ArgumentOutOfRangeException>("hashSizeInBytes", "64", () =>
                Lanewise.Blake2bMac.HashData([1], message, length));
            Throws<ArgumentOutOfRangeException>("hashSizeInBytes", "64", () =>
                Lanewise.Blake2b.HashData(new ReadOnlySequence<byte>(message), length));
            Throws<ArgumentOutOfRangeException>("hashSizeInBytes", "64", () =>
                Lanewise.Blake2b.HashData(new MemoryStream(message), length));
            Throws<ArgumentOutOfRangeException>("hashSizeInBytes", "64", () => new Lanewise.Blake2b(length));
            Throws<ArgumentOutOfRangeException>("hashSizeInBytes", "64", () =>
                new Lanewise.Blake2bMac([1], length));
            Throws<ArgumentOutOfRangeException>("hashSizeInBytes", "64", () =>
                Lanewise.Blake2b.HashMany(message, 10, new byte[64], length));
            Throws<ArgumentOutOfRangeException>("hashSizeInBytes", "64", () =>
                Lanewise.Blake2b.HashMany(message, [10], new byte[64], length));
            Throws<ArgumentOutOfRangeException>("hashSizeInBytes", "64", () =>
                Lanewise.Blake2b.HashMany(new ReadOnlyMemory<byte>[] { message }, new byte[64], length));
            Throws<ArgumentOutOfRangeException>("hashSizeInBytes", "64", () =>
                Lanewise.Blake2b.HashMany(MemoryMessages.Packed(message, 10), new byte[64], new ParallelOptions(), length));
            await ThrowsAsync<ArgumentOutOfRangeException>("hashSizeInBytes", async () =>
                await Lanewise.Blake2b.HashDataAsync(new MemoryStream(message), length));
        }

        foreach (int length in new[] { 0, 65 })
        {
            Guarded guarded = new(length);
            Throws<ArgumentException>("destination", "64", () => Lanewise.Blake2b.HashData(message, guarded.Span));
            Throws<ArgumentException>("destination", "64", () => Lanewise.Blake2bMac.HashData([1], message, guarded.Span));
            Throws<ArgumentException>("destination", "64", () =>
                Lanewise.Blake2b.HashData(Blake2Parameters.Default, message, guarded.Span));
            Throws<ArgumentException>("destination", "64", () =>
                Lanewise.Blake2b.HashData(new MemoryStream(message), guarded.Span));
            await ThrowsAsync<ArgumentException>("destination", async () =>
                await Lanewise.Blake2b.HashDataAsync(new MemoryStream(message), guarded.Memory));
            guarded.CheckUntouched(0, () => "BLAKE2b");
        }

        // As in .NET, an invalid key size causes a CryptographicException.
        Contains("64", Assert.Throws<CryptographicException>(() => { Lanewise.Blake2bMac.HashData(longKey, message, 64); }));
        Contains("64",
            Assert.Throws<CryptographicException>(() => { Lanewise.Blake2bMac.HashData(longKey, message, new byte[64]); }));
        Contains("64",
            Assert.Throws<CryptographicException>(() => { Lanewise.Blake2bMac.HashData(longKey, new MemoryStream(message)); }));
        Contains("64", Assert.Throws<CryptographicException>(
            () => { Lanewise.Blake2bMac.HashMany(Messages.Packed(message, 10), new byte[64], HashKeys.One(longKey), 64); }));
        Contains("64", Assert.Throws<CryptographicException>(
            () =>
            {
                Lanewise.Blake2bMac.HashMany(Messages.Packed(message, 10), new byte[64], HashKeys.PerMessage(longKey, 65), 64);
            }));
        Contains("64", Assert.Throws<CryptographicException>(() => { using Lanewise.Blake2bMac hash = new(longKey); }));
        Throws<ArgumentOutOfRangeException>("keySizeInBytes", "", () => { HashKeys.PerMessage(default(ReadOnlySpan<byte>), 0); });
        Throws<ArgumentOutOfRangeException>("keySizeInBytes", "",
            () => { MemoryKeys.PerMessage(default(ReadOnlyMemory<byte>), -1); });
        Throws<ArgumentException>("keys", "16", () =>
            Lanewise.Blake2bMac.HashMany(Messages.Packed(message, 10), new byte[64], HashKeys.PerMessage(new byte[15], 16), 64));
        Throws<ArgumentException>("keys", "32", () =>
            Lanewise.Blake2bMac.HashMany(
                Messages.Packed(message, [4, 6]), new byte[128], HashKeys.PerMessage(new byte[31], 16), 64));
        Throws<ArgumentException>("keys", "32", () =>
            Lanewise.Blake2bMac.HashMany(
                new ReadOnlyMemory<byte>[] { message, message }, new byte[128], HashKeys.PerMessage(new byte[33], 16), 64));
        Throws<ArgumentNullException>("parameters", "", () => Lanewise.Blake2b.HashData(null!, message, new byte[64]));
        Throws<ArgumentNullException>("parameters", "", () => new Lanewise.Blake2b((Blake2Parameters)null!));
        // The method checks the length before it checks the keys, because the length determines the required number of keys.
        Throws<ArgumentOutOfRangeException>("hashSizeInBytes", "64", () =>
            Lanewise.Blake2bMac.HashMany(Messages.Packed(message, 10), new byte[64], HashKeys.PerMessage(new byte[15], 16), 0));
        Throws<ArgumentOutOfRangeException>("hashSizeInBytes", "at least 1", () =>
            Lanewise.Skein512Mac.HashMany(Messages.Packed(message, 10), new byte[64], HashKeys.PerMessage(new byte[15], 16), 0));
        Throws<ArgumentNullException>("key", "", () => { HashKeys.One((byte[])null!); });
        Throws<ArgumentNullException>("keys", "", () => { HashKeys.PerMessage((byte[])null!, 16); });
        Throws<ArgumentNullException>("key", "", () => { MemoryKeys.One((byte[])null!); });
        Throws<ArgumentNullException>("keys", "", () => { MemoryKeys.PerMessage((byte[])null!, 16); });
        Throws<ArgumentNullException>("sources", "", () =>
            Lanewise.Blake2b.HashMany((ReadOnlyMemory<byte>[])null!, new byte[64]));
        Throws<ArgumentNullException>("sources", "", () =>
            Lanewise.Blake2b.HashMany((ReadOnlyMemory<byte>[])null!, new byte[64], new ParallelOptions()));
        Throws<ArgumentException>("hash", "", () => Lanewise.Blake2bMac.Verify([1], message, default));
        Throws<ArgumentException>("hash", "64", () => Lanewise.Blake2bMac.Verify([1], message, new byte[65]));
        Throws<ArgumentNullException>("parallelOptions", "", () =>
            Lanewise.Blake2b.HashMany(MemoryMessages.Packed(message, 10), new byte[64], null!));
        await CancelledAsync(async (stream, token) => await Lanewise.Blake2b.HashDataAsync(stream, cancellationToken: token));
    }

    [Fact]
    public void Blake2sThrowsForInvalidArguments()
    {
        byte[] message = Pattern.Bytes(10), longKey = new byte[33];
        foreach (int length in new[] { -1, 0, 33 })
        {
            Throws<ArgumentOutOfRangeException>("hashSizeInBytes", "32", () => Lanewise.Blake2s.HashData(message, length));
            Throws<ArgumentOutOfRangeException>("hashSizeInBytes", "32", () => new Lanewise.Blake2s(length));
            Throws<ArgumentOutOfRangeException>("hashSizeInBytes", "32", () =>
                Lanewise.Blake2s.HashMany(message, 10, new byte[32], length));
        }

        Throws<ArgumentException>("destination", "32", () => Lanewise.Blake2s.HashData(message, new byte[33].AsSpan()));
        Throws<ArgumentException>("destination", "32", () => Lanewise.Blake2s.HashData(message, default(Span<byte>)));
        Contains("32", Assert.Throws<CryptographicException>(() => { Lanewise.Blake2sMac.HashData(longKey, message, 32); }));
        Contains("32", Assert.Throws<CryptographicException>(() => { using Lanewise.Blake2sMac hash = new(longKey); }));
        Throws<ArgumentException>("keys", "16", () =>
            Lanewise.Blake2sMac.HashMany(Messages.Packed(message, 10), new byte[32], HashKeys.PerMessage(new byte[15], 16), 32));
    }

    [Fact]
    public void AKeyThatIsTooLongThrowsWithTheNameOfTheHash()
    {
        foreach (HashRow row in Catalog.Hashes.Where(row => row.MaxKeyBytes < int.MaxValue))
        {
            byte[] key = new byte[row.MaxKeyBytes + 1], digest = new byte[row.DefaultHashBytes];
            Contains(
                row.MaxKeyBytes == 0 ? row.Title + " has no keyed mode" : $"The {row.Title} key must be ",
                Assert.Throws<CryptographicException>(() => row.Hash(key, default, digest)));
        }
    }

    [Fact]
    public void TheTypeDefinesTheMeaningOfTwoArrayArguments()
    {
        // If two arrays are passed, a hash method interprets them as message and destination. A MAC method, like .NET's HMAC,
        // interprets them as key and message, and never writes to the message.
        byte[] key = Pattern.Bytes(32, 3), message = Pattern.Bytes(10), copy = (byte[])message.Clone(), digest = new byte[32];
        Lanewise.Blake3.HashData(message, digest);
        Digests.Equal(PlainBlake3.Hash([], message, 32), digest, () => "BLAKE3");
        foreach (HashRow row in Catalog.Hashes.Concat(Catalog.Macs).Where(row => row.MaxKeyBytes > 0))
        {
            MethodInfo method = HashProof.PublicTypes(row)[^1].GetMethod(
                "HashData", BindingFlags.Public | BindingFlags.Static | BindingFlags.FlattenHierarchy,
                [typeof(byte[]), typeof(byte[])])!;
            byte[] mac = (byte[])method.Invoke(null, [key, message])!;
            Digests.Equal(PlainReferences.For(row)(key, message, row.DefaultHashBytes), mac, () => row.Name);
            foreach (object?[] none in new object?[][] { [null, message], [key, null] })
            {
                ArgumentNullException error = Assert.IsType<ArgumentNullException>(
                    Assert.Throws<TargetInvocationException>(() => method.Invoke(null, none)).InnerException);
                Assert.Equal(none[0] is null ? "key" : "source", error.ParamName);
            }
        }

        Assert.Equal(copy, message);
    }

    [Fact]
    public void AnEmptyKeyIsRejectedExceptByHmacAndKmacInASpan()
    {
        byte[] message = Pattern.Bytes(10);
        foreach (HashRow row in Catalog.Hashes.Concat(Catalog.Macs).Where(row => row.MaxKeyBytes > 0))
        {
            Type mac = HashProof.PublicTypes(row)[^1];
            MethodBase[] keyed = [.. MethodCall.All(mac).Where(method => MethodCall.TypeOf(method, "key") is not null)];
            Assert.True(keyed.Length >= 10, $"{mac.Name} has {keyed.Length} methods with a key.");
            foreach (MethodBase method in keyed)
            {
                MethodCall call = new(Memory<byte>.Empty, message, new byte[row.DefaultHashBytes]);
                bool isTaken = Catalog.Macs.Contains(row) && MethodCall.TypeOf(method, "key") != typeof(byte[]);
                Exception? error = Record.Exception(() => { (call.Invoke(method) as IDisposable)?.Dispose(); });
                if (isTaken) Assert.True(error is null, $"{mac.Name}: {method} threw {error}");
                else Assert.True(error is CryptographicException, $"{mac.Name}: {method} takes an empty key, or threw {error}");
            }
        }
    }

    [Fact]
    public void NoOverloadTakesADestinationForAKey()
    {
        // An array converts to both span types, and the compiler prefers the read-only span. If two overloads accept the same
        // number and kinds of arguments, an argument that one of them only reads must not be the destination of the other.
        List<string> traps = [];
        foreach (Type type in typeof(LanewiseHash).Assembly.GetExportedTypes())
        {
            MethodBase[] methods = [.. type.GetMethods(), .. type.GetConstructors()];
            foreach (MethodBase one in methods)
            {
                foreach (MethodBase other in methods.Where(m => m.Name == one.Name && m.IsStatic == one.IsStatic && m != one))
                {
                    ParameterInfo[] a = one.GetParameters(), b = other.GetParameters();
                    for (int count = 1; count <= Math.Min(a.Length, b.Length); count++)
                    {
                        if (!a.Skip(count).All(p => p.IsOptional) || !b.Skip(count).All(p => p.IsOptional)) continue;
                        if (!Enumerable.Range(0, count).All(i => Kind(a[i]) == Kind(b[i]))) continue;

                        if (Enumerable.Range(0, count)
                            .Any(i => a[i].ParameterType == typeof(ReadOnlySpan<byte>)
                                && b[i].ParameterType == typeof(Span<byte>)))
                        {
                            traps.Add($"{type.Name}: {one} and {other}");
                        }
                    }
                }
            }
        }

        Assert.Empty(traps);

        static string Kind(ParameterInfo parameter)
        {
            Type type = parameter.ParameterType;
            bool isBytes = type == typeof(byte[]) || type == typeof(Span<byte>) || type == typeof(ReadOnlySpan<byte>)
                || type == typeof(Memory<byte>) || type == typeof(ReadOnlyMemory<byte>);
            return isBytes ? "bytes" : type.ToString();
        }
    }

    [Fact]
    public void BlakeOutputBeyondItsLimitsIsRejected()
    {
        byte[] message = Pattern.Bytes(10);
        foreach (int length in new[] { int.MinValue, -1, 0 })
        {
            Throws<ArgumentOutOfRangeException>("hashSizeInBytes", "at least 1", () => Lanewise.Blake3.HashData(message, length));
            Throws<ArgumentOutOfRangeException>("hashSizeInBytes", "at least 1", () => new Lanewise.Blake3(length));
            Throws<ArgumentOutOfRangeException>("hashSizeInBytes", "at least 1", () =>
                Lanewise.Blake3.HashMany(new ReadOnlyMemory<byte>[] { message }, new byte[32], length));
            Throws<ArgumentOutOfRangeException>("keySizeInBytes", "at least 1", () =>
                Lanewise.Blake3.DeriveKey("context", message, length));
            Throws<ArgumentOutOfRangeException>("hashSizeInBytes", "at least 1", () =>
                Lanewise.Blake2xb.HashData(message, length));
            Throws<ArgumentOutOfRangeException>("hashSizeInBytes", "at least 1", () =>
                Lanewise.Blake2xb.HashMany(message, 10, new byte[32], length));
            Throws<ArgumentOutOfRangeException>("hashSizeInBytes", "at least 1", () =>
                Lanewise.Blake2xb.HashMany(MemoryMessages.Packed(message, 10), new byte[32], new ParallelOptions(), length));
        }

        foreach (int length in new[] { -1, 0, 65_535, int.MaxValue })
        {
            Throws<ArgumentOutOfRangeException>("hashSizeInBytes", "1 to 65534", () =>
                Lanewise.Blake2xs.HashData(message, length));
            Throws<ArgumentOutOfRangeException>("hashSizeInBytes", "1 to 65534", () => new Lanewise.Blake2xs(length));
            Throws<ArgumentOutOfRangeException>("hashSizeInBytes", "1 to 65534", () =>
                Lanewise.Blake2xs.HashMany(message, [10], new byte[32], length));
            Throws<ArgumentOutOfRangeException>("hashSizeInBytes", "1 to 64", () => Lanewise.Blake2bp.HashData(message, length));
            Throws<ArgumentOutOfRangeException>("hashSizeInBytes", "1 to 32", () => Lanewise.Blake2sp.HashData(message, length));
        }

        Guarded xs = new(65_535), none = new(0);
        Throws<ArgumentException>("destination", "1 to 65534", () => Lanewise.Blake2xs.HashData(message, xs.Span));
        xs.CheckUntouched(0, () => "BLAKE2Xs");
        Throws<ArgumentException>("destination", "1 to 65534", () => Lanewise.Blake2xs.HashData(message, none.Span));
        Throws<ArgumentException>("destination", "at least 1", () => Lanewise.Blake2xb.HashData(message, none.Span));
        Throws<ArgumentException>("destination", "at least 1", () => Lanewise.Blake3.HashData(message, none.Span));
        Throws<ArgumentNullException>("source", "", () => Lanewise.Blake2xb.HashData((byte[])null!, 32));
        Throws<ArgumentNullException>("source", "", () => Lanewise.Blake2xs.HashData((byte[])null!, 32));
    }

    [Fact]
    public void InvalidKeysAndContextsOfBlakeThrow()
    {
        byte[] message = Pattern.Bytes(10), digest = new byte[32];
        foreach (int length in new[] { 1, 31, 33, 64 })
        {
            Contains("must be 32 bytes long",
                Assert.Throws<CryptographicException>(() => { Lanewise.Blake3Mac.HashData(new byte[length], message, digest); }));
            Contains("must be 32 bytes long",
                Assert.Throws<CryptographicException>(() => { using Lanewise.Blake3Mac hash = new(new byte[length]); }));
            Contains("must be 32 bytes long", Assert.Throws<CryptographicException>(
                () => Lanewise.Blake3Mac.HashMany(Messages.Packed(message, 10), digest, HashKeys.One(new byte[length]), 32)));
            Contains("must be 32 bytes long", Assert.Throws<CryptographicException>(() =>
            {
                Lanewise.Blake3Mac.HashMany(
                    Messages.Packed(message, 10), digest, HashKeys.PerMessage(new byte[length], length), 32);
            }));
        }

        Contains("64",
            Assert.Throws<CryptographicException>(() => { Lanewise.Blake2bpMac.HashData(new byte[65], message, digest); }));
        Contains("64",
            Assert.Throws<CryptographicException>(() => { Lanewise.Blake2xbMac.HashData(new byte[65], message, digest); }));
        Contains("64", Assert.Throws<CryptographicException>(
            () => { Lanewise.Blake2xbMac.HashMany(Messages.Packed(message, 10), digest, HashKeys.One(new byte[65]), 32); }));
        Contains("32",
            Assert.Throws<CryptographicException>(() => { Lanewise.Blake2spMac.HashData(new byte[33], message, digest); }));
        Contains("32",
            Assert.Throws<CryptographicException>(() => { Lanewise.Blake2xsMac.HashData(new byte[33], message, digest); }));
        Contains("32", Assert.Throws<CryptographicException>(
            () => { Lanewise.Blake2xsMac.HashMany(Messages.Packed(message, 10), digest, HashKeys.One(new byte[33]), 32); }));
        Throws<ArgumentException>("keys", "16", () =>
            Lanewise.Blake2xbMac.HashMany(Messages.Packed(message, 10), digest, HashKeys.PerMessage(new byte[15], 16), 32));
        Throws<ArgumentException>("keys", "64", () =>
            Lanewise.Blake3Mac.HashMany(
                new ReadOnlyMemory<byte>[] { message, message }, new byte[64], HashKeys.PerMessage(new byte[32], 32), 32));
        Assert.All(digest, b => Assert.Equal(0, b));
        foreach (string context in new[] { "\ud800", "a\udc00", "half \ud83d pair" })
        {
            Throws<ArgumentException>("context", "not valid text", () => Lanewise.Blake3.DeriveKey(context, message, digest));
            Throws<ArgumentException>("context", "not valid text", () => Lanewise.Blake3.CreateDeriveKey(context));
            Throws<ArgumentException>("context", "not valid text", () =>
                Lanewise.Blake3.DeriveKeyMany(context, Messages.Packed(message, 10), digest, 32));
        }

        Throws<ArgumentNullException>("context", "", () => Lanewise.Blake3.DeriveKey((string)null!, message, digest));
        Assert.All(digest, b => Assert.Equal(0, b));
    }

    [Fact]
    public void Blake2ParametersOutOfRangeAreRejected()
    {
        byte[] message = [1], digest = new byte[32];
        Refused("16", new Blake2Parameters { Salt = new byte[17] }, "8", new Blake2Parameters { Salt = new byte[9] });
        Refused("16", new Blake2Parameters { Personalization = new byte[17] }, "8",
            new Blake2Parameters { Personalization = new byte[9] });
        Refused("255", new Blake2Parameters { Fanout = 256 }, "255", new Blake2Parameters { Fanout = -1 });
        Refused("255", new Blake2Parameters { MaxDepth = 0 }, "255", new Blake2Parameters { MaxDepth = 256 });
        Refused("255", new Blake2Parameters { NodeDepth = 256 }, "255", new Blake2Parameters { NodeDepth = -1 });
        Refused("64", new Blake2Parameters { InnerHashSizeInBytes = 65 }, "32",
            new Blake2Parameters { InnerHashSizeInBytes = 33 });
        Throws<ArgumentException>("parameters", "2^48", () =>
            Lanewise.Blake2s.HashData(new Blake2Parameters { NodeOffset = 1ul << 48 }, message, digest));
        Lanewise.Blake2b.HashData(new Blake2Parameters { NodeOffset = ulong.MaxValue }, message, digest);
        Lanewise.Blake2s.HashData(new Blake2Parameters { NodeOffset = (1ul << 48) - 1 }, message, digest);

        void Refused(string mostB, Blake2Parameters b, string mostS, Blake2Parameters s)
        {
            Throws<ArgumentException>("parameters", mostB, () => Lanewise.Blake2b.HashData(b, message, digest));
            Throws<ArgumentException>("parameters", mostS, () => Lanewise.Blake2s.HashData(s, message, digest));
        }
    }

    [Fact]
    public void CompressionThrowsForWrongSizes()
    {
        Throws<ArgumentException>("h", "8", () =>
            Hazmat.Blake2Compression.CompressB(12, new ulong[7], new ulong[16], 0, 0, true));
        Throws<ArgumentException>("h", "8", () => Hazmat.Blake2Compression.CompressS(10, new uint[9], new uint[16], 0, 0, true));
        Throws<ArgumentException>("m", "16", () =>
            Hazmat.Blake2Compression.CompressB(12, new ulong[8], new ulong[15], 0, 0, true));
        Throws<ArgumentException>("m", "16", () => Hazmat.Blake2Compression.CompressS(10, new uint[8], new uint[17], 0, 0, true));
    }

    [Fact]
    public void OperationsFindTheirAlgorithmByName()
    {
        byte[] message = Pattern.Bytes(100);
        Assert.Equal(Lanewise.Md5.HashData(message), LanewiseOperations.HashData(HashAlgorithmName.MD5, message));
        Assert.Equal(Lanewise.Md5.HashData(message), LanewiseOperations.HashData(HashAlgorithmName.MD5, message.AsSpan()));
        Assert.Equal(Lanewise.Blake2b.HashData(message, 32), LanewiseOperations.HashData(new("blake2b-256"), message));
        Assert.Equal(Lanewise.Blake2s.HashData(message, 16),
            LanewiseOperations.HashData(new("BLAKE2S-128"), new MemoryStream(message)));
        Assert.Equal(SHA256.HashData(message), LanewiseOperations.HashData(HashAlgorithmName.SHA256, message));
        byte[] digest = new byte[70];
        Assert.Equal(64, LanewiseOperations.HashData(new("BLAKE2b"), message.AsSpan(), digest));
        Assert.Equal(Lanewise.Blake2b.HashData(message), digest[..64]);
        Assert.All(digest[64..], b => Assert.Equal(0, b));
        foreach (string name in LanewiseOperations.AlgorithmNames)
        {
            using LanewiseHash hash = LanewiseOperations.Create(new(name));
            hash.AppendData(message);
            Assert.Equal(LanewiseOperations.HashData(new(name), message), hash.GetHashAndReset());
        }

        Assert.Equal(SHA256.HashData(message), LanewiseOperations.HashData(new("sha256"), message));
        foreach (PropertyInfo property in typeof(HashAlgorithmName).GetProperties(BindingFlags.Public | BindingFlags.Static))
        {
            // Lanewise supports all of .NET's algorithms, but .NET supports SHA-3 only on some machines.
            HashAlgorithmName name = (HashAlgorithmName)property.GetValue(null)!;
            byte[] hash = LanewiseOperations.HashData(name, message);
            if (name.Name!.StartsWith("SHA3", StringComparison.Ordinal) && !SHA3_256.IsSupported) continue;

            Assert.Equal(CryptographicOperations.HashData(name, message), hash);
        }

        foreach (HashRow row in Catalog.Hashes.Concat(Catalog.Macs))
        {
            // The test uses the name in upper and lower case, with a key, and for many messages.
            byte[] key = Pattern.Bytes(Math.Min(row.MaxKeyBytes, 32)), one = new byte[row.DefaultHashBytes],
                many = new byte[2 * one.Length];
            HashAlgorithmName upper = new(row.Title.ToUpperInvariant());
            using LanewiseHash running =
                key.Length == 0 ? LanewiseOperations.Create(upper) : LanewiseOperations.CreateMac(upper, key);
            running.AppendData(message);
            Assert.Equal(one.Length, key.Length == 0
                ? LanewiseOperations.HashData(running.AlgorithmName, message, one)
                : LanewiseOperations.MacData(running.AlgorithmName, key, message, one));
            Assert.Equal(running.GetCurrentHash(), one);
            if (key.Length > 0)
            {
                Assert.Equal(one, LanewiseOperations.MacData(upper, key, message));
                Assert.True(LanewiseOperations.Verify(upper, key, message, one));
                Assert.False(LanewiseOperations.Verify(upper, key, message, one.AsSpan(1)));
                Assert.False(LanewiseOperations.Verify(upper, key, message, many.AsSpan(0, one.Length)));
                Assert.Equal(one, LanewiseOperations.MacData(upper, key.AsSpan(), message));
                Assert.Equal(one, LanewiseOperations.MacData(upper, key, message.AsSpan()));
                Assert.True(LanewiseOperations.Verify(upper, key, message.AsSpan(), one));
                byte[] again = new byte[one.Length];
                Assert.Equal(one.Length, LanewiseOperations.MacData(upper, key, message.AsSpan(), again));
                Assert.Equal(one, again);
                again.AsSpan().Clear();
                Assert.Equal(one.Length, LanewiseOperations.MacData(upper, key.AsSpan(), message, again));
                Assert.Equal(one, again);
                Assert.True(LanewiseOperations.Verify(upper, key.AsSpan(), message, one));
                Assert.False(LanewiseOperations.Verify(upper, key.AsSpan(), message, many.AsSpan(0, one.Length)));
                using LanewiseHash ofSpan = LanewiseOperations.CreateMac(upper, key.AsSpan());
                ofSpan.AppendData(message);
                Assert.Equal(one, ofSpan.GetHashAndReset());
            }

            ReadOnlyMemory<byte>[] messages = [message, message];
            if (key.Length == 0) LanewiseOperations.HashMany(running.AlgorithmName, messages, many);
            else LanewiseOperations.MacMany(running.AlgorithmName, messages, many, HashKeys.One(key));
            Assert.Equal(one, many[one.Length..]);
            HashAlgorithmName name = new(row.Name);
            long before = GC.GetAllocatedBytesForCurrentThread();
            if (key.Length == 0) LanewiseOperations.HashData(name, message, one);
            else LanewiseOperations.MacData(name, key, message, one);
            long allocated = GC.GetAllocatedBytesForCurrentThread() - before;
            Assert.True(allocated == 0, $"{row.Title} by its name allocated {allocated} bytes.");
        }

        Assert.ThrowsAny<CryptographicException>(() => { LanewiseOperations.MacData(new("md5"), [1], message, digest); });
        Assert.ThrowsAny<CryptographicException>(() =>
        {
            LanewiseOperations.MacMany(
                new("md5"), Messages.Packed(message, 100), digest.AsSpan(0, 16), HashKeys.PerMessage([1], 1));
        });
        Assert.ThrowsAny<CryptographicException>(() => { LanewiseOperations.HashData(new("blake9"), message); });
        Assert.ThrowsAny<CryptographicException>(() => { LanewiseOperations.Create(new("SHA257")); });
        Throws<ArgumentException>("hashAlgorithm", "", () => LanewiseOperations.HashData(new(""), message));
        Throws<ArgumentException>("mac", "", () => LanewiseOperations.Verify(new("blake3"), new byte[32], message, default));
        Assert.ThrowsAny<ArgumentException>(() => { LanewiseOperations.HashData(default, message); });
        Throws<ArgumentException>("destination", "64", () => LanewiseOperations.HashData(new("blake2b"), message, new byte[63]));
        Throws<ArgumentNullException>("source", "", () => LanewiseOperations.HashData(new("md5"), (Stream)null!));
    }

    [Fact]
    public void OneShotsAcceptSequencesAndStreams()
    {
        byte[] message = Pattern.Bytes(3000);
        Digests.Equal(Lanewise.Md5.HashData(message), Lanewise.Md5.HashData(Segment.Cut(message)), () => "MD5 of a sequence");
        Digests.Equal(Lanewise.Blake2b.HashData(message, 40), Lanewise.Blake2b.HashData(Segment.Cut(message), 40), () =>
            "BLAKE2b of a sequence");
        Digests.Equal(Lanewise.Blake2s.HashData(message, 20), Lanewise.Blake2s.HashData(Segment.Cut(message), 20), () =>
            "BLAKE2s of a sequence");
        Digests.Equal(Lanewise.Md5.HashData(message), Lanewise.Md5.HashData(new DribblingStream(message)), () =>
            "MD5 of a stream");
        Digests.Equal(Lanewise.HmacMd5.HashData([1, 2], message), Lanewise.HmacMd5.HashData([1, 2], new DribblingStream(message)),
            () => "HMAC-MD5 of a stream");
        Digests.Equal(Lanewise.Blake2bMac.HashData([1, 2], message, 40),
            Lanewise.Blake2bMac.HashData([1, 2], new DribblingStream(message), 40), () => "BLAKE2b of a stream");
        Digests.Equal(Lanewise.Blake2sMac.HashData([1, 2], message, 20),
            Lanewise.Blake2sMac.HashData([1, 2], new DribblingStream(message), 20), () => "BLAKE2s of a stream");
        byte[] digest = new byte[32];
        Lanewise.Blake2s.HashData(new DribblingStream(message), digest);
        Digests.Equal(Lanewise.Blake2s.HashData(message), digest, () => "BLAKE2s of a stream into a span");
    }

    [Fact]
    public async Task AsynchronousOneShotsEqualSynchronousOneShots()
    {
        byte[] message = Pattern.Bytes(3000), digest = new byte[40], key = [1, 2, 3];
        Assert.Equal(Lanewise.Md5.HashData(message), await Lanewise.Md5.HashDataAsync(new DribblingStream(message)));
        Assert.Equal(16, await Lanewise.Md5.HashDataAsync(new DribblingStream(message), digest.AsMemory()));
        Assert.Equal(Lanewise.Md5.HashData(message), digest[..16]);
        Assert.Equal(Lanewise.HmacMd5.HashData(key, message),
            await Lanewise.HmacMd5.HashDataAsync(key, new DribblingStream(message)));
        Assert.Equal(Lanewise.Blake2b.HashData(message, 33),
            await Lanewise.Blake2b.HashDataAsync(new DribblingStream(message), 33));
        Assert.Equal(Lanewise.Blake2bMac.HashData(key, message, 33),
            await Lanewise.Blake2bMac.HashDataAsync(key, new DribblingStream(message), 33));
        await Lanewise.Blake2b.HashDataAsync(new DribblingStream(message), digest.AsMemory());
        Assert.Equal(Lanewise.Blake2b.HashData(message, 40), digest);
        Assert.Equal(Lanewise.Blake2sMac.HashData(key, message, 17),
            await Lanewise.Blake2sMac.HashDataAsync(key, new DribblingStream(message), 17));
    }

    [Fact]
    public async Task VerificationOfKeyedHashesDetectsEveryDifference()
    {
        byte[] message = Pattern.Bytes(200), key = Pattern.Bytes(16);
        byte[] b = Lanewise.Blake2bMac.HashData(key, message, 48), s = Lanewise.Blake2sMac.HashData(key, message, 24),
            h = Lanewise.HmacMd5.HashData(key, message);
        Assert.True(Lanewise.Blake2bMac.Verify(key, message, b));
        Assert.True(Lanewise.Blake2bMac.Verify(key, new MemoryStream(message), b));
        Assert.True(await Lanewise.Blake2bMac.VerifyAsync(key, new MemoryStream(message), b));
        Assert.True(Lanewise.Blake2sMac.Verify(key, message, s));
        Assert.True(Lanewise.HmacMd5.Verify(key, message, h));
        b[^1] ^= 1;
        s[0] ^= 1;
        h[7] ^= 1;
        Assert.False(Lanewise.Blake2bMac.Verify(key, message, b));
        Assert.False(Lanewise.Blake2bMac.Verify(key, new MemoryStream(message), b));
        Assert.False(await Lanewise.Blake2bMac.VerifyAsync(key, new MemoryStream(message), b));
        Assert.False(Lanewise.Blake2sMac.Verify(key, message, s));
        Assert.False(Lanewise.HmacMd5.Verify(key, message, h));
    }

    private static void Throws<T>(string parameter, string part, Action action)
        where T : ArgumentException
    {
        T error = Assert.Throws<T>(action);
        Assert.Equal(parameter, error.ParamName);
        Contains(part, error);
    }

    private static void Throws<T>(string parameter, string part, Func<object> action)
        where T : ArgumentException => Throws<T>(parameter, part, () => { action(); });

    private static async Task ThrowsAsync<T>(string parameter, Func<Task> action)
        where T : ArgumentException => Assert.Equal(parameter, (await Assert.ThrowsAsync<T>(action)).ParamName);

    private static void Contains(string part, Exception error) => Assert.Contains(part, error.Message, StringComparison.Ordinal);

    private static async Task CancelledAsync(Func<Stream, CancellationToken, Task> action) =>
        await Assert.ThrowsAnyAsync<OperationCanceledException>(() =>
            action(new DribblingStream(new byte[10]), new CancellationToken(canceled: true)));
}
