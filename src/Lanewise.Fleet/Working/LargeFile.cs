using Lanewise.Files;
using Lanewise.Files.Reading;
using Lanewise.Fleet.Catalogue;
using Lanewise.Fleet.Sources;
using Lanewise.Hazmat;

namespace Lanewise.Fleet.Working;

/// <summary>
/// Hashes the parts of a large file, each of which is a subtree of the file's BLAKE3 tree, and combines their chaining values.
/// </summary>
internal static class LargeFile
{
    private const int PieceBytes = 1 << 20;

    private const string HasChanged = "it changed while its parts were read";

    /// <summary>Returns the chaining value of a part, or the reason for a failure.</summary>
    public static PartValue Hash(
        RangeLease range, WorkItem item, long segment, int cores, Throttle[] throttles, Action<long> progress,
        CancellationToken token)
    {
        string? stamp = FileStamp.Of(item.Name)?.ToString();
        try
        {
            using InputFile? file = InputFile.Open(item.Name, out Exception? error, isRegular: true);
            if (file is null) return new(range.Part, null, stamp, ReadErrors.Reason(error!, item.Name));
            if (file.Length != item.Bytes)
            {
                return new(range.Part, null, stamp, FormattableString.Invariant(
                    $"its length has changed since it was planned: {file.Length} bytes, not {item.Bytes}"));
            }

            byte[]? value = Hash(file, range, segment, cores, throttles, progress, token);
            if (value is null) return new(range.Part, null, stamp, "it became shorter while it was read");

            // Merge compares the file stamps of all parts, but only this check detects a change while the last part is being
            // hashed.
            return FileStamp.Of(item.Name)?.ToString() == stamp
                ? new(range.Part, value, stamp, null) : new(range.Part, null, stamp, HasChanged);
        }
        catch (Exception e) when (ReadErrors.IsExpected(e))
        {
            return new(range.Part, null, stamp, ReadErrors.Reason(e, item.Name));
        }
    }

    /// <summary>Combines the parts of a file into its digest.</summary>
    public static ItemResult Merge(FleetJob job, WorkItem item, IReadOnlyList<PartValue> parts)
    {
        long segment = job.Settings.SegmentBytes;
        long count = (item.Bytes + segment - 1) / segment;
        string? note = parts.FirstOrDefault(part => part.Value is null)?.Note
            ?? (parts.Count != count ? "a part of it is missing" : null)
            ?? (parts.Any(part => part.Stamp != parts[0].Stamp) ? HasChanged : null);
        if (note is not null) return new(item.Id, ItemStatus.Unreadable, item.Expected, 0, note);

        byte[] values = new byte[parts.Count * Blake3Subtree.ValueSizeInBytes];
        foreach ((int i, PartValue part) in parts.Index()) part.Value!.CopyTo(values, i * Blake3Subtree.ValueSizeInBytes);
        byte[] digest = FleetAlgorithm.Fold(values, segment, item.Bytes, isRoot: true);
        return Worker.Compared(job, item, digest, item.Bytes);
    }

    private static byte[]? Hash(
        InputFile file, RangeLease range, long segment, int cores, Throttle[] throttles, Action<long> progress,
        CancellationToken token)
    {
        long start = range.Part * segment;
        int pieces = (int)((range.Bytes + PieceBytes - 1) / PieceBytes), next = -1;
        byte[] values = new byte[pieces * Blake3Subtree.ValueSizeInBytes];
        bool isShort = false;
        Lock gate = new();
        Parallel.For(0, Math.Min(cores, pieces), new ParallelOptions { CancellationToken = token }, _ =>
        {
            byte[] buffer = InputFile.Buffer(PieceBytes);
            for (int i; (i = Interlocked.Increment(ref next)) < pieces && !isShort;)
            {
                token.ThrowIfCancellationRequested();
                int bytes = (int)Math.Min(PieceBytes, range.Bytes - ((long)i * PieceBytes));
                lock (gate)
                {
                    foreach (Throttle throttle in throttles)
                    {
                        throttle.Wait(token);
                        throttle.Add(bytes);
                    }
                }

                long position = start + ((long)i * PieceBytes);
                if (file.ReadAll(buffer, 0, bytes, position) != bytes)
                {
                    isShort = true;
                    return;
                }

                Blake3Subtree.ChainingValue(
                    buffer.AsSpan(0, bytes), (ulong)position,
                    values.AsSpan(i * Blake3Subtree.ValueSizeInBytes, Blake3Subtree.ValueSizeInBytes));
                progress(bytes);
            }
        });
        return isShort ? null : FleetAlgorithm.Fold(values, PieceBytes, range.Bytes, isRoot: false);
    }
}
