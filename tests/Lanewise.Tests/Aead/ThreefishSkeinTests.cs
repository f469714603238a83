using System.Globalization;
using System.Reflection;
using System.Security.Cryptography;
using Xunit;

namespace Lanewise.Tests;

/// <summary>
/// Compares authenticated encryption with the plain implementation and with test vectors. Also tests that invalid input is
/// rejected.
/// </summary>
[Trait("Category", "Lanes")]
public sealed class ThreefishSkeinTests
{
    private const string Vectors = "aead/threefish-skein.json";

    public static TheoryData<bool> Ways => [false, true];

    [Fact]
    public void ThePlainImplementationAndTheLibraryGiveTheVectors()
    {
        VectorFile file = VectorFile.Read(Vectors);
        Assert.Equal("ThreefishSkein", file.Algorithm);
        foreach (KnownAnswerCase c in file.Cases)
        {
            byte[] key = c.Bytes("key_hex"), nonce = c.Bytes("nonce_hex"), data = c.Bytes("associated_data_hex");
            int tagBytes = (int)c.Number("tag_bytes", 0);
            bool tree = c.Flag("tree_mac");
            Digests.Equal(c.Output, PlainThreefishSkein.Encrypt(key, nonce, c.Input, data, tagBytes, tree), () =>
                "the plain form");
            Digests.Equal(c.Output, Encrypt(key, nonce, c.Input, data, tagBytes, tree), () => "the library");
        }
    }

    [Theory]
    [MemberData(nameof(Ways))]
    public void EqualsThePlainImplementationAndDecrypts(bool tree)
    {
        Random random = Seed.For(tree.ToString(CultureInfo.InvariantCulture));
        foreach (int length in new[] { 0, 1, 63, 64, 65, 127, 128, 129, 4095, 4096, 4097, 8192, 70_000 })
        {
            foreach (int dataLength in new[] { 0, 1, 63, 64, 65, 128, 200 })
            {
                byte[] key = Pattern.Bytes(random, random.Next(2) == 0 ? 32 : 64),
                    nonce = Pattern.Bytes(random, 8 * random.Next(2, 5));
                byte[] text = Pattern.Bytes(random, length), data = Pattern.Bytes(random, dataLength);
                int tagBytes = 8 * random.Next(2, 9);
                string what = $"{length} bytes with {dataLength}, tag of {tagBytes}, tree {tree}{Seed.Replay}";
                byte[] actual = Encrypt(key, nonce, text, data, tagBytes, tree);
                Digests.Equal(PlainThreefishSkein.Encrypt(key, nonce, text, data, tagBytes, tree), actual, () => what);
                using ThreefishSkein aead = new(key, tagBytes, tree);
                Guarded back = new(length);
                aead.Decrypt(nonce, actual.AsSpan(0, length), actual.AsSpan(length), back.Span, data);
                Digests.Equal(text, back.Span, () => what);
                back.CheckMargins(() => what);
                // Tests both directions in place, including the array overloads.
                byte[] buffer = (byte[])text.Clone(), tag = new byte[tagBytes];
                aead.Encrypt(nonce, buffer, buffer, tag, data);
                Digests.Equal(actual, [.. buffer, .. tag], () => $"in place, {what}");
                aead.Decrypt(nonce, buffer, tag, buffer, data);
                Digests.Equal(text, buffer, () => $"decrypted in place, {what}");
            }
        }
    }

