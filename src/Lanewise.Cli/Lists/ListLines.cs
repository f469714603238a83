using System.Text;
using Lanewise.Files;

namespace Lanewise.Cli.Lists;

/// <summary>
/// Reads the lines of a list written by any tool. A list contains either arbitrary bytes, with or without a UTF-8 BOM, or
/// UTF-16 text with a BOM, which PowerShell can write. Line endings are LF or CR LF. If lines end with NUL, every byte before
/// the NUL belongs to the line.
/// </summary>
internal static class ListLines
{
    /// <summary>
    /// The maximum length of a line in bytes. Every path is shorter, even when escaped, so a longer line cannot be part of a
    /// list.
    /// </summary>
    public const int LongestLine = 192 * 1024;

    private const int LongestPath = 4096;

    private const int BufferBytes = 64 * 1024, LongestMark = 3;

    public static IEnumerable<(long Number, string Line)> Read(Stream stream, char end)
    {
        byte[] buffer = new byte[BufferBytes];
        // In a list whose lines end with NUL, a name may begin with the bytes of a BOM.
        int used = end == '\n' ? ReadMark(stream, buffer) : 0;
        // On a terminal, another read after the end of the input would wait for the user to signal the end again.
        bool isAtEnd = end == '\n' && used < LongestMark;
        if (IsUtf16(buffer.AsSpan(0, used), out bool isBigEndian))
        {
            // UTF-16 uses two bytes for each line-ending character, so the input is first converted to UTF-8.
            Encoding utf16 = new UnicodeEncoding(isBigEndian, byteOrderMark: false);
            stream = Encoding.CreateTranscodingStream(stream, utf16, Encoding.UTF8, leaveOpen: true);
            (used, isAtEnd) = (0, false);
        }
        else if (buffer.AsSpan(0, used).SequenceEqual("\uFEFF"u8))
        {
            used = 0;
        }

        byte[] line = new byte[256];
        int length = 0;
        long number = 1;
        bool hasText = false;
        do
        {
            for (int i = 0; i < used;)
            {
                int n = buffer.AsSpan(i, used - i).IndexOf((byte)end), piece = n < 0 ? used - i : n;
                // The start of an over-long line is sufficient to reject it.
                int kept = Math.Min(piece, LongestLine + 1 - length);
                if (length + kept > line.Length) Array.Resize(ref line, Math.Max(2 * line.Length, length + kept));
                buffer.AsSpan(i, kept).CopyTo(line.AsSpan(length));
                length += kept;
                hasText = true;
                i += piece;
                if (n < 0) continue;

                i++;
                yield return (number++, Take());
            }
        }
        while (!isAtEnd && (used = stream.Read(buffer)) > 0);

        if (hasText) yield return (number, Take());

        string Take()
        {
            hasText = false;
            ReadOnlySpan<byte> text = line.AsSpan(0, length);
            length = 0;
            // An over-long line is neither a line of a list nor a name that can be opened. The text of an over-long line must
            // not be interpreted as the name of another file.
            if (text.Length > LongestLine) return "?" + PathText.FromBytes(text.Slice(0, LongestPath));

            // A carriage return at the end of a line is part of the line ending. If a name ends with a carriage return, it is
            // escaped.
            return PathText.FromBytes(end == '\n' && text.EndsWith((byte)'\r') ? text.Slice(0, text.Length - 1) : text);
        }
    }

    // A BOM is up to three bytes long, and a list may arrive byte by byte.
    private static int ReadMark(Stream stream, byte[] buffer)
    {
        int used = 0, read;
        // After a UTF-16 BOM, no further byte is read, because another reader continues at this position.
        while (used < LongestMark && !(used == 2 && IsUtf16(buffer.AsSpan(0, 2), out _))
            && (read = stream.Read(buffer, used, used < 2 ? 2 - used : 1)) > 0)
        {
            used += read;
        }

        return used;
    }

    private static bool IsUtf16(ReadOnlySpan<byte> text, out bool isBigEndian)
    {
        isBigEndian = text.StartsWith((ReadOnlySpan<byte>)[0xFE, 0xFF]);
        return isBigEndian || text.StartsWith((ReadOnlySpan<byte>)[0xFF, 0xFE]);
    }
}
