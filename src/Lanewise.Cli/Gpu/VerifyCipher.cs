using System.Buffers.Binary;
using System.Numerics;
using System.Security.Cryptography;
using Lanewise.Gpu;

namespace Lanewise.Cli.Gpu;

/// <summary>Checks a block cipher on data in device memory and in host memory.</summary>
/// <param name="Name">The algorithm and its settings.</param>
/// <param name="BlockBytes">The size of a block in bytes.</param>
/// <param name="KnownText">A plaintext block in hexadecimal.</param>
/// <param name="KnownResult">The published ciphertext of this block, or an empty string if none is published.</param>
internal sealed record VerifyCipher<TCipher>(string Name, int BlockBytes, string KnownText, string KnownResult) : VerifyRow(Name)
    where TCipher : class, IDisposable
{
    public delegate void Blocks(TCipher cipher, AcceleratorBuffer source, AcceleratorBuffer destination, long length);

    public delegate void Counters(
        TCipher cipher, AcceleratorBuffer source, AcceleratorBuffer destination, long length, ReadOnlySpan<byte> counter);

    public delegate void BlocksOfSpans(
        Accelerator accelerator, TCipher cipher, ReadOnlySpan<byte> source, Span<byte> destination);

    public delegate void CountersOfSpans(
        Accelerator accelerator, TCipher cipher, ReadOnlySpan<byte> source, Span<byte> destination, ReadOnlySpan<byte> counter);

    public delegate void BlocksOnProcessor(TCipher cipher, ReadOnlySpan<byte> source, Span<byte> destination);

    public delegate void CountersOnProcessor(
        TCipher cipher, ReadOnlySpan<byte> source, Span<byte> destination, ReadOnlySpan<byte> counter);

    public required Func<TCipher> Create { get; init; }

    public required Blocks Encrypt { get; init; }

    public required Blocks Decrypt { get; init; }

    public required Counters Count { get; init; }

    public required BlocksOfSpans EncryptSpans { get; init; }

    public required BlocksOfSpans DecryptSpans { get; init; }

    public required CountersOfSpans CountSpans { get; init; }

    public required BlocksOnProcessor EncryptOnProcessor { get; init; }

    public required CountersOnProcessor CountOnProcessor { get; init; }

    public override void Run(VerifyChecks checks)
    {
        using TCipher cipher = Create();
        if (KnownResult.Length > 0)
        {
            byte[] text = Convert.FromHexString(KnownText);
            using AcceleratorBuffer source = checks.Holding(text), destination = checks.Guarded(text.Length);
            Encrypt(cipher, source, destination, text.Length);
            checks.Expect(destination, Convert.FromHexString(KnownResult), $"{Name}: the published block");
        }

        // The largest sizes do not fit in one launch or one piece.
        foreach (int blocks in (ReadOnlySpan<int>)[0, 1, 7, 259]) WholeBlocks(checks, cipher, blocks);
        foreach (int length in (ReadOnlySpan<int>)[0, 1, BlockBytes - 1, BlockBytes, BlockBytes + 1, (259 * BlockBytes) - 5])
        {
            Counted(checks, cipher, length);
        }
    }

    private void WholeBlocks(VerifyChecks checks, TCipher cipher, int blocks)
    {
        byte[] text = VerifyChecks.Noise(blocks * BlockBytes, blocks), wanted = new byte[text.Length], got = [.. text];
        string what = Invariant($"{Name}: {blocks} blocks");
        EncryptOnProcessor(cipher, text, wanted);
        using AcceleratorBuffer source = checks.Holding(text), destination = checks.Guarded(text.Length);
        Encrypt(cipher, source, destination, text.Length);
        checks.Expect(destination, wanted, $"{what}, encrypted");
        Decrypt(cipher, destination, destination, text.Length);
        checks.Expect(destination, text, $"{what}, decrypted in place");
        EncryptSpans(checks.Accelerator, cipher, got, got);
        checks.Expect(got, wanted, $"{what}, encrypted, copied");
        DecryptSpans(checks.Accelerator, cipher, wanted, got);
        checks.Expect(got, text, $"{what}, decrypted, copied");
    }

    // The last word of the counter overflows after two blocks. In wide blocks, this also makes the preceding words overflow.
    private void Counted(VerifyChecks checks, TCipher cipher, int length)
    {
        byte[] text = VerifyChecks.Noise(length, length), counter = new byte[BlockBytes];
        byte[] wanted = new byte[length], got = new byte[length];
        counter.AsSpan().Fill(0xFF);
        counter[^1] = 0xFE;
        CountOnProcessor(cipher, text, wanted, counter);
        string what = Invariant($"{Name}: CTR, {length} bytes");
        using AcceleratorBuffer source = checks.Holding(text), destination = checks.Guarded(length);
        Count(cipher, source, destination, length, counter);
        checks.Expect(destination, wanted, what);
        CountSpans(checks.Accelerator, cipher, text, got, counter);
        checks.Expect(got, wanted, $"{what}, copied");
    }
}

