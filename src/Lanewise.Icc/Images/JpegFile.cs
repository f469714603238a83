using System.Buffers.Binary;

namespace Lanewise.Icc;

/// <summary>A JPEG as a row of segments up to its first scan; from there on nothing is looked at.</summary>
/// <remarks>
/// A profile lies in APP2 segments that begin with <c>ICC_PROFILE</c>, a number and a count, because one segment holds at most
/// 65519 bytes of it. They go behind the application segments that must come first (JFIF, Exif).
/// </remarks>
internal sealed class JpegFile
{
    private const int MaxSegmentData = 65533;
    private const int MaxSegments = 255;
    private const byte StartOfScan = 0xDA;
    private const byte EndOfImage = 0xD9;
    private const byte App0 = 0xE0;
    private const byte App1 = 0xE1;
    private const byte App2 = 0xE2;

    private readonly byte[] image;
    private readonly List<Segment> segments = [];
    private readonly int rest;
    private readonly int components;

    private JpegFile(byte[] image)
    {
        this.image = image;
        int offset = 2;
        while (true)
        {
            Segment segment = ReadSegment(offset);
            if (segment.Marker == StartOfScan) break;
            if (segment.Marker == EndOfImage) throw new IccFormatException(offset, "EOI", "the image ends before its first scan");

            segments.Add(segment);
            offset = segment.End;
        }

        rest = offset;
        Segment frame = segments.Find(x => IsFrame(x.Marker));
        if (frame.End == 0) throw new IccFormatException(rest, "SOF", "the frame header before the first scan is missing");
        if (frame.End - frame.Data < 6) throw new IccFormatException(frame.Offset, "SOF", "the frame header is too short to hold the number of components");
        components = image[frame.Data + 5];
    }

    private static ReadOnlySpan<byte> ProfileMark => "ICC_PROFILE\0"u8;

    private static ReadOnlySpan<byte> MultiPictureMark => "MPF\0"u8;

    private static int MaxChunk => MaxSegmentData - ProfileMark.Length - 2;

    /// <summary>A segment: its fill bytes and marker, its data, and where it ends.</summary>
    private readonly record struct Segment(int Offset, byte Marker, int Data, int End);

    public static JpegFile Read(ReadOnlySpan<byte> image) => new(image.ToArray());

    public byte[]? Extract()
    {
        byte[]?[] parts = [];
        foreach (Segment segment in segments)
        {
            if (!IsProfile(segment)) continue;

            ReadOnlySpan<byte> data = DataOf(segment).Slice(ProfileMark.Length);
            if (data.Length < 2) throw new IccFormatException(segment.Offset, "APP2", "the profile segment ends before its number and count");
            if (parts.Length == 0) parts = new byte[data[1]][];
            if (data[1] != parts.Length)
                throw new IccFormatException(segment.Offset, "APP2", $"the segment says that the profile has {data[1]} parts; the first said {parts.Length}");
            if (data[0] == 0 || data[0] > parts.Length)
                throw new IccFormatException(segment.Offset, "APP2", $"part {data[0]} of {parts.Length} is out of range");
            if (parts[data[0] - 1] is not null)
                throw new IccFormatException(segment.Offset, "APP2", $"part {data[0]} of {parts.Length} stands twice");
            parts[data[0] - 1] = data.Slice(2).ToArray();
        }

        int missing = Array.IndexOf(parts, null) + 1;
        if (missing > 0) throw new IccFormatException(rest, "APP2", $"part {missing} of {parts.Length} of the profile is missing");
        return parts.Length == 0 ? null : [.. parts.SelectMany(x => x!)];
    }

