using System.Reflection;
using System.Runtime.InteropServices;
using System.Security.Cryptography;
using Lanewise.Ciphers;
using Lanewise.ThreefishFamily;
using Xunit;

namespace Lanewise.Tests;

/// <summary>
/// Tests that no call uses a wiped key, and that no key remains in memory, whether or not the cipher is disposed.
/// </summary>
[Collection(Alone.Name)]
public sealed class CipherLifetimeTests
{
    private const int Bytes = 4 << 20;

    public static TheoryData<string> Methods => [.. Users.Select(user => user.Name)];

    private static IEnumerable<(string Name, Func<byte[], (IDisposable Cipher, Action<byte[], byte[]> Run)> Make)> Users
    {
        get
        {
            foreach ((string name, Func<byte[], LanewiseCipher> make) in Ciphers)
            {
                yield return ($"{name} ECB", key => With(make(key), (c, from, to) => c.EncryptEcb(from, to, PaddingMode.None)));
                yield return ($"{name} ECB back", key =>
                    With(make(key), (c, from, to) => c.DecryptEcb(from, to, PaddingMode.None)));
                yield return ($"{name} ECB over cores", key =>
                    With(make(key), (c, from, to) => c.EncryptEcb(from, to, new ParallelOptions())));
                yield return ($"{name} CBC", key =>
                    With(make(key), (c, from, to) => c.EncryptCbc(from, new byte[c.BlockLengthInBytes], to, PaddingMode.None)));
                yield return ($"{name} CTR", key =>
                    With(make(key), (c, from, to) => c.TransformCtr(from, new byte[c.BlockLengthInBytes], to)));
                yield return ($"{name} packets", key =>
                    With(make(key), (c, from, to) => c.EncryptMany(Messages.Packed(from, 4096), to)));
                yield return ($"{name} packets of ciphers", key => With(make(key), (c, from, to) => LanewiseCipher.EncryptMany(
                    Enumerable.Repeat(c, from.Length / 4096).ToArray(), Messages.Packed(from, 4096), to)));
            }

            yield return ("Threefish sectors", key =>
                With(new Threefish512(key.AsSpan(0, 64)), (c, from, to) =>
                    ((ThreefishCipher)c).EncryptSectors(from, to, 4096, 1)));
            yield return ("ThreefishSkein", key =>
            {
                ThreefishSkein aead = new(key.AsSpan(0, 32), 32);
                return (aead, (from, to) => aead.Encrypt(new byte[24], from, to, new byte[32]));
            });
        }
    }

    private static IEnumerable<(string Name, Func<byte[], LanewiseCipher> Make)> Ciphers =>
    [
        ("XTEA", key => new Xtea(key.AsSpan(0, 16))),
        ("Threefish-256", key => new Threefish256(key.AsSpan(0, 32))),
        ("Threefish-512", key => new Threefish512(key.AsSpan(0, 64))),
        ("Threefish-1024", key => new Threefish1024(key.AsSpan(0, 128))),
    ];

    private static (IDisposable Cipher, Action<byte[], byte[]> Run) With(LanewiseCipher cipher,
        Action<LanewiseCipher, byte[], byte[]> run) =>
        (cipher, (from, to) => run(cipher, from, to));

    /// <summary>
    /// If another thread disposes the cipher during a call, the call must either complete correctly or throw and leave no
    /// output.
    /// </summary>
    [Theory]
    [MemberData(nameof(Methods))]
    public void NoPlaintextIsEncryptedWithAWipedKey(string method)
    {
        Func<byte[], (IDisposable Cipher, Action<byte[], byte[]> Run)> make = Users.Single(user => user.Name == method).Make;
        byte[] key = Pattern.Bytes(128), text = Pattern.Bytes(Bytes), right = new byte[Bytes], destination = new byte[Bytes];
        (IDisposable first, Action<byte[], byte[]> run) = make(key);
        run(text, right);
        first.Dispose();
        int thrown = 0;
        for (int round = 0; round < 6; round++)
        {
            (IDisposable cipher, run) = make(key);
            Array.Clear(destination);
            using ManualResetEventSlim started = new();
            // The other thread waits until some output has been written, and then disposes the cipher in the middle of the call.
            Thread other = new(() =>
            {
                started.Set();
                SpinWait wait = default;
                for (int i = 0; i < 1000 && Volatile.Read(ref destination[round * Bytes / 16]) == 0; i++) wait.SpinOnce(-1);
                cipher.Dispose();
            });
            other.Start();
            started.Wait(TestContext.Current.CancellationToken);
            bool threw = false;
            try
            {
                run(text, destination);
            }
            catch (ObjectDisposedException)
            {
                threw = true;
            }
            catch (AggregateException e) when (e.InnerExceptions.All(inner => inner is ObjectDisposedException))
            {
                threw = true;
            }

            other.Join();
            cipher.Dispose();
            if (threw) thrown++;
            // The output must be correct or cleared.
            for (int o = 0; o < Bytes; o += 128)
            {
                ReadOnlySpan<byte> part = destination.AsSpan(o, 128);
                Assert.True(part.SequenceEqual(right.AsSpan(o, 128)) || (threw && !part.ContainsAnyExcept((byte)0)),
                    $"{method}: wrong text at {o}, threw: {threw}");
            }
        }

        TestContext.Current.TestOutputHelper?.WriteLine($"{thrown} of 6 calls threw");
    }

