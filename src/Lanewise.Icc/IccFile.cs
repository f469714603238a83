using System.Buffers.Binary;
using System.Collections.Immutable;
using System.Globalization;
using System.Text;

namespace Lanewise.Icc;

/// <summary>
/// Any ICC profile as it lies in the file: header, tag table, the elements that can be taken apart, and everything that is
/// wrong with it.
/// </summary>
/// <remarks>
/// <see cref="Read"/> never fails: what cannot be read becomes a <see cref="IccProblem"/> with offset and tag, and the rest is
/// read on. Nothing is taken from a length before it is compared with the bytes that are there.
/// </remarks>
public sealed class IccFile
{
    /// <summary>Real profiles have a dozen to a few dozen tags; a table that claims millions would only cost time.</summary>
    public const int MaxTags = 1000;

    /// <summary>More samples than a 16-bit input can tell apart are not read.</summary>
    public const int MaxSamples = 65536;

    private const int MaxTexts = 256;
    private const int MaxTextShown = 4096;

    private static readonly string[] DataSpaces =
    [
        "XYZ ", "Lab ", "Luv ", "YCbr", "Yxy ", "RGB ", "GRAY", "HSV ", "HLS ", "CMYK", "CMY ",
        "2CLR", "3CLR", "4CLR", "5CLR", "6CLR", "7CLR", "8CLR", "9CLR", "ACLR", "BCLR", "CCLR", "DCLR", "ECLR", "FCLR",
    ];

    private static readonly string[] Classes = ["scnr", "mntr", "prtr", "link", "spac", "abst", "nmcl"];

    private readonly List<IccProblem> problems = [];
    private readonly List<IccTag> tags = [];
    private int position;

    private IccFile(int length) => Length = length;

    /// <summary>The bytes of the file.</summary>
    public int Length { get; }

    /// <summary>The header, or null where the file is shorter than one or is no profile at all.</summary>
    public IccHeader? Header { get; private set; }

    /// <summary>The tags in the order of the table.</summary>
    public IReadOnlyList<IccTag> Tags => tags;

    /// <summary>What is wrong, in the order in which it was met.</summary>
    public IReadOnlyList<IccProblem> Problems => problems;

    /// <summary>Whether nothing breaks the format.</summary>
    public bool IsValid => !problems.Exists(x => x.IsError);

    /// <summary>Reads a profile.</summary>
    /// <param name="data">The bytes, whatever they are.</param>
    /// <returns>What could be read, and what was wrong.</returns>
    public static IccFile Read(ReadOnlySpan<byte> data)
    {
        IccFile file = new(data.Length);
        if (file.ReadHeader(data))
        {
            file.ReadTags(data);
            file.CheckOverlap();
        }

        return file;
    }

    /// <summary>The contents of the first tag of that name.</summary>
    /// <param name="signature">The tag, four characters.</param>
    /// <returns>The tag, or null where there is none.</returns>
    public IccTag? Find(string signature) => tags.Find(x => x.Signature == signature);

    /// <summary>The model of a display profile with one matrix and one curve, or of a grey axis.</summary>
    /// <returns>The model.</returns>
    /// <exception cref="IccFormatException">The profile breaks its format or is of another kind; the message names offset and tag.</exception>
    public IccProfile ToProfile()
    {
        if (problems.Find(x => x.IsError) is { } problem) throw new IccFormatException(problem.Offset, problem.Tag, problem.Message);

        IccHeader header = Header!;
        bool gray = header.DataSpace == "GRAY";
        if (!gray && header.DataSpace != "RGB ")
            throw new IccFormatException(16, null, $"a matrix or grey profile describes RGB or GRAY, not '{header.DataSpace}'");
        if (header.Major is not (2 or 4))
            throw new IccFormatException(8, null, $"only versions 2 and 4 are read as models, not {header.Major}");
        if (header.ConnectionSpace != "XYZ ")
            throw new IccFormatException(20, null, $"a matrix or grey profile connects through XYZ, not '{header.ConnectionSpace}'");

        IccCurve curve = Need<IccCurveElement>(gray ? "kTRC" : "rTRC").Curve;
        if (!gray)
        {
            foreach (string other in (ReadOnlySpan<string>)["gTRC", "bTRC"])
            {
                if (!Need<IccCurveElement>(other).Curve.Equals(curve))
                    throw new IccFormatException(Find(other)!.Offset, other, "the three channels have different curves; the model has one for all");
            }
        }

        return new()
        {
            Version = header.Major,
            Description = TextOf("desc"),
            Copyright = TextOf("cprt"),
            Created = header.Created ?? throw new IccFormatException(24, null, "the date of creation is no date"),
            MediaWhite = Colour("wtpt"),
            IsGray = gray,
            Red = gray ? default : Colour("rXYZ"),
            Green = gray ? default : Colour("gXYZ"),
            Blue = gray ? default : Colour("bXYZ"),
            Curve = curve,
            Adaptation = Find("chad") is null ? [] : Need<IccNumbers>("chad").Values,
        };
    }

