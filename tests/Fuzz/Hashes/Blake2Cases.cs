using Lanewise.Hazmat;
using Lanewise.Tests;
using Org.BouncyCastle.Crypto;
using Org.BouncyCastle.Crypto.Digests;

namespace Lanewise.Fuzz;

/// <summary>Tests BLAKE2 with parameters, with trees, and with output that starts at arbitrary positions.</summary>
internal static class Blake2Cases
{
    public static void Output(string name, Random random, Tally tally)
    {
        bool isB = random.OneIn(2);
        byte[] key = random.Bytes(random.OneIn(2) ? 0 : random.Size(1, isB ? 64 : 32)), message = random.Bytes(random.Next(600));
        uint length = random.OneIn(2) ? isB ? uint.MaxValue : ushort.MaxValue : (uint)random.Size(1, 65_534);
        bool isUnknown = length == (isB ? uint.MaxValue : ushort.MaxValue);
        using LanewiseHash hash = isB
            ? key.Length == 0
                ? isUnknown ? Blake2xb.CreateUnknownLength() : new Blake2xb((int)length)
                : isUnknown ? Blake2xbMac.CreateUnknownLength(key) : new Blake2xbMac(key, (int)length)
            : key.Length == 0
                ? isUnknown ? Blake2xs.CreateUnknownLength() : new Blake2xs((int)length)
                : isUnknown ? Blake2xsMac.CreateUnknownLength(key) : new Blake2xsMac(key, (int)length);
        hash.AppendData(message);
        using Blake2xOutput output = hash switch
        {
            Blake2xb b => b.GetOutput(),
            Blake2xbMac b => b.GetOutput(),
            Blake2xs s => s.GetOutput(),
            _ => ((Blake2xsMac)hash).GetOutput(),
        };
        byte[] part = new byte[Math.Min((ulong)random.Next(1500), output.Length)];
        ulong position = Blake3Cases.Position(random, output.Length - (ulong)part.Length + 1);
        position = Math.Min(position, output.Length - (ulong)part.Length);
        output.ReadAt(position, part);
        Canary.Sing(part);
        byte[] expected = PlainBlake2Trees.Extended(isB ? PlainBlake2.B : PlainBlake2.S, key, message, length, position,
            part.Length);
        Target.Equal(expected, part,
            $"{hash.AlgorithmName.Name}, {part.Length} bytes from {position} of {length}, message of {message.Length} bytes");
        tally.Count(name, ReferenceImplementation.Plain);
    }

    public static void Parameters(string name, Random random, Tally tally)
    {
        bool isB = random.OneIn(2);
        int full = isB ? 64 : 32, hashBytes = random.Size(1, full), texts = full / 4;
        byte[] key = random.Bytes(random.OneIn(2) ? 0 : random.Size(1, full)),
            message = random.Bytes(random.Length(2 * full) % 3000);
        byte[] salt = random.Bytes(random.OneIn(2) ? texts : random.Next(texts)),
            personal = random.Bytes(random.OneIn(2) ? texts : random.Next(texts));
        bool hasTree = random.OneIn(2);
        Blake2Parameters parameters = new() { Salt = salt, Personalization = personal };
        PlainBlake2Parameters plain = new() { Salt = salt, Personalization = personal };
        if (hasTree)
        {
            plain = plain with
            {
                Fanout = random.Next(256),
                MaxDepth = random.Next(1, 256),
                LeafLength = (uint)random.NextInt64(1L << 32),
                NodeOffset = (ulong)random.NextInt64(1L << 48),
                NodeDepth = random.Next(256),
                InnerLength = random.Next(full + 1),
                IsLastNode = random.OneIn(2),
            };
            parameters = new()
            {
                Salt = salt,
                Personalization = personal,
                Fanout = plain.Fanout,
                MaxDepth = plain.MaxDepth,
                LeafLength = plain.LeafLength,
                NodeOffset = plain.NodeOffset,
                NodeDepth = plain.NodeDepth,
                InnerHashSizeInBytes = plain.InnerLength,
                IsLastNode = plain.IsLastNode,
            };
        }

        string what = FormattableString.Invariant(
            $"BLAKE2{(isB ? 'b' : 's')}, {message.Length} bytes, {hashBytes}-byte digest, {key.Length}-byte key, {plain}");
        byte[] expected = (isB ? PlainBlake2.B : PlainBlake2.S).Hash(key, message, hashBytes, plain),
            digest = new byte[hashBytes];
        if (isB) Either.Blake2b(parameters, key, message, digest);
        else Either.Blake2s(parameters, key, message, digest);
        Target.Equal(expected, digest, $"{what}");
        using LanewiseHash running = key.Length == 0
            ? isB ? new Blake2b(parameters, hashBytes) : new Blake2s(parameters, hashBytes)
            : isB ? new Blake2bMac(parameters, key, hashBytes) : new Blake2sMac(parameters, key, hashBytes);
        foreach (int n in random.Split(message.Length))
        {
            running.AppendData(message.AsSpan(0, n));
            message = message[n..];
        }

        using LanewiseHash resumed = LanewiseHash.FromState(running.ExportState(), key.AsSpan());
        Target.Equal(expected, running.GetCurrentHash(), $"in pieces, {what}");
        Target.Equal(expected, resumed.GetCurrentHash(), $"saved and resumed, {what}");
        tally.Count(name, ReferenceImplementation.Plain, 3);
        if (hasTree || salt.Length < texts || personal.Length < texts) return;

        Many(name, parameters, isB, key, hashBytes, random, tally);
    }