    /// <summary>
    /// The padding code processes the end of the plaintext separately. The end of the plaintext must not remain on the stack.
    /// </summary>
    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public void NoPlaintextStaysInMemoryIfTheCipherIsDisposedDuringACall(bool encrypting)
    {
        const int BlockBytes = Threefish512.BlockSizeInBytes, TextBytes = (20 * BlockBytes) + (BlockBytes / 2);
        bool thrown = false;
        bool isKept = KeysInMemory.Keeps(TextBytes, TextBytes - KeysInMemory.LeastBytes, text =>
        {
            RandomNumberGenerator.Fill(text.Span);
            byte[] ciphertext = new byte[TextBytes + (BlockBytes / 2)], plaintext = new byte[TextBytes];
            ciphertext.AsSpan(TextBytes).Fill(BlockBytes / 2);
            text.CopyTo(ciphertext);
            DisposedMidway.Invert(ciphertext, ciphertext);
            // Decryption needs two runs, because it reads the padding first.
            DisposedMidway cipher = new(runs: encrypting ? 1 : 2);
            try
            {
                if (encrypting) cipher.EncryptEcb(text.Span, ciphertext, PaddingMode.PKCS7);
                else cipher.DecryptEcb(ciphertext, plaintext, PaddingMode.PKCS7);
            }
            catch (ObjectDisposedException)
            {
                thrown = true;
            }
        });
        Assert.True(thrown);
        Assert.False(isKept);
    }

