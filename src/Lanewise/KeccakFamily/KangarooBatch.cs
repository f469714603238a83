namespace Lanewise.KeccakFamily;

/// <summary>
/// Hashes many messages with KangarooTwelve. If a message, the customization and its encoded length fit in one chunk together,
/// the message is hashed in a lane, in parallel with other messages. A longer message fills the lanes with its own chunks.
/// </summary>
/// <param name="hashBytes">The digest length in bytes.</param>
/// <param name="customizationBytes">The length of the customization at the start of the suffix, in bytes.</param>
/// <param name="suffix">
/// The bytes that follow a one-chunk message: the customization, its encoded length and the suffix byte.
/// </param>
/// <param name="shape">The vector width and the number of interleaved streams, or null for the default.</param>
internal readonly ref struct KangarooBatch(
    int hashBytes, int customizationBytes, ReadOnlySpan<byte> suffix, LaneShape? shape) : IBatch
{
    private readonly ReadOnlySpan<byte> suffix = suffix;

    public int HashBytes => hashBytes;

    public void Run(in BatchMessages messages, in HashKeys keys, Span<byte> digests)
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
