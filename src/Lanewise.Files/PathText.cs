using System.Buffers;
using System.Text;
using System.Text.Unicode;

namespace Lanewise.Files;

/// <summary>
/// Converts file names to text and back without loss. On Unix, a name is a sequence of bytes that may not be valid UTF-8. Each
/// invalid byte becomes a lone surrogate <c>U+DC80</c> to <c>U+DCFF</c>, as in Python's <c>surrogateescape</c>. Text decoded
/// from valid UTF-8 never contains lone surrogates.
/// </summary>
/// <remarks>
/// All paths that this package accepts and returns have this format. A name that is valid UTF-8 is represented by an ordinary
/// .NET string.
/// </remarks>
public static class PathText
{
    private const char FirstEscape = '\uDC00', LeastEscape = '\uDC80', LastEscape = '\uDCFF';

    /// <summary>Converts the bytes of a name to text.</summary>
    /// <param name="name">The bytes of the name.</param>
    /// <returns>The text, which <see cref="ToBytes(string)"/> converts back to the same bytes.</returns>
    public static string FromBytes(ReadOnlySpan<byte> name)
    {
        if (Utf8.IsValid(name)) return Encoding.UTF8.GetString(name);

        char[] text = new char[name.Length];
        int length = 0;
        while (!name.IsEmpty)
        {
            OperationStatus status = Utf8.ToUtf16(
                name, text.AsSpan(length), out int read, out int written, replaceInvalidSequences: false);
            length += written;
            name = name.Slice(read);
            if (status == OperationStatus.Done) break;

            text[length++] = (char)(FirstEscape + name[0]);
            name = name.Slice(1);
        }

        return new string(text, 0, length);
    }

    /// <summary>Converts the text of a name back to bytes.</summary>
    /// <param name="name">The text of the name.</param>
    /// <returns>The name in UTF-8, with the original bytes in place of lone surrogates.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="name"/> is null.</exception>
    public static byte[] ToBytes(string name)
    {
        ArgumentNullException.ThrowIfNull(name);
        byte[] bytes = new byte[MostBytes(name)];
        return bytes.AsSpan(0, ToBytes(name, bytes)).ToArray();
    }

    /// <summary>Writes the bytes of a name or of part of a name.</summary>
    /// <param name="name">The text of the name.</param>
    /// <param name="destination">Receives the bytes. Three bytes per character are always sufficient.</param>
    /// <returns>The number of bytes written.</returns>
    /// <exception cref="ArgumentException"><paramref name="destination"/> is too short.</exception>
    public static int ToBytes(ReadOnlySpan<char> name, Span<byte> destination)
    {
        int length = 0;
        while (!name.IsEmpty)
        {
            OperationStatus status = Utf8.FromUtf16(
                name, destination.Slice(length), out int read, out int written, replaceInvalidSequences: false,
                isFinalBlock: true);
            length += written;
            name = name.Slice(read);
            if (status == OperationStatus.Done) break;
            if (status == OperationStatus.DestinationTooSmall) throw TooShort(destination.Length);

            // A lone surrogate represents either a byte that is not UTF-8 or a value that no name can contain.
            ReadOnlySpan<byte> bytes = name[0] is >= LeastEscape and <= LastEscape ? [(byte)(name[0] - FirstEscape)] : "\uFFFD"u8;
            if (!bytes.TryCopyTo(destination.Slice(length))) throw TooShort(destination.Length);

            length += bytes.Length;
            name = name.Slice(1);
        }

        return length;
    }

    /// <summary>Returns whether a name contains bytes that are not valid UTF-8.</summary>
    /// <param name="name">The text of the name.</param>
    /// <returns>True if the name contains a surrogate that represents a single byte.</returns>
    public static bool HasRawBytes(ReadOnlySpan<char> name)
    {
        for (int i = name.IndexOfAnyInRange(LeastEscape, LastEscape); i >= 0;)
        {
            if (i == 0 || !char.IsHighSurrogate(name[i - 1])) return true;

            int next = name.Slice(i + 1).IndexOfAnyInRange(LeastEscape, LastEscape);
            i = next < 0 ? -1 : i + 1 + next;
        }

        return false;
    }

    /// <summary>Compares two names by their bytes, as <c>LC_ALL=C sort</c> does.</summary>
    /// <param name="a">The first name.</param>
    /// <param name="b">The second name.</param>
    /// <returns>
    /// A negative value if the first name precedes the second, 0 if they are equal, and a positive value otherwise.
    /// </returns>
    public static int CompareBytes(string? a, string? b)
    {
        if (a is null || b is null) return (a is null ? 0 : 1) - (b is null ? 0 : 1);

        int same = a.AsSpan().CommonPrefixLength(b);
        if (same == a.Length || same == b.Length) return a.Length - b.Length;

        // Characters that are not surrogates sort in the same order as their UTF-8 bytes.
        if (!char.IsSurrogate(a[same]) && !char.IsSurrogate(b[same])) return a[same] - b[same];

        return ToBytes(a).AsSpan().SequenceCompareTo(ToBytes(b));
    }

    internal static int MostBytes(ReadOnlySpan<char> name) => 3 * name.Length;

    private static ArgumentException TooShort(int length) =>
        new($"The destination of {length} bytes is too short for the name.", "destination");
}
