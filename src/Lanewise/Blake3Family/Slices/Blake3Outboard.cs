using Lanewise.Blake3Family;

namespace Lanewise;

/// <summary>
/// Creates and verifies BLAKE3 slices. The methods verify a part of a large object against the digest of the whole object,
/// without reading the other parts. The object's hash tree is stored in a separate outboard file, or in a slice together with
/// the data.
/// </summary>
/// <remarks>
/// The formats are defined by bao (https://github.com/oconnor663/bao, docs/spec.md). An outboard consists of the length of the
/// content (8 bytes, little-endian) and all parent nodes of the tree (64 bytes each, in pre-order). A slice consists of the
/// content length and, in pre-order, the parent nodes and 1024-byte chunks that are needed to verify a range. The root is the
/// BLAKE3 digest of the content, 32 bytes.
/// <para>
/// Every node is verified before its children are used, and no byte is released before its chunk is verified. Verifying the
/// final chunk also verifies the content length. A range that reaches or exceeds the end of the content includes the final
/// chunk, so a wrong length is always detected. For content of any length, the methods use less than 200 KiB of memory.
/// </para>
/// <para>
/// An outboard is not secret and does not need to be trusted. Only the root needs to be trusted. Seekable streams are read or
/// written from their beginning. All methods are thread-safe if each call uses separate streams.
/// </para>
/// </remarks>
/// <example>
/// <code>
/// byte[] root = new byte[32];
/// Blake3Outboard.Write(content, outboard, root);                      // once, on the machine with the object
/// Blake3Outboard.Read(root, content, outboard, 1_000_000, buffer);    // verified bytes, or an exception
/// </code>
/// </example>
public static class Blake3Outboard
{
    /// <summary>The size of the length field at the start of an outboard or a slice, in bytes.</summary>
    private const int HeaderSizeInBytes = Blake3Header.Bytes;

    /// <summary>The root length in bytes.</summary>
    public const int RootSizeInBytes = Blake3Spec.HashBytes;

    // ---- creating an outboard ----

    /// <summary>
    /// Returns the length of an object's outboard in bytes: 8 bytes, plus 64 bytes for each 1024-byte chunk after the first
    /// chunk.
    /// </summary>
    /// <param name="contentLength">The length of the object in bytes.</param>
    /// <returns>The outboard length in bytes.</returns>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="contentLength"/> is negative.</exception>
    public static long GetSize(long contentLength)
    {
        ArgumentOutOfRangeException.ThrowIfNegative(contentLength);
        return (long)Size((ulong)contentLength);
    }

    /// <summary>Writes the outboard of an object that is in memory.</summary>
    /// <param name="content">The object.</param>
    /// <param name="outboard">
    /// Receives the outboard. The span must have the length that <see cref="GetSize"/> returns, and must not overlap the
    /// object.
    /// </param>
    /// <param name="root">Receives the root, 32 bytes. The root is the <see cref="Blake3"/> digest of the object.</param>
    /// <exception cref="ArgumentException">
    /// <paramref name="outboard"/> or <paramref name="root"/> has the wrong length, or <paramref name="outboard"/> overlaps
    /// <paramref name="content"/>.
    /// </exception>
    public static void Write(ReadOnlySpan<byte> content, Span<byte> outboard, Span<byte> root)
    {
        CheckRoot(root.Length, nameof(root));
        long size = GetSize(content.Length);
        if (outboard.Length != size)
        {
            throw new ArgumentException(
                Invariant($"The outboard of {content.Length} bytes has {size} bytes; the destination has {outboard.Length}."),
                nameof(outboard));
        }

        Refuse(outboard.Overlaps(content), "The outboard must not overlap the object.", nameof(outboard));

        BinaryPrimitives.WriteUInt64LittleEndian(outboard, (ulong)content.Length);
        OutboardSpans spans = new(content, outboard.Slice(HeaderSizeInBytes));
        new Blake3OutboardWriter<OutboardSpans>(spans).Run((ulong)content.Length, root);
    }

