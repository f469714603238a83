using System.Text;
using Lanewise.Hazmat;
using Lanewise.Proof.Libraries;
using Lanewise.Tests;

namespace Lanewise.Fuzz;

/// <summary>
/// Tests the features that only BLAKE3 has: contexts, long output, slices and subtrees. Also compares BLAKE3 with b3sum.
/// </summary>
internal static class Blake3Cases
{
    /// <summary>Hashes thirty messages in a single run of b3sum: unkeyed, keyed or with a context.</summary>
    public static void Program(string name, Random random, Tally tally)
    {
        if (HashProgram.B3sum.Version is null) return;

        byte[][] messages = [.. Enumerable.Range(0, 30)
            .Select(i => random.Bytes(i == 0 ? random.Next(1 << 20) : random.Length(1024)))];
        int bytes = random.OneIn(2) ? 32 : random.Size(1, 300), mode = random.Next(3);
        // DeriveKey rejects empty key material.
        if (mode == 2) messages = [.. messages.Where(message => message.Length > 0)];
        byte[] key = random.Bytes(32), digests = new byte[bytes * messages.Length];
        string context = FormattableString.Invariant($"Lanewise fuzz {random.Next()} \u00e9\u2713");
        List<string> options = ["--length", FormattableString.Invariant($"{bytes}")];
        if (mode == 1) options.Add("--keyed");
        if (mode == 2) options.AddRange(["--derive-key", context]);
        IReadOnlyList<byte[]> answers = HashProgram.B3sum.Run(messages, mode == 1 ? key : [], options);
        Target.True(answers.Count == messages.Length,
            $"b3sum {string.Join(' ', options)}: {answers.Count} lines for {messages.Length} files");

        ReadOnlyMemory<byte>[] many = [.. messages.Select(m => (ReadOnlyMemory<byte>)m)];
        if (mode == 2) Blake3.DeriveKeyMany(context, many, digests, bytes);
        else if (mode == 1) Blake3Mac.HashMany(many, digests, HashKeys.One(key), bytes);
        else Blake3.HashMany(many, digests, bytes);
        Canary.Sing(digests);
        for (int i = 0; i < messages.Length; i++)
        {
            Target.Equal(answers[i], digests.AsSpan(i * bytes, bytes), $"mode {mode}, {messages[i].Length} bytes, {bytes} out");
            byte[] one = new byte[bytes];
            if (mode == 2) Blake3.DeriveKey(context, messages[i], one);
            else if (mode == 1) Blake3Mac.HashData(key, (ReadOnlyMemory<byte>)messages[i], one, random.Cores());
            else Blake3.HashData((ReadOnlyMemory<byte>)messages[i], one, random.Cores());
            Target.Equal(answers[i], one, $"mode {mode}, several cores, {messages[i].Length} bytes, {bytes}-byte digest");
        }

        tally.Count(name, name, 2 * messages.Length);
    }

    public static void Context(string name, Random random, Tally tally)
    {
        string context = new([.. Enumerable.Range(0, random.Next(100)).Select(_ => (char)random.Next(1, 0xD800))]);
        byte[] material = random.Bytes(1 + (random.Length(64) % 4000)), derived = new byte[random.Size(1, 200)];
        byte[] expected = PlainBlake3.DeriveKey(Encoding.UTF8.GetBytes(context), material, derived.Length);
        Blake3.DeriveKey(context, material, derived);
        Target.Equal(expected, derived,
            $"DeriveKey, context of {context.Length} characters, {material.Length} bytes to {derived.Length}");
        using Blake3 running = Blake3.CreateDeriveKey(context, derived.Length);
        running.AppendData(material);
        using LanewiseHash resumed = LanewiseHash.FromState(running.ExportState());
        Target.Equal(expected, running.GetHashAndReset(), $"CreateDeriveKey, {material.Length} bytes to {derived.Length}");
        Target.Equal(expected, resumed.GetCurrentHash(),
            $"CreateDeriveKey, saved and resumed, {material.Length} bytes to {derived.Length}");
        tally.Count(name, ReferenceImplementation.Plain, 3);
    }

