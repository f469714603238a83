using System.Globalization;
using System.Security.Cryptography;
using Lanewise.Argon2Family;
using Lanewise.Libraries;
using Lanewise.Proof.Libraries;
using Xunit;

namespace Lanewise.Tests;

/// <summary>
/// Compares Argon2 with other implementations at every vector width. Also tests the guarantees that the public methods'
/// documentation gives.
/// </summary>
[Collection(Alone.Name)]
public sealed class Argon2Tests
{
    /// <summary>
    /// The environment variable that contains the number of random parameter sets to compare. Long test runs set a larger
    /// number.
    /// </summary>
    private const string SetsVariable = "LANEWISE_ARGON2_SETS";

    private static readonly byte[] Salt = Pattern.Bytes(16);
    private static readonly Argon2Parameters Small = new(64, 1, 2);

    private static int Sets => int.TryParse(
        Environment.GetEnvironmentVariable(SetsVariable), NumberStyles.None, CultureInfo.InvariantCulture, out int sets)
        ? sets
        : 60;

    [Fact]
    public void RandomParametersEqualBouncyCastleAndNativeLibraries()
    {
        Random random = Seed.For();
        for (int i = 0; i < Sets; i++)
        {
            int lanes = random.Next(1, i % 50 == 0 ? 65 : 6);
            Argon2Plan plan = new(
                (Argon2Variant)random.Next(3), random.Next(4) == 0 ? Argon2Version.V10 : Argon2Version.V13,
                random.Next(8 * lanes, (8 * lanes) + (i % 20 == 0 ? 3000 : 200)), random.Next(1, 4), lanes);
            byte[] password = Bytes(random, random.Next(300)), secret = Bytes(random, random.Next(3) * 17);
            byte[] data = Bytes(random, random.Next(3) * 90), expected = new byte[random.Next(4, 200)];
            // The simple functions of the native libraries do not support a secret. libsodium supports only one salt length and
            // one lane.
            bool isPlain = random.Next(2) == 0;
            byte[] salt = Bytes(random, isPlain && i % 4 == 0 ? 16 : random.Next(8, 200));
            if (isPlain) secret = data = [];
            BouncyCastleArgon2.Derive(plan, password, salt, secret, data, expected);
            byte[] tag = new byte[expected.Length];
            foreach (int bits in Argon2Proof.Widths)
            {
                Argon2Engine.Derive(new Argon2Input(password, salt, secret, data), plan, tag, null, bits);
                Digests.Equal(expected, tag, () => $"set {i}, {plan}, {bits} bits{Seed.Replay}");
            }

            Array.Clear(tag);
            if (Argon2Libraries.DeriveWithReference(plan, password, salt, secret, data, tag) is { } isDerived)
            {
                Assert.True(isDerived, $"libargon2 failed at {plan}.");
                Digests.Equal(expected, tag, () => $"set {i}, {plan}, libargon2 with secret and data{Seed.Replay}");
            }

            if (!isPlain) continue;

            foreach (Argon2Library library in Argon2Libraries.Installed)
            {
                if (!library.CanDerive(plan, salt.Length, tag.Length)) continue;

                Array.Clear(tag);
                Assert.True(library.Derive(plan, password, salt, tag), $"{library.Name} failed at {plan}.");
                Digests.Equal(expected, tag, () => $"set {i}, {plan}, {library.Name}{Seed.Replay}");
            }
        }
    }

