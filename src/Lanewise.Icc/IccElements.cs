using System.Buffers.Binary;
using System.Collections.Immutable;
using System.Runtime.InteropServices;
using System.Text;

namespace Lanewise.Icc;

/// <summary>Parses the elements of a profile according to their types.</summary>
internal sealed class IccElements(IccProblems problems)
{
    private const int MaxTexts = 256;
    private const int MaxTextShown = 4096;

    /// <summary>The memory, in bytes, that a text needs in addition to its characters.</summary>
    private const int CostOfText = 80;

    private int position;

    /// <summary>
    /// Parses an element of at least 8 bytes. Returns null if the element violates the format or needs too much memory.
    /// </summary>
    /// <param name="bytes">The element.</param>
    /// <param name="offset">The offset of the element in the file.</param>
    /// <param name="tag">The signature of the tag that refers to the element.</param>
    public IccElement? Read(ReadOnlySpan<byte> bytes, int offset, string tag)
    {
        position = offset;
        if (U32(bytes, 4) != 0) problems.Warn(offset + 4, tag, $"the reserved field of the element is not zero");
        string type = IccFile.Signature(bytes);
        return type switch
        {
            "text" => ReadText(bytes, tag),
            "desc" => ReadDescription(bytes, tag),
            "mluc" => ReadLocalized(bytes, tag),
            "XYZ " => ReadColors(bytes, tag),
            "sf32" => ReadNumbers(bytes, tag),
            "curv" => ReadCurve(bytes, tag),
            "para" => ReadParametric(bytes, tag),
            _ => new IccUnknown(type),
        };
    }

    /// <summary>
    /// Returns the offset of the unused texts in a description, or null if they are used or do not exist.
    /// </summary>
    public static int? UnusedEnd(ReadOnlySpan<byte> bytes)
    {
        if (bytes.Length < 12 || !bytes.StartsWith("desc"u8) || U32(bytes, 8) is var count && count > bytes.Length - 12)
            return null;

        int unicode = 12 + (int)count;
        (long script, uint unicodeCount) = Script(bytes, unicode);
        if (script + 3 > bytes.Length || bytes[(int)script + 2] != 0) return null;
        return unicodeCount == 0 ? unicode : (int)script + 3;
    }

    private bool CanSpend(int bytes, string tag)
    {
        if (problems.Spend(bytes)) return true;
        problems.Error(
            position, tag,
            $"the element is not read: reading it would exceed the memory limit of {problems.Limit} bytes");
        return false;
    }

    private bool Need(ReadOnlySpan<byte> bytes, int length, string tag, string what)
    {
        if (bytes.Length >= length) return true;
        problems.Error(position, tag, $"the element has {bytes.Length} bytes; {what} needs {length}");
        return false;
    }

    private IccText? ReadText(ReadOnlySpan<byte> bytes, string tag)
    {
        if (!Need(bytes, 9, tag, "a text with its terminator")) return null;
        return Ascii(bytes.Slice(8), position + 8, tag) is string text ? new(text) : null;
    }

