using System.Security.Cryptography;
using Lanewise.Tests;

namespace Lanewise.Fuzz;

/// <summary>
/// Compares authenticated encryption with the tests' plain implementation. If the ciphertext was changed, decryption must not
/// release any plaintext.
/// </summary>
internal static class AeadCases
{
    public static void Run(string name, Random random, Tally tally)
    {
        byte[] key = random.Bytes(64), nonce = random.Bytes(Sized(random, ThreefishSkein.NonceByteSizes));
        byte[] plain = random.Bytes(random.Next(random.OneIn(4) ? 3000 : 300)),
            data = random.Bytes(random.OneIn(2) ? 0 : random.Next(300));
        int tagBytes = Sized(random, ThreefishSkein.TagByteSizes);
        bool isTree = random.OneIn(2);
        string what = FormattableString.Invariant(
            $"{plain.Length} bytes, nonce of {nonce.Length}, {data.Length} bytes of data, tag of {tagBytes}, tree {isTree}");
        byte[] sealedText = PlainThreefishSkein.Encrypt(key, nonce, plain, data, tagBytes, isTree),
            actual = new byte[sealedText.Length];
        using ThreefishSkein cipher = new(key, tagBytes, isTree);
        Span<byte> text = actual.AsSpan(0, plain.Length), tag = actual.AsSpan(plain.Length);
        cipher.Encrypt(nonce, plain, text, tag, data);
        Canary.Sing(tag);
        Target.Equal(sealedText, actual, $"{what}");
        byte[] back = new byte[plain.Length];
        cipher.Decrypt(nonce, text, tag, back, data);
        Target.Equal(plain, back, $"decrypted, {what}");
        tally.Count(name, ReferenceImplementation.Plain, 2);

        // Changes one bit of a random argument.
        byte[][] all = [nonce, data, actual];
        byte[] changed = random.Of([.. all.Where(bytes => bytes.Length > 0)]);
        changed[random.Next(changed.Length)] ^= (byte)(1 << random.Next(8));
        random.NextBytes(back);
        try
        {
            cipher.Decrypt(nonce, text, tag, back, data);
        }
        catch (AuthenticationTagMismatchException)
        {
            Target.True(!back.AsSpan().ContainsAnyExcept((byte)0), $"a changed argument left data in the destination, {what}");
            tally.Count(name, "tampered");
            return;
        }

        throw new DifferenceException($"a changed argument was accepted, {what}");
    }

    private static int Sized(Random random, KeySizes sizes) => random.OneIn(3)
        ? sizes.MaxSize
        : sizes.MinSize + (sizes.SkipSize * random.Next(((sizes.MaxSize - sizes.MinSize) / Math.Max(1, sizes.SkipSize)) + 1));
}
