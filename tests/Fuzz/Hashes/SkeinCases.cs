using Lanewise.Hazmat;
using Lanewise.Tests;

namespace Lanewise.Fuzz;

/// <summary>
/// Tests Skein with all options except a key: strings, trees and lengths in bits. Also tests reading the output from arbitrary
/// positions.
/// </summary>
internal static class SkeinCases
{
    public static void Parameters(string name, Random random, Tally tally)
    {
        int bits = random.Of([256, 512, 1024]), n = bits / 8;
        bool isTree = random.OneIn(3);
        PlainSkeinParameters plain = Draw(random, n) with
        {
            LeafExponent = isTree ? random.Next(1, 4) : 0,
            NodeExponent = isTree ? random.Next(1, 4) : 0,
            MaxLevel = isTree ? random.Next(2, 6) : 0,
        };
        SkeinParameters parameters = ParametersOf(plain);
        byte[] key = Text(random, n), message = random.Bytes(random.Next(random.OneIn(2) ? 3 * n : 20 * n));
        long messageBits = Math.Max(0, (8L * message.Length) - (random.OneIn(2) ? 0 : random.Next(8))),
            hashBits = random.Next(1, 3 * bits);
        byte[] expected = PlainSkein.OfBits(bits).HashBits(key, message, messageBits, hashBits, plain),
            digest = new byte[expected.Length];
        string what = FormattableString.Invariant(
            $"Skein-{bits}, {messageBits} bits, {hashBits}-bit digest, {key.Length}-byte key, {plain}");
        SkeinBits.HashData(bits, parameters, key, message, messageBits, digest, hashBits);
        Canary.Sing(digest);
        Target.Equal(expected, digest, $"{what}");
        tally.Count(name, ReferenceImplementation.Plain);
        if (hashBits % 8 != 0 || messageBits % 8 != 0) return;

        using LanewiseHash running = Either.Skein(bits, parameters, key, digest.Length);
        int at = 0;
        foreach (int piece in random.Split(message.Length)) running.AppendData(message.AsSpan((at += piece) - piece, piece));
        Target.Equal(expected, running.GetCurrentHash(), $"in pieces, {what}");
        tally.Count(name, ReferenceImplementation.Plain);
        if (isTree)
        {
            digest.AsSpan().Clear();
            SkeinBits.HashTree(bits, parameters, key, message, digest, random.Cores());
            Target.Equal(expected, digest, $"over cores, {what}");
            tally.Count(name, ReferenceImplementation.Plain);
        }
    }

    public static void Output(string name, Random random, Tally tally)
    {
        int bits = random.Of([256, 512, 1024]), n = bits / 8;
        byte[] key = random.Bytes(random.Size(1, 3 * n)), nonce = random.Bytes(random.Size(1, 40)),
            part = new byte[random.Next(1000)];
        using SkeinOutput stream = bits switch
        {
            256 => Skein256.CreateKeystream(key, nonce),
            512 => Skein512.CreateKeystream(key, nonce),
            _ => Skein1024.CreateKeystream(key, nonce),
        };
        // The output is 2^64 - 1 bits long, so its last byte contains only seven bits.
        ulong position = Blake3Cases.Position(random, stream.Length - (ulong)part.Length - 1);
        stream.ReadAt(position, part);
        int skip = (int)(position % (ulong)n);
        byte[] blocks = PlainSkein.OfBits(bits).Keystream(key, nonce, position / (ulong)n, skip + part.Length);
        Target.Equal(blocks.AsSpan(skip, part.Length), part, $"keystream of Skein-{bits}, {part.Length} bytes from {position}");
        tally.Count(name, ReferenceImplementation.Plain);
    }

    private static PlainSkeinParameters Draw(Random random, int n) => new()
    {
        Personalization = Text(random, n), PublicKey = Text(random, n), KeyDerivationIdentifier = Text(random, n),
        Nonce = Text(random, n),
    };

    private static SkeinParameters ParametersOf(PlainSkeinParameters p) => new()
    {
        Personalization = p.Personalization,
        PublicKey = p.PublicKey,
        KeyDerivationIdentifier = p.KeyDerivationIdentifier,
        Nonce = p.Nonce,
        LeafExponent = p.LeafExponent,
        NodeExponent = p.NodeExponent,
        MaxLevel = p.MaxLevel,
    };

    private static byte[] Text(Random random, int n) => random.OneIn(2) ? [] : random.Bytes(random.Size(1, 3 * n));
}