    private IccDescription? ReadDescription(ReadOnlySpan<byte> bytes, string tag)
    {
        if (!Need(bytes, 12, tag, "a description")) return null;
        uint count = U32(bytes, 8);
        if (count > bytes.Length - 12)
        {
            problems.Error(position + 8, tag, $"the text has {count} bytes; the element has room for {bytes.Length - 12}");
            return null;
        }

        if (count == 0) problems.Warn(position + 8, tag, $"the text has a length of 0, without even a terminator");
        if ((count == 0 ? "" : Ascii(bytes.Slice(12, (int)count), position + 12, tag)) is not string text) return null;

        // In some old profiles, the description ends after the ASCII text. Every color engine accepts these profiles, so the
        // missing part is not treated as an error.
        int unicode = 12 + (int)count;
        (long script, uint unicodeCount) = Script(bytes, unicode);
        if (bytes.Length < unicode + 8)
            problems.Warn(position + unicode, tag, $"the element ends before its Unicode and Macintosh texts");
        else if (script + 3 > bytes.Length)
            problems.Warn(
                position + unicode + 4, tag,
                $"a Unicode text of {unicodeCount} characters leaves no room for the Macintosh text");
        if (script + 3 > bytes.Length) return new(text, position + bytes.Length, TailUsed: true);

        if (script + 3 + IccFormat.MacintoshLength > bytes.Length)
        {
            problems.Warn(
                position + script + 3, tag,
                $"the field of the Macintosh text has {bytes.Length - script - 3} bytes of {IccFormat.MacintoshLength}");
        }

        byte scriptCount = bytes[(int)script + 2];
        if (scriptCount > IccFormat.MacintoshLength)
        {
            problems.Warn(
                position + script + 2, tag,
                $"the Macintosh text has {scriptCount} bytes; its field has {IccFormat.MacintoshLength}");
        }

        return new(text, position + (unicodeCount == 0 ? unicode : script + 3), scriptCount != 0);
    }

    /// <summary>Returns the offset of the Macintosh script code, and the length of the preceding Unicode text.</summary>
    private static (long Script, uint UnicodeCount) Script(ReadOnlySpan<byte> bytes, int unicode)
    {
        if (bytes.Length < unicode + 8) return (bytes.Length, 0);

        uint count = U32(bytes, unicode + 4);
        return (unicode + 8L + (2L * count), count);
    }

    private IccLocalized? ReadLocalized(ReadOnlySpan<byte> bytes, string tag)
    {
        if (!Need(bytes, 16, tag, "a table of texts")) return null;
        uint count = U32(bytes, 8);
        uint recordLength = U32(bytes, 12);
        if (recordLength != 12)
        {
            problems.Error(position + 12, tag, $"a record of the text table has 12 bytes, not {recordLength}");
            return null;
        }

        if (count > (bytes.Length - 16) / 12)
        {
            problems.Error(
                position + 8, tag, $"the table has {count} texts; the element has room for {(bytes.Length - 16) / 12}");
            return null;
        }

        if (count == 0) problems.Warn(position + 8, tag, $"the table has no texts");
        if (count > MaxTexts)
            problems.Warn(position + 8, tag, $"the table has {count} texts; only the first {MaxTexts} are read");
        ImmutableArray<KeyValuePair<string, string>>.Builder texts = ImmutableArray.CreateBuilder<KeyValuePair<string, string>>();
        for (int i = 0; i < Math.Min(count, MaxTexts); i++)
        {
            int record = 16 + (12 * i);
            uint length = U32(bytes, record + 4);
            uint offset = U32(bytes, record + 8);
            if (offset > bytes.Length || length > bytes.Length - offset)
            {
                problems.Error(
                    position + record + 4, tag,
                    $"text {i} ends at {(long)offset + length}; the element has {bytes.Length} bytes");
                continue;
            }

            if (length % 2 != 0)
                problems.Error(position + record + 4, tag, $"text {i} has {length} bytes; UTF-16 needs an even number");
            int shown = (int)Math.Min(length / 2, MaxTextShown);
            if (!CanSpend(CostOfText + (2 * shown), tag)) break;

            string text = Encoding.BigEndianUnicode.GetString(bytes.Slice((int)offset, 2 * shown));
            texts.Add(new(IccFile.Signature(bytes.Slice(record)), text));
        }

        return new(texts.DrainToImmutable());
    }

    private IccXyzElement? ReadColors(ReadOnlySpan<byte> bytes, string tag)
    {
        if (!Need(bytes, 20, tag, "a color")) return null;
        if ((bytes.Length - 8) % 12 != 0)
            problems.Error(position, tag, $"the element has {bytes.Length} bytes; colors of 12 bytes each do not fill it");
        int count = Math.Min((bytes.Length - 8) / 12, IccFile.MaxSamples);
        if (!CanSpend(12 * count, tag)) return null;

        IccXyz[] values = new IccXyz[count];
        for (int i = 0; i < values.Length; i++) values[i] = ReadXyz(bytes.Slice(8 + (12 * i)));
        return new(ImmutableCollectionsMarshal.AsImmutableArray(values));
    }

