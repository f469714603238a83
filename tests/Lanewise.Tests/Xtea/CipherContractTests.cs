using System.Security.Cryptography;
using Lanewise.ThreefishFamily;
using Xunit;

namespace Lanewise.Tests;

/// <summary>
/// Tests how ciphers behave if arguments are invalid or unusual. The ciphers must behave like <see cref="Aes"/> if
/// <see cref="Aes"/> supports the operation.
/// </summary>
public sealed class CipherContractTests
{
    private static IEnumerable<(string Name, Func<SymmetricAlgorithm> Make)> Algorithms =>
    [
        ("XTEA", () => new XteaAlgorithm()),
        ("Threefish-512", () => new ThreefishAlgorithm(512)),
    ];

    private static IEnumerable<LanewiseCipher> Ciphers =>
        [new Xtea(Pattern.Bytes(16)), new Threefish256(Pattern.Bytes(32)), new Threefish1024(Pattern.Bytes(128))];

    public static TheoryData<string> BadUses => [.. Uses.Select(use => use.Name)];

    // The sizes are multiples of the block length, so the same list works for all ciphers.
    private static IEnumerable<(string Name, Action<SymmetricAlgorithm, int> Use)> Uses
    {
        get
        {
            yield return ("key too short", (a, n) => a.CreateEncryptor(new byte[5], new byte[n]));
            yield return ("no key", (a, n) => a.CreateEncryptor(null!, new byte[n]));
            yield return ("no vector", (a, n) => a.CreateEncryptor(a.Key, null));
            yield return ("vector too short", (a, n) => a.CreateDecryptor(a.Key, new byte[n - 1]));
            yield return ("Key short", (a, n) => a.Key = new byte[3]);
            yield return ("SetKey short", (a, n) => a.SetKey(new byte[3]));
            yield return ("Key null", (a, n) => a.Key = null!);
            yield return ("IV short", (a, n) => a.IV = new byte[3]);
            yield return ("IV null", (a, n) => a.IV = null!);
            yield return ("mode", (a, n) => a.Mode = CipherMode.CTS);
            yield return ("ECB, vector too short", (a, n) =>
            {
                a.Mode = CipherMode.ECB;
                a.CreateEncryptor(a.Key, new byte[3]);
            });
            yield return ("ECB, no vector", (a, n) =>
            {
                a.Mode = CipherMode.ECB;
                a.CreateEncryptor(a.Key, null).Dispose();
            });
            foreach (PaddingMode padding in Enum.GetValues<PaddingMode>())
            {
                yield return ($"nothing in ECB, {padding}", (a, n) => Assert.Empty(a.DecryptEcb(Array.Empty<byte>(), padding)));
                yield return ($"nothing in CBC, {padding}", (a, n) =>
                    Assert.Empty(a.DecryptCbc(Array.Empty<byte>(), new byte[n], padding)));
                yield return ($"nothing into a span, {padding}", (a, n) => Assert.True(a.TryDecryptEcb([], [], padding, out _)));
                yield return ($"nothing at the end, {padding}", (a, n) =>
                {
                    a.Padding = padding;
                    Assert.Empty(a.CreateDecryptor().TransformFinalBlock([], 0, 0));
                });
            }

            (string, int, int, int)[] blocks =
            [
                ("offset -1", -1, 16, 0), ("offset beyond", 65, 16, 0), ("no bytes", 0, 0, 0), ("count -1", 0, -1, 0),
                ("no whole block", 0, 15, 0),
                ("too many", 0, 80, 0), ("over the end", 60, 16, 0), ("output offset beyond", 0, 16, 65),
                ("output too short", 0, 16, 60),
            ];
            foreach ((string name, int offset, int count, int output) in blocks)
            {
                // The lengths are in units of a sixteenth of a block.
                yield return ($"block, {name}", (a, n) =>
                {
                    byte[] buffer = new byte[4 * n];
                    a.CreateEncryptor().TransformBlock(buffer, Scale(offset, n), Scale(count, n), buffer, Scale(output, n));
                });
                yield return ($"final block, {name}", (a, n) =>
                    a.CreateEncryptor().TransformFinalBlock(new byte[4 * n], Scale(offset, n), Scale(count, n)));
            }

            yield return ("no input", (a, n) => a.CreateEncryptor().TransformBlock(null!, 0, n, new byte[n], 0));
            yield return ("no output", (a, n) => a.CreateEncryptor().TransformBlock(new byte[n], 0, n, null!, 0));
            yield return ("no final input", (a, n) => a.CreateEncryptor().TransformFinalBlock(null!, 0, 0));
            yield return ("disposed", (a, n) =>
            {
                ICryptoTransform transform = a.CreateEncryptor();
                transform.Dispose();
                transform.TransformFinalBlock(new byte[n], 0, n);
            });
        }
    }

