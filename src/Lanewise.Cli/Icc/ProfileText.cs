using System.Globalization;
using System.Text;
using Lanewise.Icc;

namespace Lanewise.Cli.Icc;

/// <summary>Describes a profile in words: its header, tags and shared elements, curves with their errors, and problems.</summary>
internal static class ProfileText
{
    /// <summary>The number of spaces before the second line of a description.</summary>
    public const int Indent = 4;

    private const int MaxNumbers = 12;
    private const int MaxCharacters = 200;

    public static void Write(IccFile file, TextWriter output)
    {
        output.WriteLine($"file            {file.Length} bytes");
        if (file.Header is { } header) WriteHeader(header, output);
        WriteTags(file, output);
        WriteCurves(file, output);
        WriteWhite(file, output);
        foreach (IccProblem problem in file.Problems)
            output.WriteLine($"{(problem.IsError ? "error" : "note")}: {Printable(problem.ToString())}");
        output.WriteLine(file.IsValid ? "valid" : "NOT VALID");
    }

    /// <summary>Escapes control characters in text that comes from a file, because a terminal would interpret them.</summary>
    public static string Printable(string text)
    {
        StringBuilder shown = new(text.Length);
        foreach (char c in text)
        {
            if (char.IsControl(c) || char.IsSurrogate(c) || char.GetUnicodeCategory(c) is UnicodeCategory.Format)
                shown.Append(CultureInfo.InvariantCulture, $"\\u{(int)c:X4}");
            else
                shown.Append(c);
        }

        return shown.ToString();
    }

    private static string Quoted(string text) =>
        text.Length > MaxCharacters ? $"\"{Printable(text.Substring(0, MaxCharacters))}...\"" : $"\"{Printable(text)}\"";

    /// <summary>Formats a signature from the header. Four NULs mean that there is no signature.</summary>
    private static string Named(string signature) => signature == @"\x00\x00\x00\x00" ? "none" : signature.Trim();

    private static void WriteHeader(IccHeader header, TextWriter output)
    {
        string date = header.Created?.ToString("yyyy-MM-dd HH:mm:ss", CultureInfo.InvariantCulture) ?? "no date";
        output.WriteLine($"size            {header.Size} bytes");
        output.WriteLine($"version         {header.Major}.{header.Minor}");
        output.WriteLine($"class           {header.DeviceClass}, {header.DataSpace.Trim()} to {header.ConnectionSpace.Trim()}");
        output.WriteLine($"created         {date}");
        output.WriteLine(
            $"engine          {Named(header.Engine)}, platform {Named(header.Platform)}, creator {Named(header.Creator)}");
        output.WriteLine($"flags           {header.Flags:x8}, intent {header.Intent}");
        output.WriteLine($"illuminant      {header.Illuminant}");
        string id = !header.HasId ? "none"
            : $"{Convert.ToHexStringLower(header.Id.AsSpan())} {(header.IdMatches ? "right" : "WRONG")}";
        output.WriteLine($"profile ID      {id}");
    }

    private static void WriteTags(IccFile file, TextWriter output)
    {
        foreach (IccTag tag in file.Tags)
        {
            string contents = tag.SharedWith is null ? Contents(tag.Element) : $"shares the element of {tag.SharedWith}";
            string inside = tag.SharedWith is null && file.Tags.FirstOrDefault(x =>
                x.SharedWith is null && x != tag && Covers(x, tag)) is { } outer
                ? $" (inside {outer.Signature})"
                : "";
            output.WriteLine($"tag {tag.Signature,-4} at {tag.Offset,5} +{tag.Size,-5} {contents}{inside}");
        }
    }

    private static bool Covers(IccTag outer, IccTag tag) =>
        tag.Offset > outer.Offset && tag.Offset + (long)tag.Size <= outer.Offset + (long)outer.Size;

    private static string Contents(IccElement? element) => element switch
    {
        null => "unreadable",
        IccText text => $"text {Quoted(text.Text)}",
        IccDescription description => $"desc {Quoted(description.Text)}",
        IccLocalized localized =>
            "mluc " + string.Join(", ", localized.Texts.Take(MaxNumbers).Select(x => $"{x.Key} {Quoted(x.Value)}")),
        IccXyzElement colors => "XYZ  " + string.Join(", ", colors.Values.Take(MaxNumbers)),
        IccNumbers numbers => "sf32 " + string.Join(' ', numbers.Values.Take(MaxNumbers)),
        IccCurveElement curve => $"{curve.Type} {curve.Curve}",
        _ => element.Type,
    };

    private static void WriteCurves(IccFile file, TextWriter output)
    {
        foreach (IccTag tag in file.Tags)
        {
            if (tag.SharedWith is not null || tag.Element is not IccCurveElement element) continue;

            // A profile does not name its color space, so the best-fitting exact curve is assumed to be the intended one.
            (TransferFunction Exact, CurveError Error) nearest = Known().Select(x =>
                (x, CurveError.Of(element.Curve, x))).MinBy(x => x.Item2.Largest);
            output.WriteLine(
                $"curve {tag.Signature}: nearest {nearest.Exact.Name}, "
                + Invariant($"error in 8-bit codes: maximum {nearest.Error.Largest:0.0000} (at code {nearest.Error.WorstCode}), ")
                + Invariant($"RMSE {nearest.Error.RootMeanSquare:0.0000}"));
        }
    }

    private static IEnumerable<TransferFunction> Known() =>
        IccSpaces.All.SelectMany(x => x.Variants.Select(x.TransferOf)).Append(TransferFunction.Power(2.2)).Distinct();

    private static void WriteWhite(IccFile file, TextWriter output)
    {
        if (file.Find("rXYZ")?.Element is not IccXyzElement { Values: [var red] }
            || file.Find("gXYZ")?.Element is not IccXyzElement { Values: [var green] }
            || file.Find("bXYZ")?.Element is not IccXyzElement { Values: [var blue] })
        {
            return;
        }

        // In a malicious profile, the sum of the colorants may overflow 32 bits. The sum then wraps, both in the comparison and
        // in the displayed value.
        IccXyz sum = red + green + blue;
        output.WriteLine($"white           {sum} (sum of colorants: {(sum == IccXyz.D50 ? "D50 exactly" : "not D50")})");
    }
}