    /// <summary>No method leaves its key in memory, even if the call throws or is cancelled.</summary>
    [Fact]
    public void NoMethodOfACipherLeavesItsKey()
    {
        byte[] text = Pattern.Bytes(1 << 18);
        int[] lengths = [.. Enumerable.Repeat(512, text.Length / 512)];
        ReadOnlyMemory<byte>[] pieces =
            [.. Enumerable.Range(0, lengths.Length).Select(i => new ReadOnlyMemory<byte>(text, 512 * i, 512))];
        List<(string Name, int KeyBytes, Action<byte[]> Use)> methods = [];
        foreach ((string name, Func<byte[], (IDisposable Cipher, Action<byte[], byte[]> Run)> make) in Users)
        {
            methods.Add((name, 128, key =>
            {
                (IDisposable cipher, Action<byte[], byte[]> run) = make(key);
                run(text, new byte[text.Length]);
                Assert.ThrowsAny<Exception>(() => run(text, new byte[3]));
                cipher.Dispose();
                Assert.ThrowsAny<ObjectDisposedException>(() => run(text, new byte[text.Length]));
            }));
        }

        foreach ((string name, Func<byte[], LanewiseCipher> make) in Ciphers)
        {
            methods.Add(($"{name} scattered, cancelled, wrong padding", 128, key =>
            {
                using LanewiseCipher cipher = make(key);
                LanewiseCipher[] ciphers = [.. Enumerable.Repeat(cipher, pieces.Length)];
                Memory<byte>[] buffers = [.. pieces.Select(p => (Memory<byte>)new byte[p.Length])];
                LanewiseCipher.EncryptMany(ciphers, pieces, buffers);
                LanewiseCipher.EncryptMany(ciphers, pieces, buffers, new ParallelOptions());
                LanewiseCipher.EncryptMany(ciphers[..3], pieces[..3], [.. buffers.Take(3)]);
                // The second packet cannot be read, which the method detects only after it has gathered the keys of other
                // packets.
                ReadOnlyMemory<byte>[] broken = [pieces[0], new Unreadable(pieces[1].Length).Memory, .. pieces[2..]];
                Assert.Throws<IOException>(() => LanewiseCipher.EncryptMany(ciphers, broken, buffers));
                using CancellationTokenSource cancel = new();
                cancel.CancelAfter(TimeSpan.FromMicroseconds(50));
                Record.Exception(() =>
                    LanewiseCipher.EncryptMany(ciphers, pieces, buffers,
                        new ParallelOptions { CancellationToken = cancel.Token }));
                // For 255 of 256 keys, the padding of this text is invalid.
                Record.Exception(() => cipher.DecryptEcb(text, PaddingMode.PKCS7));
            }));
        }

        methods.Add(("XTEA, keys of packets", 64, key =>
        {
            byte[] to = new byte[text.Length];
            Assert.Throws<CryptographicException>(() => new Xtea(key));
            Xtea.EncryptMany(Xtea.KeyPerPacket(key), Messages.Packed(text.AsSpan(0, 32), 8), to);
            Xtea.EncryptMany(Xtea.KeyPerPacket(key), Messages.Packed(text.AsSpan(0, 4096), 1024), to);
            Xtea.EncryptMany(Xtea.KeyPerPacket(key.AsMemory(0, 16)), Messages.Packed(text.AsSpan(0, 8), 8), to);
            Xtea.EncryptMany(Xtea.KeyPerPacket(key.AsMemory(0, 16)), Messages.Packed(text, text.Length), to);
            Xtea.EncryptMany(Xtea.KeyPerPacket(key), MemoryMessages.Packed(text, text.Length / 4), to, new ParallelOptions());
        }));
        methods.Add(("Threefish-512, key of a packet", 64, key =>
        {
            byte[] to = new byte[text.Length];
            Threefish512.EncryptMany(Threefish512.KeyPerPacket(key), Messages.Packed(text.AsSpan(0, 64), 64), to);
            Threefish512.EncryptMany(Threefish512.KeyPerPacket(key), Messages.Packed(text, text.Length), to);
        }));
        foreach ((string name, int keyBytes,
            Func<SymmetricAlgorithm> make) in (ReadOnlySpan<(string, int, Func<SymmetricAlgorithm>)>)
            [("XteaAlgorithm", 16, () => new XteaAlgorithm()), ("ThreefishAlgorithm", 64, () => new ThreefishAlgorithm(512))])
        {
            methods.Add(($"{name}, SetKey", keyBytes, key =>
            {
                using SymmetricAlgorithm algorithm = make();
                algorithm.SetKey(key);
                algorithm.EncryptEcb(text, PaddingMode.PKCS7);
                algorithm.DecryptEcb(algorithm.EncryptEcb(text, PaddingMode.PKCS7), PaddingMode.PKCS7);
                algorithm.EncryptCbc(text, algorithm.IV);
                algorithm.CreateEncryptor().Dispose();
                using ICryptoTransform decryptor = algorithm.CreateDecryptor();
                Assert.Throws<CryptographicException>(() => decryptor.TransformFinalBlock(text, 0, 129));
            }));
            methods.Add(($"{name}, replaced keys", keyBytes, key =>
            {
                using SymmetricAlgorithm algorithm = make();
                algorithm.Key = key;
                algorithm.GenerateKey();
                algorithm.Key = key;
                algorithm.SetKey(new byte[keyBytes]);
                algorithm.Key = key;
                algorithm.KeySize = 8 * keyBytes;
                algorithm.Key = key;
                Assert.Throws<CryptographicException>(() => algorithm.Key = new byte[3]);
            }));
            methods.Add(($"{name}, transform", keyBytes, key =>
            {
                using SymmetricAlgorithm algorithm = make();
                using ICryptoTransform encryptor = algorithm.CreateEncryptor(key, algorithm.IV);
                encryptor.TransformFinalBlock(text, 0, text.Length);
            }));
        }

        Assert.Empty(KeysInMemory.LeftBy(methods));
    }

