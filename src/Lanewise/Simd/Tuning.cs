using System.Numerics;

namespace Lanewise.Simd;

/// <summary>
/// Converts the values of a <see cref="CpuProfile"/> to the text of the tuning setting and back. Users need this setting for
/// CPUs that have no profile or whose profile has wrong values. Entries have the form <c>Name=values</c> and are separated by
/// semicolons. An entry for a table has one value for each vector width (no vectors, 128 bits, 256 bits and so on). The values
/// are separated by commas.
/// </summary>
internal static class Tuning
{
    /// <summary>The name of each entry that sets a table of stream counts. No entry affects a digest.</summary>
    private static readonly (
        string Name, Func<CpuProfile, LaneTable> Get, Func<CpuProfile, LaneTable, CpuProfile> With)[] Streams =
    [
        (nameof(CpuProfile.Md5Streams), m => m.Md5Streams, (m, t) => m with { Md5Streams = t }),
        (nameof(CpuProfile.Sha1Streams), m => m.Sha1Streams, (m, t) => m with { Sha1Streams = t }),
        (nameof(CpuProfile.Sha256Streams), m => m.Sha256Streams, (m, t) => m with { Sha256Streams = t }),
        (nameof(CpuProfile.Sha512Streams), m => m.Sha512Streams, (m, t) => m with { Sha512Streams = t }),
        (nameof(CpuProfile.Blake2Streams), m => m.Blake2Streams, (m, t) => m with { Blake2Streams = t }),
        (nameof(CpuProfile.Blake3Streams), m => m.Blake3Streams, (m, t) => m with { Blake3Streams = t }),
        (nameof(CpuProfile.Skein256Streams), m => m.Skein256Streams, (m, t) => m with { Skein256Streams = t }),
        (nameof(CpuProfile.Skein512Streams), m => m.Skein512Streams, (m, t) => m with { Skein512Streams = t }),
        (nameof(CpuProfile.Skein1024Streams), m => m.Skein1024Streams, (m, t) => m with { Skein1024Streams = t }),
        (nameof(CpuProfile.Threefish256Streams), m => m.Threefish256Streams, (m, t) => m with { Threefish256Streams = t }),
        (nameof(CpuProfile.Threefish512Streams), m => m.Threefish512Streams, (m, t) => m with { Threefish512Streams = t }),
        (nameof(CpuProfile.Threefish1024Streams), m => m.Threefish1024Streams, (m, t) => m with { Threefish1024Streams = t }),
        (nameof(CpuProfile.XteaStreams), m => m.XteaStreams, (m, t) => m with { XteaStreams = t }),
        (nameof(CpuProfile.XteaKeysStreams), m => m.XteaKeysStreams, (m, t) => m with { XteaKeysStreams = t }),
    ];

    private static readonly (
        string Name, Func<CpuProfile, SingleTable> Get, Func<CpuProfile, SingleTable, CpuProfile> With)[] Singles =
    [
        (nameof(CpuProfile.Blake2b), m => m.Blake2b, (m, t) => m with { Blake2b = t }),
        (nameof(CpuProfile.Blake2s), m => m.Blake2s, (m, t) => m with { Blake2s = t }),
        (nameof(CpuProfile.Blake3), m => m.Blake3, (m, t) => m with { Blake3 = t }),
    ];

    private static readonly (string Name, Func<CpuProfile, int, CpuProfile> With)[] Numbers =
    [
        (nameof(CpuProfile.XteaFewestForVectors), (m, n) => m with { XteaFewestForVectors = n }),
        (nameof(CpuProfile.StageAbove), (m, n) => m with { StageAbove = Limit(n) }),
        (nameof(CpuProfile.StageEqualAbove), (m, n) => m with { StageEqualAbove = Limit(n) }),
        (nameof(CpuProfile.StageRows), (m, n) => m with { StageRows = n }),
        (nameof(CpuProfile.Touches), (m, n) => m with { Touches = n != 0 }),
    ];

