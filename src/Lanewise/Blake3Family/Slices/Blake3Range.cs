namespace Lanewise.Blake3Family;

/// <summary>Determines which chunks must be read for a range of content, according to the bao format.</summary>
/// <remarks>
/// An empty range needs the chunk in which it begins. A range at or after the end needs the final chunk, which proves the
/// content length.
/// </remarks>
internal readonly struct Blake3Range
{
    public Blake3Range(ulong contentLength, long start, long length)
    {
        ContentLength = contentLength;
        Start = (ulong)start;
        Length = (ulong)length;
        Chunks = Blake3Spec.Chunks(contentLength);
        if (Start >= contentLength)
        {
            First = Last = Chunks - 1;
            return;
        }

        First = Start / Blake3Spec.ChunkBytes;
        Last = (Math.Min(Start + Math.Max(Length, 1), contentLength) - 1) / Blake3Spec.ChunkBytes;
    }

    /// <summary>
    /// Returns the range to read if the requested range is beyond the end of the content. The returned range consists of the
    /// final chunk, which proves the content length.
    /// </summary>
    public static Blake3Range End(ulong contentLength) => new(contentLength, (long)contentLength, 0);

    public ulong ContentLength { get; }
    public ulong Start { get; }
    public ulong Length { get; }

    public ulong Chunks { get; }

    /// <summary>The index of the first chunk to read. <see cref="Last"/> is the index of the last chunk to read.</summary>
    public ulong First { get; }

    public ulong Last { get; }

    /// <summary>Indicates whether the range contains bytes beyond the end of the content.</summary>
    public bool IsOutside => Start > ContentLength || Length > ContentLength - Start;

    /// <summary>Throws if the range is not valid.</summary>
    public static void Check(long start, long length)
    {
        ArgumentOutOfRangeException.ThrowIfNegative(start);
        ArgumentOutOfRangeException.ThrowIfNegative(length);
        if (length <= long.MaxValue - start) return;

        throw new ArgumentOutOfRangeException(
            nameof(length), length, Invariant($"A range that starts at {start} can have at most {long.MaxValue - start} bytes."));
    }

    /// <summary>Throws if the content ends before the end of the range's chunks.</summary>
    public void CheckIsIn(Stream content)
    {
        ulong end = Math.Min((Last + 1) * Blake3Spec.ChunkBytes, ContentLength);
        if ((ulong)content.Length < end) throw Blake3Header.Ends("content", content.Length, (long)end);
    }

    /// <summary>
    /// Throws if the range is outside the content (see <see cref="IsOutside"/>). The content length must already be verified.
    /// </summary>
    public void CheckInside()
    {
        if (!IsOutside) return;

        throw new ArgumentOutOfRangeException(
            Start > ContentLength ? "start" : "length",
            Invariant($"The object has {ContentLength} bytes, so a range of {Length} bytes at offset {Start} is outside the ")
                + "object.");
    }

    /// <summary>
    /// Returns whether the range needs any chunk of the given subtree. <see cref="Holds"/> returns whether the range needs all
    /// of the subtree's chunks.
    /// </summary>
    public bool Meets(ulong first, ulong count) => first <= Last && first + count > First;

    public bool Holds(ulong first, ulong count) => first >= First && first + count - 1 <= Last;

    /// <summary>Returns the length in bytes of the subtree that begins at the given chunk.</summary>
    public int Bytes(ulong first, ulong count) =>
        (int)Math.Min(count * Blake3Spec.ChunkBytes, ContentLength - (first * Blake3Spec.ChunkBytes));
}
