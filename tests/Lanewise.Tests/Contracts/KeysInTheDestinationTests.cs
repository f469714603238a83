using Xunit;

namespace Lanewise.Tests;

/// <summary>
/// Tests batches with one key per message in which the digests overwrite the keys. Each batch is hashed in several windows.
/// </summary>
public sealed class KeysInTheDestinationTests
{
    private const int Count = 1200;
    private const int MessageBytes = 50;

    // For an empty message, only the key block is hashed.
    private static readonly int[] Lengths =
        [MessageBytes - 1, MessageBytes + 1,
            .. Enumerable.Range(0, (Count / 2) - 1).SelectMany(i => new[] { 0, 2 * MessageBytes })];

    public static TheoryData<string> All => [.. ManyForms.All.Where(f => f.AreKeysEach).Select(f => f.Name)];

    [Theory]
    [MemberData(nameof(All))]
    public void DigestsMayOverwriteTheKeysOnOneCore(string name)
    {
        ManyForms form = ManyForms.All.Single(f => f.Name == name);
        int hashBytes = form.HashBytes;
        byte[] source = Pattern.Bytes(Count * MessageBytes),
            keys = Pattern.Bytes(Seed.For("keys in the destination"), Count * form.KeyBytes);
        ReadOnlyMemory<byte>[] messages = Pattern.Cut(source, Lengths);
        int digestBytes = Count * hashBytes, bufferBytes = Math.Max(digestBytes, keys.Length) + 1;
        byte[] expected = new byte[digestBytes], expectedRagged = new byte[digestBytes], expectedEmpty = new byte[digestBytes];
        form.Run(Messages.Packed(source, MessageBytes), expected, keys);
        form.Run(Messages.Packed(default, 0), expectedEmpty, keys);
        form.Run(Messages.Packed(source, Lengths), expectedRagged, keys);
        foreach (int shift in new[] { 0, 1, bufferBytes - keys.Length })
        {
            byte[] memory = Keys();
            form.Run(Messages.Packed(source, MessageBytes), memory.AsSpan(0, digestBytes), memory.AsSpan(shift, keys.Length));
            Digests.EqualMany(expected, memory.AsSpan(0, digestBytes), hashBytes, () => $"one length, keys at {shift}");
            memory = Keys();
            form.Run(Messages.Packed(default, 0), memory.AsSpan(0, digestBytes), memory.AsSpan(shift, keys.Length));
            Digests.EqualMany(expectedEmpty, memory.AsSpan(0, digestBytes), hashBytes, () => $"empty messages, keys at {shift}");
            memory = Keys();
            form.Run(Messages.Packed(source, Lengths), memory.AsSpan(0, digestBytes), memory.AsSpan(shift, keys.Length));
            Digests.EqualMany(expectedRagged, memory.AsSpan(0, digestBytes), hashBytes, () => $"many lengths, keys at {shift}");
            memory = Keys();
            form.Run(messages, memory.AsSpan(0, digestBytes), memory.AsSpan(shift, keys.Length));
            Digests.EqualMany(expectedRagged, memory.AsSpan(0, digestBytes), hashBytes, () => $"scattered, keys at {shift}");

            byte[] Keys()
            {
                byte[] bytes = new byte[bufferBytes];
                keys.CopyTo(bytes, shift);
                return bytes;
            }
        }
    }

    // The keys are shifted relative to the digests, so digests written by one core overwrite keys for another core.
    [Theory]
    [MemberData(nameof(All))]
    public void DigestsMayOverwriteTheKeysOnSeveralCores(string name)
    {
        const int times = 10;
        ManyForms form = ManyForms.All.Single(f => f.Name == name);
        int hashBytes = form.HashBytes;
        ParallelOptions one = new() { MaxDegreeOfParallelism = 1 }, several = new() { MaxDegreeOfParallelism = 4 };
        byte[] source = Pattern.Bytes(times * Count * MessageBytes);
        byte[] keys = Pattern.Bytes(Seed.For("keys on cores"), times * Count * form.KeyBytes);
        int[] lengths = [.. Enumerable.Repeat(Lengths, times).SelectMany(l => l)];
        ReadOnlyMemory<byte>[] messages = Pattern.Cut(source, lengths);
        byte[] expected = new byte[times * Count * hashBytes], expectedRagged = new byte[times * Count * hashBytes];
        form.Run(MemoryMessages.Packed(source, MessageBytes), expected, one, keys);
        form.Run(MemoryMessages.Packed(source, lengths), expectedRagged, one, keys);

        Check(expected, MemoryMessages.Packed(source, MessageBytes), "one length");
        Check(expectedRagged, MemoryMessages.Packed(source, lengths), "many lengths");
        Check(expectedRagged, messages, "scattered");

        void Check(byte[] wanted, MemoryMessages these, string what)
        {
            byte[] memory = new byte[Math.Max(wanted.Length, keys.Length) + 1];
            keys.CopyTo(memory, 1);
            form.Run(these, memory.AsMemory(0, wanted.Length), several, memory.AsMemory(1, keys.Length));
            Digests.EqualMany(wanted, memory.AsSpan(0, wanted.Length), hashBytes, () => $"{what} on several cores");
        }
    }
}
