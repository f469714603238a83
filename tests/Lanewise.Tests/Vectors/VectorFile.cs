using System.Globalization;
using System.Text.Json;

namespace Lanewise.Tests;

/// <summary>A file in tests/vectors. tests/vectors/README.md describes the format.</summary>
internal sealed record VectorFile(string Name, string Algorithm, IReadOnlyList<KnownAnswerCase> Cases)
{
    public static string Folder => Repository.File("tests", "vectors");

    public static IEnumerable<string> Names =>
        Directory.EnumerateFiles(Folder, "*.json", SearchOption.AllDirectories)
            .Select(file => Path.GetRelativePath(Folder, file).Replace('\\', '/'))
            .Order(StringComparer.Ordinal);

    public static VectorFile Read(string name)
    {
        using JsonDocument document = JsonDocument.Parse(File.ReadAllBytes(Path.Combine(Folder, name)));
        JsonElement root = document.RootElement;
        return new VectorFile(
            name,
            root.GetProperty("algorithm").GetString()!,
            [.. root.GetProperty("cases").EnumerateArray().Select(ReadCase)]);
    }

    private static KnownAnswerCase ReadCase(JsonElement element)
    {
        Dictionary<string, string> parameters = [];
        foreach (JsonProperty p in element.GetProperty("params").EnumerateObject())
        {
            if (p.Value.ValueKind != JsonValueKind.Object)
            {
                parameters[p.Name] = Text(p.Value);
                continue;
            }

            foreach (JsonProperty inner in p.Value.EnumerateObject()) parameters[$"{p.Name}.{inner.Name}"] = Text(inner.Value);
        }

        byte[] input = element.TryGetProperty("input_hex", out JsonElement hex)
            ? Convert.FromHexString(hex.GetString()!)
            : FromPattern(element.GetProperty("input_pattern"));
        return new KnownAnswerCase(parameters, input, Convert.FromHexString(element.GetProperty("output_hex").GetString()!));
    }

    private static string Text(JsonElement value) => value.ValueKind switch
    {
        JsonValueKind.String => value.GetString()!,
        JsonValueKind.True => "true",
        JsonValueKind.False => "false",
        _ => value.GetRawText(),
    };

    private static byte[] FromPattern(JsonElement pattern)
    {
        byte[] bytes = new byte[pattern.GetProperty("len").GetInt32()];
        string kind = pattern.GetProperty("kind").GetString()!;
        switch (kind)
        {
            case "zeros":
                break;
            case "repeat":
                byte[] unit = Convert.FromHexString(pattern.GetProperty("unit_hex").GetString()!);
                for (int i = 0; i < bytes.Length; i++) bytes[i] = unit[i % unit.Length];
                break;
            case "counter":
                int modulus = pattern.GetProperty("modulus").GetInt32(),
                    start = pattern.TryGetProperty("start", out JsonElement s) ? s.GetInt32() : 0;
                for (int i = 0; i < bytes.Length; i++) bytes[i] = (byte)((start + i) % modulus);
                break;
            default:
                throw new InvalidDataException(
                    string.Create(CultureInfo.InvariantCulture, $"'{kind}' is not a known input pattern."));
        }

        return bytes;
    }
}
