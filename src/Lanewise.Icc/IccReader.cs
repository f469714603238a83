using System.Collections.Immutable;

namespace Lanewise.Icc;

/// <summary>Reads the header and the tag table of a profile, detects overlapping elements, and parses the elements.</summary>
internal sealed class IccReader
{
    /// <summary>
    /// The memory, in bytes, that a row of the tag table needs, including the name, the record and the list entries.
    /// </summary>
    private const int CostOfTag = 120;

    private static readonly string[] DataSpaces =
    [
        "XYZ ", "Lab ", "Luv ", "YCbr", "Yxy ", "RGB ", "GRAY", "HSV ", "HLS ", "CMYK", "CMY ",
        "2CLR", "3CLR", "4CLR", "5CLR", "6CLR", "7CLR", "8CLR", "9CLR", "ACLR", "BCLR", "CCLR", "DCLR", "ECLR", "FCLR",
    ];

    private static readonly string[] Classes = ["scnr", "mntr", "prtr", "link", "spac", "abst", "nmcl"];

    private readonly IccProblems problems;
    private readonly List<IccTag> tags = [];
    private IccHeader? header;

    private IccReader(int length) => problems = new(length);

    public static IccFile Read(ReadOnlySpan<byte> data)
    {
        IccReader reader = new(data.Length);
        if (reader.ReadHeader(data)) reader.ReadTags(data);
        return new(data.Length, reader.header, reader.tags, reader.problems.All);
    }

    private bool ReadHeader(ReadOnlySpan<byte> data)
    {
        if (data.Length < IccFormat.HeaderLength)
        {
            problems.Error(data.Length, null, $"the file ends after {data.Length} bytes; a header has {IccFormat.HeaderLength}");
            return false;
        }

        if (IccFile.Signature(data.Slice(36)) != "acsp")
        {
            problems.Error(
                36, null,
                $"this is not an ICC profile: its signature is '{IccFile.Signature(data.Slice(36))}' instead of 'acsp'");
            return false;
        }

        byte[] id = new byte[IccFormat.IdLength];
        IccFormat.ComputeId(data, id);
        header = new()
        {
            Size = IccElements.U32(data, 0),
            Engine = IccFile.Signature(data.Slice(4)),
            Major = data[8],
            Minor = data[9] >> 4,
            DeviceClass = IccFile.Signature(data.Slice(12)),
            DataSpace = IccFile.Signature(data.Slice(16)),
            ConnectionSpace = IccFile.Signature(data.Slice(20)),
            Created = Date(data.Slice(24)),
            Platform = IccFile.Signature(data.Slice(40)),
            Flags = IccElements.U32(data, 44),
            Intent = IccElements.U32(data, 64),
            Illuminant = IccElements.ReadXyz(data.Slice(68)),
            Creator = IccFile.Signature(data.Slice(80)),
            Id = [.. data.Slice(IccFormat.IdOffset, IccFormat.IdLength)],
            ComputedId = [.. id],
        };

        if (header.Size != data.Length)
            problems.Error(0, null, $"the header specifies {header.Size} bytes; the file has {data.Length}");
        if (header.Major is not (2 or 4 or 5)) problems.Warn(8, null, $"version {header.Major}.{header.Minor} is unknown");
        if (!Classes.Contains(header.DeviceClass)) problems.Warn(12, null, $"the class '{header.DeviceClass}' is unknown");
        if (!DataSpaces.Contains(header.DataSpace)) problems.Warn(16, null, $"the color space '{header.DataSpace}' is unknown");
        if (header.ConnectionSpace is not ("XYZ " or "Lab ") && header.DeviceClass != "link")
            problems.Error(20, null, $"the connection space must be 'XYZ ' or 'Lab ', not '{header.ConnectionSpace}'");
        if (header.Created is null) problems.Warn(24, null, $"the creation date is not valid");
        if (header.Intent > 3) problems.Warn(64, null, $"the rendering intent must be 0 to 3, not {header.Intent}");
        if (header.Illuminant != IccXyz.D50)
            problems.Warn(68, null, $"the illuminant is {header.Illuminant}; D50 is {IccXyz.D50}");
        if (header.HasId && !header.IdMatches)
            problems.Error(
                IccFormat.IdOffset, null, $"the profile ID is {Hex(header.Id)}; the bytes give {Hex(header.ComputedId)}");
        return true;
    }

    private static string Hex(ImmutableArray<byte> bytes) => Convert.ToHexStringLower(bytes.AsSpan());

    private static DateTime? Date(ReadOnlySpan<byte> data)
    {
        Span<int> n = stackalloc int[6];
        for (int i = 0; i < 6; i++) n[i] = IccElements.U16(data, 2 * i);
        bool valid = n[0] is >= 1 and <= 9999 && n[1] is >= 1 and <= 12 && n[2] >= 1 && n[2] <= DateTime.DaysInMonth(n[0], n[1])
            && n[3] < 24 && n[4] < 60 && n[5] < 60;
        return valid ? new(n[0], n[1], n[2], n[3], n[4], n[5], DateTimeKind.Utc) : null;
    }

