using Lanewise.Blake3Family;

namespace Lanewise;

/// <summary>
/// Verified slices of BLAKE3: a part of a large object is checked against the digest of the whole, without reading the rest. The
/// tree of the object is in an outboard file beside it, or in a slice together with the bytes.
/// </summary>
/// <remarks>
/// The formats are those of bao (https://github.com/oconnor663/bao, docs/spec.md): an outboard is the length of the content in 8
/// bytes, little-endian, then all parent nodes of the tree, 64 bytes each, in pre-order; a slice is the length, then the parent
/// nodes and the chunks of 1024 bytes that the range needs, in pre-order. The root is the BLAKE3 digest of the content, 32 bytes.
/// <para>Every node is verified before anything below it is used, and no byte is released before its chunk is verified. The
/// length is verified with the final chunk: a range that reaches the end of the content, or comes after it, includes that chunk,
/// so that a wrong length is never believed. Memory is bounded whatever the length says: below 200 KiB.</para>
/// <para>An outboard is not secret and needs no trust; only the root does. Streams that are named seekable are addressed from
/// their beginning. All methods may be called from several threads at once, each with streams of its own.</para>
/// </remarks>
/// <example>
/// <code>
/// byte[] root = new byte[32];
/// Blake3Outboard.Write(content, outboard, root);                      // once, where the object is
/// Blake3Outboard.Read(root, outboard, content, 1_000_000, buffer);    // verified bytes from there on, or an exception
/// </code>
/// </example>
public static class Blake3Outboard
{
    /// <summary>Bytes of the length, which an outboard or a slice begins with.</summary>
    public const int HeaderSizeInBytes = Blake3Header.Bytes;

    /// <summary>Bytes of a root.</summary>
    public const int RootSizeInBytes = Blake3Spec.HashBytes;

    // ---- making an outboard ----

    /// <summary>Bytes of the outboard of an object: 8, and 64 for each chunk of 1024 bytes after the first.</summary>
    /// <param name="contentLength">Bytes of the object.</param>
    /// <returns>Bytes of its outboard.</returns>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="contentLength"/> is negative.</exception>
    public static long GetSize(long contentLength)
    {
        ArgumentOutOfRangeException.ThrowIfNegative(contentLength);
        return (long)Size((ulong)contentLength);
    }

    /// <summary>Writes the outboard of an object in memory.</summary>
    /// <param name="source">The object.</param>
    /// <param name="outboard">Receives the outboard; its length is <see cref="GetSize"/>. It must not overlap the object.</param>
    /// <param name="root">Receives the root, 32 bytes: the digest that <see cref="Blake3"/> gives.</param>
    /// <exception cref="ArgumentException">
    /// <paramref name="outboard"/> or <paramref name="root"/> has the wrong length, or <paramref name="outboard"/> overlaps
    /// <paramref name="source"/>.
    /// </exception>
    public static void Write(ReadOnlySpan<byte> source, Span<byte> outboard, Span<byte> root)
    {
        CheckRoot(root.Length, nameof(root));
        long size = GetSize(source.Length);
        if (outboard.Length != size)
        {
            throw new ArgumentException(
                Invariant($"The outboard of {source.Length} bytes has {size} bytes; the destination has {outboard.Length}."),
                nameof(outboard));
        }

        Refuse(outboard.Overlaps(source), "The outboard must not overlap the object.", nameof(outboard));

        BinaryPrimitives.WriteUInt64LittleEndian(outboard, (ulong)source.Length);
        OutboardSpans places = new(source, outboard.Slice(HeaderSizeInBytes));
        new Blake3OutboardWriter<OutboardSpans>(places).Run((ulong)source.Length, root);
    }

