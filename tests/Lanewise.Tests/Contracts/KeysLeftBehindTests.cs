using System.Reflection;
using System.Runtime.CompilerServices;
using System.Security.Cryptography;
using Lanewise.Api;
using Lanewise.Hazmat;
using Xunit;

namespace Lanewise.Tests;

/// <summary>
/// Tests that no keyed method leaves its key in the memory of the process, even if the call is cancelled or throws.
/// </summary>
[Collection(Alone.Name)]
public sealed class KeysLeftBehindTests
{
    private const int MessageBytes = 1 << 20;

    private static readonly byte[] Message = Pattern.Bytes(MessageBytes);
    private static readonly int[] Lengths = [.. Enumerable.Repeat(1000, 512), .. Enumerable.Repeat(1048, 512)];
    private static readonly ParallelOptions Cores = new() { MaxDegreeOfParallelism = 4 };

    [Fact]
    public void AKeyLeftInMemoryIsFound()
    {
        byte[]? kept = null;
        IReadOnlyList<string> left = KeysInMemory.LeftBy(
            [("forgetful", 32, key => kept = [.. key]), ("tidy", 32, key => Blake2bMac.HashData(key, Message, 32))], rounds: 1);
        Assert.NotNull(kept);
        Assert.Contains("forgetful", left);
        Assert.DoesNotContain("tidy", left);
    }

    [Fact]
    public void AValueLeftOnTheStackIsFound()
    {
        Assert.True(KeysInMemory.Keeps(32, 0, made => LeaveOnTheStack(made.Span)));

        [MethodImpl(MethodImplOptions.NoInlining)]
        static void LeaveOnTheStack(Span<byte> made)
        {
            Span<byte> copy = stackalloc byte[32];
            RandomNumberGenerator.Fill(copy);
            copy.CopyTo(made);
        }
    }

    // This test calls every public constructor and every one-message method with valid and with invalid arguments.
    [Fact]
    public void NoKeyedMethodLeavesItsKey()
    {
        List<(string Name, int KeyBytes, Action<byte[]> Use)> methods = [];
        foreach (HashRow row in Catalog.Hashes.Concat(Catalog.Macs))
        {
            foreach (MethodBase method in MethodCall.All(row)
                .Where(method => MethodCall.TypeOf(method, "key") is { } type && type != typeof(byte[])))
            {
                methods.Add(($"{row.Title}: {method}", 32, key =>
                {
                    MethodCall call = new(key, Message.AsMemory(0, 5000), new byte[row.DefaultHashBytes]);
                    if (MethodCall.IsAsync(method))
                    {
                        call.Start(method).GetAwaiter().GetResult();
                        call.Stream = new ObservedStream(Message, reads => throw new IOException());
                        Assert.Throws<IOException>(() => call.Start(method).GetAwaiter().GetResult());
                        call.Stream = null;
                        Assert.Throws<ArgumentNullException>(() => { _ = call.Start(method); });
                        return;
                    }

                    (call.Invoke(method) as IDisposable)?.Dispose();
                    call.Stream = new ObservedStream(Message, reads => throw new IOException());
                    call.Destination = default;
                    try
                    {
                        (call.Invoke(method) as IDisposable)?.Dispose();
                    }
                    catch (Exception e) when (e is IOException or ArgumentException)
                    {
                        // Invalid arguments are expected to throw.
                    }
                }));
            }
        }

        Assert.NotEmpty(methods);
        Assert.Empty(KeysInMemory.LeftBy(methods));
    }

