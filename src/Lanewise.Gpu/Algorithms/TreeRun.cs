using System.Runtime.InteropServices;
using System.Security.Cryptography;
using Lanewise.Api;
using Lanewise.Blake3Family;
using Lanewise.Gpu.Devices;

namespace Lanewise.Gpu.Algorithms;

/// <summary>Hashes one BLAKE3 message on the device: the chunks, the parent nodes, and the output of the root node.</summary>
internal static class TreeRun
{
    private const int ValueBytes = Blake3Spec.HashBytes, ChunkBytes = Blake3Spec.ChunkBytes, BlockBytes = Blake3Spec.BlockBytes;

    private static readonly Kernel Chunks = new("blake3", "lw_blake3_chunks"), Parents = new("blake3", "lw_blake3_parents");
    private static readonly Kernel Output = new("blake3", "lw_blake3_output");

    /// <summary>Processes data in device memory.</summary>
    public static void Run(
        AcceleratorBuffer source, long length, AcceleratorBuffer destination, long outputLength, ulong outputOffset,
        ReadOnlySpan<byte> key, CancellationToken cancellationToken)
    {
        ArgumentNullException.ThrowIfNull(source);
        ArgumentNullException.ThrowIfNull(destination);
        ArgumentOutOfRangeException.ThrowIfNegative(length);
        ArgumentOutOfRangeException.ThrowIfNegative(outputLength);
        Check(outputOffset, outputLength, key);
        if (source == destination) throw new ArgumentException("The output needs a separate buffer.", nameof(destination));

        Accelerator accelerator = source.Accelerator;
        DeviceMemory from = source.For(accelerator, length, nameof(source));
        DeviceMemory to = destination.For(accelerator, outputLength, nameof(destination));
        CheckTrust(accelerator);
        Run(accelerator, from, (ulong)length, to, outputOffset, (ulong)outputLength, key, cancellationToken);
    }

    /// <summary>
    /// Hashes a message in host memory. The whole message is copied to the device first, because all chunks contribute to the
    /// root node.
    /// </summary>
    public static void Run(
        Accelerator accelerator, ReadOnlySpan<byte> source, Span<byte> destination, ulong outputOffset, ReadOnlySpan<byte> key,
        CancellationToken cancellationToken)
    {
        ArgumentNullException.ThrowIfNull(accelerator);
        Check(outputOffset, destination.Length, key);
        CheckTrust(accelerator);
        using AcceleratorBuffer message = accelerator.Allocate(Math.Max(1, source.Length));
        using AcceleratorBuffer output = accelerator.Allocate(Math.Max(1, destination.Length));
        message.Write(source);
        Run(message, source.Length, output, destination.Length, outputOffset, key, cancellationToken);
        output.Read(destination);
    }

    private static void Run(
        Accelerator accelerator, DeviceMemory source, ulong length, DeviceMemory output, ulong outputOffset, ulong outputLength,
        ReadOnlySpan<byte> key, CancellationToken cancellationToken)
    {
        uint[] words = new uint[Blake3State.ChainingWords];
        uint mode = Blake3OneShot.ReadOptionalKey(key, words);
        try
        {
            if (outputLength == 0) return;

            Root root = length <= ChunkBytes
                ? OfChunk(accelerator, words, mode, source, length, cancellationToken)
                : OfTree(accelerator, words, mode, source, length, cancellationToken);
            using (root)
            {
                ulong end = ((outputOffset % BlockBytes) + outputLength + BlockBytes - 1) / BlockBytes;
                accelerator.Launch(
                    Output,
                    Device.MainQueue,
                    0,
                    end,
                    accelerator.ItemsPerLaunch(BlockBytes),
                    new OutputLaunch(root, output, outputOffset, outputLength),
                    cancellationToken);
            }
        }
        finally
        {
            CryptographicOperations.ZeroMemory(MemoryMarshal.AsBytes(words.AsSpan()));
        }
    }

    /// <summary>Returns the root of a message with a single chunk: the last block of this chunk.</summary>
    private static Root OfChunk(
        Accelerator accelerator, uint[] key, uint mode, DeviceMemory source, ulong length, CancellationToken cancellationToken)
    {
        DeviceMemory value = accelerator.AllocateMemory(ValueBytes);
        try
        {
            LaunchChunks(accelerator, key, mode, source, length, value, isRoot: true, cancellationToken);
        }
        catch
        {
            value.Dispose();
            throw;
        }

        ulong start = length == 0 ? 0 : (length - 1) / BlockBytes * BlockBytes;
        uint flags = mode | Blake3Spec.ChunkEnd | (start == 0 ? Blake3Spec.ChunkStart : 0);
        return new Root(value, source, start, (uint)(length - start), flags, null);
    }

