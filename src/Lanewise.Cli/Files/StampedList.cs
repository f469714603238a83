using System.Buffers.Binary;
using Lanewise.Cli.Algorithms;
using Lanewise.Cli.Lists;
using Lanewise.Cli.Terminal;
using Lanewise.Files;
using Lanewise.Files.Opening;
using Lanewise.Files.Reading;

namespace Lanewise.Cli.Files;

/// <summary>
/// A list in which each line is preceded by a comment with the file's size, time and inode. <c>check</c> and coreutils ignore
/// the comments. Only the position of each file's line is kept in memory, which takes about 40 bytes per file. Lines are read on
/// demand.
/// </summary>
/// <remarks>
/// Each line names its algorithm. The first line identifies the key. As in the lists that <c>check</c> reads, a line ending may
/// include one carriage return.
/// </remarks>
internal sealed class StampedList
{
    private const string FirstWords = "# lanewise journal 1: ";
    private const string Mark = "#: ";

    // The minimum length of a line with its comment. The minimum length limits the memory use for a file that consists of empty
    // lines.
    private const int LeastPairBytes = 32;

    private readonly FileStream stream;
    private readonly string option, kind;
    private readonly Dictionary<Key, long> offsets = [];
    private readonly List<FileAlgorithm> algorithms = [];
    private readonly ListParser parser = new(hasEscapes: true);
    private (string Tag, int Bytes, FileAlgorithm? Algorithm) latest = ("", 0, null);
    private byte[] window = new byte[512];

    /// <param name="stream">The list file. The caller disposes it.</param>
    /// <param name="option">The option and the list's path, as shown in messages.</param>
    /// <param name="kind">The expected kind of list.</param>
    /// <exception cref="UsageException">The file is not a list with sizes and times.</exception>
    public StampedList(FileStream stream, string option, string kind)
    {
        this.stream = stream;
        this.option = option;
        this.kind = kind;
        // The beginning of the file is checked before any line is read, because a file that is not a list, such as /dev/zero,
        // may contain an endless line.
        string beginning = Start();
        if (!FirstWords.StartsWith(beginning, StringComparison.Ordinal)) TitleOf(beginning);
        foreach ((long start, ArraySegment<byte> line) in Lines())
        {
            About = TitleOf(PathText.FromBytes(WithoutReturn(line)));
            WholeBytes = start + line.Count + 1;
            break;
        }

        // While a hash table grows, the old and the new table are both in memory, and the new one is usually larger than
        // necessary.
        offsets.EnsureCapacity((int)Math.Min(CountLines() / 2, stream.Length / LeastPairBytes));
        foreach (Entry entry in All(Other))
        {
            Key key = Key.Of(entry.Tag, entry.Digest.Length, entry.Name);
            if (offsets.TryGetValue(key, out long before)) Compare(before, entry);
            offsets[key] = entry.Start;
            WholeBytes = entry.End;
            if (algorithms.Exists(known => known.Tag == entry.Tag && known.HashBytes == entry.Digest.Length)) continue;
            if (Of(entry.Tag, entry.Digest.Length) is { } algorithm) algorithms.Add(algorithm);
        }

        void Other(long number, ReadOnlySpan<byte> line)
        {
            if (line.IsEmpty) return;

            if (line[0] == (byte)'#') HasComments = true;
            else BadLine ??= number;
        }
    }

    /// <summary>Called for a line that describes no file: a comment, an empty line, or a malformed line.</summary>
    public delegate void OtherLine(long number, ReadOnlySpan<byte> line);

    /// <summary>A line with the comment that precedes it.</summary>
    /// <param name="Start">The offset of the first byte of the comment.</param>
    /// <param name="End">The offset of the next line.</param>
    /// <param name="Stamp">The recorded version of the file, or null if it was not a regular file.</param>
    /// <param name="Tag">The algorithm.</param>
    /// <param name="Digest">The digest.</param>
    /// <param name="Name">The name.</param>
    public sealed record Entry(long Start, long End, FileVersion? Stamp, string Tag, byte[] Digest, string Name);

    /// <summary>The text that identifies the key used for the digests, or null if the list is empty.</summary>
    public string? About { get; }

    /// <summary>The number of bytes up to the end of the last complete line.</summary>
    public long WholeBytes { get; }

    /// <summary>The number of the first malformed line, or null if there is none.</summary>
    public long? BadLine { get; private set; }

    /// <summary>The name of a file that has two contradictory lines, or null if there is none.</summary>
    public string? Contradiction { get; private set; }

    /// <summary>Indicates whether the list contains comments other than those with sizes and times.</summary>
    public bool HasComments { get; private set; }

    /// <summary>Indicates whether the last line was truncated.</summary>
    public bool IsLastLineCut
    {
        get
        {
            Span<byte> end = stackalloc byte[1];
            return stream.Length > 0
                && ReadAt(end, stream.Length - 1) == 1 && end[0] != (byte)'\n';
        }
    }

