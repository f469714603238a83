using System.Buffers.Binary;
using System.Security.Cryptography;
using Lanewise.Gpu.Devices;

namespace Lanewise.Gpu.Algorithms;

/// <summary>The direction and the cipher settings for XTEA packets with separate keys.</summary>
internal sealed record DevicePackets(bool Encrypts, int Rounds, bool IsBigEndian)
{
    private static readonly Kernel Encrypt = new("xtea", "lw_xtea_packets_encrypt");
    private static readonly Kernel Decrypt = new("xtea", "lw_xtea_packets_decrypt");

    public Kernel Kernel => Encrypts ? Encrypt : Decrypt;

    public static DevicePackets Create(bool encrypts, XteaByteOrder byteOrder, int cycles)
    {
        // Creating the cipher validates the arguments: the constructor throws if the number of cycles or the byte order is
        // invalid.
        using Xtea cipher = new(stackalloc byte[Xtea.KeySizeInBytes], byteOrder, cycles);
        return new DevicePackets(encrypts, 2 * cycles, byteOrder == XteaByteOrder.BigEndian);
    }
}

/// <summary>Encrypts and decrypts XTEA packets on a device.</summary>
internal static class PacketRun
{
    public const int StartBytes = sizeof(ulong);

    // The maximum number of start offsets that are copied to the device at once.
    private const int StartsAtOnce = 1 << 17;

    /// <summary>Processes data in device memory.</summary>
    public static void Run(
        DevicePackets packets, AcceleratorBuffer keys, AcceleratorBuffer source, ReadOnlySpan<int> packetLengths,
        AcceleratorBuffer destination, CancellationToken cancellationToken)
    {
        ArgumentNullException.ThrowIfNull(keys);
        ArgumentNullException.ThrowIfNull(source);
        ArgumentNullException.ThrowIfNull(destination);
        long length = CheckLengths(packetLengths, packets.Encrypts);
        Accelerator accelerator = source.Accelerator;
        DeviceMemory from = source.For(accelerator, length, nameof(source));
        DeviceMemory to = destination.For(accelerator, length, nameof(destination));
        DeviceMemory own = keys.For(accelerator, (long)Xtea.KeySizeInBytes * packetLengths.Length, nameof(keys));
        if (keys == source || keys == destination)
        {
            throw new ArgumentException("The keys need a separate buffer.", nameof(keys));
        }

        CheckTrust(accelerator);
        Run(accelerator, packets, own, from, packetLengths, length, to, cancellationToken);
    }

    /// <summary>Processes data in host memory.</summary>
    public static void Run(
        Accelerator accelerator, DevicePackets packets, ReadOnlySpan<byte> keys, ReadOnlySpan<byte> source,
        ReadOnlySpan<int> packetLengths, Span<byte> destination, CancellationToken cancellationToken)
    {
        ArgumentNullException.ThrowIfNull(accelerator);
        long length = CheckLengths(packetLengths, packets.Encrypts);
        if (length != source.Length)
        {
            throw new ArgumentException(Invariant(
                $"The packets have {length} bytes together; the source has {source.Length}."), nameof(source));
        }

        if (keys.Length != (long)Xtea.KeySizeInBytes * packetLengths.Length)
        {
            throw new ArgumentException(Invariant(
                $"Each packet needs a key of {Xtea.KeySizeInBytes} bytes; {packetLengths.Length} packets were given, but "
                + $"{keys.Length} key bytes."),
                nameof(keys));
        }

        if (keys.Overlaps(destination))
        {
            throw new ArgumentException("The keys must not overlap the destination.", nameof(destination));
        }

        CipherRun.CheckOverlap(source, destination);
        CheckTrust(accelerator);
        accelerator.RunPieces(
            new PacketPieces(accelerator, packets, keys, source, packetLengths, destination), cancellationToken);
    }

