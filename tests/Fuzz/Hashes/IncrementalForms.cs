using System.Buffers;
using System.Security.Cryptography;
using Lanewise.Tests;

namespace Lanewise.Fuzz;

/// <summary>
/// Hashes a message in pieces, using hashes that are copied, saved and resumed, and through streams and writers. Also hashes
/// many messages that arrive one by one.
/// </summary>
internal static class IncrementalForms
{
    public static void Run(HashCase c, int message, Random random)
    {
        ReadOnlySpan<byte> text = c.Message(message), expected = c.Digest(message);
        LanewiseHash hash = c.Row.Create(c.Key(message), c.HashBytes);
        LanewiseHash? other = null;
        string story = "";
        // The state of a hash that is computed by .NET cannot be exported.
        bool stays = random.OneIn(2);
        if (stays) hash.Incremental.StayManaged();
        try
        {
            if (random.OneIn(3))
            {
                hash.AppendData(random.Bytes(random.Next(300)));
                hash.Reset();
                story = " after a reset";
            }

            int at = 0;
            foreach (int n in random.Split(text.Length))
            {
                hash.AppendData(text.Slice(at, n));
                at += n;
                switch (random.Next(40))
                {
                    case 0:
                        byte[] current = hash.GetCurrentHash(), again = new byte[c.HashBytes];
                        c.Row.Hash(c.Key(message), text.Slice(0, at), again);
                        Target.Equal(again, current, $"digest of the first {at} bytes{story}, message {message}, {c}");
                        break;
                    case 1 when other is null:
                        // The test appends other data to the copy.
                        other = hash.Clone();
                        other.AppendData([1, 2, 3]);
                        story += " after a copy";
                        break;
                    case 2 when c.Row.HasStates && (stays || c.Row.Table.Gains.Length == 0):
                        byte[] state = hash.ExportState();
                        hash.Dispose();
                        hash = LanewiseHash.FromState(state, c.Key(message));
                        story += " after a saved state";
                        break;
                }
            }

            Target.Equal(expected, hash.GetHashAndReset(), $"in pieces{story}, message {message}, {c}");
            hash.AppendData(text);
            Target.Equal(expected, hash.GetCurrentHash(), $"in one piece after the reset{story}, message {message}, {c}");
        }
        finally
        {
            hash.Dispose();
            other?.Dispose();
        }
    }

    public static void Adapters(HashCase c, Random random)
    {
        int message = random.Next(c.Count);
        byte[] text = c.Message(message).ToArray();
        ReadOnlySpan<byte> expected = c.Digest(message);
        using LanewiseHash hash = c.Row.Create(c.Key(message), c.HashBytes);
        switch (random.Next(5))
        {
            case 0:
                using (HashingStream stream = new(Stream.Null, hash, CryptoStreamMode.Write, leaveOpen: true))
                {
                    Pieces(text, random, stream.Write);
                    Target.Equal(expected, hash.GetCurrentHash(), $"HashingStream, written, message {message}, {c}");
                }

                break;
            case 1:
                using (HashingStream stream = new(new MemoryStream(text), hash, CryptoStreamMode.Read, leaveOpen: true))
                {
                    byte[] buffer = new byte[1 + random.Next(5000)];
                    while (stream.Read(buffer) > 0)
                    {
                    }

                    Target.Equal(expected, hash.GetCurrentHash(), $"HashingStream, read, message {message}, {c}");
                }

                break;
            case 2:
                using (HashingBufferWriter writer = new(hash))
                {
                    Pieces(text, random, piece => writer.Write(piece));
                    Target.Equal(expected, hash.GetCurrentHash(), $"HashingBufferWriter, message {message}, {c}");
                }

                break;
            case 3:
                using (LanewiseHashAlgorithm algorithm = new(hash.Clone()))
                {
                    Target.Equal(expected, algorithm.ComputeHash(text), $"LanewiseHashAlgorithm, message {message}, {c}");
                    byte[] digest = algorithm.ComputeHash(new DribblingStream(text));
                    Target.Equal(expected, digest, $"LanewiseHashAlgorithm, a stream, message {message}, {c}");
                }

                break;
            default:
                if (!c.AreKeysEach) ByName(c, hash.AlgorithmName, random);
                break;
        }
    }

    private delegate void Take(ReadOnlySpan<byte> piece);

    private static void Pieces(ReadOnlySpan<byte> text, Random random, Take take)
    {
        foreach (int n in random.Split(text.Length))
        {
            take(text.Slice(0, n));
            text = text.Slice(n);
        }
    }

    private static void ByName(HashCase c, HashAlgorithmName name, Random random)
    {
        byte[] digests = new byte[c.Expected.Length], digest = new byte[c.HashBytes];
        void Take(long i, ReadOnlySpan<byte> one) => one.CopyTo(digests.AsSpan((int)i * c.HashBytes, c.HashBytes));
        using (HashAccumulator accumulator = c.IsKeyed ? new(name, c.Keys.AsSpan(), Take) : new(name, Take))
        {
            for (int i = 0; i < c.Count; i++)
            {
                accumulator.Append(c.Message(i));
                if (random.OneIn(50)) accumulator.Flush();
            }

            accumulator.Flush();
        }

        Target.Equal(c.Expected, digests, $"HashAccumulator({name.Name}), {c}");
        if (c.IsKeyed) LanewiseOperations.MacData(name, c.Keys.AsSpan(), c.Message(0), digest);
        else LanewiseOperations.HashData(name, c.Message(0), digest);
        Target.Equal(c.Digest(0), digest, $"LanewiseOperations.HashData({name.Name}), {c}");
        digests.AsSpan().Clear();
        if (c.IsKeyed) LanewiseOperations.MacMany(name, c.Apart, digests, c.KeysOf(c.Keys));
        else LanewiseOperations.HashMany(name, c.Apart, digests);
        Target.Equal(c.Expected, digests, $"LanewiseOperations.HashMany({name.Name}), {c}");
    }
}
