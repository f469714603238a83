using System.Globalization;
using System.Text;

namespace Lanewise.Icc;

/// <summary>
/// Any ICC profile as it is in the file: header, tag table, the elements that can be taken apart, and everything that is
/// wrong with it.
/// </summary>
/// <remarks>
/// <see cref="Read"/> never fails: what cannot be read becomes a <see cref="IccProblem"/> with offset and tag, and the rest is
/// read on. Nothing is taken from a length before it is compared with the bytes that are there, elements that lie over one
/// another are found before any is taken apart, and a file costs at most ten times its own bytes, never more than 64 MiB.
/// </remarks>
public sealed class IccFile
{
    /// <summary>Real profiles have a dozen to a few dozen tags; a table that claims millions would only cost time.</summary>
    public const int MaxTags = 1000;

    /// <summary>More samples than a 16-bit input can tell apart are not read.</summary>
    public const int MaxSamples = 65536;

    /// <summary>So many problems are listed; a file with more is broken enough.</summary>
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

    /// <summary>The bytes of the file.</summary>
    public int Length { get; }

    /// <summary>The header, or null where the file is shorter than one or is no profile at all.</summary>
    public IccHeader? Header { get; }

    /// <summary>The tags in the order of the table.</summary>
    public IReadOnlyList<IccTag> Tags => tags;

    /// <summary>What is wrong, in the order in which it was met.</summary>
    public IReadOnlyList<IccProblem> Problems => problems;

    /// <summary>Whether nothing breaks the format.</summary>
    public bool IsValid => !problems.Any(x => x.IsError);

    /// <summary>Reads a profile.</summary>
    /// <param name="data">The bytes, whatever they are.</param>
    /// <returns>What could be read, and what was wrong.</returns>
    public static IccFile Read(ReadOnlySpan<byte> data) => IccReader.Read(data);

    /// <summary>The contents of the first tag of that name.</summary>
    /// <param name="signature">The tag, four characters.</param>
    /// <returns>The tag, or null where there is none.</returns>
    public IccTag? Find(string signature) => tags.FirstOrDefault(x => x.Signature == signature);

    /// <summary>The model of a display profile with one matrix and one curve, or of a grey axis.</summary>
    /// <returns>The model.</returns>
    /// <exception cref="IccFormatException">
    /// The profile breaks its format or is of another kind; the message names offset and tag.
    /// </exception>
    public IccProfile ToProfile()
    {
        if (problems.FirstOrDefault(x => x.IsError) is { } problem)
            throw new IccFormatException(problem.Offset, problem.Tag, problem.Message);

        IccHeader header = Header!;
        bool gray = header.DataSpace == "GRAY";
        if (!gray && header.DataSpace != "RGB ")
            throw new IccFormatException(16, null, $"a matrix or grey profile describes RGB or GRAY, not '{header.DataSpace}'");
        if (header.Major is not (2 or 4))
            throw new IccFormatException(8, null, $"only versions 2 and 4 are read as models, not {header.Major}");
        if (header.ConnectionSpace != "XYZ ")
            throw new IccFormatException(
                20, null, $"a matrix or grey profile connects through XYZ, not '{header.ConnectionSpace}'");

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
            Find(signature)!.Offset, signature, $"the element has type '{other.Type}', which is no text"),
    };

    private IccXyz Colour(string signature)
    {
        IccXyzElement element = Need<IccXyzElement>(signature);
        return element.Values.Length == 1
            ? element.Values[0]
            : throw new IccFormatException(
                Find(signature)!.Offset, signature, $"the tag holds {element.Values.Length} colours; it needs 1");
    }
}