    /// <summary>The algorithms, in the order in which they first appear.</summary>
    public IReadOnlyList<FileAlgorithm> Algorithms => algorithms;

    public static string Title(string about) => FirstWords + about + "\n";

    /// <summary>Rejects a list that was made with another key.</summary>
    /// <exception cref="UsageException">The list was made with another key.</exception>
    public void Expect(string about)
    {
        if (About is not null && About != about) throw new UsageException($"{option} is of {About}, and not of {about}");
    }

    /// <summary>Appends the lines for a file, one per algorithm.</summary>
    public static void Write(Stream target, string name, FileAlgorithm algorithm, FileVersion? stamp, byte[] digest)
    {
        bool isEscaped = EscapedName.IsNeeded(name);
        string text = isEscaped ? EscapedName.Of(name) : name;
        int start = 0;
        foreach (FileAlgorithm part in algorithm.Parts)
        {
            string digits = Convert.ToHexStringLower(digest, start, part.HashBytes);
            if (stamp is not null) target.Write(PathText.ToBytes($"{Mark}{stamp}\n"));
            target.Write(PathText.ToBytes($"{(isEscaped ? "\\" : "")}{part.Tag} ({text}) = {digits}\n"));
            start += part.HashBytes;
        }
    }

    /// <summary>Returns all lines with files, in the order of the list.</summary>
    /// <param name="other">Called for each line that describes no file.</param>
    public IEnumerable<Entry> All(OtherLine? other = null)
    {
        FileVersion? stamp = null;
        long start = -1, number = 0;
        foreach ((long at, ArraySegment<byte> line) in Lines())
        {
            number++;
            ArraySegment<byte> content = WithoutReturn(line);
            string text = PathText.FromBytes(content);
            if (text.StartsWith(Mark, StringComparison.Ordinal))
            {
                (start, stamp) = (at, FileVersion.Parse(text.AsSpan(Mark.Length)));
                continue;
            }

            if (!text.StartsWith('#') && parser.Parse(text) is { Tag: { } tag } file
                && Of(tag, file.Digest.Length) is { } algorithm)
                yield return new(start >= 0 ? start : at, at + line.Count + 1, stamp, algorithm.Tag, file.Digest, file.Name);
            else if (at > 0)
                other?.Invoke(number, content);

            (start, stamp) = (-1, null);
        }
    }

    /// <summary>Looks up the recorded version and digest of a file.</summary>
    /// <returns>True if the list has a line for the file.</returns>
    public bool TryFind(string name, FileAlgorithm algorithm, out FileVersion? stamp, out byte[] digest)
    {
        stamp = null;
        digest = [];
        if (!offsets.TryGetValue(Key.Of(algorithm.Tag, algorithm.HashBytes, name), out long offset)) return false;

        ReadOnlySpan<byte> text = Read(offset < 0 ? ~offset : offset, out stamp);
        if (parser.Parse(PathText.FromBytes(WithoutReturn(text))) is not { } file || file.Name != name) return false;

        digest = file.Digest;
        return digest.Length == algorithm.HashBytes;
    }

    /// <summary>Marks a file's line as visited.</summary>
    /// <returns>True if the list has a line for the file.</returns>
    public bool Visit(string name, FileAlgorithm algorithm)
    {
        Key key = Key.Of(algorithm.Tag, algorithm.HashBytes, name);
        if (!offsets.TryGetValue(key, out long offset)) return false;

        if (offset >= 0) offsets[key] = ~offset;
        return true;
    }

    /// <summary>Returns whether a line is the last one for its file, and has not been marked by <see cref="Visit"/>.</summary>
    public bool IsLeft(Entry entry) =>
        offsets.TryGetValue(Key.Of(entry.Tag, entry.Digest.Length, entry.Name), out long offset) && offset == entry.Start;

    /// <summary>Copies a line and the comment that precedes it.</summary>
    public void Copy(Entry entry, Stream target)
    {
        byte[] bytes = new byte[entry.End - entry.Start];
        if (ReadAt(bytes, entry.Start) < bytes.Length)
            throw new ListException($"{option}: it was truncated in the meantime; nothing was written");

        target.Write(bytes);
    }

    /// <summary>Returns the algorithm of a line. The tag may be spelled as another tool writes it.</summary>
    private FileAlgorithm? Of(string tag, int bytes)
    {
        if (tag != latest.Tag || bytes != latest.Bytes) latest = (tag, bytes, AlgorithmNames.FromTag(tag)?.WithLength(bytes));
        return latest.Algorithm;
    }