    public byte[] Embed(ReadOnlySpan<byte> profile, IccFile file)
    {
        string? wanted = components switch { 1 => "GRAY", 3 => "RGB ", 4 => "CMYK", _ => null };
        if (wanted is not null && file.Header!.DataSpace != wanted)
            throw new IccFormatException(16, null, $"the profile describes '{file.Header.DataSpace.Trim()}'; a JPEG with {components} components needs '{wanted.Trim()}'");

        int count = (profile.Length + MaxChunk - 1) / MaxChunk;
        if (count > MaxSegments)
            throw new IccFormatException(rest, "APP2", $"the profile has {profile.Length} bytes; {MaxSegments} segments hold {MaxSegments * MaxChunk}");

        using MemoryStream bytes = new();
        Span<byte> length = stackalloc byte[2];
        for (int i = 0; i < count; i++)
        {
            ReadOnlySpan<byte> part = profile.Slice(i * MaxChunk, Math.Min(MaxChunk, profile.Length - (i * MaxChunk)));
            BinaryPrimitives.WriteUInt16BigEndian(length, (ushort)(2 + ProfileMark.Length + 2 + part.Length));
            bytes.Write([0xFF, App2]);
            bytes.Write(length);
            bytes.Write(ProfileMark);
            bytes.Write([(byte)(i + 1), (byte)count]);
            bytes.Write(part);
        }

        return Rebuild(bytes.ToArray());
    }

    public byte[] Strip() => Rebuild([]);

    private byte[] Rebuild(byte[] insert)
    {
        int behind = segments.FindIndex(x => x.Marker is not (App0 or App1));
        if (behind < 0) behind = segments.Count;
        CheckMultiPicture(behind);
        using MemoryStream result = new(image.Length + insert.Length);
        result.Write(image, 0, 2);
        for (int i = 0; i < segments.Count; i++)
        {
            if (i == behind) result.Write(insert);
            if (!IsProfile(segments[i])) result.Write(image, segments[i].Offset, segments[i].End - segments[i].Offset);
        }

        if (behind == segments.Count) result.Write(insert);
        result.Write(image, rest, image.Length - rest);
        return result.ToArray();
    }

    /// <summary>
    /// A multi-picture file (two cameras, gain maps) counts the offsets of its other pictures from its own index. What lies
    /// before the index moves both; what is removed behind it would move only the pictures.
    /// </summary>
    private void CheckMultiPicture(int behind)
    {
        int index = segments.FindIndex(x => x.Marker == App2 && DataOf(x).StartsWith(MultiPictureMark));
        if (index < 0) return;

        int late = segments.FindIndex(index, IsProfile);
        if (late >= 0 || index < behind)
            throw new IccFormatException(segments[index].Offset, "MPF", "the profile lies behind the index of a multi-picture file; changing it would break the offsets of the other pictures");
    }

    private bool IsProfile(Segment segment) => segment.Marker == App2 && DataOf(segment).StartsWith(ProfileMark);

    private ReadOnlySpan<byte> DataOf(Segment segment) => image.AsSpan(segment.Data, segment.End - segment.Data);

    private static bool IsFrame(byte marker) => marker is >= 0xC0 and <= 0xCF and not (0xC4 or 0xC8 or 0xCC);

    private Segment ReadSegment(int offset)
    {
        int at = offset;
        if (at >= image.Length) throw new IccFormatException(at, null, "the JPEG is cut off: a marker was needed");
        if (image[at] != 0xFF) throw new IccFormatException(at, null, $"a marker must begin with FF, not {image[at]:X2}");
        while (at < image.Length && image[at] == 0xFF) at++;
        if (at == image.Length) throw new IccFormatException(at, null, "the JPEG is cut off inside a marker");

        byte marker = image[at++];
        if (marker is EndOfImage or StartOfScan or 0x01 or (>= 0xD0 and <= 0xD8)) return new(offset, marker, at, at);
        if (marker == 0) throw new IccFormatException(offset, null, "FF 00 stands where a marker was needed");
        if (image.Length - at < 2) throw new IccFormatException(at, Name(marker), "the JPEG is cut off: the length of the segment is missing");

        int length = BinaryPrimitives.ReadUInt16BigEndian(image.AsSpan(at));
        if (length < 2) throw new IccFormatException(at, Name(marker), $"the length of the segment is {length}; it counts its own 2 bytes");
        if (length > image.Length - at)
            throw new IccFormatException(at, Name(marker), $"the JPEG is cut off: the segment has {length} bytes, {image.Length - at} are left");
        return new(offset, marker, at + 2, at + length);
    }

    private static string Name(byte marker) => marker is >= App0 and <= 0xEF ? $"APP{marker - App0}" : $"FF{marker:X2}";
}