    // The search for keys does not find a key schedule.
    [Fact]
    public void DisposeWipesAllArraysOfACipher()
    {
        foreach ((string name, Func<byte[], LanewiseCipher> make) in Ciphers)
        {
            LanewiseCipher cipher = make(Pattern.Bytes(128));
            IReadOnlyList<Array> arrays = Secrets.AllArrays(cipher);
            Assert.NotEmpty(arrays);
            Assert.All(arrays, array => Assert.True(HoldsAnything(array), name));
            cipher.Dispose();
            Assert.All(arrays, array => Assert.False(HoldsAnything(array), name));
        }

        static bool HoldsAnything(Array array) => array.Cast<object>().Any(item => Convert.ToUInt64(item, null) != 0);
    }

    // The kernel for one block keeps the derived key on the stack.
    [Fact]
    public void ThreefishSkeinLeavesNoDerivedKeyOnTheStack() =>
        Assert.False(Enumerable.Range(0, 3).All(round => KeysInMemory.Keeps(64, 0, made =>
        {
            ThreefishSkein aead = new(RandomNumberGenerator.GetBytes(32), 32);
            byte[] ciphertext = Encrypted(aead, out byte[] tag), plaintext = new byte[64];
            FieldInfo key = typeof(ThreefishSkein).GetField("cipherKey", BindingFlags.Instance | BindingFlags.NonPublic)!;
            MemoryMarshal.AsBytes(((ulong[])key.GetValue(aead)!).AsSpan()).CopyTo(made.Span);
            aead.Decrypt(new byte[24], ciphertext, tag, plaintext);
            aead.Dispose();
        })));

    private static byte[] Encrypted(ThreefishSkein aead, out byte[] tag)
    {
        byte[] ciphertext = new byte[64];
        tag = new byte[32];
        aead.Encrypt(new byte[24], new byte[64], ciphertext, tag);
        return ciphertext;
    }

    [Fact]
    public void AnUndisposedCipherWipesItsKey()
    {
        IReadOnlyList<string> left = KeysInMemory.LeftBy(
        [
            ("XTEA", 16, key => Forget(() => new Xtea(key))),
            ("Threefish-512", 64, key => Forget(() => new Threefish512(key))),
            ("XteaAlgorithm's transform", 16, key => Forget(() =>
            {
                using XteaAlgorithm algorithm = new();
                return algorithm.CreateEncryptor(key, new byte[8]);
            })),
        ]);
        Assert.Empty(left);
    }

    private static void Forget(Func<object> make)
    {
        [System.Runtime.CompilerServices.MethodImpl(System.Runtime.CompilerServices.MethodImplOptions.NoInlining)]
        static void Make(Func<object> make) => make();

        Thread thread = new(() => Make(make));
        thread.Start();
        thread.Join();
        GC.Collect();
        GC.WaitForPendingFinalizers();
    }

    /// <summary>A cipher that inverts bits, and that is disposed during one of its runs.</summary>
    private sealed class DisposedMidway(int runs) : LanewiseCipher(ThreefishRun<Threefish512Spec>.Packets, new byte[64])
    {
        private int left = runs;

        public static void Invert(ReadOnlySpan<byte> source, Span<byte> destination)
        {
            for (int i = 0; i < source.Length; i++) destination[i] = (byte)~source[i];
        }

        private protected override void RunBlocks(
            bool encrypting, Tweak tweak, ReadOnlySpan<byte> source, Span<byte> destination)
        {
            Invert(source, destination);
            if (--left == 0) Dispose();
        }

        private protected override void RunChain(
            Tweak tweak, ReadOnlySpan<byte> previous, ReadOnlySpan<byte> source, Span<byte> destination) =>
            throw new NotSupportedException();

        private protected override void RunCounter(
            Tweak tweak, ReadOnlySpan<byte> counter, ReadOnlySpan<byte> source, Span<byte> destination) =>
            throw new NotSupportedException();

        private protected override void Wipe()
        {
        }
    }

    /// <summary>Memory that has a length but throws when it is read, like a truncated file.</summary>
    private sealed class Unreadable(int length) : System.Buffers.MemoryManager<byte>
    {
        public override Memory<byte> Memory => CreateMemory(length);

        public override Span<byte> GetSpan() => throw new IOException();

        public override System.Buffers.MemoryHandle Pin(int elementIndex = 0) => throw new IOException();

        public override void Unpin()
        {
        }

        protected override void Dispose(bool disposing)
        {
        }
    }
}
