namespace Lanewise.KeccakFamily;

/// <summary>
/// Many messages: those of one chunk, with what follows them, side by side in lanes; a longer one fills the lanes with its
/// chunks.
/// </summary>
internal readonly ref struct KangarooBatch(int hashBytes, ReadOnlySpan<byte> suffix, LaneShape? shape) : IBatch
{
    // What follows a message makes it a copy: so many bytes, or messages, at once stay in the cache.
    private const int BytesAtOnce = 16 * KangarooSpec.ChunkBytes;
    private const int MessagesAtOnce = 256;

    private readonly ReadOnlySpan<byte> suffix = suffix;

    public int HashBytes => hashBytes;

    public void Run<TMessages>(in TMessages messages, in Keys keys, Span<byte> digests)
        where TMessages : struct, IMessages<TMessages>, allows ref struct
    {
        using Rented<byte> copies = new(
            messages.Count == 1 ? 0 : (int)Math.Min(BytesAtOnce, (long)messages.Count * KangarooSpec.ChunkBytes));
        Span<int> lengths = stackalloc int[MessagesAtOnce], offsets = stackalloc int[MessagesAtOnce];
        for (int first = 0, count; first < messages.Count; first += count)
        {
            int filled = 0;
            bool areEqual = true;
            for (count = 0; count < MessagesAtOnce && first + count < messages.Count; count++)
            {
                int length = messages.Length(first + count);
                long whole = (long)length + suffix.Length;
                if (whole > Math.Min(KangarooSpec.ChunkBytes, copies.Span.Length - filled)) break;

                messages.Slice(first + count, 0, length).CopyTo(copies.Span.Slice(filled));
                suffix.CopyTo(copies.Span.Slice(filled + length));
                (lengths[count], offsets[count]) = ((int)whole, filled);
                areEqual &= lengths[count] == lengths[0];
                filled += (int)whole;
            }

            if (count == 0)
            {
                KangarooNode.Hash(
                    messages.Slice(first, 0, messages.Length(first)), suffix, digests.Slice(first * hashBytes, hashBytes), shape);
                count = 1;
                continue;
            }

            KeccakOutput<TurboShake128Spec> alone = new(hashBytes, KangarooSpec.Alone, default, shape);
            Span<byte> these = digests.Slice(first * hashBytes, count * hashBytes);
            ReadOnlySpan<byte> source = copies.Span.Slice(0, filled);
            if (areEqual) alone.Run(new EqualMessages(source, lengths[0], count), keys, these);
            else alone.Run(new RaggedMessages(source, lengths.Slice(0, count), offsets.Slice(0, count)), keys, these);
        }
    }
}
