using System.Text;
using Lanewise.Files;
using Lanewise.Files.Reading;

namespace Lanewise.Cli.Terminal;

/// <summary>The exception that is thrown if the program that reads the output has closed the pipe.</summary>
internal sealed class BrokenPipeException() : Exception("Broken pipe");

/// <summary>The exception that is thrown if standard output cannot be written, for example because a disk is full.</summary>
internal sealed class OutputException(string message) : Exception(message);

/// <summary>The meaning of a word, which color terminals show in green (good), red (bad), yellow (a warning) or blue
/// (notable).</summary>
internal enum Tone { None, Good, Bad, Warning, Notable }

/// <summary>The colors in which words are shown.</summary>
internal static class Tones
{
    /// <summary>Returns a word enclosed in the escape sequences for the color that represents its meaning.</summary>
    public static string Color(string word, Tone tone) =>
        $"\e[{Code(tone)}m{word}\e[0m";

    /// <summary>Returns text in which the verdict is bold and colored according to its meaning.</summary>
    /// <param name="text">The text, which may be wrapped into lines.</param>
    /// <param name="before">The part of the text that precedes the verdict, not wrapped.</param>
    /// <param name="verdict">The verdict, not wrapped.</param>
    /// <param name="tone">The meaning of the verdict.</param>
    public static string Strong(string text, string before, string verdict, Tone tone)
    {
        // Line breaks replace or add spaces, so positions are found by counting the characters that are neither spaces nor line
        // breaks.
        int first = Shown(before), last = first + Shown(verdict) - 1, at = 0;
        if (last < first) return text;

        string color = tone == Tone.None ? "" : $";{Code(tone)}";
        StringBuilder strong = new();
        foreach (char c in text)
        {
            bool isShown = IsShown(c);
            if (isShown && at == first) strong.Append($"\e[1{color}m");
            strong.Append(c);
            if (isShown && at++ == last) strong.Append("\e[0m");
        }

        return strong.ToString();
    }

    // The page of an audit has the same colors. The darker blue, 34, cannot be read in some terminals with a black background.
    private static int Code(Tone tone) => tone switch { Tone.Good => 32, Tone.Bad => 31, Tone.Notable => 94, _ => 33 };

    private static int Shown(string text) => text.Count(IsShown);

    private static bool IsShown(char c) => c is not (' ' or '\n');
}

/// <summary>
/// Writes bytes to standard output, or to a file that replaces it. Names keep their bytes. On all systems, text is UTF-8 without
/// a BOM and with LF line endings, so that lists are portable.
/// </summary>
/// <param name="stream">The file that replaces standard output.</param>
/// <param name="name">The name of the file that replaces standard output, for messages.</param>
internal sealed class StandardOutput(Stream? stream = null, string? name = null)
{
    private const int EndOfPipe = 32, WindowsEndOfPipe = 109, WindowsPipeClosing = 232;

    private readonly byte[] buffer = new byte[32 * 1024];
    private readonly bool hasColors = stream is null && StandardStreams.HasColors;
    private int used;

    public Progress? Progress { get; set; }

    public void Write(ReadOnlySpan<char> text)
    {
        while (!text.IsEmpty)
        {
            if (buffer.Length - used < 4) Flush();
            // A character needs at most three bytes. Therefore, a piece fits if its number of characters is at most a third of
            // the number of free bytes. Surrogate pairs are not split.
            int n = Math.Min(text.Length, Math.Max(1, (buffer.Length - used) / 3));
            if (n < text.Length && n > 1 && char.IsHighSurrogate(text[n - 1])) n--;
            else if (n < text.Length && n == 1 && char.IsHighSurrogate(text[0]))
            {
                Flush();
                continue;
            }

            used += PathText.ToBytes(text.Slice(0, n), buffer.AsSpan(used));
            text = text.Slice(n);
        }
    }

    /// <summary>Writes a word. On a color terminal, the color of the word shows its meaning.</summary>
    public void Write(string word, Tone tone) => Write(hasColors && tone != Tone.None ? Tones.Color(word, tone) : word);

    public void Write(char character) => Write(new ReadOnlySpan<char>(in character));

    public void WriteHex(ReadOnlySpan<byte> bytes)
    {
        foreach (byte b in bytes)
        {
            if (buffer.Length - used < 2) Flush();
            buffer[used++] = "0123456789abcdef"u8[b >> 4];
            buffer[used++] = "0123456789abcdef"u8[b & 15];
        }
    }

    public void WriteLine(string line)
    {
        Write(line);
        Write('\n');
    }

    /// <summary>Writes words on one line, or on several if the terminal is too narrow.</summary>
    public void WriteText(string text) => WriteLine(Wrapped(text));

    /// <summary>
    /// Writes words as <see cref="WriteText"/> does. On a color terminal, the verdict at the start of the text is bold, and its
    /// color indicates its meaning.
    /// </summary>
    public void WriteVerdict(string verdict, string rest, Tone tone)
    {
        string text = Wrapped(verdict + rest);
        WriteLine(hasColors ? Tones.Strong(text, "", verdict, tone) : text);
    }

    /// <summary>Writes a verdict. On a color terminal, the verdict is bold, and its color indicates its meaning.</summary>
    public void WriteStrong(string verdict, Tone tone) =>
        Write(hasColors ? Tones.Strong(verdict, "", verdict, tone) : verdict);

    private static string Wrapped(string text)
    {
        if (Console.IsOutputRedirected) return text;

        // Keeps a number and its unit on one line, a run and its number, and a quoted command, so that users can copy it.
        char[] joined = text.ToCharArray();
        bool isQuoted = false;
        for (int i = 1; i < joined.Length; i++)
        {
            bool isAfterRun = text.AsSpan(0, i).EndsWith("run") && i + 1 < text.Length && char.IsAsciiDigit(text[i + 1]);
            if (text[i] == '\'') isQuoted = !isQuoted && text[i - 1] == ' ';
            if (text[i] == ' ' && (isQuoted || isAfterRun || char.IsAsciiDigit(text[i - 1]))) joined[i] = '\u00a0';
        }

        return string.Join('\n', Proof.MeasuredTableText.Wrapped(new(joined), 2, StandardStreams.Columns));
    }

    /// <summary>Writes the line for a failed check.</summary>
    public void Failure(string what)
    {
        Write("FAILED", Tone.Bad);
        WriteLine(" " + what);
    }

    public void Flush()
    {
        if (used == 0) return;

        Progress?.Clear();
        WriteBytes(target => target.Write(buffer, 0, used));
    }

    /// <summary>Flushes the buffered text, and then writes bytes that are not text.</summary>
    public void WriteBytes(Action<Stream> write)
    {
        try
        {
            stream ??= StandardStreams.Output();
            write(stream);
            stream.Flush();
        }
        catch (IOException e)
        {
            int error = e.HResult & 0xFFFF;
            if (error == EndOfPipe && !OperatingSystem.IsWindows()) throw new BrokenPipeException();
            if (error is WindowsEndOfPipe or WindowsPipeClosing && OperatingSystem.IsWindows()) throw new BrokenPipeException();
            throw new OutputException($"{(name is null ? "" : $"{name}: ")}{ReadErrors.Reason(e, "")}");
        }
        catch (UnauthorizedAccessException)
        {
            // Standard output is open for reading only.
            throw new OutputException("Bad file descriptor");
        }
        finally
        {
            used = 0;
        }
    }
}