/// <summary>Checks XTEA on packets, each with its own key.</summary>
internal sealed record VerifyPackets(XteaByteOrder Order, int Cycles)
    : VerifyRow(Invariant($"XTEA packets of {Cycles} cycles, {Order}"))
{
    public override void Run(VerifyChecks checks)
    {
        foreach (int count in (ReadOnlySpan<int>)[0, 1, 7, 131])
        {
            // Some packets are empty, and one does not fit in a launch or a piece.
            int[] lengths = new int[count];
            Random random = new(count);
            for (int i = 0; i < count; i++) lengths[i] = 8 * (i % 5 == 3 ? 0 : i == 6 ? 400 : random.Next(12));
            byte[] keys = VerifyChecks.Noise(count * Xtea.KeySizeInBytes, count), text = VerifyChecks.Noise(lengths.Sum(), count);
            byte[] wanted = new byte[text.Length], got = [.. text];
            Xtea.EncryptMany(Xtea.KeyPerPacket(keys, Order, Cycles), Messages.Packed(text, lengths), wanted);
            string what = Invariant($"{Name}: {count} packets");
            using AcceleratorBuffer own = checks.Holding(keys), source = checks.Holding(text);
            using AcceleratorBuffer destination = checks.Guarded(text.Length);
            AcceleratorXtea.EncryptMany(own, source, lengths, destination, Order, Cycles);
            checks.Expect(destination, wanted, $"{what}, encrypted");
            AcceleratorXtea.DecryptMany(own, destination, lengths, destination, Order, Cycles);
            checks.Expect(destination, text, $"{what}, decrypted in place");
            AcceleratorXtea.EncryptMany(checks.Accelerator, keys, got, lengths, got, Order, Cycles);
            checks.Expect(got, wanted, $"{what}, encrypted, copied");
            AcceleratorXtea.DecryptMany(checks.Accelerator, keys, wanted, lengths, got, Order, Cycles);
            checks.Expect(got, text, $"{what}, decrypted, copied");
        }
    }
}

/// <summary>
/// Checks that a search finds the lowest matching number, even if it exceeds 32 bits, and that the absence of a match is
/// reported.
/// </summary>
internal sealed record VerifySearch(SearchHash Hash, int MostText, Func<byte[], byte[]> OnProcessor)
    : VerifyRow($"Search by {Hash}")
{
    private const int Candidates = 400;

    public override void Run(VerifyChecks checks)
    {
        foreach (int textBytes in (ReadOnlySpan<int>)[0, MostText])
        {
            byte[] text = VerifyChecks.Noise(textBytes, textBytes);
            foreach (ulong first in (ReadOnlySpan<ulong>)[0, uint.MaxValue - 200UL])
            {
                ulong[] fronts = [.. Enumerable.Range(0, Candidates).Select(i => Front(first + (ulong)i, text))];
                foreach (int zeroBits in (ReadOnlySpan<int>)[0, 1, 6, 40])
                {
                    int match = Array.FindIndex(fronts, front => BitOperations.LeadingZeroCount(front) >= zeroBits);
                    bool found = AcceleratorSearch.TryFind(
                        checks.Accelerator, Hash, text, zeroBits, first, Candidates, out ulong nonce);
                    checks.Count(
                        found == match >= 0 && (!found || nonce == first + (ulong)match),
                        Invariant($"{Name}: {zeroBits} zero bits from {first} on, text of {textBytes} bytes"));
                }
            }
        }
    }

    private ulong Front(ulong nonce, byte[] text)
    {
        byte[] candidate = new byte[sizeof(ulong) + text.Length];
        BinaryPrimitives.WriteUInt64LittleEndian(candidate, nonce);
        text.CopyTo(candidate.AsSpan(sizeof(ulong)));
        return BinaryPrimitives.ReadUInt64BigEndian(OnProcessor(candidate));
    }
}
