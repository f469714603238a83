using System.Globalization;
using System.Text;

namespace Lanewise.Icc;

/// <summary>
/// The content of any ICC profile file: the header, the tag table, the parsed elements, and the problems that were found.
/// </summary>
/// <remarks>
/// <see cref="Read"/> never throws. For an unreadable part, the result contains an <see cref="IccProblem"/> with the offset and
/// the tag, and reading continues. Before use, each length is compared with the number of available bytes. Overlapping elements
/// are detected before any element is parsed. Reading a file needs at most ten times the file's size in memory, and never more
/// than 64 MiB. For small files, the memory limit is 64 KiB.
/// </remarks>
public sealed class IccFile
{
    /// <summary>
    /// The maximum number of tags that are read. Real profiles have a few dozen tags at most. Reading a table with millions of
    /// tags would only waste time.
    /// </summary>
    public const int MaxTags = 1000;

    /// <summary>The maximum number of curve samples that are read. A 16-bit input cannot distinguish more samples.</summary>
    public const int MaxSamples = 65536;

    /// <summary>The maximum number of problems that are listed.</summary>
    public const int MaxProblems = 64;

    private readonly IReadOnlyList<IccTag> tags;
    private readonly IReadOnlyList<IccProblem> problems;

    internal IccFile(int length, IccHeader? header, IReadOnlyList<IccTag> tags, IReadOnlyList<IccProblem> problems)
    {
        Length = length;
        Header = header;
        this.tags = tags;
        this.problems = problems;
    }

    /// <summary>The length of the file in bytes.</summary>
    public int Length { get; }

    /// <summary>The header, or null if the file is too short or is not a profile.</summary>
    public IccHeader? Header { get; }

    /// <summary>The tags in the order of the tag table.</summary>
    public IReadOnlyList<IccTag> Tags => tags;

    /// <summary>The problems in the order in which they were found.</summary>
    public IReadOnlyList<IccProblem> Problems => problems;

    /// <summary>Indicates whether the profile conforms to the ICC format.</summary>
    public bool IsValid => !problems.Any(x => x.IsError);

    /// <summary>Reads a profile.</summary>
    /// <param name="data">The bytes of the file, which may be invalid.</param>
    /// <returns>The readable parts of the file, and the problems.</returns>
    public static IccFile Read(ReadOnlySpan<byte> data) => IccReader.Read(data);

    /// <summary>Returns the first tag that has the given signature.</summary>
    /// <param name="signature">The tag signature, which has four characters.</param>
    /// <returns>The tag, or null if no tag has this signature.</returns>
    public IccTag? Find(string signature) => tags.FirstOrDefault(x => x.Signature == signature);

    /// <summary>
    /// Converts an RGB display profile with one matrix and one tone curve, or a gray profile, to an <see cref="IccProfile"/>.
    /// </summary>
    /// <returns>The profile.</returns>
    /// <exception cref="IccFormatException">
    /// The profile violates the ICC format or is another kind of profile. The message contains the offset and the tag.
    /// </exception>
    public IccProfile ToProfile()
    {
        if (problems.FirstOrDefault(x => x.IsError) is { } problem)
            throw new IccFormatException(problem.Offset, problem.Tag, problem.Message);

        IccHeader header = Header!;
        bool gray = header.DataSpace == "GRAY";
        if (!gray && header.DataSpace != "RGB ")
            throw new IccFormatException(16, null, $"a matrix or gray profile describes RGB or GRAY, not '{header.DataSpace}'");
        if (header.Major is not (2 or 4))
            throw new IccFormatException(8, null, $"only versions 2 and 4 are read as models, not {header.Major}");
        if (header.ConnectionSpace != "XYZ ")
            throw new IccFormatException(
                20, null, $"a matrix or gray profile connects through XYZ, not '{header.ConnectionSpace}'");

        IccCurve curve = Need<IccCurveElement>(gray ? "kTRC" : "rTRC").Curve;
        if (!gray)
        {
            foreach (string other in (ReadOnlySpan<string>)["gTRC", "bTRC"])
            {
                if (!Need<IccCurveElement>(other).Curve.Equals(curve))
                    throw new IccFormatException(
                        Find(other)!.Offset, other, "the three channels have different curves; the model has one for all");
            }
        }

        return new()
        {
            Version = header.Major,
            Description = TextOf("desc"),
            Copyright = TextOf("cprt"),
            Created = header.Created ?? throw new IccFormatException(24, null, "the creation date is not valid"),
            MediaWhite = Color("wtpt"),
            IsGray = gray,
            Red = gray ? default : Color("rXYZ"),
            Green = gray ? default : Color("gXYZ"),
            Blue = gray ? default : Color("bXYZ"),
            Curve = curve,
            Adaptation = Find("chad") is null ? [] : Need<IccNumbers>("chad").Values,
        };
    }

    /// <summary>Formats a signature. Non-printing characters are shown in hexadecimal.</summary>
    internal static string Signature(ReadOnlySpan<byte> bytes)
    {
        bytes = bytes.Slice(0, 4);
        if (!bytes.ContainsAnyExceptInRange((byte)0x20, (byte)0x7E)) return Encoding.ASCII.GetString(bytes);

        StringBuilder text = new(16);
        foreach (byte b in bytes)
        {
            if (b is >= 0x20 and < 0x7F) text.Append((char)b);
            else text.Append(CultureInfo.InvariantCulture, $"\\x{b:X2}");
        }

        return text.ToString();
    }

    private T Need<T>(string signature)
        where T : IccElement
    {
        IccTag tag = Find(signature) ?? throw new IccFormatException(
            IccFormat.HeaderLength, signature, "the tag is missing; a profile of this kind needs it");
        return tag.Element as T
            ?? throw new IccFormatException(
                tag.Offset, signature, $"the element has type '{tag.Element?.Type}', which this tag does not have");
    }

    private string TextOf(string signature) => Need<IccElement>(signature) switch
    {
        IccText text => text.Text,
        IccDescription description => description.Text,
        IccLocalized localized => localized.Text,
        IccElement other => throw new IccFormatException(
            Find(signature)!.Offset, signature, $"the element has type '{other.Type}', which is not text"),
    };

    private IccXyz Color(string signature)
    {
        IccXyzElement element = Need<IccXyzElement>(signature);
        return element.Values.Length == 1
            ? element.Values[0]
            : throw new IccFormatException(
                Find(signature)!.Offset, signature, $"the tag holds {element.Values.Length} colors; it needs 1");
    }
}
