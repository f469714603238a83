using System.Text.Json;

namespace Lanewise.Cli.Proof;

/// <summary>A file of known answers, which specifies an algorithm and its cases (docs/commands/prove.md).</summary>
internal sealed class AnswerFile
{
    /// <summary>
    /// The maximum size of generated patterns. Patterns are built in memory, so a small file must not be able to exhaust the
    /// memory.
    /// </summary>
    public const long MostPatternBytes = 256 << 20;

    public required string Name { get; init; }

    public required string Algorithm { get; init; }

    public required IReadOnlyList<KnownAnswerCase> Cases { get; init; }

    /// <summary>Reads a file.</summary>
    /// <param name="name">The name of the file for messages.</param>
    /// <param name="json">The bytes of the file.</param>
    /// <exception cref="FormatException">The format is invalid. The message contains the position of the error.</exception>
    public static AnswerFile Parse(string name, ReadOnlyMemory<byte> json)
    {
        try
        {
            if (json.Span.StartsWith("\uFEFF"u8)) json = json.Slice(3);
            using JsonDocument document = JsonDocument.Parse(json);
            JsonElement root = document.RootElement;
            if (root.ValueKind != JsonValueKind.Object) throw new FormatException("the file must be one JSON object");

            string algorithm = Text(root, "algorithm", "the file");
            if (!root.TryGetProperty("cases", out JsonElement list) || list.ValueKind != JsonValueKind.Array)
            {
                throw new FormatException("the file has no list \"cases\"");
            }

            List<KnownAnswerCase> cases = [];
            long remaining = MostPatternBytes;
            foreach (JsonElement item in list.EnumerateArray())
            {
                cases.Add(Case(item, ref remaining, Invariant($"case {cases.Count + 1}")));
            }

            return new AnswerFile { Name = name, Algorithm = algorithm, Cases = cases };
        }
        catch (Exception e) when (e is JsonException or InvalidOperationException)
        {
            // InvalidOperationException means that a string contains invalid UTF-8 or an unpaired surrogate.
            throw new FormatException($"not JSON: {e.Message}", e);
        }
    }

    private static KnownAnswerCase Case(JsonElement item, ref long remaining, string where)
    {
        if (item.ValueKind != JsonValueKind.Object) throw new FormatException($"{where} must be an object");

        Dictionary<string, string> parameters = [];
        if (item.TryGetProperty("params", out JsonElement given))
        {
            if (given.ValueKind != JsonValueKind.Object) throw new FormatException($"{where}: \"params\" must be an object");
            AddParameters("", given, parameters, where);
        }

        return new KnownAnswerCase(parameters, Input(item, ref remaining, where), Hex(item, "output_hex", where));
    }

    // { "tree": { "fanout": 2 } } becomes "tree.fanout" = "2".
    private static void AddParameters(string prefix, JsonElement given, Dictionary<string, string> parameters, string where)
    {
        foreach (JsonProperty p in given.EnumerateObject())
        {
            string name = prefix + p.Name;
            switch (p.Value.ValueKind)
            {
                case JsonValueKind.Object: AddParameters(name + ".", p.Value, parameters, where); break;
                case JsonValueKind.String: parameters[name] = p.Value.GetString()!; break;
                case JsonValueKind.Number: parameters[name] = p.Value.GetRawText(); break;
                case JsonValueKind.True: parameters[name] = "true"; break;
                case JsonValueKind.False: parameters[name] = "false"; break;
                default: throw new FormatException(
                    $"{where}: parameter \"{name}\" is neither text, number, truth value nor object");
            }
        }
    }

    private static byte[] Input(JsonElement item, ref long remaining, string where)
    {
        if (item.TryGetProperty("input_hex", out _)) return Hex(item, "input_hex", where);

        if (!item.TryGetProperty("input_pattern", out JsonElement pattern) || pattern.ValueKind != JsonValueKind.Object)
        {
            throw new FormatException($"{where} has neither \"input_hex\" nor \"input_pattern\"");
        }

        long length = Number(pattern, "len", -1, where);
        if (length < 0 || length > remaining)
        {
            throw new FormatException(Invariant(
                $"{where}: \"len\" must be at least 0, and at most {MostPatternBytes} in all cases together"));
        }

        remaining -= length;

        byte[] input = new byte[length];
        string kind = Text(pattern, "kind", where);
        switch (kind)
        {
            case "zeros":
                break;
            case "repeat":
                byte[] unit = Hex(pattern, "unit_hex", where);
                if (unit.Length == 0) throw new FormatException($"{where}: \"unit_hex\" is empty");
                for (int i = 0; i < input.Length; i++) input[i] = unit[i % unit.Length];
                break;
            case "counter":
                long modulus = Number(pattern, "modulus", 0, where), start = Number(pattern, "start", 0, where);
                if (modulus is < 1 or > 256 || start < 0)
                {
                    throw new FormatException($"{where}: \"modulus\" must be 1 to 256 and \"start\" not negative");
                }
                for (int i = 0; i < input.Length; i++) input[i] = (byte)((start + i) % modulus);
                break;
            default:
                throw new FormatException($"{where}: input pattern \"{kind}\" is not zeros, repeat or counter");
        }

        return input;
    }

    private static string Text(JsonElement of, string name, string where) =>
        of.TryGetProperty(name, out JsonElement value) && value.ValueKind == JsonValueKind.String
            ? value.GetString()!
            : throw new FormatException($"{where} has no text \"{name}\"");

    private static long Number(JsonElement of, string name, long otherwise, string where)
    {
        if (!of.TryGetProperty(name, out JsonElement value)) return otherwise;

        return value.ValueKind == JsonValueKind.Number && value.TryGetInt64(out long number)
            ? number
            : throw new FormatException($"{where}: \"{name}\" must be a whole number");
    }

    private static byte[] Hex(JsonElement of, string name, string where)
    {
        string text = Text(of, name, where);
        try
        {
            return Convert.FromHexString(text);
        }
        catch (FormatException)
        {
            throw new FormatException($"{where}: \"{name}\" is not an even number of hex digits");
        }
    }
}