    [Fact]
    public void EveryPublicMethodEqualsBouncyCastle()
    {
        byte[] password = Pattern.Bytes(9), secret = Pattern.Bytes(5, 1), data = Pattern.Bytes(7, 2), key = new byte[24];
        ReadOnlyMemory<byte>[] passwords = [password], salts = [Salt];
        ParallelOptions cores = new() { MaxDegreeOfParallelism = 2 };
        Argon2d.DeriveKey(password, Salt, Small, key, secret, data);
        Check(Argon2Variant.D, data);
        Argon2d.DeriveKey(password.AsSpan(), Salt, Small, key, cores, secret, data);
        Check(Argon2Variant.D, data);
        Argon2d.DeriveMany(passwords, salts, Small, key, key.Length, Small.MemoryKiB, cores, secret);
        Check(Argon2Variant.D, []);
        Argon2i.DeriveKey(password, Salt, Small, key, secret, data);
        Check(Argon2Variant.I, data);
        Argon2i.DeriveKey(password.AsSpan(), Salt, Small, key, cores, secret, data);
        Check(Argon2Variant.I, data);
        Argon2i.DeriveMany(passwords, salts, Small, key, key.Length, Small.MemoryKiB, cores, secret);
        Check(Argon2Variant.I, []);
        Argon2id.DeriveKey(password, Salt, Small, key, secret, data);
        Check(Argon2Variant.Id, data);
        Argon2id.DeriveKey(password, Salt, Small, key, cores, secret, data);
        Check(Argon2Variant.Id, data);
        Argon2id.DeriveMany(passwords, salts, Small, key, key.Length, Small.MemoryKiB, cores, secret);
        Check(Argon2Variant.Id, []);

        void Check(Argon2Variant variant, byte[] associatedData)
        {
            Argon2Plan plan = new(variant, Argon2Version.V13, Small.MemoryKiB, Small.Iterations, Small.Parallelism);
            byte[] expected = new byte[key.Length];
            BouncyCastleArgon2.Derive(plan, password, Salt, secret, associatedData, expected);
            Digests.Equal(expected, key, () => $"{variant}");
            key.AsSpan().Clear();
        }
    }

    [Fact]
    public void ParametersAndLimitsHaveTheirDocumentedValues()
    {
        Assert.Equal(
            ["m=47104,t=1,p=1", "m=19456,t=2,p=1", "m=12288,t=3,p=1", "m=9216,t=4,p=1", "m=7168,t=5,p=1", "m=2097152,t=1,p=4",
                "m=65536,t=3,p=4"],
            new[]
            {
                Argon2Parameters.Owasp46MiB, Argon2Parameters.Owasp19MiB, Argon2Parameters.Owasp12MiB,
                Argon2Parameters.Owasp9MiB, Argon2Parameters.Owasp7MiB, Argon2Parameters.Rfc9106First,
                Argon2Parameters.Rfc9106Second,
            }.Select(parameters => parameters.ToString()));
        Argon2Parameters own = new(100, 2, 3);
        Assert.Equal((100, 2, 3), (own.MemoryKiB, own.Iterations, own.Parallelism));
        foreach ((Argon2Limits limits, (int, int, int) expected) in new[]
        {
            (Argon2Limits.Default, (262_144, 16, 16)), (new Argon2Limits(100, 2, 3), (100, 2, 3)),
        })
        {
            Assert.Equal(expected, (limits.MaxMemoryKiB, limits.MaxIterations, limits.MaxParallelism));
        }
    }

    [Fact]
    public void TheNumberOfCoresDoesNotChangeTheKey()
    {
        byte[] expected = new byte[32], tag = new byte[32];
        Argon2Parameters parameters = new(600, 2, 5);
        Argon2id.DeriveKey("password"u8, Salt, parameters, expected);
        foreach (int cores in new[] { -1, 1, 2, 7 })
        {
            tag.AsSpan().Clear();
            Argon2id.DeriveKey(
                "password"u8, Salt, parameters, tag, new ParallelOptions { MaxDegreeOfParallelism = cores });
            Assert.Equal(expected, tag);
        }
    }

    [Fact]
    public void ManyKeysEqualSingleKeysWithAnyMemoryLimit()
    {
        ReadOnlyMemory<byte>[] passwords = [.. Enumerable.Range(0, 9).Select(i => (ReadOnlyMemory<byte>)Pattern.Bytes(i * 7))];
        ReadOnlyMemory<byte>[] salts = [.. Enumerable.Range(0, 9).Select(i => (ReadOnlyMemory<byte>)Pattern.Bytes(8 + i))];
        byte[] keys = new byte[9 * 24], key = new byte[24], secret = Pattern.Bytes(5);
        foreach (int memory in new[] { Small.MemoryKiB, (2 * Small.MemoryKiB) - 1, 100 * Small.MemoryKiB })
        {
            keys.AsSpan().Clear();
            Argon2id.DeriveMany(passwords, salts, Small, keys, 24, memory, new ParallelOptions(), secret);
            for (int i = 0; i < passwords.Length; i++)
            {
                Argon2id.DeriveKey(passwords[i].Span, salts[i].Span, Small, key, secret);
                Assert.Equal(key, keys.AsSpan(i * 24, 24).ToArray());
            }
        }

        Assert.Throws<ArgumentOutOfRangeException>("maxMemoryKiB", () =>
            Argon2id.DeriveMany(passwords, salts, Small, keys, 24, Small.MemoryKiB - 1, new ParallelOptions()));
        Assert.Throws<ArgumentException>("salts", () =>
            Argon2id.DeriveMany(passwords, salts.AsMemory(1), Small, keys, 24, 1000, new ParallelOptions()));
        Assert.Throws<ArgumentException>("destination", () =>
            Argon2id.DeriveMany(passwords, salts, Small, keys.AsMemory(1), 24, 1000, new ParallelOptions()));
        Assert.Throws<ArgumentOutOfRangeException>("keySizeInBytes", () =>
            Argon2id.DeriveMany(passwords, salts, Small, keys, 3, 1000, new ParallelOptions()));
    }

