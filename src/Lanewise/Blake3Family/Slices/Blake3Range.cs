namespace Lanewise.Blake3Family;

/// <summary>The chunks of content of a length that stand for a range of it, by the rule of the bao format.</summary>
/// <remarks>
/// A range of no bytes stands for the chunk that it begins in, and one that begins at the end or behind it for the final chunk:
/// whoever verifies that has verified the length.
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

    /// <summary>The range behind all content: its final chunk, which proves the length.</summary>
    public static Blake3Range End(ulong contentLength) => new(contentLength, (long)contentLength, 0);

    public ulong ContentLength { get; }
    public ulong Start { get; }
    public ulong Length { get; }

    public ulong Chunks { get; }

    /// <summary>The first chunk that is read, and the last one.</summary>
    public ulong First { get; }

    public ulong Last { get; }

    /// <summary>Whether bytes are asked for that the content does not have.</summary>
    public bool IsOutside => Start > ContentLength || Length > ContentLength - Start;

    /// <summary>Refuses what is no range at all.</summary>
    public static void Check(long start, long length)
    {
        ArgumentOutOfRangeException.ThrowIfNegative(start);
        ArgumentOutOfRangeException.ThrowIfNegative(length);
        if (length <= long.MaxValue - start) return;

        throw new ArgumentOutOfRangeException(
            nameof(length), length, Invariant($"A range from {start} on has at most {long.MaxValue - start} bytes."));
    }

    /// <summary>Refuses content that ends before the range's chunks do.</summary>
    public void CheckIsIn(Stream content)
    {
        ulong end = Math.Min((Last + 1) * Blake3Spec.ChunkBytes, ContentLength);
        if ((ulong)content.Length < end) throw Blake3Header.Ends("content", content.Length, (long)end);
    }

    /// <summary>Refuses a range that <see cref="IsOutside"/>, when the length is verified.</summary>
    public void CheckInside()
    {
        if (!IsOutside) return;

        throw new ArgumentOutOfRangeException(
            Start > ContentLength ? "start" : "length",
            Invariant($"The object has {ContentLength} bytes; there are no {Length} bytes from {Start} on."));
    }

    /// <summary>Whether chunks of this subtree are read, and whether all of them are.</summary>
    public bool Meets(ulong first, ulong count) => first <= Last && first + count > First;

    public bool Holds(ulong first, ulong count) => first >= First && first + count - 1 <= Last;

    /// <summary>Bytes of a subtree that begins at a chunk.</summary>
    public int Bytes(ulong first, ulong count) =>
        (int)Math.Min(count * Blake3Spec.ChunkBytes, ContentLength - (first * Blake3Spec.ChunkBytes));
}