    /// <summary>A signature for people: characters that do not print become hexadecimal.</summary>
    internal static string Signature(ReadOnlySpan<byte> bytes)
    {
        StringBuilder text = new(4);
        foreach (byte b in bytes.Slice(0, 4))
        {
            if (b is >= 0x20 and < 0x7F) text.Append((char)b);
            else text.Append(CultureInfo.InvariantCulture, $"\\x{b:X2}");
        }

        return text.ToString();
    }

    private T Need<T>(string signature)
        where T : IccElement
    {
        IccTag tag = Find(signature) ?? throw new IccFormatException(IccFormat.HeaderLength, signature, "the tag is missing; a profile of this kind needs it");
        return tag.Element as T
            ?? throw new IccFormatException(tag.Offset, signature, $"the element has type '{tag.Element?.Type}', which this tag does not have");
    }

    private string TextOf(string signature) => Need<IccElement>(signature) switch
    {
        IccText text => text.Text,
        IccDescription description => description.Text,
        IccLocalized localized => localized.Text,
        IccElement other => throw new IccFormatException(Find(signature)!.Offset, signature, $"the element has type '{other.Type}', which is no text"),
    };

    private IccXyz Colour(string signature)
    {
        IccXyzElement element = Need<IccXyzElement>(signature);
        return element.Values.Length == 1
            ? element.Values[0]
            : throw new IccFormatException(Find(signature)!.Offset, signature, $"the tag holds {element.Values.Length} colours; it needs 1");
    }

    private void Error(long offset, string? tag, string message) => problems.Add(new(IsError: true, offset, tag, message));

    private void Warn(long offset, string? tag, string message) => problems.Add(new(IsError: false, offset, tag, message));

    // ---- header ----

    private bool ReadHeader(ReadOnlySpan<byte> data)
    {
        if (data.Length < IccFormat.HeaderLength)
        {
            Error(data.Length, null, $"the file ends after {data.Length} bytes; a header has {IccFormat.HeaderLength}");
            return false;
        }

        if (Signature(data.Slice(36)) != "acsp")
        {
            Error(36, null, $"this is no ICC profile: its mark 'acsp' is missing, '{Signature(data.Slice(36))}' stands there");
            return false;
        }

        byte[] id = new byte[IccFormat.IdLength];
        IccFormat.ComputeId(data, id);
        Header = new()
        {
            Size = U32(data, 0),
            Engine = Signature(data.Slice(4)),
            Major = data[8],
            Minor = data[9] >> 4,
            DeviceClass = Signature(data.Slice(12)),
            DataSpace = Signature(data.Slice(16)),
            ConnectionSpace = Signature(data.Slice(20)),
            Created = Date(data.Slice(24)),
            Platform = Signature(data.Slice(40)),
            Flags = U32(data, 44),
            Intent = U32(data, 64),
            Illuminant = ReadXyz(data.Slice(68)),
            Creator = Signature(data.Slice(80)),
            Id = [.. data.Slice(IccFormat.IdOffset, IccFormat.IdLength)],
            ComputedId = [.. id],
        };

        if (Header.Size != data.Length) Error(0, null, $"the header says {Header.Size} bytes; the file has {data.Length}");
        if (Header.Major is not (2 or 4 or 5)) Warn(8, null, $"version {Header.Major}.{Header.Minor} is unknown");
        if (!Classes.Contains(Header.DeviceClass)) Warn(12, null, $"the class '{Header.DeviceClass}' is unknown");
        if (!DataSpaces.Contains(Header.DataSpace)) Warn(16, null, $"the colour space '{Header.DataSpace}' is unknown");
        if (Header.ConnectionSpace is not ("XYZ " or "Lab ") && Header.DeviceClass != "link")
            Error(20, null, $"the connection space must be 'XYZ ' or 'Lab ', not '{Header.ConnectionSpace}'");
        if (Header.Created is null) Warn(24, null, "the date of creation is no date");
        if (Header.Intent > 3) Warn(64, null, $"the rendering intent must be 0 to 3, not {Header.Intent}");
        if (Header.Illuminant != IccXyz.D50) Warn(68, null, $"the illuminant is {Header.Illuminant}; D50 is {IccXyz.D50}");
        if (Header.HasId && !Header.IdMatches)
            Error(IccFormat.IdOffset, null, $"the profile ID is {Hex(Header.Id)}; the bytes give {Hex(Header.ComputedId)}");
        return true;
    }