    [Fact]
    public void PropertiesDescribeTheCipher()
    {
        Assert.Equal([16, 32, 128], Ciphers.Select(cipher => cipher.KeyLengthInBytes));
        Assert.Equal([8, 32, 128], Ciphers.Select(cipher => cipher.BlockLengthInBytes));
        using Xtea usual = new(Pattern.Bytes(16)), other = new(Pattern.Bytes(16), XteaByteOrder.LittleEndian, 8);
        Assert.Equal((32, XteaByteOrder.BigEndian), (usual.Cycles, usual.ByteOrder));
        Assert.Equal((8, XteaByteOrder.LittleEndian), (other.Cycles, other.ByteOrder));
        Assert.Equal(Threefish256Spec.Table.Choose().Lanes(64), Threefish256.PreferredBatchSize);
        Assert.Equal(Threefish512Spec.Table.Choose().Lanes(64), Threefish512.PreferredBatchSize);
        Assert.Equal(Threefish1024Spec.Table.Choose().Lanes(64), Threefish1024.PreferredBatchSize);
    }

    [Theory]
    [InlineData(256)]
    [InlineData(512)]
    [InlineData(1024)]
    public void AModeIsKeptAndANewVectorIsGenerated(int bits)
    {
        using ThreefishAlgorithm algorithm = new(bits);
        Assert.Equal(CipherMode.CBC, algorithm.Mode);
        algorithm.Mode = CipherMode.ECB;
        Assert.Equal(CipherMode.ECB, algorithm.Mode);
        byte[] first = algorithm.IV;
        algorithm.GenerateIV();
        Assert.Equal(bits / 8, algorithm.IV.Length);
        Assert.NotEqual(first, algorithm.IV);
    }

    /// <summary>Tests that the ciphers throw the same exceptions with the same parameter names as .NET's own
    /// algorithm.</summary>
    [Theory]
    [MemberData(nameof(BadUses))]
    public void AlgorithmsRejectTheSameArgumentsAsAes(string name)
    {
        Action<SymmetricAlgorithm, int> use = Uses.Single(u => u.Name == name).Use;
        using Aes aes = Aes.Create();
        Exception? expected = Record.Exception(() => use(aes, 16));
        foreach ((string title, Func<SymmetricAlgorithm> make) in Algorithms)
        {
            using SymmetricAlgorithm algorithm = make();
            Exception? actual = Record.Exception(() => use(algorithm, algorithm.BlockSize / 8));
            Assert.True(expected?.GetType() == actual?.GetType(),
                $"{title}, {name}: {actual?.GetType().Name ?? "nothing"}, Aes: {expected?.GetType().Name ?? "nothing"}");
            Assert.Equal((expected as ArgumentException)?.ParamName, (actual as ArgumentException)?.ParamName);
        }
    }

    [Theory]
    [InlineData(PaddingMode.PKCS7)]
    [InlineData(PaddingMode.ANSIX923)]
    [InlineData(PaddingMode.ISO10126)]
    public void AnEmptyInputIsNotAPaddedCiphertext(PaddingMode padding)
    {
        foreach (LanewiseCipher cipher in Ciphers)
        {
            byte[] iv = new byte[cipher.BlockLengthInBytes];
            Assert.Throws<CryptographicException>(() => cipher.DecryptEcb([], padding));
            Assert.Throws<CryptographicException>(() => cipher.DecryptEcb([], new byte[1], padding));
            Assert.Throws<CryptographicException>(() => cipher.TryDecryptEcb([], [], padding, out _));
            Assert.Throws<CryptographicException>(() => cipher.DecryptCbc([], iv, padding));
            Assert.Throws<CryptographicException>(() => cipher.TryDecryptCbc([], iv, [], out _, padding));
            int[] lengths = new int[2];
            byte[] packet = cipher.EncryptEcb([1, 2, 3], padding);
            cipher.DecryptMany(Messages.Packed(packet, [0, packet.Length]), new byte[packet.Length], lengths, padding);
            Assert.Equal([-1, 3], lengths);
            Assert.Empty(cipher.DecryptEcb([], PaddingMode.None));
            Assert.Empty(cipher.DecryptEcb([], PaddingMode.Zeros));
        }
    }