    // The destination must not overlap any input, because a key that is written early could overwrite an input that is needed
    // later.
    [Fact]
    public void TheKeysMustNotOverlapAnInput()
    {
        byte[] memory = Pattern.Bytes(100);
        ReadOnlyMemory<byte> part = memory.AsMemory(64, 16), other = Salt;
        foreach ((ReadOnlyMemory<byte> password, ReadOnlyMemory<byte> salt, ReadOnlyMemory<byte> secret) in
            new[] { (part, other, other), (other, part, other), (other, other, part) })
        {
            Assert.Throws<ArgumentException>("destination", () => Argon2id.DeriveMany(
                new[] { other, password }, new[] { other, salt }, Small, memory.AsMemory(17, 48), 24, 1000, new ParallelOptions(),
                secret));
            Argon2id.DeriveMany(
                new[] { other, password }, new[] { other, salt }, Small, memory.AsMemory(16, 48), 24, 1000, new ParallelOptions(),
                secret);
        }
    }

    // Concurrent computations rent memory at the same time, so the pool retains the peak amount of memory.
    [Fact]
    public void ManyKeysStayWithinTheMemoryLimit()
    {
        Argon2Parameters parameters = new(1000, 1);
        ReadOnlyMemory<byte>[] passwords = [.. Enumerable.Repeat(ReadOnlyMemory<byte>.Empty, 20)];
        ReadOnlyMemory<byte>[] salts = [.. Enumerable.Repeat((ReadOnlyMemory<byte>)Salt, 20)];
        Collect();
        Assert.Equal(0, Argon2Memory.IdleBytes);
        Argon2id.DeriveMany(passwords, salts, parameters, new byte[20 * 16], 16, 2999, new ParallelOptions());
        Assert.InRange(Argon2Memory.IdleBytes, 1000 * 1024, 2 * 1000 * 1024);
    }

    [Fact]
    public void NothingIsAllocatedAfterTheFirstCall()
    {
        byte[] key = new byte[32];
        ParallelOptions oneCore = new() { MaxDegreeOfParallelism = 1 };
        Assert.Equal(0, Allocated.Least(() => Argon2id.DeriveKey("password"u8, Salt, Small, key, "pepper"u8)));
        Assert.Equal(0, Allocated.Least(() => Argon2id.DeriveKey("password"u8, Salt, Small, key, oneCore)));
        string encoded = Argon2id.Hash("password", Small);
        Assert.Equal(0, Allocated.Least(() => Assert.True(Argon2id.Verify(encoded, "password", Argon2Limits.Default))));
    }

    [Fact]
    public void MemoryIsWipedAndReleasedAfterTwoFullCollections()
    {
        ulong[] memory = Argon2Memory.Rent(8);
        memory.AsSpan().Fill(1);
        Argon2Memory.Return(memory);
        Assert.DoesNotContain(memory, word => word != 0);
        Assert.True(Argon2Memory.IdleBytes >= 8 * 1024);
        Collect();
        Assert.Equal(0, Argon2Memory.IdleBytes);
    }