    /// <summary>Writes the outboard of an object in a stream, with memory that does not grow with it.</summary>
    /// <param name="source">The object; the stream must support seeking.</param>
    /// <param name="outboard">Receives the outboard, from its beginning on; a stream that can seek. What it held is lost.</param>
    /// <param name="root">Receives the root, 32 bytes: the digest that <see cref="Blake3"/> gives.</param>
    /// <exception cref="ArgumentNullException">A stream is null.</exception>
    /// <exception cref="ArgumentException">
    /// A stream cannot seek, <paramref name="source"/> cannot be read, <paramref name="outboard"/> cannot be written or is the
    /// same stream, or <paramref name="root"/> has not 32 bytes.
    /// </exception>
    /// <exception cref="InvalidDataException">The object became shorter meanwhile; the outboard is then empty.</exception>
    public static void Write(Stream source, Stream outboard, Span<byte> root)
    {
        CheckRoot(root.Length, nameof(root));
        CheckSeekable(source, nameof(source));
        ArgumentNullException.ThrowIfNull(outboard);
        bool isPlace = outboard.CanWrite && outboard.CanSeek;
        Refuse(!isPlace, "An outboard is written to a stream that can be written and can seek.", nameof(outboard));
        Refuse(ReferenceEquals(source, outboard), "The outboard must not be written over the object.", nameof(outboard));

        long length = source.Length;
        outboard.SetLength(0);
        try
        {
            outboard.SetLength(GetSize(length));
            new Blake3OutboardWriter<OutboardStreams>(new(source, outboard, length)).Run((ulong)length, root);
            Span<byte> header = stackalloc byte[HeaderSizeInBytes];
            BinaryPrimitives.WriteUInt64LittleEndian(header, (ulong)length);
            outboard.Position = 0;
            outboard.Write(header);
            outboard.Seek(0, SeekOrigin.End);
        }
        catch
        {
            // A part of an outboard looks like one.
            outboard.SetLength(0);
            root.Clear();
            throw;
        }
    }

    // ---- checking against an outboard ----

    /// <summary>Verifies a part of an object.</summary>
    /// <param name="root">The root of the object, 32 bytes.</param>
    /// <param name="outboard">The outboard; the stream must support seeking.</param>
    /// <param name="content">
    /// The object; the stream must support seeking. It may end early, as a download does that is not complete, if the range does
    /// not need what is missing; it must not be longer than the object.
    /// </param>
    /// <param name="start">Where the part begins.</param>
    /// <param name="length">
    /// Its bytes. 0 verifies the chunk that it begins in; at the end of the object that is the final chunk.
    /// </param>
    /// <exception cref="ArgumentNullException">A stream is null.</exception>
    /// <exception cref="ArgumentException">
    /// <paramref name="root"/> has not 32 bytes, or a stream cannot be read or cannot seek.
    /// </exception>
    /// <exception cref="ArgumentOutOfRangeException">
    /// The range is negative, or not inside the object; the final chunk was verified first, and the exception's message has the
    /// true length.
    /// </exception>
    /// <exception cref="InvalidDataException">
    /// The outboard is too short or too long, or the content does not fit its length.
    /// </exception>
    /// <exception cref="CryptographicException">A node or a chunk does not match the root.</exception>
    public static void Verify(ReadOnlySpan<byte> root, Stream outboard, Stream content, long start, long length) =>
        Verified(root, outboard, content, start, length, default);

    /// <summary>Verifies the length of an object, which takes its final chunk and the nodes above it.</summary>
    /// <param name="root">The root of the object, 32 bytes.</param>
    /// <param name="outboard">The outboard; the stream must support seeking.</param>
    /// <param name="content">The object; the stream must support seeking.</param>
    /// <returns>The bytes of the object that has this root.</returns>
    /// <inheritdoc cref="Verify(ReadOnlySpan{byte}, Stream, Stream, long, long)" path="/exception"/>
    public static long VerifyLength(ReadOnlySpan<byte> root, Stream outboard, Stream content)
    {
        CheckRoot(root.Length, nameof(root));
        ulong contentLength = CheckOutboard(outboard, content);
        Walk(root, outboard, content, Blake3Range.End(contentLength));
        return (long)contentLength;
    }

    /// <summary>Reads a part of an object and verifies it.</summary>
    /// <param name="root">The root of the object, 32 bytes.</param>
    /// <param name="outboard">The outboard; the stream must support seeking.</param>
    /// <param name="content">The object, a stream that can seek; see <see cref="Verify"/>.</param>
    /// <param name="start">Where the part begins.</param>
    /// <param name="destination">Receives the part, as many bytes as it has room for; cleared if anything is wrong.</param>
    /// <inheritdoc cref="Verify(ReadOnlySpan{byte}, Stream, Stream, long, long)" path="/exception"/>
    public static void Read(ReadOnlySpan<byte> root, Stream outboard, Stream content, long start, Span<byte> destination)
    {
        try
        {
            Verified(root, outboard, content, start, destination.Length, destination);
        }
        catch
        {
            destination.Clear();
            throw;
        }
    }

    // ---- slices that travel ----