    /// <summary>
    /// Once an in-place operation has begun, it must run to completion. An operation with a separate destination can be
    /// cancelled in the middle.
    /// </summary>
    [Fact]
    public void AnInPlaceCallNeverLeavesPartlyEncryptedData()
    {
        using Xtea cipher = new(Pattern.Bytes(16));
        byte[] text = Pattern.Bytes(8 << 20), right = cipher.EncryptEcb(text, PaddingMode.None);
        int[] lengths = [.. Enumerable.Repeat(4096, text.Length / 4096)];
        for (int round = 0; round < 12; round++)
        {
            byte[] buffer = [.. text];
            using CancellationTokenSource cancel = new();
            ParallelOptions options = new() { MaxDegreeOfParallelism = 2, CancellationToken = cancel.Token };
            cancel.CancelAfter(TimeSpan.FromMicroseconds(100 * round));
            Exception? e = Record.Exception(() =>
            {
                if (round % 3 == 0) cipher.EncryptEcb(buffer, buffer, options);
                else if (round % 3 == 1) cipher.EncryptMany(MemoryMessages.Packed(buffer, lengths), buffer, options);
                else cipher.EncryptMany(Pieces(buffer), Pieces(buffer)
                    .Select(p => (Memory<byte>)System.Runtime.InteropServices.MemoryMarshal.AsMemory(p)).ToArray(), options);
            });
            Assert.True(e is null or OperationCanceledException, e?.ToString());
            Assert.True(buffer.AsSpan().SequenceEqual(e is null ? right : text),
                $"round {round}: {e?.GetType().Name ?? "finished"}");
        }

        using CancellationTokenSource cancelled = new();
        cancelled.Cancel();
        Assert.ThrowsAny<OperationCanceledException>(() =>
            cipher.EncryptEcb(text, new byte[text.Length], new ParallelOptions { CancellationToken = cancelled.Token }));

        static ReadOnlyMemory<byte>[] Pieces(byte[] buffer) =>
            [.. Enumerable.Range(0, buffer.Length / 4096).Select(i => new ReadOnlyMemory<byte>(buffer, i * 4096, 4096))];
    }

    /// <summary>
    /// A destination must not overlap any other memory that the method reads. An overlapping destination is rejected before
    /// anything is written.
    /// </summary>
    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void TheDestinationMustNotOverlapAnInput(bool overCores)
    {
        const int Packets = 8, PacketBytes = 64, Bytes = Packets * PacketBytes;
        using Threefish512 cipher = new(Pattern.Bytes(64));
        LanewiseCipher[] ciphers = [.. Enumerable.Repeat(cipher, Packets)];
        // A single buffer of words contains the packets, destination, keys, tweaks, lengths and plaintext lengths at separate
        // offsets.
        foreach (string moved in (string[])["packets", "keys", "tweaks", "lengths", "plaintext lengths", "none"])
        {
            foreach (string over in (string[])["destination", "plaintext lengths"])
            {
                foreach (bool scattered in (bool[])[false, true])
                {
                    foreach (bool ownKeys in (bool[])[false, true])
                    {
                        if (moved == over || (moved == "keys" && !ownKeys)) continue;

                        using Words words = new(8 * Bytes);
                        int at = over == "destination" ? 1 : 5;
                        int Offset(string what, int otherwise) => moved == what ? (at * Bytes) + 4 : otherwise * Bytes;
                        Memory<byte> packets = words.Bytes(Offset("packets", 0), Bytes), destination = words.Bytes(Bytes, Bytes),
                            keys = words.Bytes(Offset("keys", 2), Bytes), tweaks = words.Bytes(Offset("tweaks", 3), Packets * 16);
                        Memory<int> lengths = words.Ints(Offset("lengths", 4), Packets),
                            plaintextLengths = words.Ints(Offset("plaintext lengths", 5), Packets);
                        lengths.Span.Fill(PacketBytes);
                        byte[] before = [.. words.Bytes(0, 8 * Bytes).Span];
                        Memory<byte>[] destinations =
                            [.. Enumerable.Range(0, Packets).Select(i => destination.Slice(i * PacketBytes, PacketBytes))];
                        ParallelOptions options = new();
                        // The memory of the lengths must not overlap any other memory. Otherwise, the call must be rejected
                        // before the lengths are used.
                        Exception? e = Record.Exception(() =>
                        {
                            MemoryMessages memory = MemoryMessages.Packed(packets, lengths);
                            Messages spans = Messages.Packed(packets.Span, lengths.Span);
                            CipherKeys own = Threefish512.KeyPerPacket(keys);
                            switch ((overCores, scattered, ownKeys))
                            {
                                case (false, false, false): cipher.DecryptMany(spans, destination.Span, plaintextLengths.Span,
                                    PaddingMode.PKCS7, tweaks.Span); break;
                                case (false, false, true): LanewiseCipher.DecryptMany(own, spans, destination.Span,
                                    plaintextLengths.Span, PaddingMode.PKCS7, tweaks.Span); break;
                                case (false, true, false): cipher.DecryptMany(spans, destinations, plaintextLengths.Span,
                                    PaddingMode.PKCS7, tweaks.Span); break;
                                case (false, true, true): LanewiseCipher.DecryptMany(own, spans, destinations,
                                    plaintextLengths.Span, PaddingMode.PKCS7, tweaks.Span); break;
                                case (true, false, false): cipher.DecryptMany(memory, destination, options, plaintextLengths,
                                    PaddingMode.PKCS7, tweaks); break;
                                case (true, false, true): LanewiseCipher.DecryptMany(own, memory, destination, options,
                                    plaintextLengths, PaddingMode.PKCS7, tweaks); break;
                                case (true, true, false): cipher.DecryptMany(memory, destinations, options, plaintextLengths,
                                    PaddingMode.PKCS7, tweaks); break;
                                default: LanewiseCipher.DecryptMany(own, memory, destinations, options, plaintextLengths,
                                    PaddingMode.PKCS7, tweaks); break;
                            }
                        });
                        string form = $"{moved} over {over}, scattered: {scattered}, own keys: {ownKeys}";
                        if (moved == "none")
                        {
                            Assert.True(e is null, form + e);
                            continue;
                        }

                        Assert.True(e is ArgumentException, $"{form}: {e?.GetType().Name ?? "accepted"}");
                        Assert.True(before.AsSpan().SequenceEqual(words.Bytes(0, 8 * Bytes).Span), form);
                    }
                }
            }
        }
    }