    /// <summary>Writes the outboard of an object in a stream. Memory use is constant.</summary>
    /// <param name="content">The object. The stream must support seeking.</param>
    /// <param name="outboard">
    /// Receives the outboard. The stream must be empty and support seeking. Afterwards, its position is at its end.
    /// </param>
    /// <param name="root">Receives the root, 32 bytes: the object's <see cref="Blake3"/> digest.</param>
    /// <exception cref="ArgumentNullException">A stream is null.</exception>
    /// <exception cref="ArgumentException">
    /// A stream does not support seeking, <paramref name="content"/> is not readable, <paramref name="outboard"/> is not
    /// writable, is not empty or is the same stream as <paramref name="content"/>, or <paramref name="root"/> is not 32 bytes
    /// long.
    /// </exception>
    /// <exception cref="InvalidDataException">
    /// The object became shorter during the call. After this exception, the outboard is empty.
    /// </exception>
    public static void Write(Stream content, Stream outboard, Span<byte> root)
    {
        CheckRoot(root.Length, nameof(root));
        CheckSeekable(content, nameof(content));
        ArgumentNullException.ThrowIfNull(outboard);
        bool isUsable = outboard.CanWrite && outboard.CanSeek;
        Refuse(!isUsable, "The stream of the outboard must support writing and seeking.", nameof(outboard));
        Refuse(ReferenceEquals(content, outboard), "The outboard must not overwrite the object.", nameof(outboard));
        // A caller that exchanges the two streams must not lose the object.
        Refuse(outboard.Length > 0, "The stream of the outboard must be empty.", nameof(outboard));

        long length = content.Length;
        try
        {
            outboard.SetLength(GetSize(length));
            new Blake3OutboardWriter<OutboardStreams>(new(content, outboard, length)).Run((ulong)length, root);
            Span<byte> header = stackalloc byte[HeaderSizeInBytes];
            BinaryPrimitives.WriteUInt64LittleEndian(header, (ulong)length);
            outboard.Position = 0;
            outboard.Write(header);
            outboard.Seek(0, SeekOrigin.End);
        }
        catch
        {
            // The outboard already has its final length, so an incomplete outboard would look valid. Therefore, it is emptied.
            outboard.SetLength(0);
            root.Clear();
            throw;
        }
    }

    // ---- verifying with an outboard ----

    /// <summary>Verifies a range of an object.</summary>
    /// <param name="root">The root of the object, 32 bytes.</param>
    /// <param name="content">
    /// The object. The stream must support seeking. The content may be incomplete, for example during a download, as long as it
    /// contains all bytes that are needed to verify the range. The stream must not be longer than the object.
    /// </param>
    /// <param name="outboard">The outboard. The stream must support seeking.</param>
    /// <param name="start">The offset of the range.</param>
    /// <param name="length">
    /// The length of the range. For a length of 0, the method verifies the chunk that contains <paramref name="start"/>. If
    /// <paramref name="start"/> is the end of the object, the method verifies the final chunk.
    /// </param>
    /// <exception cref="ArgumentNullException">A stream is null.</exception>
    /// <exception cref="ArgumentException">
    /// <paramref name="root"/> is not 32 bytes long, or a stream is not readable or does not support seeking.
    /// </exception>
    /// <exception cref="ArgumentOutOfRangeException">The start or the length of the range is negative, or the range extends
    /// beyond the object. The method verifies the final chunk before it reports that a range extends beyond the object, so the
    /// exception message contains the true length.
    /// </exception>
    /// <exception cref="InvalidDataException">
    /// The outboard is too short or too long, or the content length differs from the length in the outboard.
    /// </exception>
    /// <exception cref="CryptographicException">A node or a chunk does not match the root.</exception>
    public static void CheckRange(ReadOnlySpan<byte> root, Stream content, Stream outboard, long start, long length) =>
        Verified(root, content, outboard, start, length, default);

    /// <summary>Verifies the length of an object. The method checks the final chunk and the nodes above it.</summary>
    /// <param name="root">The root of the object, 32 bytes.</param>
    /// <param name="content">The object. The stream must support seeking.</param>
    /// <param name="outboard">The outboard. The stream must support seeking.</param>
    /// <returns>The verified length of the object in bytes.</returns>
    /// <inheritdoc cref="CheckRange(ReadOnlySpan{byte}, Stream, Stream, long, long)" path="/exception"/>
    public static long VerifyLength(ReadOnlySpan<byte> root, Stream content, Stream outboard)
    {
        CheckRoot(root.Length, nameof(root));
        ulong contentLength = CheckOutboard(content, outboard);
        Walk(root, content, outboard, Blake3Range.End(contentLength));
        return (long)contentLength;
    }