    /// <summary>
    /// Writes a slice: the length, and the nodes and chunks that
    /// <see cref="Decode(ReadOnlySpan{byte}, Stream, long, long, Stream)"/>
    /// needs to verify a part of an object. Nothing is verified here, because nothing needs to be trusted here.
    /// </summary>
    /// <param name="outboard">The outboard; the stream must support seeking.</param>
    /// <param name="content">The object, a stream that can seek; see <see cref="Verify"/>.</param>
    /// <param name="start">Where the part begins.</param>
    /// <param name="length">
    /// Its bytes. What comes after the end is left out; a part wholly behind it gives the final chunk, which proves the length.
    /// </param>
    /// <param name="slice">Receives the slice, from its position on.</param>
    /// <exception cref="ArgumentNullException">A stream is null.</exception>
    /// <exception cref="ArgumentException">
    /// A source cannot be read or cannot seek, or <paramref name="slice"/> cannot be written.
    /// </exception>
    /// <exception cref="ArgumentOutOfRangeException">The part is negative, or ends behind 2^63 - 1.</exception>
    /// <exception cref="InvalidDataException">
    /// The outboard is too short or too long, or the content does not fit its length.
    /// </exception>
    public static void Extract(Stream outboard, Stream content, long start, long length, Stream slice)
    {
        Blake3Range.Check(start, length);
        CheckWritable(slice, nameof(slice));
        Blake3Range range = new(CheckOutboard(outboard, content), start, length);
        range.CheckIsIn(content);
        Span<byte> header = stackalloc byte[HeaderSizeInBytes];
        BinaryPrimitives.WriteUInt64LittleEndian(header, range.ContentLength);
        slice.Write(header);
        new OutboardNodes(outboard, content).Extract(range, 0, range.Chunks, 0, new byte[Blake3Spec.ChunkBytes], slice);
    }

    /// <summary>Verifies a slice that arrives in a stream, and writes the part of the object that it was made for.</summary>
    /// <param name="root">The root of the object, 32 bytes.</param>
    /// <param name="slice">The slice; nothing behind it is read.</param>
    /// <param name="start">Where the part begins, as it was asked for.</param>
    /// <param name="length">Its bytes, as they were asked for.</param>
    /// <param name="destination">
    /// Receives the part, chunk by chunk, each when it is verified. If something is wrong later, a stream that can seek and stood
    /// at its end is cut back to where it was; in another the verified beginning stays.
    /// </param>
    /// <exception cref="ArgumentNullException">A stream is null.</exception>
    /// <exception cref="ArgumentException">
    /// <paramref name="root"/> has not 32 bytes, <paramref name="slice"/> cannot be read or <paramref name="destination"/> cannot
    /// be written.
    /// </exception>
    /// <exception cref="ArgumentOutOfRangeException">
    /// The range is negative, or not inside the object; the final chunk was verified first, and the exception's message has the
    /// true length.
    /// </exception>
    /// <exception cref="InvalidDataException">The slice ends early.</exception>
    /// <exception cref="CryptographicException">A node or a chunk does not match the root.</exception>
    public static void Decode(ReadOnlySpan<byte> root, Stream slice, long start, long length, Stream destination)
    {
        Streams.CheckReadable(slice, nameof(slice));
        CheckWritable(destination, nameof(destination));
        bool isAtEnd = destination.CanSeek && destination.Position == destination.Length;
        long before = isAtEnd ? destination.Position : 0;
        try
        {
            Decoded(new SliceNodes(slice, default), root, start, length, default, destination);
        }
        catch
        {
            if (isAtEnd) destination.SetLength(before);
            throw;
        }
    }

    /// <summary>Verifies a slice in memory, and writes the part of the object that it was made for.</summary>
    /// <param name="root">The root of the object, 32 bytes.</param>
    /// <param name="slice">The slice, and nothing behind it.</param>
    /// <param name="start">Where the part begins, as it was asked for.</param>
    /// <param name="destination">
    /// Receives the part, as many bytes as it has room for, which is what the slice was made for; cleared if anything is wrong.
    /// It must not overlap the slice.
    /// </param>
    /// <exception cref="ArgumentException">
    /// <paramref name="root"/> has not 32 bytes, or <paramref name="destination"/> overlaps <paramref name="slice"/>.
    /// </exception>
    /// <exception cref="ArgumentOutOfRangeException">
    /// The range is negative, or not inside the object; the final chunk was verified first, and the exception's message has the
    /// true length.
    /// </exception>
    /// <exception cref="InvalidDataException">The slice ends early, or has bytes behind its end.</exception>
    /// <exception cref="CryptographicException">A node or a chunk does not match the root.</exception>
    public static void Decode(ReadOnlySpan<byte> root, ReadOnlySpan<byte> slice, long start, Span<byte> destination)
    {
        Refuse(destination.Overlaps(slice), "The destination must not overlap the slice.", nameof(destination));
        try
        {
            Decoded(new SliceNodes(null, slice), root, start, destination.Length, destination, null);
        }
        catch
        {
            destination.Clear();
            throw;
        }
    }

