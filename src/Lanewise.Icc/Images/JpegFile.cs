using System.Buffers.Binary;

namespace Lanewise.Icc.Images;

/// <summary>A JPEG file as a sequence of segments up to the first scan. The rest of the file is not examined.</summary>
/// <remarks>
/// A profile is stored in APP2 segments that start with <c>ICC_PROFILE</c>, a sequence number and the number of segments. Each
/// segment contains at most 65,519 bytes of the profile. New profile segments are written after the application segments that
/// must come first (JFIF, Exif).
/// </remarks>
internal sealed class JpegFile : ImageFile
{
    private const int MaxSegmentData = 65533;
    private const int MaxSegments = 255;
    private const byte StartOfScan = 0xDA;
    private const byte EndOfImage = 0xD9;
    private const byte App0 = 0xE0;
    private const byte App1 = 0xE1;
    private const byte App2 = 0xE2;

    private readonly List<Segment> profiles = [];
    private readonly Segment? index;
    private readonly long behind;
    private readonly long rest;
    private readonly int components;

    public JpegFile(Stream image)
        : base(image)
    {
        long offset = 2;
        Segment frame = default;
        Span<byte> mark = stackalloc byte[ProfileMark.Length];
        while (true)
        {
            Segment segment = ReadSegment(offset);
            if (behind == 0 && segment.Marker is not (App0 or App1)) behind = offset;
            if (segment.Marker == StartOfScan) break;
            if (segment.Marker == EndOfImage) throw new IccFormatException(offset, "EOI", "the image ends before its first scan");

            offset = segment.End;
            if (frame.End == 0 && IsFrame(segment.Marker)) frame = segment;
            if (segment.Marker != App2) continue;

            ReadOnlySpan<byte> start = mark.Slice(0, (int)Math.Min(mark.Length, segment.End - segment.Data));
            ReadAt(segment.Data, mark.Slice(0, start.Length));
            if (start.StartsWith(MultiPictureMark))
            {
                if (index is not null)
                    throw new IccFormatException(
                        segment.Offset, "MPF", "a second index of a multi-picture file; there must be one");
                index = segment;
            }
            else if (start.SequenceEqual(ProfileMark))
            {
                if (profiles.Count == MaxSegments)
                    throw new IccFormatException(segment.Offset, "APP2", $"the profile has more than {MaxSegments} segments");
                profiles.Add(segment);
            }
        }

        rest = offset;
        if (frame.End == 0) throw new IccFormatException(rest, "SOF", "the frame header before the first scan is missing");
        if (frame.End - frame.Data < 6)
            throw new IccFormatException(frame.Offset, "SOF", "the frame header is too short to hold the number of components");
        ReadAt(frame.Data + 5, mark.Slice(0, 1));
        components = mark[0];
    }

    private static ReadOnlySpan<byte> ProfileMark => "ICC_PROFILE\0"u8;

    private static ReadOnlySpan<byte> MultiPictureMark => "MPF\0"u8;

    private static int MaxChunk => MaxSegmentData - ProfileMark.Length - 2;

    /// <summary>
    /// A JPEG segment: the offset of its fill bytes and marker, the marker itself, the offset of its data, and the offset of
    /// its end.
    /// </summary>
    private readonly record struct Segment(long Offset, byte Marker, long Data, long End);

    public override byte[]? Extract()
    {
        byte[]?[] parts = [];
        Span<byte> header = stackalloc byte[2];
        foreach (Segment segment in profiles)
        {
            long data = segment.Data + ProfileMark.Length;
            if (segment.End - data < 2)
                throw new IccFormatException(segment.Offset, "APP2", "the profile segment ends before its number and count");

            ReadAt(data, header);
            (byte number, byte count) = (header[0], header[1]);
            if (parts.Length == 0) parts = new byte[count][];
            if (count != parts.Length)
            {
                throw new IccFormatException(
                    segment.Offset, "APP2",
                    $"the segment specifies {count} parts; the first segment specified {parts.Length}");
            }

            if (number == 0 || number > parts.Length)
                throw new IccFormatException(segment.Offset, "APP2", $"part {number} of {parts.Length} is out of range");
            if (parts[number - 1] is not null)
                throw new IccFormatException(segment.Offset, "APP2", $"part {number} of {parts.Length} occurs twice");

            byte[] part = new byte[segment.End - data - 2];
            ReadAt(data + 2, part);
            parts[number - 1] = part;
        }

        int missing = Array.IndexOf(parts, null) + 1;
        if (missing > 0)
            throw new IccFormatException(rest, "APP2", $"part {missing} of {parts.Length} of the profile is missing");
        return parts.Length switch { 0 => null, 1 => parts[0], _ => [.. parts.SelectMany(x => x!)] };
    }