    private static string Hex(ImmutableArray<byte> bytes) => Convert.ToHexStringLower(bytes.AsSpan());

    private static DateTime? Date(ReadOnlySpan<byte> data)
    {
        Span<int> n = stackalloc int[6];
        for (int i = 0; i < 6; i++) n[i] = U16(data, 2 * i);
        bool valid = n[0] is >= 1 and <= 9999 && n[1] is >= 1 and <= 12 && n[2] >= 1 && n[2] <= DateTime.DaysInMonth(n[0], n[1])
            && n[3] < 24 && n[4] < 60 && n[5] < 60;
        return valid ? new(n[0], n[1], n[2], n[3], n[4], n[5], DateTimeKind.Utc) : null;
    }

    // ---- tag table ----

    private void ReadTags(ReadOnlySpan<byte> data)
    {
        if (data.Length < IccFormat.TableStart)
        {
            Error(data.Length, null, $"the file ends after {data.Length} bytes, before the number of tags at {IccFormat.HeaderLength}");
            return;
        }

        uint count = U32(data, IccFormat.HeaderLength);
        long tableEnd = IccFormat.TableStart + ((long)count * IccFormat.TableEntryLength);
        if (count == 0) Error(IccFormat.HeaderLength, null, "the table has no tags");
        if (tableEnd > data.Length)
            Error(IccFormat.HeaderLength, null, $"a table of {count} tags ends at {tableEnd}; the file ends at {data.Length}");
        else if (count > MaxTags)
            Error(IccFormat.HeaderLength, null, $"the table has {count} tags; only the first {MaxTags} are read");

        int whole = (int)Math.Min(Math.Min(count, MaxTags), (data.Length - IccFormat.TableStart) / IccFormat.TableEntryLength);
        Dictionary<string, uint> names = [];
        Dictionary<(uint Offset, uint Size), IccTag> elements = [];
        for (int i = 0; i < whole; i++)
        {
            int entry = IccFormat.TableStart + (i * IccFormat.TableEntryLength);
            string signature = Signature(data.Slice(entry));
            uint offset = U32(data, entry + 4);
            uint size = U32(data, entry + 8);
            if (!names.TryAdd(signature, offset)) Error(entry, signature, "the tag stands twice in the table");

            if (elements.TryGetValue((offset, size), out IccTag? first))
            {
                tags.Add(new(signature, offset, size, first.Element, first.Signature));
                continue;
            }

            IccTag tag = new(signature, offset, size, ReadElement(data, entry, signature, offset, size, tableEnd), null);
            tags.Add(tag);
            elements.Add((offset, size), tag);
        }
    }

    private IccElement? ReadElement(ReadOnlySpan<byte> data, int entry, string tag, uint offset, uint size, long tableEnd)
    {
        if (offset < tableEnd)
        {
            Error(entry + 4, tag, $"the element begins at {offset}, inside the header or the tag table, which ends at {tableEnd}");
            return null;
        }

        if (offset > data.Length || size > data.Length - offset)
        {
            Error(entry + 4, tag, $"the element at {offset} with {size} bytes ends at {(long)offset + size}; the file ends at {data.Length}");
            return null;
        }

        if (size < 8)
        {
            Error(entry + 8, tag, $"the element has {size} bytes; a type and its reserved field need 8");
            return null;
        }

        if (offset % 4 != 0) Error(entry + 4, tag, $"the element begins at {offset}, which is no multiple of four");

        position = (int)offset;
        ReadOnlySpan<byte> bytes = data.Slice((int)offset, (int)size);
        if (U32(bytes, 4) != 0) Warn(offset + 4, tag, "the reserved field of the element is not zero");
        string type = Signature(bytes);
        return type switch
        {
            "text" => ReadText(bytes, tag),
            "desc" => ReadDescription(bytes, tag),
            "mluc" => ReadLocalized(bytes, tag),
            "XYZ " => ReadColours(bytes, tag),
            "sf32" => ReadNumbers(bytes, tag),
            "curv" => ReadCurve(bytes, tag),
            "para" => ReadParametric(bytes, tag),
            _ => new IccUnknown(type),
        };
    }

    private bool Need(ReadOnlySpan<byte> bytes, int length, string tag, string what)
    {
        if (bytes.Length >= length) return true;
        Error(position, tag, $"the element has {bytes.Length} bytes; {what} needs {length}");
        return false;
    }

