namespace Lanewise.KeccakFamily;

/// <summary>
/// Hashes many messages. One-chunk messages, with their suffixes, are hashed side by side in lanes. The chunks of a longer
/// message fill the lanes by themselves.
/// </summary>
/// <param name="hashBytes">The length of a digest in bytes.</param>
/// <param name="customizationBytes">The length of the customization at the start of the suffix, in bytes.</param>
/// <param name="suffix">The suffix of a one-chunk message.</param>
/// <param name="shape">Overrides the default kernel shape (the number of lanes and streams).</param>
internal readonly ref struct KangarooBatch(
    int hashBytes, int customizationBytes, ReadOnlySpan<byte> suffix, LaneShape? shape) : IBatch
{
    private readonly ReadOnlySpan<byte> suffix = suffix;

    public int HashBytes => hashBytes;

    public void Run(in BatchMessages messages, in Keys keys, Span<byte> digests)
    {
        KeccakOutput<KangarooSpec> alone = new(hashBytes, suffix, default, shape);
        int longest = KangarooSpec.ChunkBytes + KangarooSpec.Alone.Length - suffix.Length;
        for (int first = 0, count; first < messages.Count; first += count)
        {
            for (count = 0; first + count < messages.Count && messages.Length(first + count) <= longest;) count++;
            Span<byte> these = digests.Slice(first * hashBytes, Math.Max(1, count) * hashBytes);
            if (count > 1)
            {
                alone.Run(messages.Window(first, count), default, these);
                continue;
            }

            KangarooNode.Hash(
                messages.Slice(first, 0, messages.Length(first)), suffix.Slice(0, customizationBytes), these, shape);
            count = 1;
        }
    }
}