    [Fact]
    public void ACancelledCallWritesNothingAndReturnsItsMemory()
    {
        if (Environment.ProcessorCount == 1) Assert.Skip("On one core, the call starts no task, but only a task cancels it.");

        using CancellationTokenSource source = new();
        byte[] key = [1, 2, 3, 4];
        Argon2Parameters parameters = new(80, 1000, 2);
        CancellingScheduler scheduler = new(source);
        Collect();
        Assert.Equal(0, Argon2Memory.IdleBytes);
        Assert.ThrowsAny<OperationCanceledException>(() => Argon2id.DeriveKey(
            "password"u8, Salt, parameters, key,
            new ParallelOptions { CancellationToken = source.Token, TaskScheduler = scheduler, MaxDegreeOfParallelism = 2 }));
        Assert.Equal(new byte[] { 1, 2, 3, 4 }, key);
        // Memory that is not returned to the cache is not wiped.
        Assert.Equal(80 * 1024, Argon2Memory.IdleBytes);
        ulong[] memory = Argon2Memory.Rent(80);
        Assert.DoesNotContain(memory, word => word != 0);
        Argon2Memory.Return(memory);
        Assert.ThrowsAny<OperationCanceledException>(() => Argon2id.DeriveKey(
            "password"u8, Salt, parameters, key,
            new ParallelOptions { CancellationToken = source.Token, MaxDegreeOfParallelism = 1 }));
    }

    [Fact]
    public void ParametersOutOfBoundsAreRejected()
    {
        Assert.Throws<ArgumentOutOfRangeException>("memoryKiB", () => new Argon2Parameters(7, 1));
        Assert.Throws<ArgumentOutOfRangeException>("memoryKiB", () => new Argon2Parameters(31, 1, 4));
        Assert.Throws<ArgumentOutOfRangeException>("memoryKiB", () => new Argon2Parameters(16 * 1024 * 1024, 1));
        Assert.Throws<ArgumentOutOfRangeException>("iterations", () => new Argon2Parameters(8, 0));
        Assert.Throws<ArgumentOutOfRangeException>("parallelism", () => new Argon2Parameters(int.MaxValue, 1, 1 << 24));
        Assert.Throws<ArgumentOutOfRangeException>("parallelism", () => new Argon2Parameters(8, 1, 0));
        byte[] key = new byte[4];
        Assert.Throws<ArgumentException>("salt", () => Argon2i.DeriveKey([], new byte[7], Small, key));
        Assert.Throws<ArgumentException>("destination", () => Argon2d.DeriveKey([], Salt, Small, new byte[3]));
        Assert.Throws<ArgumentNullException>("parameters", () => Argon2id.DeriveKey([], Salt, null!, key));
        Assert.Throws<ArgumentNullException>("parallelOptions", () =>
            Argon2id.DeriveKey([], Salt, Small, key, (ParallelOptions)null!));
    }

    [Fact]
    public void NoPasswordAndNoSecretIsLeftInMemory()
    {
        byte[] key = new byte[32];
        Argon2Parameters parameters = new(64, 2, 2);
        using CancellationTokenSource cancelled = new();
        cancelled.Cancel();
        ParallelOptions stopped = new() { CancellationToken = cancelled.Token };
        List<(string Name, int KeyBytes, Action<byte[]> Use)> methods = [];
        foreach (int bytes in new[] { 16, 60, 128, 1000 })
        {
            string length = string.Create(CultureInfo.InvariantCulture, $" of {bytes} bytes");
            methods.Add(("password" + length, bytes, secret => Argon2id.DeriveKey(secret, Salt, parameters, key)));
            methods.Add(("secret" + length, bytes, secret => Argon2id.DeriveKey("p"u8, Salt, parameters, key, secret)));
            methods.Add(("over cores" + length, bytes, secret =>
                Argon2id.DeriveKey(secret, Salt, parameters, key, new ParallelOptions(), secret)));
            methods.Add(("cancelled" + length, bytes, secret => Assert.ThrowsAny<OperationCanceledException>(() =>
                Argon2id.DeriveKey(secret, Salt, parameters, key, stopped))));
            methods.Add(("verified" + length, bytes, secret =>
                Argon2id.Verify(Argon2id.Hash(secret, parameters), secret, Argon2Limits.Default)));
        }

        Assert.Empty(KeysInMemory.LeftBy(methods));
    }

    [Fact]
    public void NoDerivedKeyStaysInMemory()
    {
        Argon2Parameters parameters = new(64, 2, 2);
        foreach (int bytes in new[] { 32, 64, 100 })
        {
            Assert.False(KeysInMemory.Keeps(bytes, 0, made => Argon2id.DeriveKey("p"u8, Salt, parameters, made.Span)));
        }
    }

    private static void Collect()
    {
        for (int i = 0; i < 4; i++)
        {
            GC.Collect();
            GC.WaitForPendingFinalizers();
        }
    }

    private static byte[] Bytes(Random random, int count)
    {
        byte[] bytes = new byte[count];
        random.NextBytes(bytes);
        return bytes;
    }
}