    // The message consists of copies of the marked bytes, so the search finds a copy of any part of it. All calls run on the
    // thread of the test, because the stacks of other threads are not cleared.
    [Fact]
    public void NoKeyedMethodLeavesItsMessage()
    {
        List<(string Name, int KeyBytes, Action<byte[]> Use)> methods = [];
        foreach (HashRow row in Catalog.Hashes.Concat(Catalog.Macs).Where(row => row.MaxKeyBytes > 0))
        {
            byte[] key = Pattern.Bytes(Math.Clamp(32, row.MinKeyBytes, row.MaxKeyBytes), 1);
            foreach (MethodBase method in MethodCall.All(row).Where(method => MethodCall.TypeOf(method, "key") is not null
                && MethodCall.TypeOf(method, "source") is { } type && (type == typeof(Stream)
                    || type == typeof(ReadOnlySpan<byte>) || type == typeof(ReadOnlyMemory<byte>))))
            {
                Add($"{row.Title}: {method}", message =>
                {
                    foreach (bool isCutShort in new[] { false, true })
                    {
                        MethodCall call = new(key, Array.Empty<byte>(), new byte[row.DefaultHashBytes])
                        {
                            Source = message,
                            Stream = new SynchronousStream(message, isCutShort),
                        };
                        try
                        {
                            if (MethodCall.IsAsync(method)) call.Start(method).GetAwaiter().GetResult();
                            else call.Invoke(method);
                        }
                        catch (IOException) when (isCutShort)
                        {
                            // The stream throws this exception.
                        }
                    }
                });
            }

            Add($"{row.Title}, incremental", message =>
            {
                using LanewiseHash hash = row.Create(key, row.DefaultHashBytes);
                hash.Incremental.StayManaged();
                hash.AppendData(message.AsSpan(0, message.Length - 3));
                using LanewiseHash copy = hash.Clone();
                copy.AppendData(new MemoryStream(message));
                copy.GetHashAndReset();
                hash.VerifyCurrentHash(new byte[row.DefaultHashBytes]);
            });
            Add($"{row.Title}, accumulator", message =>
            {
                using HashAccumulator hashes = new(new(row.Title), key, (_, _) => { });
                for (int length = 0; length < 200; length++) hashes.Append(message.AsSpan(0, length));
            });
        }

        foreach (ManyForms form in ManyForms.All.Where(form => form.KeyBytes > 0 && !form.AreKeysEach))
        {
            Add(form.Name, message =>
            {
                byte[] key = Pattern.Bytes(form.KeyBytes, 1);
                int[] lengths = [.. Enumerable.Range(0, 90)];
                byte[] digests = new byte[lengths.Length * form.HashBytes];
                Memory<byte> all = message.AsMemory(0, lengths.Sum());
                form.Run(Messages.Packed(all.Span, lengths), digests, key);
                form.Run(Messages.Packed(all.Span.Slice(0, 90 * 40), 40), digests, key);
            });
        }

        // Synchronous and asynchronous methods read streams into buffers from the same pool. If synchronous methods ran last,
        // they would wipe what the asynchronous methods left.
        Assert.Empty(KeysInMemory.LeftBy(
            [.. methods.OrderBy(method => method.Name.Contains("Async", StringComparison.Ordinal))]));

        void Add(string name, Action<byte[]> use) => methods.Add((name, KeysInMemory.LeastBytes, marked =>
        {
            byte[] message = GC.AllocateUninitializedArray<byte>(5001, pinned: true);
            for (int i = 0; i < message.Length; i++) message[i] = marked[i % marked.Length];
            try
            {
                use(message);
            }
            finally
            {
                CryptographicOperations.ZeroMemory(message);
            }
        }));
    }

    // Otherwise, an attacker who sends a modified message could read its correct MAC from memory. A garbage collection may move
    // an array and leave its old bytes behind, so the test fails only if every run leaves the MAC. Each run uses another key.
    [Theory]
    [InlineData("in memory")]
    [InlineData("stream")]
    [InlineData("asynchronous stream")]
    public void NoComparisonLeavesTheComputedMac(string form)
    {
        byte[] wrong = new byte[32];
        Assert.False(Enumerable.Range(0, 3).All(round => KeysInMemory.Keeps(32, 0, made =>
        {
            byte[] key = RandomNumberGenerator.GetBytes(32);
            switch (form)
            {
                case "in memory":
                    Blake3Mac.HashData(key, Message, made.Span);
                    Assert.False(Blake3Mac.Verify(key, Message, wrong));
                    break;
                case "stream":
                    Blake2bMac.HashData(key, Message, made.Span);
                    Assert.False(Blake2bMac.Verify(key, new MemoryStream(Message), wrong));
                    break;
                default:
                    Kmac256.HashData(key, Message, made.Span);
                    Assert.False(Kmac256.VerifyAsync(key, new MemoryStream(Message), wrong).AsTask().GetAwaiter().GetResult());
                    break;
            }
        })));
    }

