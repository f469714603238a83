using System.Globalization;
using System.Text.Json;
using Lanewise.Files;

namespace Lanewise.Cli.Terminal;

/// <summary>A JSON object on a single line, written member by member.</summary>
internal readonly struct JsonLine
{
    private readonly StandardOutput output;

    /// <summary>Begins the object with its first member.</summary>
    public JsonLine(StandardOutput output, string name, string value)
    {
        this.output = output;
        output.Write("{\"");
        output.Write(name);
        output.Write("\":\"");
        WriteText(value);
        output.Write('"');
    }

    public JsonLine Text(string name, string value)
    {
        Name(name);
        output.Write('"');
        WriteText(value);
        output.Write('"');
        return this;
    }

    /// <summary>Adds a fixed word that needs no escaping.</summary>
    public JsonLine Word(string name, string value)
    {
        Name(name);
        output.Write('"');
        output.Write(value);
        output.Write('"');
        return this;
    }

    public JsonLine Hex(string name, ReadOnlySpan<byte> value)
    {
        Name(name);
        output.Write('"');
        output.WriteHex(value);
        output.Write('"');
        return this;
    }

    public JsonLine Number(string name, long value)
    {
        Name(name);
        output.Write(value.ToString(CultureInfo.InvariantCulture));
        return this;
    }

    public void End() => output.Write("}\n");

    private void Name(string name)
    {
        output.Write(",\"");
        output.Write(name);
        output.Write("\":");
    }

    // JSON cannot represent bytes that are not valid UTF-8, so each such byte is written as a surrogate.
    private void WriteText(string text)
    {
        if (!PathText.HasRawBytes(text))
        {
            output.Write(JsonEncodedText.Encode(text).Value);
            return;
        }

        for (int i = 0; i < text.Length; i++)
        {
            bool isPair = char.IsHighSurrogate(text[i]);
            if (char.IsLowSurrogate(text[i])) output.Write(Invariant($"\\u{(int)text[i]:x4}"));
            else output.Write(JsonEncodedText.Encode(text.AsSpan(i, isPair ? 2 : 1)).Value);
            if (isPair) i++;
        }
    }
}
