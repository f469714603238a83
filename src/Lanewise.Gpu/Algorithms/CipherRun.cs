using System.Buffers.Binary;
using System.Security.Cryptography;
using Lanewise.Gpu.Devices;

namespace Lanewise.Gpu.Algorithms;

/// <summary>Runs the ECB and CTR modes on a device, for all ciphers.</summary>
internal static class CipherRun
{
    /// <summary>Processes data in device memory.</summary>
    public static void Run(
        DeviceCipher cipher, CipherOperation operation, AcceleratorBuffer source, AcceleratorBuffer destination, long length,
        ReadOnlySpan<byte> counter, CancellationToken cancellationToken)
    {
        ArgumentNullException.ThrowIfNull(source);
        ArgumentNullException.ThrowIfNull(destination);
        ArgumentOutOfRangeException.ThrowIfNegative(length);
        Check(cipher, operation, length, counter, nameof(length));
        Accelerator accelerator = source.Accelerator;
        DeviceMemory from = source.For(accelerator, length, nameof(source));
        DeviceMemory to = destination.For(accelerator, length, nameof(destination));
        CheckTrust(accelerator, cipher);
        Launch(accelerator, Device.MainQueue, cipher, operation, from, to, length, counter.ToArray(), cancellationToken);
    }

    /// <summary>Processes data in host memory.</summary>
    public static void Run(
        Accelerator accelerator, DeviceCipher cipher, CipherOperation operation, ReadOnlySpan<byte> source,
        Span<byte> destination,
        ReadOnlySpan<byte> counter, CancellationToken cancellationToken)
    {
        ArgumentNullException.ThrowIfNull(accelerator);
        Check(cipher, operation, source.Length, counter, nameof(source));
        CheckOverlap(source, destination);
        CheckTrust(accelerator, cipher);
        accelerator.RunPieces(new CipherPieces(accelerator, cipher, operation, source, destination, counter), cancellationToken);
    }

    public static void Launch(
        Accelerator accelerator, int queue, DeviceCipher cipher, CipherOperation operation, DeviceMemory source,
        DeviceMemory destination,
        long length, byte[] counter, CancellationToken cancellationToken)
    {
        ulong blocks = ((ulong)length + (uint)cipher.BlockBytes - 1) / (uint)cipher.BlockBytes;
        accelerator.Launch(
            cipher.KernelOf(operation),
            queue,
            0,
            blocks,
            accelerator.ItemsPerLaunch(cipher.BlockBytes),
            new BlocksLaunch(
                cipher, operation, source, destination, counter, operation == CipherOperation.Count ? (ulong)length : blocks),
            cancellationToken);
    }

    /// <summary>Returns the counter block after the given number of blocks.</summary>
    public static byte[] Later(ReadOnlySpan<byte> counter, ulong blocks)
    {
        byte[] later = counter.ToArray();
        for (int i = later.Length - 8; i >= 0 && blocks != 0; i -= 8)
        {
            Span<byte> word = later.AsSpan(i, 8);
            ulong sum = unchecked(BinaryPrimitives.ReadUInt64BigEndian(word) + blocks);
            BinaryPrimitives.WriteUInt64BigEndian(word, sum);
            blocks = sum < blocks ? 1u : 0u;
        }

        return later;
    }

    /// <summary>
    /// Throws if the source and destination overlap at different offsets, because the pipeline writes output while it is still
    /// reading input.
    /// </summary>
    public static void CheckOverlap(ReadOnlySpan<byte> source, Span<byte> destination)
    {
        if (destination.Length < source.Length)
        {
            throw new ArgumentException(Invariant(
                $"The destination must have at least {source.Length} bytes; it has {destination.Length}."), nameof(destination));
        }

        if (source.Overlaps(destination.Slice(0, source.Length), out int offset) && offset != 0)
        {
            throw new ArgumentException(
                "The destination must not overlap the source, unless both start at the same position.", nameof(destination));
        }
    }

    private static void Check(
        DeviceCipher cipher, CipherOperation operation, long length, ReadOnlySpan<byte> counter, string parameter)
    {
        if (operation == CipherOperation.Count)
        {
            if (counter.Length == cipher.BlockBytes) return;

            throw new ArgumentException(Invariant(
                $"The counter must be one block long, {cipher.BlockBytes} bytes, not {counter.Length}."), nameof(counter));
        }

        if (length % cipher.BlockBytes == 0) return;

        string text = Invariant($"The length must be a multiple of {cipher.BlockBytes} bytes; it is {length}.");
        throw operation == CipherOperation.Encrypt ? new ArgumentException(text, parameter) : new CryptographicException(text);
    }