    private void ReadTags(ReadOnlySpan<byte> data)
    {
        if (data.Length < IccFormat.TableStart)
        {
            problems.Error(
                data.Length, null,
                $"the file ends after {data.Length} bytes, before the number of tags at {IccFormat.HeaderLength}");
            return;
        }

        uint count = IccElements.U32(data, IccFormat.HeaderLength);
        long tableEnd = IccFormat.TableStart + ((long)count * IccFormat.TableEntryLength);
        if (count == 0) problems.Error(IccFormat.HeaderLength, null, $"the table has no tags");
        if (tableEnd > data.Length)
            problems.Error(
                IccFormat.HeaderLength, null, $"a table of {count} tags ends at {tableEnd}; the file ends at {data.Length}");
        else if (count > IccFile.MaxTags)
            problems.Error(
                IccFormat.HeaderLength, null, $"the table has {count} tags; only the first {IccFile.MaxTags} are read");

        int whole = (int)Math.Min(
            Math.Min(count, IccFile.MaxTags), (data.Length - IccFormat.TableStart) / IccFormat.TableEntryLength);
        Row[] rows = new Row[whole];
        Dictionary<(uint Offset, uint Size), int> elements = new(whole);
        HashSet<uint> names = new(whole);
        for (int i = 0; i < whole; i++)
        {
            ReadOnlySpan<byte> entry = data.Slice(
                IccFormat.TableStart + (i * IccFormat.TableEntryLength), IccFormat.TableEntryLength);
            Row row = new(IccFile.Signature(entry), IccElements.U32(entry, 4), IccElements.U32(entry, 8));
            if (!names.Add(IccElements.U32(entry, 0)))
                problems.Error(EntryOf(i), row.Signature, $"the tag occurs twice in the table");
            if (elements.TryGetValue((row.Offset, row.Size), out int first)) row = row with { SameAs = first };
            else elements.Add((row.Offset, row.Size), i);

            rows[i] = row.SameAs < 0 && !CheckRange(data, row, i, tableEnd) ? row with { IsBad = true } : row;
        }

        CheckOverlap(data, rows);
        tags.Capacity = whole;
        IccElements reader = new(problems);
        foreach (Row row in rows)
        {
            problems.Spend(CostOfTag);
            IccElement? element = row.SameAs >= 0 ? tags[row.SameAs].Element
                : row.IsBad ? null
                : reader.Read(data.Slice((int)row.Offset, (int)row.Size), (int)row.Offset, row.Signature);
            tags.Add(new(row.Signature, row.Offset, row.Size, element, row.SameAs >= 0 ? rows[row.SameAs].Signature : null));
        }
    }

    private static int EntryOf(int row) => IccFormat.TableStart + (row * IccFormat.TableEntryLength);

    private bool CheckRange(ReadOnlySpan<byte> data, in Row row, int number, long tableEnd)
    {
        int entry = EntryOf(number);
        if (row.Offset < tableEnd)
        {
            problems.Error(
                entry + 4, row.Signature,
                $"the element begins at {row.Offset}, inside the header or the tag table, which ends at {tableEnd}");
            return false;
        }

        if (row.Offset > data.Length || row.Size > data.Length - row.Offset)
        {
            problems.Error(
                entry + 4, row.Signature,
                $"the element at {row.Offset} with {row.Size} bytes ends at {row.End}; the file ends at {data.Length}");
            return false;
        }

        if (row.Size < 8)
        {
            problems.Error(entry + 8, row.Signature, $"the element has {row.Size} bytes; a type and its reserved field need 8");
            return false;
        }

        if (row.Offset % 4 != 0)
            problems.Error(entry + 4, row.Signature, $"the element begins at {row.Offset}, which is not a multiple of four");
        return true;
    }

    /// <summary>
    /// Checks that elements do not overlap. In version 2, the unused texts at the end of a description may overlap other
    /// elements. Any other element that overlaps an earlier element is not parsed. Therefore, no byte is parsed for more than one
    /// element.
    /// </summary>
    private void CheckOverlap(ReadOnlySpan<byte> data, Row[] rows)
    {
        int[] order = [.. Enumerable.Range(0, rows.Length).Where(i => rows[i].SameAs < 0 && !rows[i].IsBad)
            .OrderBy(i => rows[i].Offset).ThenBy(i => rows[i].Size)];
        string widest = "";
        uint begin = 0;
        long end = 0;
        foreach (int i in order)
        {
            ref Row row = ref rows[i];
            if (row.Offset < end)
            {
                problems.Error(
                    row.Offset, row.Signature, $"the element overlaps '{widest}', which begins at {begin} and ends at {end}");
                row = row with { IsBad = true };
            }

            long used = EndOfUsed(data, row);
            if (used > end) (widest, begin, end) = (row.Signature, row.Offset, used);
        }
    }

    private long EndOfUsed(ReadOnlySpan<byte> data, in Row row) =>
        header!.Major < 4 && IccElements.UnusedEnd(data.Slice((int)row.Offset, (int)row.Size)) is int unused
            ? row.Offset + unused
            : row.End;

    /// <summary>
    /// A row of the tag table. <c>SameAs</c> is the index of the earlier row that uses the same element, or -1. <c>IsBad</c>
    /// indicates that the element cannot be read.
    /// </summary>
    private readonly record struct Row(string Signature, uint Offset, uint Size, int SameAs = -1, bool IsBad = false)
    {
        public long End => Offset + (long)Size;
    }
}
