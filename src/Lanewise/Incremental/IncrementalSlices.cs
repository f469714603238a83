namespace Lanewise.Incremental;

/// <summary>
/// Represents the slices that <see cref="LanewiseHash.AppendMany"/> appends to incremental hashes, one slice per hash. The
/// hashes are processed in groups of the same type.
/// </summary>
internal readonly ref struct IncrementalSlices
{
    private readonly ReadOnlySpan<LanewiseHash> hashes;
    private readonly Messages slices;
    private readonly ReadOnlySpan<int> starts, numbers;

    private IncrementalSlices(
        ReadOnlySpan<LanewiseHash> hashes, in Messages slices, ReadOnlySpan<int> starts, ReadOnlySpan<int> numbers)
    {
        this.hashes = hashes;
        this.slices = slices;
        this.starts = starts;
        this.numbers = numbers;
    }

    public int Count => numbers.Length;

    /// <summary>The span that contains contiguous slices.</summary>
    public ReadOnlySpan<byte> Source => slices.Source;

    public bool ArePacked => slices.ArePacked;

    /// <summary>
    /// Appends each slice to its hash. Hashes of the same type are processed together so that they can share lanes.
    /// </summary>
    public static void Append(ReadOnlySpan<LanewiseHash> hashes, in Messages slices)
    {
        int count = Check(hashes, slices, out bool areDistinct);
        using Rented<int> rented = new(3 * count);
        Span<int> starts = rented.Span.Slice(0, count), left = rented.Span.Slice(count, count),
            kind = rented.Span.Slice(2 * count);
        for (int i = 0, start = 0; i < count; start += slices.Length(i++)) (starts[i], left[i]) = (start, i);
        try
        {
            while (!left.IsEmpty)
            {
                Type type = hashes[left[0]].Incremental.Inner.GetType();
                int same = 0, others = 0;
                foreach (int i in left)
                {
                    if (hashes[i].Incremental.Inner.GetType() == type) kind[same++] = i;
                    else left[others++] = i;
                }

                left = left.Slice(0, others);
                IncrementalSlices group = new(hashes, slices, starts, kind.Slice(0, same));
                if (areDistinct) group.Hash(0).AppendMany(group);
                else group.AppendOneByOne();
            }
        }
        finally
        {
            // All hashes that were disposed during the call are wiped before the first exception is thrown.
            foreach (LanewiseHash hash in hashes) hash.WipeIfEnded();
            foreach (LanewiseHash hash in hashes) hash.Leave();
        }
    }

    public IAppendable Hash(int index) => hashes[numbers[index]].Incremental.Inner;

    /// <summary>Returns the offset of a contiguous slice within <see cref="Source"/>, or 0 for a scattered slice.</summary>
    public int Start(int index) => ArePacked ? starts[numbers[index]] : 0;

    public ReadOnlySpan<byte> Slice(int index) => slices.At(numbers[index], starts[numbers[index]]);

    /// <summary>Returns the memory that contains a scattered slice.</summary>
    public ReadOnlyMemory<byte> Memory(int index) => slices.Sources[numbers[index]];

    public void AppendOneByOne()
    {
        for (int i = 0; i < Count; i++) Hash(i).Append(Slice(i));
    }

    /// <summary>Checks all arguments before any data is appended.</summary>
    private static int Check(ReadOnlySpan<LanewiseHash> hashes, in Messages slices, out bool areDistinct)
    {
        int count = slices.CountFor(hashes.Length);
        if (count != hashes.Length)
        {
            throw new ArgumentException(
                Invariant($"The number of slices must equal the number of hashes; there are {hashes.Length} hashes and {count} ")
                    + "slices.",
                nameof(slices));
        }

        for (int i = 0; i < count; i++)
        {
            if (hashes[i] is null) throw new ArgumentException(Invariant($"Hash {i} is null."), nameof(hashes));

            hashes[i].CheckForMany(i);
        }

        // If a hash occurs twice in the list, its IndexInMany is the index of the last occurrence.
        areDistinct = true;
        for (int i = 0; i < count; i++) areDistinct &= hashes[i].IndexInMany == i;
        return count;
    }
}
