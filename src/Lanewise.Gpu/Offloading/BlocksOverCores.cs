using System.Diagnostics;
using Lanewise.Gpu.Algorithms;

namespace Lanewise.Gpu.Offloading;

/// <summary>Performs block cipher operations on the CPU instead of a device, using the allowed number of cores.</summary>
internal static class BlocksOverCores
{
    // The minimum size of a slice. A single core would finish a smaller slice before a second core had started.
    private const int SliceBytes = 256 << 10;

    /// <summary>
    /// Returns the options for the given number of bytes. The returned options allow only one core if a second core would not
    /// save time.
    /// </summary>
    public static ParallelOptions For(long bytes, ParallelOptions options) =>
        bytes > SliceBytes || options.MaxDegreeOfParallelism == 1 ? options : new ParallelOptions
        {
            MaxDegreeOfParallelism = 1, CancellationToken = options.CancellationToken, TaskScheduler = options.TaskScheduler,
        };

    public static void Run(
        DeviceCipher cipher, CipherOperation operation, ReadOnlyMemory<byte> source, Memory<byte> destination,
        ReadOnlyMemory<byte> counter,
        ParallelOptions options)
    {
        int slices = (source.Length + SliceBytes - 1) / SliceBytes;
        if (slices < 2 || options.MaxDegreeOfParallelism == 1)
        {
            options.CancellationToken.ThrowIfCancellationRequested();
            cipher.OnProcessor(operation, source.Span, destination.Span, counter.Span);
            return;
        }

        // The caller must check the lengths. Otherwise, an error could be detected in one slice after other slices had already
        // been written.
        Debug.Assert(destination.Length >= source.Length, "No room.");
        Debug.Assert(operation == CipherOperation.Count || source.Length % cipher.BlockBytes == 0, "Not whole blocks.");
        Parallel.For(0, slices, options, i =>
        {
            int start = i * SliceBytes, length = Math.Min(SliceBytes, source.Length - start);
            byte[] first = operation == CipherOperation.Count
                ? CipherRun.Later(counter.Span, (ulong)start / (uint)cipher.BlockBytes)
                : [];
            cipher.OnProcessor(operation, source.Span.Slice(start, length), destination.Span.Slice(start, length), first);
        });
    }
}