    [Theory]
    [MemberData(nameof(Ways))]
    public void AnyChangeIsRejectedAndNoPlaintextIsReturned(bool tree)
    {
        byte[] key = Pattern.Bytes(64), nonce = Pattern.Bytes(24, 1), text = Pattern.Bytes(tree ? 9000 : 150, 2),
            data = Pattern.Bytes(70, 3);
        byte[] sealedText = Encrypt(key, nonce, text, data, 24, tree), ciphertext = sealedText[..text.Length],
            tag = sealedText[text.Length..];
        using ThreefishSkein aead = new(key, 24, tree);
        Random random = Seed.For(tree.ToString(CultureInfo.InvariantCulture));
        foreach (byte[] part in new[] { nonce, ciphertext, tag, data })
        {
            for (int i = 0; i < part.Length; i += part.Length > 1000 ? random.Next(1, 60) : 1)
            {
                byte bit = (byte)(1 << random.Next(8));
                part[i] ^= bit;
                Refused(nonce, ciphertext, tag, data);
                part[i] ^= bit;
            }
        }

        // The following calls change the lengths of the inputs: bytes are moved from one input to another, removed or added.
        Refused(nonce, ciphertext[..^1], tag, data);
        Refused(nonce, [.. ciphertext, 0], tag, data);
        Refused(nonce, ciphertext, tag, data[..^1]);
        Refused(nonce, ciphertext, tag, [.. data, 0]);
        Refused(nonce, ciphertext, tag, []);
        Refused(nonce[..16], ciphertext, tag, data);
        Refused([.. nonce, .. new byte[8]], ciphertext, tag, data);
        Refused(nonce, [data[^1], .. ciphertext], tag, data[..^1]);
        using (ThreefishSkein other = new(key, 24, !tree))
        {
            Assert.Throws<AuthenticationTagMismatchException>(() =>
                other.Decrypt(nonce, ciphertext, tag, new byte[text.Length], data));
        }

        byte[] back = new byte[text.Length];
        aead.Decrypt(nonce, ciphertext, tag, back, data);
        Assert.Equal(text, back);

        void Refused(byte[] n, byte[] c, byte[] t, byte[] d)
        {
            Guarded destination = new(c.Length);
            Assert.Throws<AuthenticationTagMismatchException>(() => aead.Decrypt(n, c, t, destination.Span, d));
            Assert.False(destination.Span.ContainsAnyExcept((byte)0));
            destination.CheckMargins(() => "refused");
        }
    }

    // Another thread reads the destination during the call.
    [Theory]
    [MemberData(nameof(Ways))]
    public void NoPlaintextIsVisibleBeforeTheTagIsCompared(bool tree)
    {
        const int Bytes = 4 << 20;
        const byte Untouched = 0xEE;
        byte[] key = Pattern.Bytes(32), nonce = Pattern.Bytes(24, 1), text = new byte[Bytes], plaintext = new byte[Bytes];
        byte[] sealedText = Encrypt(key, nonce, text, [], 32, tree), ciphertext = sealedText[..Bytes], tag = sealedText[Bytes..];
        ciphertext.AsSpan().Fill(1);
        using ThreefishSkein aead = new(key, 32, tree);
        for (int round = 0; round < 4; round++)
        {
            plaintext.AsSpan().Fill(Untouched);
            byte seen = Untouched;
            bool isOver = false;
            using ManualResetEventSlim started = new();
            Thread reader = new(() =>
            {
                while (!Volatile.Read(ref isOver))
                {
                    byte now = Volatile.Read(ref plaintext[0]);
                    if (now is not (0 or Untouched)) seen = now;
                    started.Set();
                }
            });
            reader.Start();
            started.Wait(TestContext.Current.CancellationToken);
            Assert.Throws<AuthenticationTagMismatchException>(() => aead.Decrypt(nonce, ciphertext, tag, plaintext));
            Volatile.Write(ref isOver, true);
            reader.Join();
            Assert.Equal(Untouched, seen);
        }
    }

    [Fact]
    public void NoncesOfOtherLengthsGiveOtherKeystreams()
    {
        // The keystreams must differ even if one nonce is another nonce with zeros appended.
        byte[] key = Pattern.Bytes(32), text = new byte[64];
        HashSet<string> ciphertexts = [];
        foreach (int length in new[] { 16, 24, 32 })
        {
            foreach (bool tree in new[] { false, true })
            {
                Assert.True(ciphertexts.Add(Convert.ToHexString(Encrypt(key, new byte[length], text, [], 16, tree)[..64])));
            }
        }

        Assert.NotEqual(Encrypt(key, new byte[16], text, [], 16, false)[64..],
            Encrypt(key, new byte[16], text, [], 32, false)[64..80]);
    }