    // ---- parts ----

    private static ulong Size(ulong contentLength) =>
        HeaderSizeInBytes + ((Blake3Spec.Chunks(contentLength) - 1) * Blake3Spec.BlockBytes);

    private static void Verified(
        ReadOnlySpan<byte> root, Stream outboard, Stream content, long start, long length, Span<byte> destination)
    {
        CheckRoot(root.Length, nameof(root));
        Blake3Range.Check(start, length);
        ulong contentLength = CheckOutboard(outboard, content);
        if ((ulong)content.Length < contentLength && IsWhole(root, outboard, content, contentLength))
        {
            throw new InvalidDataException(
                Invariant($"The outboard names {contentLength} bytes of content; the root is that of the {content.Length} "
                    + $"that are there."));
        }

        Blake3Range range = new(contentLength, start, length);
        // Of a part that is not there nothing is read but what proves the length.
        Blake3Range needed = range.IsOutside ? Blake3Range.End(contentLength) : range;
        needed.CheckIsIn(content);
        Walk(root, outboard, content, needed, destination);
        range.CheckInside();
    }

    private static void Walk(
        ReadOnlySpan<byte> root, Stream outboard, Stream content, Blake3Range range, Span<byte> destination = default) =>
        new Blake3Walk<OutboardNodes>(new OutboardNodes(outboard, content), range, destination, null).Verify(root);

    private static void Decoded(
        SliceNodes nodes, ReadOnlySpan<byte> root, long start, long length, Span<byte> destination, Stream? stream)
    {
        CheckRoot(root.Length, nameof(root));
        Blake3Range.Check(start, length);
        Blake3Range range = new(nodes.Header(), start, length);
        Blake3Walk<SliceNodes> walk = new(nodes, range, destination, stream);
        walk.Verify(root);
        walk.Nodes.CheckEnd();
        range.CheckInside();
    }

    // Content that ends within the final chunk is cut off, or the outboard's length was changed: the final chunk says which.
    private static bool IsWhole(ReadOnlySpan<byte> root, Stream outboard, Stream content, ulong named)
    {
        ulong length = (ulong)content.Length;
        if (Blake3Spec.Chunks(length) != Blake3Spec.Chunks(named)) return false;

        try
        {
            Walk(root, outboard, content, Blake3Range.End(length));
            return true;
        }
        catch (CryptographicException)
        {
            return false;
        }
    }

    // ---- checks, each said once ----

    // The length that the outboard names; it is not yet verified, but it fits the outboard and the content.
    private static ulong CheckOutboard(Stream outboard, Stream content)
    {
        CheckSeekable(outboard, nameof(outboard));
        CheckSeekable(content, nameof(content));
        Refuse(ReferenceEquals(outboard, content), "The outboard and the content must be two streams.", nameof(content));
        Span<byte> header = stackalloc byte[HeaderSizeInBytes];
        outboard.Position = 0;
        Blake3Header.Fill(header, outboard, "outboard", 0);
        ulong length = BinaryPrimitives.ReadUInt64LittleEndian(header), size = Size(length);
        if ((ulong)outboard.Length != size)
        {
            throw new InvalidDataException(
                Invariant($"The outboard names {length} bytes of content, for which it would have {size} bytes; it has "
                    + $"{outboard.Length}."));
        }

        if ((ulong)content.Length > length)
        {
            throw new InvalidDataException(
                Invariant($"The outboard names {length} bytes of content; the content has {content.Length}."));
        }

        return length;
    }

    private static void CheckRoot(int length, string parameter)
    {
        if (length == RootSizeInBytes) return;

        throw new ArgumentException(Invariant($"A root has {RootSizeInBytes} bytes, not {length}."), parameter);
    }

    private static void CheckWritable(Stream stream, string parameter)
    {
        ArgumentNullException.ThrowIfNull(stream, parameter);
        Refuse(!stream.CanWrite, "The stream cannot be written.", parameter);
    }

    private static void CheckSeekable(Stream stream, string parameter)
    {
        Streams.CheckReadable(stream, parameter);
        Refuse(!stream.CanSeek, "The stream cannot seek.", parameter);
    }

    private static void Refuse(bool isBad, string why, string parameter)
    {
        if (isBad) throw new ArgumentException(why, parameter);
    }
}