    public static void Output(string name, Random random, Tally tally)
    {
        byte[] key = random.OneIn(2) ? [] : random.Bytes(32), message = random.Bytes(random.Next(3000)),
            part = new byte[random.Next(5000)];
        ulong position = Position(random, ulong.MaxValue - (ulong)part.Length);
        using LanewiseHash running = key.Length == 0 ? new Blake3() : new Blake3Mac(key);
        running.AppendData(message);
        using Blake3Output output = running is Blake3Mac mac ? mac.GetOutput() : ((Blake3)running).GetOutput();
        output.ReadAt(position, part);
        int asked = Math.Min(part.Length, 700);
        byte[] expected = PlainBlake3.Hash(key, message, asked, position);
        Target.Equal(expected, part.AsSpan(0, asked),
            $"{part.Length} bytes of output from {position}, message of {message.Length} bytes");

        ulong[] positions = [.. Enumerable.Range(0, 1 + random.Next(40)).Select(_ => Position(random, ulong.MaxValue - 70))];
        byte[] pieces = new byte[70 * positions.Length], piece = new byte[70];
        output.ReadMany(positions, pieces, 70);
        for (int i = 0; i < positions.Length; i++)
        {
            output.ReadAt(positions[i], piece);
            Target.Equal(piece, pieces.AsSpan(70 * i, 70), $"ReadMany, position {positions[i]}");
        }

        tally.Count(name, ReferenceImplementation.Plain);
        tally.Count(name, ReferenceImplementation.Itself, positions.Length);
    }

    public static void Slices(string name, Random random, Tally tally)
    {
        byte[] content = random.Bytes(random.Length(1024) + (random.OneIn(5) ? random.Next(300_000) : 0)), root = new byte[32];
        byte[] outboard = new byte[Blake3Outboard.GetSize(content.Length)];
        Blake3Outboard.Write(content, outboard, root);
        Target.Equal(Blake3.HashData(content), root, $"root of {content.Length} bytes");
        using MemoryStream written = new(), source = new(content), tree = new(outboard), slice = new();
        byte[] again = new byte[32];
        Blake3Outboard.Write(source, written, again);
        Target.Equal(outboard, written.ToArray(), $"outboard of a stream of {content.Length} bytes");

        int start = random.Next(content.Length + 1), length = random.Next(content.Length - start + 1);
        byte[] part = new byte[length], decoded = new byte[length];
        Blake3Outboard.Read(root, source, tree, start, part);
        Target.Equal(content.AsSpan(start, length), part, $"{length} bytes from {start} of {content.Length}");
        Blake3Outboard.Extract(source, tree, start, length, slice);
        Blake3Outboard.Decode(root, slice.ToArray(), start, decoded);
        Target.Equal(part, decoded, $"slice of {length} bytes from {start} of {content.Length}");

        // A subtree must consist of whole chunks and have a valid position in the tree.
        int chunks = 1 << random.Next(4), at = chunks * random.Next(1000);
        byte[] subtree = random.Bytes(1024 * chunks), value = new byte[32], key = random.OneIn(2) ? [] : random.Bytes(32);
        if (key.Length == 0) Blake3Subtree.ChainingValue(subtree, 1024UL * (ulong)at, value);
        else Blake3Subtree.ChainingValue(subtree, 1024UL * (ulong)at, value, key);
        if (chunks <= 2)
        {
            Target.Equal(PlainBlake3.Subtree(key, (ulong)at, subtree), value, $"subtree of {chunks} chunks at {at}");
            tally.Count(name, ReferenceImplementation.Plain);
        }

        tally.Count(name, ReferenceImplementation.Itself, 4);
    }

    /// <summary>Returns a position in an output: near the start, near a block boundary, or near the end.</summary>
    public static ulong Position(Random random, ulong most) => random.Next(5) switch
    {
        0 => 0,
        1 => (ulong)random.Next(2000),
        2 => most - (ulong)random.Next(1000),
        3 => Math.Min(most, (1UL << random.Next(64)) - (ulong)random.Next(2)),
        _ => (ulong)random.NextInt64() % most,
    };
}