    /// <summary>Reads a range of an object and verifies it.</summary>
    /// <param name="root">The root of the object, 32 bytes.</param>
    /// <param name="content">A seekable stream that contains the object. See <see cref="CheckRange"/>.</param>
    /// <param name="outboard">The outboard. The stream must support seeking.</param>
    /// <param name="start">The offset of the range.</param>
    /// <param name="destination">
    /// Receives the range. The span's length determines the length of the range. If the method throws, the span is cleared.
    /// </param>
    /// <inheritdoc cref="CheckRange(ReadOnlySpan{byte}, Stream, Stream, long, long)" path="/exception"/>
    public static void Read(ReadOnlySpan<byte> root, Stream content, Stream outboard, long start, Span<byte> destination)
    {
        try
        {
            Verified(root, content, outboard, start, destination.Length, destination);
        }
        catch
        {
            destination.Clear();
            throw;
        }
    }

    // ---- slices in transit ----

    /// <summary>
    /// Writes a slice: the content length, and the nodes and chunks that
    /// <see cref="Decode(ReadOnlySpan{byte}, Stream, long, long, Stream)"/> needs to verify a range of an object. The method
    /// does not verify the slice. The receiver must verify it.
    /// </summary>
    /// <param name="content">A seekable stream that contains the object. See <see cref="CheckRange"/>.</param>
    /// <param name="outboard">The outboard. The stream must support seeking.</param>
    /// <param name="start">The offset of the range.</param>
    /// <param name="length">
    /// The length of the range. Bytes beyond the end of the object are omitted. If the whole range is beyond the end, the slice
    /// contains the final chunk, which proves the content length.
    /// </param>
    /// <param name="slice">Receives the slice, starting at the current position of the stream.</param>
    /// <exception cref="ArgumentNullException">A stream is null.</exception>
    /// <exception cref="ArgumentException">
    /// A source stream is not readable or does not support seeking, or <paramref name="slice"/> is not writable.
    /// </exception>
    /// <exception cref="ArgumentOutOfRangeException">
    /// The start or the length is negative, or the range ends after offset 2^63 - 1.
    /// </exception>
    /// <exception cref="InvalidDataException">
    /// The outboard is too short or too long, or the content length differs from the length in the outboard.
    /// </exception>
    public static void Extract(Stream content, Stream outboard, long start, long length, Stream slice)
    {
        Blake3Range.Check(start, length);
        CheckWritable(slice, nameof(slice));
        Blake3Range range = new(CheckOutboard(content, outboard), start, length);
        range.CheckIsIn(content);
        Span<byte> header = stackalloc byte[HeaderSizeInBytes];
        BinaryPrimitives.WriteUInt64LittleEndian(header, range.ContentLength);
        slice.Write(header);
        new OutboardNodes(content, outboard).Extract(range, 0, range.Chunks, 0, new byte[Blake3Spec.ChunkBytes], slice);
    }