    private IccNumbers? ReadNumbers(ReadOnlySpan<byte> bytes, string tag)
    {
        int wanted = tag == "chad" ? 9 : 1;
        if (!Need(bytes, 8 + (4 * wanted), tag, wanted == 9 ? "a matrix of 9 numbers" : "a number")) return null;
        int count = tag == "chad" ? 9 : Math.Min((bytes.Length - 8) / 4, IccFile.MaxSamples);
        if (!CanSpend(4 * count, tag)) return null;

        S15Fixed16[] values = new S15Fixed16[count];
        for (int i = 0; i < values.Length; i++) values[i] = new((int)U32(bytes, 8 + (4 * i)));
        return new(ImmutableCollectionsMarshal.AsImmutableArray(values));
    }

    private IccCurveElement? ReadCurve(ReadOnlySpan<byte> bytes, string tag)
    {
        if (!Need(bytes, 12, tag, "a curve")) return null;
        uint count = U32(bytes, 8);
        if (count > (bytes.Length - 12) / 2)
        {
            problems.Error(
                position + 8, tag, $"the curve has {count} samples; the element has room for {(bytes.Length - 12) / 2}");
            return null;
        }

        if (count > IccFile.MaxSamples)
        {
            problems.Error(position + 8, tag, $"the curve has {count} samples; more than {IccFile.MaxSamples} are not read");
            return null;
        }

        if (count == 0) return new(IccCurve.Linear);
        if (!CanSpend(4 * (int)count, tag)) return null;

        ushort[] samples = new ushort[count];
        for (int i = 0; i < samples.Length; i++) samples[i] = U16(bytes, 12 + (2 * i));
        if (count > 1) return new(IccCurve.FromSamples(samples));
        if (samples[0] != 0) return new(IccCurve.FromGamma(samples[0]));

        problems.Error(position + 12, tag, $"the gamma is 0; it must be above 0");
        return null;
    }

    private IccCurveElement? ReadParametric(ReadOnlySpan<byte> bytes, string tag)
    {
        if (!Need(bytes, 12, tag, "a parametric curve")) return null;
        int type = U16(bytes, 8);
        int count = IccCurve.ParameterCount(type);
        if (count == 0)
        {
            problems.Error(position + 8, tag, $"the formulas of a parametric curve are numbered 0 to 4; this one is {type}");
            return null;
        }

        if (!Need(bytes, 12 + (4 * count), tag, $"formula {type}")) return null;
        S15Fixed16[] parameters = new S15Fixed16[count];
        for (int i = 0; i < count; i++) parameters[i] = new((int)U32(bytes, 12 + (4 * i)));
        if (parameters[0].Raw > 0) return new(IccCurve.FromParameters(type, parameters));

        problems.Error(position + 12, tag, $"the exponent is {parameters[0]}; it must be above 0");
        return null;
    }

    private string? Ascii(ReadOnlySpan<byte> bytes, long offset, string tag)
    {
        int end = bytes.IndexOf((byte)0);
        if (end < 0) problems.Warn(offset, tag, $"the text has no terminator");
        ReadOnlySpan<byte> text = bytes.Slice(0, Math.Min(end < 0 ? bytes.Length : end, MaxTextShown));
        return CanSpend(CostOfText + (2 * text.Length), tag) ? Encoding.Latin1.GetString(text) : null;
    }

    public static IccXyz ReadXyz(ReadOnlySpan<byte> data) =>
        new(new((int)U32(data, 0)), new((int)U32(data, 4)), new((int)U32(data, 8)));

    public static uint U32(ReadOnlySpan<byte> data, int offset) => BinaryPrimitives.ReadUInt32BigEndian(data.Slice(offset));

    public static ushort U16(ReadOnlySpan<byte> data, int offset) => BinaryPrimitives.ReadUInt16BigEndian(data.Slice(offset));
}
