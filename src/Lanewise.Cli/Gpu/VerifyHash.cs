using Lanewise.Gpu;

namespace Lanewise.Cli.Gpu;

/// <summary>Checks a hash of many messages in device memory and in host memory.</summary>
/// <param name="Name">The algorithm, key and digest length.</param>
/// <param name="BlockBytes">The block size in bytes. Message lengths near its multiples are tested.</param>
/// <param name="HashBytes">The length of a digest in bytes.</param>
/// <param name="KnownMessage">A message in hexadecimal.</param>
/// <param name="KnownDigest">The published digest of this message, or an empty string if none is published.</param>
internal sealed record VerifyHash(string Name, int BlockBytes, int HashBytes, string KnownMessage, string KnownDigest)
    : VerifyRow(Name)
{
    public delegate void EqualMethod(AcceleratorBuffer source, int length, long count, AcceleratorBuffer digests);

    public delegate void RaggedMethod(AcceleratorBuffer source, ReadOnlySpan<int> lengths, AcceleratorBuffer digests);

    public delegate void EqualSpansMethod(Accelerator accelerator, ReadOnlySpan<byte> source, int length, Span<byte> digests);

    public delegate void RaggedSpansMethod(
        Accelerator accelerator, ReadOnlySpan<byte> source, ReadOnlySpan<int> lengths, Span<byte> digests);

    public delegate void ProcessorMethod(ReadOnlySpan<byte> source, ReadOnlySpan<int> lengths, Span<byte> digests);

    public required EqualMethod Equal { get; init; }

    public required RaggedMethod Ragged { get; init; }

    public required EqualSpansMethod EqualSpans { get; init; }

    public required RaggedSpansMethod RaggedSpans { get; init; }

    public required ProcessorMethod OnProcessor { get; init; }

    public override void Run(VerifyChecks checks)
    {
        if (KnownDigest.Length > 0)
        {
            byte[] message = Convert.FromHexString(KnownMessage);
            using AcceleratorBuffer source = checks.Holding(message), digest = checks.Guarded(HashBytes);
            Equal(source, message.Length, 1, digest);
            checks.Expect(digest, Convert.FromHexString(KnownDigest), $"{Name}: the published digest");
        }

        // The lengths are near block boundaries and, from 1025 on, near BLAKE3's chunk boundaries. 131 messages do not fit in one
        // launch.
        ReadOnlySpan<int> lengths =
            [0, 1, BlockBytes - 9, BlockBytes - 8, BlockBytes - 1, BlockBytes, BlockBytes + 1, 2 * BlockBytes, 1025, 3073];
        foreach (int length in lengths)
        {
            OfOneLength(checks, 7, length);
        }

        foreach (int count in (ReadOnlySpan<int>)[0, 1, 131]) OfOneLength(checks, count, (2 * BlockBytes) - 7);
        foreach (int count in (ReadOnlySpan<int>)[0, 1, 2, 131]) OfAnyLengths(checks, count);
    }

    private void OfOneLength(VerifyChecks checks, int count, int length)
    {
        int[] lengths = new int[count];
        lengths.AsSpan().Fill(length);
        byte[] messages = VerifyChecks.Noise(count * length, length);
        byte[] wanted = new byte[count * HashBytes], got = new byte[wanted.Length];
        OnProcessor(messages, lengths, wanted);
        string what = Invariant($"{Name}: {count} messages of {length} bytes");
        using AcceleratorBuffer source = checks.Holding(messages), digests = checks.Guarded(wanted.Length);
        Equal(source, length, count, digests);
        checks.Expect(digests, wanted, what);
        EqualSpans(checks.Accelerator, messages, length, got);
        checks.Expect(got, wanted, $"{what}, copied");
    }

    // Some messages are empty, and one needs more than one launch and more than one piece.
    private void OfAnyLengths(VerifyChecks checks, int count)
    {
        int[] lengths = new int[count];
        Random random = new(count);
        for (int i = 0; i < count; i++) lengths[i] = i % 5 == 3 ? 0 : i == 1 ? 3500 : random.Next(200);
        byte[] messages = VerifyChecks.Noise(lengths.Sum(), count);
        byte[] wanted = new byte[count * HashBytes], got = new byte[wanted.Length];
        OnProcessor(messages, lengths, wanted);
        string what = Invariant($"{Name}: {count} messages of unequal length");
        using AcceleratorBuffer source = checks.Holding(messages), digests = checks.Guarded(wanted.Length);
        Ragged(source, lengths, digests);
        checks.Expect(digests, wanted, what);
        RaggedSpans(checks.Accelerator, messages, lengths, got);
        checks.Expect(got, wanted, $"{what}, copied");
    }
}

/// <summary>Checks BLAKE3 of one message: digests, extended output, and output from any offset.</summary>
internal sealed record VerifyTree(string Name, byte[] Key) : VerifyRow(Name)
{
    // The values are from the official BLAKE3 test vectors. The input bytes repeatedly count from 0 to 250.
    private static readonly (int Length, string Digest)[] Known =
    [
        (0, "af1349b9f5f9a1a6a0404dea36dcc9499bcb25c9adc112b7cc9a93cae41f3262"),
        (1024, "42214739f095a406f3fc83deb889744ac00df831c10daa55189b5d121c855af7"),
        (1025, "d00278ae47eb27b34faecf67b4fe263f82d5412916c1ffd97c8cb7fb814b8444"),
        (31744, "62b6960e1a44bcc1eb1a611a8d6235b6b4b78f32e7abc4fb4c6cdcce94895c47"),
    ];

    public override void Run(VerifyChecks checks)
    {
        foreach ((int length, string digest) in Key.Length == 0 ? Known : [])
        {
            byte[] message = new byte[length];
            for (int i = 0; i < length; i++) message[i] = (byte)(i % 251);
            Check(checks, message, 0, Convert.FromHexString(digest), "the published digest of ");
        }

        foreach (int length in (ReadOnlySpan<int>)[0, 1, 63, 64, 65, 1023, 1024, 1025, 2048, 2049, 3072, 7169, 9 * 1024])
        {
            ReadOnlySpan<(ulong, int)> outputs = [(0, 32), (0, 1), (63, 131), ((1UL << 38) + 5, 64)];
            foreach ((ulong offset, int output) in outputs)
            {
                byte[] message = VerifyChecks.Noise(length, length), wanted = new byte[output];
                using LanewiseHash hash = Key.Length == 0 ? new Blake3() : new Blake3Mac(Key);
                hash.AppendData(message);
                using Blake3Output expected = Blake3Output.Of(hash);
                expected.ReadAt(offset, wanted);
                Check(checks, message, offset, wanted, Invariant($"{output} bytes from {offset} on of "));
            }
        }
    }

    private void Check(VerifyChecks checks, byte[] message, ulong offset, byte[] wanted, string what)
    {
        what = Invariant($"{Name}: {what}{message.Length} bytes");
        byte[] got = new byte[wanted.Length];
        using AcceleratorBuffer source = checks.Holding(message), output = checks.Guarded(wanted.Length);
        AcceleratorBlake3.HashData(source, message.Length, output, wanted.Length, offset, Key);
        checks.Expect(output, wanted, what);
        AcceleratorBlake3.HashData(checks.Accelerator, message, got, offset, Key);
        checks.Expect(got, wanted, $"{what}, copied");
    }
}