    [Fact]
    public void OverlappingBuffersGiveTheRightResultOrAreRejectedBeforeAnythingIsWritten()
    {
        using ThreefishSkein aead = new(Pattern.Bytes(32), 16);
        byte[] nonce = Pattern.Bytes(16), original = Pattern.Bytes(600), tag = new byte[16];
        foreach (int shift in new[] { 1, 7, 64, -1, -7, -64 })
        {
            byte[] buffer = (byte[])original.Clone();
            Refused("ciphertext", () => aead.Encrypt(nonce, buffer.AsSpan(100, 200), buffer.AsSpan(100 + shift, 200), tag));
            Refused("plaintext", () => aead.Decrypt(nonce, buffer.AsSpan(100, 200), tag, buffer.AsSpan(100 + shift, 200)));
            Refused("ciphertext", () =>
                aead.Encrypt(nonce, new byte[200], buffer.AsSpan(100, 200), tag, buffer.AsSpan(100 + shift, 200)));
            Refused("ciphertext", () => aead.Encrypt(buffer.AsSpan(90, 16), new byte[200], buffer.AsSpan(100, 200), tag));
            Refused("tag", () => aead.Encrypt(nonce, buffer.AsSpan(100, 200), buffer.AsSpan(100, 200), buffer.AsSpan(290, 16)));
            Refused("tag", () =>
                aead.Encrypt(nonce, new byte[200], new byte[200], buffer.AsSpan(100, 16), buffer.AsSpan(20, 200)));
            Refused("tag", () => aead.Encrypt(buffer.AsSpan(95, 16), new byte[200], new byte[200], buffer.AsSpan(100, 16)));
            Refused("plaintext", () => aead.Decrypt(nonce, new byte[200], buffer.AsSpan(290, 16), buffer.AsSpan(100, 200)));

            void Refused(string parameter, Action action)
            {
                Assert.Throws<ArgumentException>(parameter, action);
                Assert.Equal(original, buffer);
                Assert.Equal(new byte[16], tag);
            }
        }
    }

    [Fact]
    public void OnlyTheListedSizesAreAccepted()
    {
        byte[] none = [], tag = new byte[16];
        using ThreefishSkein aead = new(new byte[32], tag.Length);
        Assert.Equal([32, 64], Sizes(ThreefishSkein.KeyByteSizes, n => new ThreefishSkein(new byte[n], 16).Dispose()));
        Assert.Equal([16, 24, 32], Sizes(ThreefishSkein.NonceByteSizes, n => aead.Encrypt(new byte[n], none, none, tag)));
        Assert.Equal([16, 24, 32, 40, 48, 56, 64],
            Sizes(ThreefishSkein.TagByteSizes, n => new ThreefishSkein(new byte[32], n).Dispose()));

        static int[] Sizes(KeySizes sizes, Action<int> use)
        {
            int[] accepted = [.. Enumerable.Range(0, 100).Where(n => Record.Exception(() => use(n)) is null)];
            Assert.Equal(accepted, Enumerable.Range(0, 100).Where(n =>
                n >= sizes.MinSize && n <= sizes.MaxSize && (n - sizes.MinSize) % sizes.SkipSize == 0));
            return accepted;
        }
    }

