using Lanewise.Hashing;
using Lanewise.Hazmat;
using Xunit;

namespace Lanewise.Tests;

/// <summary>No keyed verb leaves its key anywhere in the memory of the process, also where it is cancelled or throws.</summary>
[Collection(Alone.Name)]
public sealed class KeysLeftBehindTests
{
    private const int MessageBytes = 1 << 20;

    private static readonly byte[] Message = Pattern.Bytes(MessageBytes);
    private static readonly int[] Lengths = [.. Enumerable.Repeat(1000, 512), .. Enumerable.Repeat(1048, 512)];
    private static readonly ParallelOptions Cores = new() { MaxDegreeOfParallelism = 4 };

    [Fact]
    public void AForgottenKeyIsFound()
    {
        byte[]? kept = null;
        IReadOnlyList<string> left = KeysInMemory.LeftBy(
            [("forgetful", 32, key => kept = [.. key]), ("tidy", 32, key => Blake2b.HashData(key, Message, 32))], rounds: 1);
        Assert.NotNull(kept);
        Assert.Contains("forgetful", left);
        Assert.DoesNotContain("tidy", left);
    }

    [Fact]
    public void NoVerbOfAHashLeavesItsKey()
    {
        List<(string Name, int KeyBytes, Action<byte[]> Use)> verbs = [];
        foreach (HashRow row in Catalog.Hashes.Concat(Catalog.Macs).Where(row => row.MaxKeyBytes > 0))
        {
            int hashBytes = row.DefaultHashBytes, keyBytes = Math.Clamp(32, row.MinKeyBytes, row.MaxKeyBytes);
            Add($"{row.Title}, short", key => row.Hash(key, Message.AsSpan(0, 3), new byte[hashBytes]));
            Add($"{row.Title}, long", key => row.Hash(key, Message, new byte[hashBytes]));
            Add($"{row.Title}, running", key =>
            {
                using LanewiseHash hash = row.Create(key, hashBytes);
                hash.AppendData(Message);
                using LanewiseHash copy = hash.Clone();
                byte[] state = copy.ExportState();
                using LanewiseHash other = LanewiseHash.FromState(state, key);
                other.GetHashAndReset();
                Assert.ThrowsAny<Exception>(() => LanewiseHash.FromState(state.AsSpan(1), key));
                state[^9] ^= 1;
                Assert.ThrowsAny<Exception>(() => LanewiseHash.FromState(state, key));
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
            Verb(form.Name, Math.Max(KeysInMemory.LeastBytes, form.KeyBytes), key =>
            {
                byte[] digests = new byte[1024 * form.HashBytes];
                form.Run(Messages.Packed(Message, 1024), digests, key.AsSpan(0, form.KeyBytes));
                form.Run(Messages.Packed(Message, Lengths), digests, key.AsSpan(0, form.KeyBytes));
                form.Run(Pattern.Cut(Message, Lengths), digests, key.AsSpan(0, form.KeyBytes));
                if (form.HasParallel) form.Run(Pattern.Cut(Message, Lengths), digests, Cores, key.AsMemory(0, form.KeyBytes));
                Assert.ThrowsAny<ArgumentException>(() => form.Run(Messages.Packed(Message, 1000), digests, key.AsSpan(0, form.KeyBytes)));
            });
        }

        Assert.Empty(KeysInMemory.LeftBy(verbs));

        void Add(string name, Action<byte[]> use) => Verb(name, 32, use);

        void Verb(string name, int keyBytes, Action<byte[]> use) => verbs.Add((name, keyBytes, use));
    }
}
