using System.Text;
using Lanewise.Files.Reading;

namespace Lanewise.Files.Bags;

/// <summary>The text of a tag file, in the encoding that the bag says.</summary>
internal static class TagFile
{
    private const int MostBytes = 1 << 30;

    /// <summary>The bytes of a tag file.</summary>
    /// <exception cref="InvalidDataException">It is longer than any that was ever made for people.</exception>
    public static byte[] Read(string path)
    {
        using InputStream stream = InputStream.Open(path);
        using MemoryStream bytes = new();
        byte[] piece = new byte[64 * 1024];
        for (int read = stream.Read(piece); read > 0; read = stream.Read(piece))
        {
            if (bytes.Length + read > MostBytes) throw new InvalidDataException("is longer than 1 GiB");

            bytes.Write(piece.AsSpan(0, read));
        }

        return bytes.ToArray();
    }

    /// <summary>The lines of a text, however they end.</summary>
    /// <exception cref="InvalidDataException">The bytes are not of the encoding.</exception>
    public static string[] Lines(byte[] bytes, Encoding encoding)
    {
        ReadOnlySpan<byte> mark = encoding.Preamble;
        ReadOnlySpan<byte> text = bytes;
        // UTF-16 says its order by its mark; in UTF-8 a mark is part of the first line.
        if (encoding is UnicodeEncoding && text.StartsWith((ReadOnlySpan<byte>)[0xFE, 0xFF]))
        {
            encoding = Strict(Encoding.BigEndianUnicode);
        }
        if (encoding is UnicodeEncoding && text.Length >= 2
            && (text.StartsWith(mark) || text.StartsWith((ReadOnlySpan<byte>)[0xFE, 0xFF])))
        {
            text = text.Slice(2);
        }
        try
        {
            string[] lines = encoding.GetString(text).Replace("\r\n", "\n", StringComparison.Ordinal).Replace('\r', '\n')
                .Split('\n');
            return lines[^1].Length == 0 ? lines[..^1] : lines;
        }
        catch (DecoderFallbackException)
        {
            throw new InvalidDataException($"is not {encoding.WebName}");
        }
    }

    /// <summary>The encoding of a name; null where it is not known.</summary>
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

    private static Encoding Strict(Encoding encoding)
    {
        Encoding strict = (Encoding)encoding.Clone();
        strict.DecoderFallback = DecoderFallback.ExceptionFallback;
        strict.EncoderFallback = EncoderFallback.ExceptionFallback;
        return strict;
    }
}