    private IccText? ReadText(ReadOnlySpan<byte> bytes, string tag)
    {
        if (!Need(bytes, 9, tag, "a text with its terminator")) return null;
        return new(Ascii(bytes.Slice(8), position + 8, tag));
    }

    private IccDescription? ReadDescription(ReadOnlySpan<byte> bytes, string tag)
    {
        if (!Need(bytes, 12, tag, "a description")) return null;
        uint count = U32(bytes, 8);
        if (count > bytes.Length - 12)
        {
            Error(position + 8, tag, $"the text has {count} bytes; the element has room for {bytes.Length - 12}");
            return null;
        }

        if (count == 0) Warn(position + 8, tag, "the text has a length of 0, without even a terminator");
        string text = count == 0 ? "" : Ascii(bytes.Slice(12, (int)count), position + 12, tag);

        // Some old profiles end here; they are read by every engine, so it is not an error.
        int unicode = 12 + (int)count;
        if (bytes.Length < unicode + 8)
        {
            Warn(position + unicode, tag, "the element ends before its Unicode and Macintosh texts");
            return new(text, position + bytes.Length, TailUsed: true);
        }

        uint unicodeCount = U32(bytes, unicode + 4);
        long script = unicode + 8L + (2L * unicodeCount);
        if (script + 3 > bytes.Length)
        {
            Warn(position + unicode + 4, tag, $"a Unicode text of {unicodeCount} characters leaves no room for the Macintosh text");
            return new(text, position + bytes.Length, TailUsed: true);
        }

        if (script + 3 + IccFormat.MacintoshLength > bytes.Length)
            Warn(position + script + 3, tag, $"the field of the Macintosh text has {bytes.Length - script - 3} bytes of {IccFormat.MacintoshLength}");

        byte scriptCount = bytes[(int)script + 2];
        if (scriptCount > IccFormat.MacintoshLength)
            Warn(position + script + 2, tag, $"the Macintosh text has {scriptCount} bytes; its field has {IccFormat.MacintoshLength}");
        return new(text, position + (unicodeCount == 0 ? unicode : script + 3), scriptCount != 0);
    }

    private IccLocalized? ReadLocalized(ReadOnlySpan<byte> bytes, string tag)
    {
        if (!Need(bytes, 16, tag, "a table of texts")) return null;
        uint count = U32(bytes, 8);
        uint recordLength = U32(bytes, 12);
        if (recordLength != 12)
        {
            Error(position + 12, tag, $"a record of the text table has 12 bytes, not {recordLength}");
            return null;
        }

        if (count > (bytes.Length - 16) / 12)
        {
            Error(position + 8, tag, $"the table has {count} texts; the element has room for {(bytes.Length - 16) / 12}");
            return null;
        }

        if (count == 0) Warn(position + 8, tag, "the table has no texts");
        if (count > MaxTexts) Warn(position + 8, tag, $"the table has {count} texts; only the first {MaxTexts} are read");
        ImmutableArray<KeyValuePair<string, string>>.Builder texts = ImmutableArray.CreateBuilder<KeyValuePair<string, string>>();
        for (int i = 0; i < Math.Min(count, MaxTexts); i++)
        {
            int record = 16 + (12 * i);
            uint length = U32(bytes, record + 4);
            uint offset = U32(bytes, record + 8);
            if (offset > bytes.Length || length > bytes.Length - offset)
            {
                Error(position + record + 4, tag, $"text {i} ends at {(long)offset + length}; the element has {bytes.Length} bytes");
                continue;
            }

            if (length % 2 != 0) Error(position + record + 4, tag, $"text {i} has {length} bytes; UTF-16 needs an even number");
            int shown = (int)Math.Min(length / 2, MaxTextShown);
            texts.Add(new(Signature(bytes.Slice(record)), Encoding.BigEndianUnicode.GetString(bytes.Slice((int)offset, 2 * shown))));
        }

        return new(texts.DrainToImmutable());
    }

    private IccXyzElement? ReadColours(ReadOnlySpan<byte> bytes, string tag)
    {
        if (!Need(bytes, 20, tag, "a colour")) return null;
        if ((bytes.Length - 8) % 12 != 0) Error(position, tag, $"the element has {bytes.Length} bytes; colours of 12 bytes each do not fill it");
        IccXyz[] values = new IccXyz[Math.Min((bytes.Length - 8) / 12, MaxSamples)];
        for (int i = 0; i < values.Length; i++) values[i] = ReadXyz(bytes.Slice(8 + (12 * i)));
        return new([.. values]);
    }