    /// <summary>Applies tuning entries, separated by semicolons, to a profile. Invalid entries have no effect.</summary>
    public static CpuProfile Apply(CpuProfile profile, string text, out IReadOnlyList<string> ignored)
    {
        List<string> bad = [];
        CpuProfile tuned = profile;
        foreach (string entry in text.Split(';', StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries))
        {
            if (TryApply(tuned, entry) is { } changed) tuned = changed;
            else bad.Add(entry);
        }

        ignored = bad;
        return ReferenceEquals(tuned, profile) ? profile : tuned with { Name = profile.Name + ", tuned" };
    }

    /// <summary>
    /// Returns an entry that changes the values of a table in <see cref="CpuProfile.Here"/>, or null if the profile does not
    /// contain the table. Tables that are the same for all CPUs are defined in the algorithms' code.
    /// </summary>
    public static string? Entry(LaneTable table, LaneTable changed)
    {
        string? name = Streams.FirstOrDefault(s => ReferenceEquals(s.Get(CpuProfile.Here), table)).Name;
        return name is null ? null : $"{name}={string.Join(',', LaneDispatch.Widths.Select(bits => changed.At(bits).Streams))}";
    }

    /// <summary>Indicates whether a hash, given by its command-line name, has several kernels for one message.</summary>
    public static bool HasSingle(string row) => Singles.Any(s => s.Name.Equals(row, StringComparison.OrdinalIgnoreCase));

    /// <summary>
    /// Returns the entry that selects a kernel for one message, up to the widest vectors of the hardware.
    /// </summary>
    public static string Entry(string row, SingleShape shape)
    {
        (string name, Func<CpuProfile, SingleTable> get, _) =
            Singles.First(s => s.Name.Equals(row, StringComparison.OrdinalIgnoreCase));
        IEnumerable<SingleShape> shapes =
            LaneDispatch.Widths.Select(w => w == LaneDispatch.Hardware ? shape : get(CpuProfile.Here).At(w));
        return $"{name}={string.Join(',', shapes)}";
    }

    private static CpuProfile? TryApply(CpuProfile profile, string entry)
    {
        int equals = entry.IndexOf('=', StringComparison.Ordinal);
        if (equals < 0) return null;

        string name = entry[..equals].Trim();
        string[] values = entry[(equals + 1)..].Split(',', StringSplitOptions.TrimEntries);
        if (values.Length > LaneDispatch.Widths.Length) return null;

        foreach ((string listed, Func<CpuProfile, LaneTable> get, Func<CpuProfile, LaneTable, CpuProfile> with) in Streams)
        {
            if (!Is(listed, name)) continue;

            LaneTable table = get(profile);
            int[] streams = Array.ConvertAll(
                values, v => Number(v) is int n && BitOperations.IsPow2(n) && n <= table.Most ? n : 0);
            return Array.IndexOf(streams, 0) >= 0 ? null : with(profile, table.With(streams));
        }

        foreach ((string listed, _, Func<CpuProfile, SingleTable, CpuProfile> with) in Singles)
        {
            if (!Is(listed, name)) continue;

            // The kernel's vectors must not be wider than the vectors of its column.
            string[] names = Enum.GetNames<SingleShape>();
            SingleShape[] shapes = new SingleShape[values.Length];
            for (int column = 0; column < shapes.Length; column++)
            {
                int shape = Array.FindIndex(names, shapeName => Is(shapeName, values[column]));
                if (shape < 0 || shape > column) return null;

                shapes[column] = (SingleShape)shape;
            }

            return with(profile, new SingleTable(shapes));
        }

        foreach ((string listed, Func<CpuProfile, int, CpuProfile> with) in Numbers)
        {
            if (Is(listed, name)) return values.Length == 1 && Number(values[0]) is int number ? with(profile, number) : null;
        }

        return null;

        static bool Is(string listed, string given) => listed.Equals(given, StringComparison.OrdinalIgnoreCase);
    }

    // In a tuning entry, int.MaxValue means that there is no limit.
    private static int? Limit(int number) => number == int.MaxValue ? null : number;

    private static int? Number(string text) =>
        int.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out int number) ? number : null;
}