    public override ImageEdit Embed(ReadOnlySpan<byte> profile, IccFile file)
    {
        string? wanted = components switch { 1 => "GRAY", 3 => "RGB ", 4 => "CMYK", _ => null };
        if (wanted is not null && file.Header!.DataSpace != wanted)
        {
            throw new IccFormatException(
                16, null,
                $"the profile describes '{file.Header.DataSpace.Trim()}'; "
                + $"a JPEG with {components} components needs '{wanted.Trim()}'");
        }

        int count = (profile.Length + MaxChunk - 1) / MaxChunk;
        if (count > MaxSegments)
        {
            throw new IccFormatException(
                rest, "APP2", $"the profile has {profile.Length} bytes; {MaxSegments} segments hold {MaxSegments * MaxChunk}");
        }

        byte[] segments = new byte[profile.Length + (count * (4 + ProfileMark.Length + 2))];
        Span<byte> left = segments;
        for (int i = 0; i < count; i++)
        {
            ReadOnlySpan<byte> part = profile.Slice(i * MaxChunk, Math.Min(MaxChunk, profile.Length - (i * MaxChunk)));
            left[0] = 0xFF;
            left[1] = App2;
            BinaryPrimitives.WriteUInt16BigEndian(left.Slice(2), (ushort)(2 + ProfileMark.Length + 2 + part.Length));
            ProfileMark.CopyTo(left.Slice(4));
            left = left.Slice(4 + ProfileMark.Length);
            left[0] = (byte)(i + 1);
            left[1] = (byte)count;
            part.CopyTo(left.Slice(2));
            left = left.Slice(2 + part.Length);
        }

        return Rebuild(segments);
    }

    public override ImageEdit Strip() => Rebuild([]);

    private ImageEdit Rebuild(byte[] insert)
    {
        ImageEdit edit = new(Image);
        long end = profiles.Find(x => x.Offset == behind).End;
        edit.Replace(behind, end == 0 ? 0 : end - behind, insert);
        foreach (Segment segment in profiles)
        {
            if (segment.Offset != behind) edit.Replace(segment.Offset, segment.End - segment.Offset, []);
        }

        if (index is Segment pictures && !edit.ChangesNothing)
        {
            byte[] table = new byte[pictures.End - pictures.Data - MultiPictureMark.Length];
            long start = pictures.Data + MultiPictureMark.Length;
            ReadAt(start, table);
            new MultiPictureIndex(table, start, rest).Correct(edit);
        }

        return edit;
    }

    private static bool IsFrame(byte marker) => marker is >= 0xC0 and <= 0xCF and not (0xC4 or 0xC8 or 0xCC);

    private Segment ReadSegment(long offset)
    {
        long at = offset;
        if (at >= Length) throw new IccFormatException(at, null, "the JPEG is truncated: a marker is missing");
        Image.Position = at;
        int next = Image.ReadByte();
        if (next != 0xFF) throw new IccFormatException(at, null, $"a marker must begin with FF, not {next:X2}");
        while (next == 0xFF)
        {
            at++;
            next = Image.ReadByte();
        }

        if (next < 0) throw new IccFormatException(at, null, "the JPEG is truncated inside a marker");

        byte marker = (byte)next;
        at++;
        if (marker is EndOfImage or StartOfScan or 0x01 or (>= 0xD0 and <= 0xD8)) return new(offset, marker, at, at);
        if (marker == 0) throw new IccFormatException(offset, null, "FF 00 is at the position of a marker");
        if (Length - at < 2)
            throw new IccFormatException(at, Name(marker), "the JPEG is truncated: the length of the segment is missing");

        int length = (Image.ReadByte() << 8) | Image.ReadByte();
        if (length < 2)
            throw new IccFormatException(at, Name(marker), $"the length of the segment is {length}; it counts its own 2 bytes");
        if (length > Length - at)
        {
            throw new IccFormatException(
                at, Name(marker), $"the JPEG is truncated: the segment has {length} bytes, {Length - at} are left");
        }

        return new(offset, marker, at + 2, at + length);
    }

    private static string Name(byte marker) => marker is >= App0 and <= 0xEF ? $"APP{marker - App0}" : $"FF{marker:X2}";
}