    private IccNumbers? ReadNumbers(ReadOnlySpan<byte> bytes, string tag)
    {
        int wanted = tag == "chad" ? 9 : 1;
        if (!Need(bytes, 8 + (4 * wanted), tag, wanted == 9 ? "a matrix of 9 numbers" : "a number")) return null;
        S15Fixed16[] values = new S15Fixed16[tag == "chad" ? 9 : Math.Min((bytes.Length - 8) / 4, MaxSamples)];
        for (int i = 0; i < values.Length; i++) values[i] = new((int)U32(bytes, 8 + (4 * i)));
        return new([.. values]);
    }

    private IccCurveElement? ReadCurve(ReadOnlySpan<byte> bytes, string tag)
    {
        if (!Need(bytes, 12, tag, "a curve")) return null;
        uint count = U32(bytes, 8);
        if (count > (bytes.Length - 12) / 2)
        {
            Error(position + 8, tag, $"the curve has {count} samples; the element has room for {(bytes.Length - 12) / 2}");
            return null;
        }

        if (count > MaxSamples)
        {
            Error(position + 8, tag, $"the curve has {count} samples; more than {MaxSamples} are not read");
            return null;
        }

        if (count == 0) return new(IccCurve.Linear);
        ushort[] samples = new ushort[count];
        for (int i = 0; i < samples.Length; i++) samples[i] = U16(bytes, 12 + (2 * i));
        if (count > 1) return new(IccCurve.FromSamples(samples));
        if (samples[0] != 0) return new(IccCurve.FromGamma(samples[0]));

        Error(position + 12, tag, "the gamma is 0; it must be above 0");
        return null;
    }

    private IccCurveElement? ReadParametric(ReadOnlySpan<byte> bytes, string tag)
    {
        if (!Need(bytes, 12, tag, "a parametric curve")) return null;
        int type = U16(bytes, 8);
        int count = IccCurve.ParameterCount(type);
        if (count == 0)
        {
            Error(position + 8, tag, $"the formulas of a parametric curve are numbered 0 to 4; this one is {type}");
            return null;
        }

        if (!Need(bytes, 12 + (4 * count), tag, $"formula {type}")) return null;
        S15Fixed16[] parameters = new S15Fixed16[count];
        for (int i = 0; i < count; i++) parameters[i] = new((int)U32(bytes, 12 + (4 * i)));
        if (parameters[0].Raw > 0) return new(IccCurve.FromParameters(type, parameters));

        Error(position + 12, tag, $"the exponent is {parameters[0]}; it must be above 0");
        return null;
    }

    // ---- overlap ----

    /// <summary>
    /// Elements must not lie over one another, with one exception: in version 2 the unused texts at the end of a description
    /// may lie over anything, or anything inside them.
    /// </summary>
    private void CheckOverlap()
    {
        List<IccTag> own = [.. tags.Where(x => x.SharedWith is null && x.Element is not null).OrderBy(x => x.Offset).ThenBy(x => x.Size)];
        IccTag? widest = null;
        foreach (IccTag tag in own)
        {
            if (widest is not null && tag.Offset < EndOfUsed(widest))
            {
                Error(tag.Offset, tag.Signature, $"the element lies over '{widest.Signature}', which begins at {widest.Offset} and ends at {EndOfUsed(widest)}");
            }

            if (widest is null || EndOfUsed(tag) > EndOfUsed(widest)) widest = tag;
        }
    }

    private long EndOfUsed(IccTag tag) =>
        Header!.Major < 4 && tag.Element is IccDescription { TailUsed: false } description ? description.TailOffset : tag.Offset + (long)tag.Size;

    // ---- numbers ----

    private string Ascii(ReadOnlySpan<byte> bytes, long offset, string tag)
    {
        int end = bytes.IndexOf((byte)0);
        if (end < 0) Warn(offset, tag, "the text has no terminator");
        ReadOnlySpan<byte> text = bytes.Slice(0, Math.Min(end < 0 ? bytes.Length : end, MaxTextShown));
        return Encoding.Latin1.GetString(text);
    }

    private static IccXyz ReadXyz(ReadOnlySpan<byte> data) => new(new((int)U32(data, 0)), new((int)U32(data, 4)), new((int)U32(data, 8)));

    private static uint U32(ReadOnlySpan<byte> data, int offset) => BinaryPrimitives.ReadUInt32BigEndian(data.Slice(offset));

    private static ushort U16(ReadOnlySpan<byte> data, int offset) => BinaryPrimitives.ReadUInt16BigEndian(data.Slice(offset));
}