    [Fact]
    public void NullArraysThrowWithTheParameterName()
    {
        Assert.Throws<ArgumentNullException>("key", () => new Xtea((byte[])null!));
        Assert.Throws<ArgumentNullException>("key", () => new Threefish256((byte[])null!));
        Assert.Throws<ArgumentNullException>("key", () => new Threefish512((byte[])null!));
        Assert.Throws<ArgumentNullException>("key", () => new Threefish1024((byte[])null!));
        Assert.Throws<ArgumentNullException>("ciphers", () =>
            LanewiseCipher.EncryptMany((LanewiseCipher[])null!, default(Messages), Span<byte>.Empty));
        Assert.Throws<ArgumentNullException>("sources", () =>
            LanewiseCipher.EncryptMany(default, (ReadOnlyMemory<byte>[])null!, Span<byte>.Empty));
    }

    private static int Scale(int sixteenths, int block) => block == 16 ? sixteenths
        : sixteenths >= 0 && sixteenths % 16 == 15 ? (sixteenths / 16 * block) + block - 1
        : sixteenths % 16 == 1 ? (sixteenths / 16 * block) + 1 : sixteenths == 60 ? (4 * block) - 1 : sixteenths < 0 ? sixteenths
            : sixteenths / 16 * block;

    /// <summary>Memory that can be accessed both as words and as bytes.</summary>
    private sealed class Words(int bytes) : IDisposable
    {
        private readonly int[] words = new int[bytes / 4];
        private readonly List<System.Buffers.MemoryManager<byte>> managers = [];

        public Memory<int> Ints(int at, int count) => words.AsMemory(at / 4, count);

        public Memory<byte> Bytes(int at, int count)
        {
            Manager manager = new(words);
            managers.Add(manager);
            return manager.Memory.Slice(at, count);
        }

        public void Dispose() => managers.Clear();

        private sealed class Manager(int[] words) : System.Buffers.MemoryManager<byte>
        {
            public override Span<byte> GetSpan() => System.Runtime.InteropServices.MemoryMarshal.AsBytes(words.AsSpan());

            public override System.Buffers.MemoryHandle Pin(int elementIndex = 0) => throw new NotSupportedException();

            public override void Unpin()
            {
            }

            protected override void Dispose(bool disposing)
            {
            }
        }
    }
}