    // If a file has two lines, it was recorded twice, and the later line takes precedence.
    private void Compare(long offset, Entry entry)
    {
        ReadOnlySpan<byte> text = Read(offset, out FileVersion? stamp);
        if (stamp == entry.Stamp && parser.Parse(PathText.FromBytes(WithoutReturn(text))) is { } before
            && !before.Digest.AsSpan().SequenceEqual(entry.Digest))
        {
            Contradiction ??= entry.Name;
        }
    }

    private static ReadOnlySpan<byte> WithoutReturn(ReadOnlySpan<byte> line) =>
        line.EndsWith((byte)'\r') ? line.Slice(0, line.Length - 1) : line;

    private static ArraySegment<byte> WithoutReturn(ArraySegment<byte> line) =>
        line.Slice(0, WithoutReturn(line.AsSpan()).Length);

    /// <summary>Copies all comments except those with sizes and times.</summary>
    public void CopyComments(Stream target)
    {
        foreach (Entry entry in All(Copy)) _ = entry;

        void Copy(long number, ReadOnlySpan<byte> line)
        {
            if (line.IsEmpty || line[0] != (byte)'#') return;

            target.Write(line);
            target.WriteByte((byte)'\n');
        }
    }

    private string TitleOf(string line) =>
        line.StartsWith(FirstWords, StringComparison.Ordinal) ? line.Substring(FirstWords.Length)
            : throw new UsageException($"{option} is not {kind}; it is not overwritten");

    private string Start()
    {
        Span<byte> bytes = stackalloc byte[256];
        return PathText.FromBytes(bytes.Slice(0, ReadAt(bytes, 0)));
    }

    /// <summary>Reads the line at an offset, without its line ending.</summary>
    private ReadOnlySpan<byte> Read(long offset, out FileVersion? stamp)
    {
        stamp = null;
        while (true)
        {
            ReadOnlySpan<byte> text = window.AsSpan(0, ReadAt(window, offset));
            int end = text.IndexOf((byte)'\n');
            if (end >= 0 && text[0] == (byte)'#')
            {
                stamp = FileVersion.Parse(PathText.FromBytes(WithoutReturn(text.Slice(0, end)).Slice(Mark.Length)));
                text = text.Slice(end + 1);
                end = text.IndexOf((byte)'\n');
            }

            if (end >= 0) return text.Slice(0, end);

            // The list file has changed since the line was found.
            if (offset + window.Length > stream.Length || window.Length > 4 * ListLines.LongestLine) return default;

            window = new byte[2 * window.Length];
        }
    }

    // A single read may return fewer bytes than requested.
    private int ReadAt(Span<byte> buffer, long position)
    {
        try
        {
            int used = 0, read;
            while (used < buffer.Length
                && (read = RandomAccess.Read(stream.SafeFileHandle, buffer.Slice(used), position + used)) > 0)
            {
                used += read;
            }

            return used;
        }
        catch (Exception e) when (ReadErrors.IsExpected(e))
        {
            throw new ListException($"{option}: {ReadErrors.Reason(e, "")}");
        }
    }

    private long CountLines()
    {
        byte[] buffer = new byte[64 * 1024];
        long position = 0;
        long count = 0;
        int read;
        while ((read = ReadAt(buffer, position)) > 0)
        {
            count += buffer.AsSpan(0, read).Count((byte)'\n');
            position += read;
        }

        return count;
    }

    // Returns all complete lines; a truncated last line is omitted.
    private IEnumerable<(long Start, ArraySegment<byte> Line)> Lines()
    {
        byte[] buffer = new byte[64 * 1024];
        long position = 0;
        int used = 0, at = 0;
        while (true)
        {
            int length = buffer.AsSpan(at, used - at).IndexOf((byte)'\n');
            if (length >= 0)
            {
                yield return (position + at, new(buffer, at, length));
                at += length + 1;
                continue;
            }

            buffer.AsSpan(at, used - at).CopyTo(buffer);
            (position, used, at) = (position + at, used - at, 0);
            if (used > ListLines.LongestLine)
            {
                throw new ListException(Invariant(
                    $"{option}: it has a line of more than {ListLines.LongestLine} bytes; nothing was written"));
            }

            if (used == buffer.Length) Array.Resize(ref buffer, 2 * used);
            int read = ReadAt(buffer.AsSpan(used), position + used);
            if (read == 0) yield break;

            used += read;
        }
    }

    /// <summary>A 128-bit hash of an algorithm and a name, which is unique among the entries of a list.</summary>
    private readonly record struct Key(ulong A, ulong B)
    {
        public static Key Of(string tag, int hashBytes, string name)
        {
            Span<byte> hash = stackalloc byte[16];
            Blake3.HashData(PathText.ToBytes($"{tag} {hashBytes} {name}"), hash);
            return new(BinaryPrimitives.ReadUInt64LittleEndian(hash), BinaryPrimitives.ReadUInt64LittleEndian(hash.Slice(8)));
        }
    }
}