    // The cores write the chaining values of the tree into one array.
    [Fact]
    public void NoChainingValueIsLeftBySeveralCores() =>
        Assert.False(Enumerable.Range(0, 3).All(round => KeysInMemory.Keeps(32, 0, made =>
        {
            byte[] key = RandomNumberGenerator.GetBytes(32);
            Blake3Subtree.ChainingValue(Message.AsSpan(0, MessageBytes / 2), 0, made.Span, key);
            Blake3Mac.HashData(key, Message, new byte[32], Cores);
        })));

    // For an empty message, the key block is also the last block. The search follows the call at once, because the next call
    // would overwrite the stack.
    [Theory]
    [InlineData("one shot")]
    [InlineData("incremental")]
    public void NoMacOfAnEmptyMessageLeavesItsKeyOnTheStack(string form) =>
        Assert.False(Enumerable.Range(0, 3).All(round => KeysInMemory.Keeps(32, 0, made =>
        {
            RandomNumberGenerator.Fill(made.Span);
            if (form == "one shot")
            {
                Blake2bMac.HashData(made.Span, ReadOnlySpan<byte>.Empty, new byte[32]);
                return;
            }

            using Blake2bMac mac = new(made.Span, 32);
            mac.GetHashAndReset(new byte[32]);
        })));

    // The key is copied to the stack only after all checks.
    [Theory]
    [InlineData("source")]
    [InlineData("destination")]
    [InlineData("left")]
    [InlineData("right")]
    public void NoSubtreeWithAWrongArgumentLeavesItsKeyOnTheStack(string wrong) =>
        Assert.False(Enumerable.Range(0, 3).All(round => KeysInMemory.Keeps(32, 0, made =>
        {
            RandomNumberGenerator.Fill(made.Span);
            byte[] value = new byte[32];
            Assert.Throws<ArgumentException>(wrong, () =>
            {
                switch (wrong)
                {
                    case "source": Blake3Subtree.ChainingValue([], 0, value, made.Span); break;
                    case "destination": Blake3Subtree.ChainingValue([1], 0, value.AsSpan(1), made.Span); break;
                    case "left": Blake3Subtree.Merge(value.AsSpan(1), value, value, made.Span); break;
                    default: Blake3Subtree.MergeRoot(value, value.AsSpan(1), value, made.Span); break;
                }
            });
        })));

    // Even without a key, a digest may be a secret, such as a key that was derived from a password of high entropy.
    [Fact]
    public void NoDigestOfABatchIsLeftInAPool() =>
        Assert.False(Enumerable.Range(0, 3).All(round => KeysInMemory.Keeps(32, 0, made =>
        {
            // The message of two chunks overwrites the values of the first two messages only.
            byte[] secret = RandomNumberGenerator.GetBytes(2060);
            byte[] digests = GC.AllocateUninitializedArray<byte>(4 * 32, pinned: true);
            Blake3.HashMany(Messages.Packed(secret, [10, 20, 30, 2000]), digests);
            digests.AsSpan(2 * 32, 32).CopyTo(made.Span);
            CryptographicOperations.ZeroMemory(digests);
        })));