    public static void Launch(
        Accelerator accelerator, int queue, DevicePackets packets, DeviceMemory keys, DeviceMemory starts, int count,
        DeviceMemory source, DeviceMemory destination, long length, CancellationToken cancellationToken)
    {
        ulong end = (ulong)length / Xtea.BlockSizeInBytes;
        accelerator.Launch(
            packets.Kernel,
            queue,
            0,
            end,
            accelerator.ItemsPerLaunch(Xtea.BlockSizeInBytes),
            new PacketsLaunch(packets, keys, starts, count, source, destination, end),
            cancellationToken);
    }

    /// <summary>Writes the index of each packet's first block, followed by the end of the last packet.</summary>
    public static void WriteStarts(ReadOnlySpan<int> packetLengths, ref long block, Span<byte> starts)
    {
        for (int i = 0; i < packetLengths.Length; i++)
        {
            BinaryPrimitives.WriteInt64LittleEndian(starts.Slice(i * StartBytes), block);
            block += packetLengths[i] / Xtea.BlockSizeInBytes;
        }

        BinaryPrimitives.WriteInt64LittleEndian(starts.Slice(packetLengths.Length * StartBytes), block);
    }

    private static void Run(
        Accelerator accelerator, DevicePackets packets, DeviceMemory keys, DeviceMemory source, ReadOnlySpan<int> packetLengths,
        long length, DeviceMemory destination, CancellationToken cancellationToken)
    {
        if (length == 0) return;

        byte[] part = new byte[(Math.Min(packetLengths.Length, StartsAtOnce) + 1) * StartBytes];
        using DeviceMemory starts = accelerator.AllocateMemory((packetLengths.Length + 1L) * StartBytes);
        long block = 0;
        for (int begin = 0; begin < packetLengths.Length; begin += StartsAtOnce)
        {
            int count = Math.Min(StartsAtOnce, packetLengths.Length - begin);
            WriteStarts(packetLengths.Slice(begin, count), ref block, part);
            accelerator.Device.Write(starts, (long)begin * StartBytes, part.AsSpan(0, (count + 1) * StartBytes));
        }

        Launch(
            accelerator, Device.MainQueue, packets, keys, starts, packetLengths.Length, source, destination, length,
            cancellationToken);
    }

    private static long CheckLengths(ReadOnlySpan<int> packetLengths, bool encrypts)
    {
        long all = 0;
        for (int i = 0; i < packetLengths.Length; i++)
        {
            if (packetLengths[i] < 0)
            {
                throw new ArgumentOutOfRangeException(
                    nameof(packetLengths),
                    packetLengths[i],
                    Invariant($"The length of packet {i} is negative."));
            }

            if (packetLengths[i] % Xtea.BlockSizeInBytes != 0)
            {
                string text = Invariant(
                    $"Packet {i} has {packetLengths[i]} bytes; its length must be a multiple of {Xtea.BlockSizeInBytes} bytes.");
                throw encrypts ? new ArgumentException(text, nameof(packetLengths)) : new CryptographicException(text);
            }

            all += packetLengths[i];
        }

        return all;
    }

    private static void CheckTrust(Accelerator accelerator) =>
        accelerator.CheckTrust("XTEA packets", () => SelfTest(accelerator));

    // Tests encryption and decryption with both byte orders, including empty packets.
    private static bool SelfTest(Accelerator accelerator)
    {
        int[] lengths = [8, 24, 0, 40, 8];
        byte[] keys = new byte[lengths.Length * Xtea.KeySizeInBytes], text = new byte[lengths.Sum()];
        byte[] got = new byte[text.Length], wanted = new byte[text.Length];
        for (int i = 0; i < keys.Length; i++) keys[i] = (byte)(16 + (11 * i));
        for (int i = 0; i < text.Length; i++) text[i] = (byte)(7 * i);
        using DeviceMemory own = accelerator.AllocateMemory(keys.Length), data = accelerator.AllocateMemory(text.Length);
        accelerator.Device.Write(own, 0, keys);
        foreach (int cycles in (ReadOnlySpan<int>)[3, 32, 35])
        {
            foreach (XteaByteOrder order in (ReadOnlySpan<XteaByteOrder>)[XteaByteOrder.BigEndian, XteaByteOrder.LittleEndian])
            {
                Xtea.EncryptMany(Xtea.KeyPerPacket(keys, order, cycles), Messages.Packed(text, lengths), wanted);
                accelerator.Device.Write(data, 0, text);
                Go(encrypts: true);
                accelerator.Device.Read(data, 0, got);
                if (!CryptographicOperations.FixedTimeEquals(got, wanted)) return false;

                Go(encrypts: false);
                accelerator.Device.Read(data, 0, got);
                if (!CryptographicOperations.FixedTimeEquals(got, text)) return false;

                void Go(bool encrypts) => Run(
                    accelerator, DevicePackets.Create(encrypts, order, cycles), own, data, lengths, text.Length, data,
                    CancellationToken.None);
            }
        }

        return true;
    }