    private static void CheckTrust(Accelerator accelerator, DeviceCipher cipher) =>
        accelerator.CheckTrust(cipher.Name, () => cipher.ForSelfTest().All(sample => IsRight(accelerator, sample)));

    // Tests encryption, decryption, in-place decryption, a counter whose carry propagates through all words, and a partial
    // last block.
    private static bool IsRight(Accelerator accelerator, DeviceCipher cipher)
    {
        using (cipher)
        {
            byte[] text = new byte[5 * cipher.BlockBytes], counter = new byte[cipher.BlockBytes];
            for (int i = 0; i < text.Length; i++) text[i] = (byte)(7 * i);
            counter.AsSpan().Fill(0xFF);
            int cut = text.Length - 3;
            using DeviceMemory source = accelerator.AllocateMemory(text.Length);
            using DeviceMemory destination = accelerator.AllocateMemory(text.Length);
            accelerator.Device.Write(source, 0, text);
            return Gives(CipherOperation.Encrypt, source, text.Length)
                && Gives(CipherOperation.Decrypt, destination, text.Length)
                && Gives(CipherOperation.Count, source, cut);

            bool Gives(CipherOperation operation, DeviceMemory from, int length)
            {
                byte[] before = new byte[text.Length], wanted = new byte[text.Length], got = new byte[text.Length];
                accelerator.Device.Read(from, 0, before);
                // The destination bytes after the partial block must not change.
                accelerator.Device.Read(destination, 0, wanted);
                cipher.OnProcessor(operation, before.AsSpan(0, length), wanted.AsSpan(0, length), counter);
                Launch(
                    accelerator, Device.MainQueue, cipher, operation, from, destination, length, counter, CancellationToken.None);
                accelerator.Device.Read(destination, 0, got);
                return CryptographicOperations.FixedTimeEquals(wanted, got);
            }
        }
    }

    private readonly record struct BlocksLaunch(
        DeviceCipher Cipher, CipherOperation Operation, DeviceMemory Source, DeviceMemory Destination, byte[] Counter,
        ulong End) : ILaunch
    {
        public void Add(KernelArguments list, ulong first)
        {
            list.Add(Source).Add(Destination);
            Cipher.AddKey(list);
            if (Operation == CipherOperation.Count) Cipher.AddCounter(list, Counter);
            list.Add(first).Add(End);
        }
    }
}

/// <summary>Divides host data into pieces that consist of whole cipher blocks.</summary>
internal readonly ref struct CipherPieces : IPieces
{
    private readonly Accelerator accelerator;
    private readonly DeviceCipher cipher;
    private readonly CipherOperation operation;
    private readonly ReadOnlySpan<byte> source, counter;
    private readonly Span<byte> destination;
    private readonly int pieceBytes;

    public CipherPieces(
        Accelerator accelerator, DeviceCipher cipher, CipherOperation operation, ReadOnlySpan<byte> source,
        Span<byte> destination,
        ReadOnlySpan<byte> counter)
    {
        this.accelerator = accelerator;
        this.cipher = cipher;
        this.operation = operation;
        this.source = source;
        this.destination = destination;
        this.counter = counter;
        pieceBytes = Math.Max(1, accelerator.PieceBytes / cipher.BlockBytes) * cipher.BlockBytes;
    }

    public int Count => (int)(((long)source.Length + pieceBytes - 1) / pieceBytes);

    public PieceSize Size(int piece)
    {
        int length = Math.Min(pieceBytes, source.Length - (piece * pieceBytes));
        return new PieceSize(length, 0, 0, 0, length);
    }

    public void Fill(int piece, Span<byte> input, Span<byte> table, Span<byte> keys) =>
        source.Slice(piece * pieceBytes, input.Length).CopyTo(input);

    public void Launch(int piece, int queue, PieceMemory memory, CancellationToken cancellationToken)
    {
        ulong before = (ulong)piece * (uint)(pieceBytes / cipher.BlockBytes);
        CipherRun.Launch(
            accelerator, queue, cipher, operation, memory.Input, memory.Output, Size(piece).Input,
            CipherRun.Later(counter, before),
            cancellationToken);
    }

    public void Take(int piece, ReadOnlySpan<byte> output) => output.CopyTo(destination.Slice(piece * pieceBytes));
}