    // The buffer of the state grows several times. The first bytes of the chaining values are followed by message bytes.
    [Fact]
    public void ExportingAStateLeavesNoPartOfIt() =>
        Assert.False(Enumerable.Range(0, 3).All(round => KeysInMemory.Keeps(32, 0, made =>
        {
            byte[] key = RandomNumberGenerator.GetBytes(32);
            using Blake3Mac mac = new(key);
            mac.AppendData(Message.AsSpan(0, (1 << 17) - 1024));
            byte[] state = mac.ExportState();
            Blake3Subtree.ChainingValue(Message.AsSpan(0, 1 << 16), 0, made.Span, key);
            Assert.True(state.AsSpan().IndexOf(made.Span) > 0);
            CryptographicOperations.ZeroMemory(state);
        })));

    [Fact]
    public void NoMethodOfAHashLeavesItsKey()
    {
        List<(string Name, int KeyBytes, Action<byte[]> Use)> methods = [];
        foreach (HashRow row in Catalog.Hashes.Concat(Catalog.Macs).Where(row => row.MaxKeyBytes > 0))
        {
            int hashBytes = row.DefaultHashBytes, keyBytes = Math.Clamp(32, row.MinKeyBytes, row.MaxKeyBytes);
            Add($"{row.Title}, empty", key => row.Hash(key, default, new byte[hashBytes]));
            Add($"{row.Title}, short", key => row.Hash(key, Message.AsSpan(0, 3), new byte[hashBytes]));
            Add($"{row.Title}, long", key => row.Hash(key, Message, new byte[hashBytes]));
            Add($"{row.Title}, running", key =>
            {
                using LanewiseHash alone = row.Create(key, hashBytes), hash = row.Create(key, hashBytes);
                alone.AppendData(Message);
                using LanewiseHash second = alone.Clone();
                alone.GetHashAndReset();
                hash.Incremental.StayManaged();
                hash.AppendData(Message);
                using LanewiseHash copy = hash.Clone();
                if (!row.HasStates) return;

                byte[] state = copy.ExportState();
                using LanewiseHash other = LanewiseHash.FromState(state, key);
                other.GetHashAndReset();
                Assert.ThrowsAny<Exception>(() => LanewiseHash.FromState(state.AsSpan(1), key));
                state[^9] ^= 1;
                Assert.ThrowsAny<Exception>(() => LanewiseHash.FromState(state, key));
                // The state is truncated, but its checksum is valid.
                byte[] cut = state.AsSpan(0, state.Length - 40).ToArray(), sum = new byte[8];
                Blake2b.HashData(new Blake2Parameters { Personalization = "saved state sum"u8.ToArray() }, cut, sum);
                Assert.Throws<InvalidDataException>(() => LanewiseHash.FromState([.. cut, .. sum], key));
            });
            Add($"{row.Title}, accumulator", key =>
            {
                using HashAccumulator hashes = new(new(row.Title), key, (_, _) => { });
                hashes.Append(Message.AsSpan(0, 3));
                hashes.Append(Message);
                hashes.Flush();
            });
        }

        foreach (ManyForms form in ManyForms.All.Where(form => form.KeyBytes > 0 && !form.AreKeysEach))
        {
            Method(form.Name, Math.Max(KeysInMemory.LeastBytes, form.KeyBytes), key =>
            {
                byte[] digests = new byte[1024 * form.HashBytes];
                form.Run(Messages.Packed(Message, 1024), digests, key.AsSpan(0, form.KeyBytes));
                form.Run(Messages.Packed(Message, Lengths), digests, key.AsSpan(0, form.KeyBytes));
                form.Run(Pattern.Cut(Message, Lengths), digests, key.AsSpan(0, form.KeyBytes));
                if (form.HasParallel) form.Run(Pattern.Cut(Message, Lengths), digests, Cores, key.AsMemory(0, form.KeyBytes));
                Assert.ThrowsAny<ArgumentException>(() =>
                    form.Run(Messages.Packed(Message, 1000), digests, key.AsSpan(0, form.KeyBytes)));
            });
        }

        Add("BLAKE3 over cores", key => Blake3Mac.HashData(key, Message, new byte[32], Cores));
        Add("BLAKE3 over cores, cancelled", key =>
        {
            using CancellationTokenSource source = new();
            ParallelOptions options = new() { CancellationToken = source.Token, TaskScheduler = new CancellingScheduler(source),
                MaxDegreeOfParallelism = 4 };
            Assert.ThrowsAny<OperationCanceledException>(() => Blake3Mac.HashData(key, Message, new byte[32], options));
        });
        Add("BLAKE3 outputs", key =>
        {
            using Blake3Mac hash = new(key);
            using Blake3Output output = hash.GetOutput();
            output.Read(1000);
            Blake3Subtree.ChainingValue(Message, 0, new byte[32], key);
        });
        Add("BLAKE3 key material", key => Blake3.DeriveKey("context", key, 32));
        Add("BLAKE3 key material of many", key => Blake3.DeriveKeyMany("context", Messages.Packed(key, 16), new byte[64]));
        Blake2Parameters tree = new() { Fanout = 4, MaxDepth = 255, LeafLength = 1000, InnerHashSizeInBytes = 32 };
        Add("BLAKE2b tree", key => Blake2bTree.HashData(tree, key, Message, new byte[32]));
        Add("BLAKE2s tree", key => Blake2sTree.HashData(tree, key, Message, new byte[32]));
        Add("BLAKE2b nodes", key => Blake2bTree.HashNodes(tree, key, 0, 0, true, Message.AsSpan(0, 20_500), new byte[21 * 32]));
        Add("Skein key", key => Skein512.DeriveKey(key, "identifier"u8, new byte[32]));
        Add("Skein bits", key =>
            SkeinBits.HashData(512, SkeinParameters.Default, key, Message, 8 * MessageBytes, new byte[64], 512));
        SkeinParameters skeinTree = new() { LeafExponent = 3, NodeExponent = 3, MaxLevel = 255 };
        Add("Skein tree", key => SkeinBits.HashTree(512, skeinTree, key, Message, new byte[64], Cores));
        Add("Skein tree, cancelled", key =>
        {
            using CancellationTokenSource source = new();
            ParallelOptions options = new() { CancellationToken = source.Token, TaskScheduler = new CancellingScheduler(source),
                MaxDegreeOfParallelism = 4 };
            Assert.ThrowsAny<OperationCanceledException>(() =>
                SkeinBits.HashTree(512, skeinTree, key, Message, new byte[64], options));
        });
        Add("Skein keystream", key =>
        {
            using SkeinOutput output = Skein512.CreateKeystream(key, "nonce"u8);
            output.Transform(Message, new byte[MessageBytes]);
        });
        Add("Skein MAC", key =>
        {
            using Skein512Mac mac = new(key);
            mac.AppendData(Message);
            mac.VerifyHashAndReset(new byte[64]);
        });
        Add("Skein seed", key =>
        {
            using SkeinRandom random = new(key);
            random.GetBytes(100);
        });

        Assert.Empty(KeysInMemory.LeftBy(methods));

        void Add(string name, Action<byte[]> use) => Method(name, 32, use);

        void Method(string name, int keyBytes, Action<byte[]> use) => methods.Add((name, keyBytes, use));
    }

    /// <summary>A stream whose asynchronous reads do not change the thread. On request, the second read fails.</summary>
    private sealed class SynchronousStream(byte[] content, bool isCutShort)
        : MemoryStream(content, 0, content.Length, writable: false, publiclyVisible: true)
    {
        private int reads;

        public override int Read(Span<byte> buffer)
        {
            if (isCutShort && ++reads == 2) throw new IOException();

            // MemoryStream.Read would copy the bytes through an array that it does not wipe.
            int count = (int)Math.Min(Math.Min(4096, buffer.Length), Length - Position);
            GetBuffer().AsSpan((int)Position, count).CopyTo(buffer);
            Position += count;
            return count;
        }

        public override ValueTask<int> ReadAsync(Memory<byte> buffer, CancellationToken cancellationToken = default) =>
            new(Read(buffer.Span));
    }
}