    private readonly record struct PacketsLaunch(
        DevicePackets Packets, DeviceMemory Keys, DeviceMemory Starts, int Count, DeviceMemory Source, DeviceMemory Destination,
        ulong End) : ILaunch
    {
        public void Add(KernelArguments list, ulong first) => list.Add(Source).Add(Destination).Add(Keys).Add(Starts)
            .Add((uint)Count).Add((uint)Packets.Rounds).Add(Packets.IsBigEndian ? 1u : 0u).Add(first).Add(End);
    }
}

/// <summary>
/// Divides packets in host memory into pieces of whole packets. All pieces have similar total lengths.
/// </summary>
internal readonly ref struct PacketPieces : IPieces
{
    private readonly Accelerator accelerator;
    private readonly DevicePackets packets;
    private readonly ReadOnlySpan<byte> keys, source;
    private readonly ReadOnlySpan<int> lengths;
    private readonly Span<byte> destination;

    // For each piece: the index of the first packet, and the offset of the first byte. The last entries mark the end of the last
    // piece.
    private readonly List<int> first = [0], offsets = [0];

    public PacketPieces(
        Accelerator accelerator, DevicePackets packets, ReadOnlySpan<byte> keys, ReadOnlySpan<byte> source,
        ReadOnlySpan<int> lengths, Span<byte> destination)
    {
        this.accelerator = accelerator;
        this.packets = packets;
        this.keys = keys;
        this.source = source;
        this.lengths = lengths;
        this.destination = destination;
        int offset = 0;
        for (int i = 0; i < lengths.Length; i++)
        {
            // The total length of the keys is also limited, because each key is as long as two blocks.
            int bytes = offset - offsets[^1], beside = (i - first[^1] + 1) * Xtea.KeySizeInBytes;
            if (i > first[^1] && (lengths[i] > accelerator.PieceBytes - bytes || beside > accelerator.PieceBytes))
            {
                first.Add(i);
                offsets.Add(offset);
            }

            offset += lengths[i];
        }

        if (lengths.IsEmpty) return;

        first.Add(lengths.Length);
        offsets.Add(offset);
    }

    public int Count => first.Count - 1;

    public PieceSize Size(int piece)
    {
        int bytes = offsets[piece + 1] - offsets[piece], count = PacketsOf(piece);
        return new PieceSize(bytes, (count + 1) * PacketRun.StartBytes, count * Xtea.KeySizeInBytes, 0, bytes);
    }

    public void Fill(int piece, Span<byte> input, Span<byte> table, Span<byte> ownKeys)
    {
        source.Slice(offsets[piece], input.Length).CopyTo(input);
        long block = 0;
        PacketRun.WriteStarts(lengths.Slice(first[piece], PacketsOf(piece)), ref block, table);
        keys.Slice(first[piece] * Xtea.KeySizeInBytes, ownKeys.Length).CopyTo(ownKeys);
    }

    public void Launch(int piece, int queue, PieceMemory memory, CancellationToken cancellationToken) => PacketRun.Launch(
        accelerator, queue, packets, memory.Keys, memory.Table, PacketsOf(piece), memory.Input, memory.Output,
        Size(piece).Input, cancellationToken);

    public void Take(int piece, ReadOnlySpan<byte> output) => output.CopyTo(destination.Slice(offsets[piece]));

    private int PacketsOf(int piece) => first[piece + 1] - first[piece];
}