    // Compares the digests of a batch with salt and personalization with those that Bouncy Castle computes.
    private static void Many(string name, Blake2Parameters parameters, bool isB, byte[] key, int hashBytes, Random random,
        Tally tally)
    {
        ReadOnlyMemory<byte>[] messages =
            [.. random.Lengths(1 + random.Next(40), 64).Select(n => (ReadOnlyMemory<byte>)random.Bytes(n % 5000))];
        byte[] digests = new byte[hashBytes * messages.Length], expected = new byte[digests.Length];
        byte[] salt = parameters.Salt.ToArray(), personal = parameters.Personalization.ToArray();
        for (int i = 0; i < messages.Length; i++)
        {
            IDigest digest = isB
                ? new Blake2bDigest(key.Length == 0 ? null : key, hashBytes, salt, personal)
                : new Blake2sDigest(key.Length == 0 ? null : key, hashBytes, salt, personal);
            digest.BlockUpdate(messages[i].ToArray(), 0, messages[i].Length);
            digest.DoFinal(expected, i * hashBytes);
        }

        if (key.Length == 0 && isB) Blake2b.HashMany(parameters, messages, digests, hashBytes);
        else if (key.Length == 0) Blake2s.HashMany(parameters, messages, digests, hashBytes);
        else if (isB) Blake2bMac.HashMany(parameters, messages, digests, HashKeys.One(key), hashBytes);
        else Blake2sMac.HashMany(parameters, messages, digests, HashKeys.One(key), hashBytes);
        Target.Equal(expected, digests, $"{messages.Length} messages with salt, {hashBytes}-byte digests, {key.Length}-byte key");
        tally.Count(name, "BouncyCastle", messages.Length);
    }

    public static void Tree(string name, Random random, Tally tally)
    {
        bool isB = random.OneIn(2);
        int full = isB ? 64 : 32, hashBytes = random.Size(1, full), inner = random.OneIn(2) ? full : random.Size(1, full);
        int fanout = random.OneIn(4) ? 0 : random.Next(2, 10), leaf = random.Next(1, 2000);
        byte[] key = random.Bytes(random.OneIn(2) ? 0 : random.Size(1, full)), message = random.Bytes(random.Next(12_000)),
            digest = new byte[hashBytes];
        byte[] salt = random.Bytes(random.Next((full / 4) + 1));
        Blake2Parameters parameters = new()
        {
            Fanout = fanout, MaxDepth = 255, LeafLength = (uint)leaf, InnerHashSizeInBytes = inner, Salt = salt,
        };
        bool isKeyed = key.Length > 0;
        if (isB && isKeyed) Blake2bTree.HashData(parameters, key, message, digest);
        else if (isB) Blake2bTree.HashData(parameters, message, digest);
        else if (isKeyed) Blake2sTree.HashData(parameters, key, message, digest);
        else Blake2sTree.HashData(parameters, message, digest);

        // Section 2.10 of the paper: each level is divided into nodes until only one node remains. The last node of each level is
        // flagged.
        PlainBlake2 plain = isB ? PlainBlake2.B : PlainBlake2.S;
        byte[] level = message;
        for (int depth = 0, node = leaf; ; depth++, node = fanout == 0 ? level.Length : fanout * inner)
        {
            byte[][] parts = level.Length == 0 ? [[]] : [.. level.Chunk(node)];
            byte[] Value(int i, int bytes) => plain.Hash(key, parts[i], bytes, new()
            {
                Fanout = fanout,
                MaxDepth = 255,
                LeafLength = (uint)leaf,
                NodeOffset = (ulong)i,
                NodeDepth = depth,
                InnerLength = inner,
                IsLastNode = i == parts.Length - 1,
                Salt = salt,
            });
            if (parts.Length == 1)
            {
                Target.Equal(Value(0, hashBytes), digest,
                    $"tree: fanout {fanout}, bytes: leaf {leaf}, value {inner}, message {message.Length}, digest {hashBytes}");
                break;
            }

            level = [.. Enumerable.Range(0, parts.Length).SelectMany(i => Value(i, inner))];
        }

        tally.Count(name, ReferenceImplementation.Plain);
    }
}
