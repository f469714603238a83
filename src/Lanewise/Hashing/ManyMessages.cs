using System.Buffers;
using System.Globalization;
using System.Runtime.CompilerServices;
using Lanewise.Lanes;

namespace Lanewise.Hashing;

/// <summary>The entrance to the scheduler that all public <c>HashMany</c> share: checks, overlap, choice of shape, cores.</summary>
internal static class ManyMessages
{
    /// <summary>The shape that <c>HashMany</c> takes for so many messages on this machine.</summary>
    public static LaneShape Shape<TWord, THash>(int count)
        where TWord : unmanaged
        where THash : struct, ILaneHash<TWord>, allows ref struct => THash.Table.ChooseFor(count, 8 * Word<TWord>.Bytes);

    [MethodImpl(MethodImplOptions.AggressiveOptimization)]
    public static void Equal<TWord, THash>(ReadOnlySpan<byte> source, int messageLength, Span<byte> destination, in THash hash, LaneShape? shape = null)
        where TWord : unmanaged
        where THash : struct, ILaneHash<TWord>, allows ref struct
    {
        int count = CheckEqual(source.Length, messageLength, destination.Length, hash.HashBytes);
        if (count == 0) return;

        EqualMessages messages = new(source, messageLength, count);
        Run<TWord, EqualMessages, THash>(messages, hash, destination, source.Overlaps(destination), shape);
    }

    [MethodImpl(MethodImplOptions.AggressiveOptimization)]
    public static void Ragged<TWord, THash>(
        ReadOnlySpan<byte> source, ReadOnlySpan<int> messageLengths, Span<byte> destination, in THash hash, LaneShape? shape = null)
        where TWord : unmanaged
        where THash : struct, ILaneHash<TWord>, allows ref struct
    {
        int count = messageLengths.Length;
        CheckDestination(destination.Length, count, hash.HashBytes);
        CheckLengths(source.Length, messageLengths);
        if (count == 0) return;

        // All of one length after all: lockstep is faster.
        if (!messageLengths.ContainsAnyExcept(messageLengths[0]))
        {
            Equal<TWord, THash>(source, messageLengths[0], destination, hash, shape);
            return;
        }

        int[] offsets = ArrayPool<int>.Shared.Rent(count);
        try
        {
            for (int i = 0, sum = 0; i < count; sum += messageLengths[i++]) offsets[i] = sum;
            RaggedMessages messages = new(source, messageLengths, offsets.AsSpan(0, count));
            Run<TWord, RaggedMessages, THash>(messages, hash, destination, source.Overlaps(destination), shape);
        }
        finally
        {
            ArrayPool<int>.Shared.Return(offsets);
        }
    }

    [MethodImpl(MethodImplOptions.AggressiveOptimization)]
    public static void Scattered<TWord, THash>(
        ReadOnlySpan<ReadOnlyMemory<byte>> sources, Span<byte> destination, in THash hash, LaneShape? shape = null)
        where TWord : unmanaged
        where THash : struct, ILaneHash<TWord>, allows ref struct
    {
        CheckDestination(destination.Length, sources.Length, hash.HashBytes);
        if (sources.Length == 0) return;

        bool overlap = false;
        foreach (ReadOnlyMemory<byte> s in sources) overlap |= s.Span.Overlaps(destination);
        ScatteredMessages messages = new(sources);
        Run<TWord, ScatteredMessages, THash>(messages, hash, destination, overlap, shape);
    }

    private static void Run<TWord, TMessages, THash>(in TMessages messages, in THash hash, Span<byte> destination, bool overlap, LaneShape? shape)
        where TWord : unmanaged
        where TMessages : struct, IMessages, allows ref struct
        where THash : struct, ILaneHash<TWord>, allows ref struct
    {
        DigestTarget target = new(destination, overlap || hash.ReadsFrom(destination));
        LaneScheduler.Run<TWord, TMessages, THash>(messages, hash, target.Digests, shape ?? Shape<TWord, THash>(messages.Count));
        target.Complete();
    }

    // ---- checks, each said once ----

    /// <summary>The number of messages that the destination has room for; the source must be exactly those.</summary>
    public static int CheckEqual(int sourceLength, int messageLength, int destinationLength, int hashBytes)
    {
        ArgumentOutOfRangeException.ThrowIfNegative(messageLength);
        if (destinationLength % hashBytes != 0)
        {
            throw new ArgumentException(Text($"The destination must be a whole number of digests of {hashBytes} bytes; it has {destinationLength} bytes."), "destination");
        }

        int count = destinationLength / hashBytes;
        long needed = (long)count * messageLength;
        if (sourceLength != needed)
        {
            throw new ArgumentException(Text($"The destination has room for {count} digests, so the source must be {count} messages of {messageLength} bytes = {needed} bytes; it has {sourceLength} bytes."), "source");
        }

        return count;
    }

    public static void CheckDestination(int destinationLength, int count, int hashBytes)
    {
        long needed = (long)count * hashBytes;
        if (destinationLength != needed)
        {
            throw new ArgumentException(Text($"The destination must hold {count} digests of {hashBytes} bytes = {needed} bytes; it has {destinationLength} bytes."), "destination");
        }
    }

    /// <summary>The lengths must not be negative and must add up to the source.</summary>
    [MethodImpl(MethodImplOptions.AggressiveOptimization)]
    public static void CheckLengths(int sourceLength, ReadOnlySpan<int> messageLengths)
    {
        long sum = 0;
        for (int i = 0; i < messageLengths.Length; i++)
        {
            if (messageLengths[i] < 0)
            {
                throw new ArgumentOutOfRangeException(nameof(messageLengths), messageLengths[i], Text($"The length of message {i} is negative."));
            }

            sum += messageLengths[i];
        }

        if (sum != sourceLength)
        {
            throw new ArgumentException(Text($"The message lengths add up to {sum} bytes, so the source must have {sum} bytes; it has {sourceLength}."), "source");
        }
    }

    private static string Text(ref DefaultInterpolatedStringHandler text) => string.Create(CultureInfo.InvariantCulture, ref text);
}