    /// <summary>
    /// Returns the root of a message with several chunks: the parent node of the last two chaining values, which is computed
    /// with the key.
    /// </summary>
    private static Root OfTree(
        Accelerator accelerator, uint[] key, uint mode, DeviceMemory source, ulong length, CancellationToken cancellationToken)
    {
        ulong count = (length + ChunkBytes - 1) / ChunkBytes;
        List<DeviceMemory> allocated = [];
        try
        {
            DeviceMemory chaining = Take(ValueBytes);
            DeviceMemory values = Take((long)count * ValueBytes), above = Take((long)(count + 1) / 2 * ValueBytes);
            accelerator.Device.Write(chaining, 0, MemoryMarshal.AsBytes(key.AsSpan()));
            LaunchChunks(accelerator, key, mode, source, length, values, isRoot: false, cancellationToken);
            for (; count > 2; count = (count + 1) / 2)
            {
                accelerator.Launch(
                    Parents,
                    Device.MainQueue,
                    0,
                    (count + 1) / 2,
                    accelerator.ItemsPerLaunch(BlockBytes),
                    new ParentsLaunch(values, above, key, mode, count),
                    cancellationToken);
                (values, above) = (above, values);
            }

            // No further launch reads the chaining values in `above`, but queued launches may still read them. Disposing `above`
            // waits for them.
            above.Dispose();
            return new Root(chaining, values, 0, BlockBytes, mode | Blake3Spec.Parent, values);
        }
        catch
        {
            foreach (DeviceMemory memory in allocated) memory.Dispose();
            throw;
        }

        DeviceMemory Take(long length)
        {
            DeviceMemory memory = accelerator.AllocateMemory(length);
            allocated.Add(memory);
            return memory;
        }
    }

    private static void LaunchChunks(
        Accelerator accelerator, uint[] key, uint mode, DeviceMemory source, ulong length, DeviceMemory values, bool isRoot,
        CancellationToken cancellationToken)
    {
        ulong end = Math.Max(1, (length + ChunkBytes - 1) / ChunkBytes);
        accelerator.Launch(
            Chunks,
            Device.MainQueue,
            0,
            end,
            accelerator.ItemsPerLaunch(ChunkBytes),
            new ChunksLaunch(source, values, key, mode, length, isRoot, end),
            cancellationToken);
    }

    private static void Check(ulong outputOffset, long outputLength, ReadOnlySpan<byte> key)
    {
        if (!key.IsEmpty) HashMethods<Blake3Engine>.Default.CheckKey(key);
        if ((ulong)outputLength <= ulong.MaxValue - outputOffset) return;

        throw new ArgumentOutOfRangeException(nameof(outputOffset), outputOffset, Invariant(
            $"The output has 2^64 - 1 bytes; reading {outputLength} bytes from position {outputOffset} would exceed it."));
    }

    private static void CheckTrust(Accelerator accelerator) => accelerator.CheckTrust("BLAKE3 tree", () => SelfTest(accelerator));

    // Tests partial and full blocks and chunks, trees with unpaired nodes on several levels, and output that starts within a
    // block.
    private static bool SelfTest(Accelerator accelerator)
    {
        const int Longest = 11 * ChunkBytes;
        const ulong Offset = 37;
        byte[] message = new byte[Longest], wanted = new byte[150], got = new byte[wanted.Length];
        for (int i = 0; i < message.Length; i++) message[i] = (byte)(i % 251);
        using DeviceMemory source = accelerator.AllocateMemory(Longest), output = accelerator.AllocateMemory(got.Length);
        accelerator.Device.Write(source, 0, message);
        foreach (int keyBytes in (ReadOnlySpan<int>)[0, Blake3Mac.KeySizeInBytes])
        {
            ReadOnlySpan<byte> key = message.AsSpan(0, keyBytes);
            foreach (int length in (ReadOnlySpan<int>)[0, 1, 64, 65, 1024, 1025, 2048, 2049, 7 * ChunkBytes, 10241])
            {
                using (LanewiseHash hash = key.IsEmpty ? new Blake3() : new Blake3Mac(key))
                {
                    hash.AppendData(message.AsSpan(0, length));
                    using Blake3Output expected = new((Blake3Incremental)hash.Incremental);
                    expected.ReadAt(Offset, wanted);
                }

                Run(accelerator, source, (ulong)length, output, Offset, (ulong)got.Length, key, CancellationToken.None);
                accelerator.Device.Read(output, 0, got);
                if (!CryptographicOperations.FixedTimeEquals(wanted, got)) return false;
            }
        }

        return true;
    }

    /// <summary>The node that produces the output, together with its memory.</summary>
    private sealed record Root(
        DeviceMemory Chaining, DeviceMemory Block, ulong BlockStart, uint BlockLength, uint Flags, DeviceMemory? Values)
        : IDisposable
    {
        public void Dispose()
        {
            Chaining.Dispose();
            Values?.Dispose();
        }
    }

    private readonly record struct ChunksLaunch(
        DeviceMemory Source, DeviceMemory Values, uint[] Key, uint Mode, ulong Length, bool IsRoot, ulong End) : ILaunch
    {
        public void Add(KernelArguments list, ulong first) => list.Add(Source).Add(Values).Add<uint>(Key).Add(Mode)
            .Add(0UL).Add(Length).Add(IsRoot ? 1u : 0u).Add(first).Add(End);
    }

    private readonly record struct ParentsLaunch(DeviceMemory From, DeviceMemory To, uint[] Key, uint Mode, ulong Below) : ILaunch
    {
        public void Add(KernelArguments list, ulong first) =>
            list.Add(From).Add(To).Add<uint>(Key).Add(Mode).Add(first).Add(Below);
    }

    private readonly record struct OutputLaunch(Root Root, DeviceMemory Output, ulong OutputOffset, ulong OutputLength) : ILaunch
    {
        public void Add(KernelArguments list, ulong first) => list.Add(Root.Chaining).Add(Root.Block).Add(Output)
            .Add(Root.BlockStart).Add(Root.BlockLength).Add(Root.Flags)
            .Add(OutputOffset).Add(OutputLength).Add(first);
    }
}
