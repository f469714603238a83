using System.Text;
using Lanewise.Files.Opening;
using Lanewise.Files.Reading;

namespace Lanewise.Files.Bags;

// This class and ListLines, which reads the lists of the command-line tool, have only the splitting into lines in common.
// ListLines returns lines as bytes, detects algorithms by tags and supports several formats. A tag file has its own encoding and
// percent-encoded names, and its rules depend on the version of BagIt.
/// <summary>Reads a tag file once, sequentially, keeping only the current line in memory.</summary>
internal sealed class TagFile : IDisposable
{
    /// <summary>
    /// The maximum size of a tag file in bytes. The limit is large enough for a manifest of half a million files, and prevents a
    /// tag file from exhausting memory.
    /// </summary>
    public const int MostBytes = 64 << 20;

    private const int PieceBytes = 64 * 1024, MostMarkBytes = 3;

    private readonly InputStream stream;
    private readonly byte[] bytes = new byte[PieceBytes];
    private int used;
    private long total;

    private TagFile(InputStream stream)
    {
        this.stream = stream;
        while (used < MostMarkBytes && Fill())
        {
            // A read may return only part of the BOM.
        }
    }

    /// <summary>Indicates whether the file starts with the UTF-8 BOM.</summary>
    public bool HasMark => bytes.AsSpan(0, used).StartsWith(Encoding.UTF8.Preamble);

    /// <summary>Opens a tag file. Returns null and the reason if the file cannot be opened.</summary>
    public static TagFile? Open(ClosedFolder bag, string name, out Exception? error)
    {
        if (bag.Open(name, out error) is not { } input) return null;

        InputStream stream = InputStream.Of(input);
        try
        {
            return new(stream);
        }
        catch (Exception e) when (ReadErrors.IsExpected(e) || e is InvalidDataException)
        {
            error = e;
            stream.Dispose();
            return null;
        }
    }

    /// <summary>Returns the lines of the file. All common line endings are accepted.</summary>
    /// <exception cref="InvalidDataException">
    /// The bytes are not valid in the given encoding, or the file is too long.
    /// </exception>
    /// <exception cref="IOException">The file cannot be read.</exception>
    public IEnumerable<string> Lines(Encoding encoding)
    {
        // The BOM determines the byte order of UTF-16. In UTF-8, it remains part of the first line.
        int start = 0;
        if (encoding is UnicodeEncoding && used >= 2 && (bytes[0], bytes[1]) is (0xFE, 0xFF) or (0xFF, 0xFE))
        {
            start = 2;
            if (bytes[0] == 0xFE) encoding = Strict(Encoding.BigEndianUnicode);
            else if (!bytes.AsSpan(0, 2).SequenceEqual(encoding.Preamble)) start = 0;
        }

        Decoder decoder = encoding.GetDecoder();
        char[] text = new char[encoding.GetMaxCharCount(PieceBytes)];
        StringBuilder line = new();
        bool isAfterReturn = false, isEnd = false;
        while (!isEnd)
        {
            isEnd = used == 0 && !Fill();
            int count = Decode(decoder, encoding, bytes.AsSpan(start, used - start), text, isEnd), at = 0;
            (used, start) = (0, 0);
            while (at < count)
            {
                if (isAfterReturn && text[at] == '\n') at++;
                isAfterReturn = false;
                int length = text.AsSpan(at, count - at).IndexOfAny('\r', '\n');
                if (length < 0)
                {
                    line.Append(text, at, count - at);
                    break;
                }

                isAfterReturn = text[at + length] == '\r';
                string whole = line.Append(text, at, length).ToString();
                line.Clear();
                at += length + 1;
                yield return whole;
            }
        }

        if (line.Length > 0) yield return line.ToString();
    }

    public void Dispose() => stream.Dispose();

    /// <summary>Returns the encoding with the given name, or null if the name is unknown.</summary>
    public static Encoding? Find(string name)
    {
        try
        {
            return Strict(Encoding.GetEncoding(name));
        }
        catch (ArgumentException)
        {
            return null;
        }
    }

    private static int Decode(Decoder decoder, Encoding encoding, ReadOnlySpan<byte> bytes, char[] text, bool isEnd)
    {
        try
        {
            return decoder.GetChars(bytes, text, isEnd);
        }
        catch (DecoderFallbackException)
        {
            throw new InvalidDataException($"is not {encoding.WebName}");
        }
    }

    private bool Fill()
    {
        int read = stream.Read(bytes.AsSpan(used));
        used += read;
        total += read;
        return total > MostBytes ? throw new InvalidDataException("is longer than 64 MiB") : read > 0;
    }

    private static Encoding Strict(Encoding encoding)
    {
        Encoding strict = (Encoding)encoding.Clone();
        strict.DecoderFallback = DecoderFallback.ExceptionFallback;
        strict.EncoderFallback = EncoderFallback.ExceptionFallback;
        return strict;
    }
}