    [Fact]
    public void InvalidArgumentsThrowWithTheParameterName()
    {
        foreach (int length in new[] { 0, 16, 31, 33, 48, 65, 128 })
        {
            Assert.Throws<CryptographicException>(() => new ThreefishSkein(new byte[length], 16));
        }
        foreach (int length in new[] { -8, 0, 8, 15, 17, 65, 72 })
        {
            Assert.Throws<ArgumentException>("tagSizeInBytes", () => new ThreefishSkein(new byte[32], length));
        }
        Assert.Throws<ArgumentNullException>("key", () => new ThreefishSkein(null!, 16));
        ThreefishSkein aead = new(new byte[32], 16);
        byte[] nonce = new byte[16], text = new byte[10], destination = new byte[10], tag = new byte[16];
        foreach (int length in new[] { 0, 12, 15, 17, 33, 40 })
        {
            Assert.Throws<ArgumentException>("nonce", () => aead.Encrypt(new byte[length], text, destination, tag));
            Assert.Throws<ArgumentException>("nonce", () => aead.Decrypt(new byte[length], text, tag, destination));
        }

        Assert.Throws<ArgumentException>("tag", () => aead.Encrypt(nonce, text, destination, new byte[15]));
        Assert.Throws<ArgumentException>("tag", () => aead.Decrypt(nonce, text, new byte[24], destination));
        Assert.Throws<ArgumentException>("ciphertext", () => aead.Encrypt(nonce, text, new byte[11], tag));
        Assert.Throws<ArgumentException>("plaintext", () => aead.Decrypt(nonce, text, tag, new byte[9]));
        Assert.Throws<ArgumentNullException>("nonce", () => aead.Encrypt(null!, text, destination, tag));
        Assert.Throws<ArgumentNullException>("plaintext", () => aead.Encrypt(nonce, null!, destination, tag));
        Assert.Throws<ArgumentNullException>("ciphertext", () => aead.Encrypt(nonce, text, null!, tag));
        Assert.Throws<ArgumentNullException>("tag", () => aead.Encrypt(nonce, text, destination, null!));
        Assert.Throws<ArgumentNullException>("plaintext", () => aead.Decrypt(nonce, text, tag, null!));
        Assert.Equal(new byte[10], destination);
        Assert.Equal(16, aead.TagSizeInBytes);
        aead.Dispose();
        Assert.Throws<ObjectDisposedException>(() => aead.Encrypt(nonce, text, destination, tag));
        Assert.Throws<ObjectDisposedException>(() => aead.Decrypt(nonce, text, tag, destination));
    }

    [Theory]
    [MemberData(nameof(Ways))]
    public void KeysAreWiped(bool tree)
    {
        ThreefishSkein aead = new(Pattern.Bytes(32), 16, tree);
        ulong[][] keys = [.. typeof(ThreefishSkein).GetFields(BindingFlags.Instance | BindingFlags.NonPublic)
            .Select(f => f.GetValue(aead)).OfType<ulong[]>()];
        Assert.Equal(3, keys.Length);
        Assert.Equal(tree ? 3 : 2, keys.Count(words => words.All(w => w != 0)));
        aead.Dispose();
        Assert.All(keys, words => Assert.All(words, w => Assert.Equal(0ul, w)));
    }

    [Theory]
    [MemberData(nameof(Ways))]
    public void NothingIsAllocated(bool tree)
    {
        using ThreefishSkein aead = new(Pattern.Bytes(32), 32, tree);
        byte[] nonce = new byte[24], text = new byte[20_000], tag = new byte[32], data = new byte[70];
        Assert.Equal(0, Allocated.Least(Run));

        void Run()
        {
            aead.Encrypt(nonce, text, text, tag, data);
            aead.Decrypt(nonce, text, tag, text, data);
        }
    }

    private static byte[] Encrypt(byte[] key, byte[] nonce, byte[] text, byte[] data, int tagBytes, bool tree)
    {
        using ThreefishSkein aead = new(key, tagBytes, tree);
        Guarded ciphertext = new(text.Length), tag = new(tagBytes);
        aead.Encrypt(nonce, text, ciphertext.Span, tag.Span, data);
        ciphertext.CheckMargins(() => "ciphertext");
        tag.CheckMargins(() => "tag");
        return [.. ciphertext.Span, .. tag.Span];
    }
}