    /// <summary>Verifies a slice in a stream, and writes the requested range of the object.</summary>
    /// <param name="root">The root of the object, 32 bytes.</param>
    /// <param name="slice">The slice. The method does not read beyond the end of the slice.</param>
    /// <param name="start">The offset of the range for which the slice was created.</param>
    /// <param name="length">The length of the range for which the slice was created.</param>
    /// <param name="destination">
    /// Receives the range. Each chunk is verified before it is written. If verification fails later, a seekable stream that was
    /// at its end before the call is truncated to its previous length. Any other stream keeps the verified bytes that were
    /// already written.
    /// </param>
    /// <exception cref="ArgumentNullException">A stream is null.</exception>
    /// <exception cref="ArgumentException">
    /// <paramref name="root"/> is not 32 bytes long, <paramref name="slice"/> is not readable, or
    /// <paramref name="destination"/> is not writable.
    /// </exception>
    /// <exception cref="ArgumentOutOfRangeException">The start or the length of the range is negative, or the range extends
    /// beyond the object. The method verifies the final chunk before it reports that a range extends beyond the object, so the
    /// exception message contains the true length.
    /// </exception>
    /// <exception cref="InvalidDataException">The slice is truncated.</exception>
    /// <exception cref="CryptographicException">A node or a chunk does not match the root.</exception>
    public static void Decode(ReadOnlySpan<byte> root, Stream slice, long start, long length, Stream destination)
    {
        StreamSource.CheckReadable(slice, nameof(slice));
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

    /// <summary>Verifies a slice in memory, and writes the requested range of the object.</summary>
    /// <param name="root">The root of the object, 32 bytes.</param>
    /// <param name="slice">The slice, without additional bytes.</param>
    /// <param name="start">The offset of the range for which the slice was created.</param>
    /// <param name="destination">
    /// Receives the range. The span's length must be the length of the range for which the slice was created. If verification
    /// fails, the span is cleared. The span must not overlap the slice.
    /// </param>
    /// <exception cref="ArgumentException">
    /// <paramref name="root"/> is not 32 bytes long, or <paramref name="destination"/> overlaps <paramref name="slice"/>.
    /// </exception>
    /// <exception cref="ArgumentOutOfRangeException">The start or the length of the range is negative, or the range extends
    /// beyond the object. The method verifies the final chunk before it reports that a range extends beyond the object, so the
    /// exception message contains the true length.
    /// </exception>
    /// <exception cref="InvalidDataException">The slice is truncated, or is followed by additional bytes.</exception>
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

    // ---- helpers ----

    private static ulong Size(ulong contentLength) =>
        HeaderSizeInBytes + ((Blake3Spec.Chunks(contentLength) - 1) * Blake3Spec.BlockBytes);

    private static void Verified(
        ReadOnlySpan<byte> root, Stream content, Stream outboard, long start, long length, Span<byte> destination)
    {
        CheckRoot(root.Length, nameof(root));
        Blake3Range.Check(start, length);
        ulong contentLength = CheckOutboard(content, outboard);
        if ((ulong)content.Length < contentLength && IsWhole(root, content, outboard, contentLength))
        {
            throw new InvalidDataException(
                Invariant($"The outboard states a content length of {contentLength} bytes, but the root matches the ")
                    + Invariant($"{content.Length} bytes of the content."));
        }

        Blake3Range range = new(contentLength, start, length);
        // For a range beyond the end of the content, only the final chunk is verified, which proves the content length.
        Blake3Range needed = range.IsOutside ? Blake3Range.End(contentLength) : range;
        needed.CheckIsIn(content);
        Walk(root, content, outboard, needed, destination);
        range.CheckInside();
    }

    private static void Walk(
        ReadOnlySpan<byte> root, Stream content, Stream outboard, Blake3Range range, Span<byte> destination = default) =>
        new Blake3Walk<OutboardNodes>(new OutboardNodes(content, outboard), range, destination, null).Verify(root);

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

    // If the content ends within the final chunk, either the content was truncated, or the length in the outboard was changed.
    // Verifying the final chunk with the actual content length distinguishes the two cases.
    private static bool IsWhole(ReadOnlySpan<byte> root, Stream content, Stream outboard, ulong named)
    {
        ulong length = (ulong)content.Length;
        if (Blake3Spec.Chunks(length) != Blake3Spec.Chunks(named)) return false;

        try
        {
            Walk(root, content, outboard, Blake3Range.End(length));
            return true;
        }
        catch (CryptographicException)
        {
            return false;
        }
    }

    // ---- checks ----

    // Returns the content length that the outboard contains. The length is consistent with the sizes of the outboard and the
    // content, but has not been verified yet.
    private static ulong CheckOutboard(Stream content, Stream outboard)
    {
        CheckSeekable(outboard, nameof(outboard));
        CheckSeekable(content, nameof(content));
        Refuse(ReferenceEquals(content, outboard), "The outboard and the content must be different streams.", nameof(content));
        Span<byte> header = stackalloc byte[HeaderSizeInBytes];
        outboard.Position = 0;
        Blake3Header.Fill(header, outboard, "outboard", 0);
        ulong length = BinaryPrimitives.ReadUInt64LittleEndian(header), size = Size(length);
        if ((ulong)outboard.Length != size)
        {
            throw new InvalidDataException(
                Invariant($"An outboard for {length} bytes of content must have {size} bytes, but it has {outboard.Length}."));
        }

        if ((ulong)content.Length > length)
        {
            throw new InvalidDataException(
                Invariant($"The outboard states a content length of {length} bytes, but the content has {content.Length}."));
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
        StreamSource.CheckReadable(stream, parameter);
        Refuse(!stream.CanSeek, "The stream cannot seek.", parameter);
    }

    private static void Refuse(bool isBad, string why, string parameter)
    {
        if (isBad) throw new ArgumentException(why, parameter);
    }
}
