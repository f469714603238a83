namespace Lanewise.Hashing;

/// <summary>
/// Slices for running hashes, one each: what <see cref="LanewiseHash.AppendMany"/> hands on, a kind after the other.
/// </summary>
internal readonly ref struct RunningSlices
{
    private readonly ReadOnlySpan<IAppendable> hashes;
    private readonly Messages slices;
    private readonly ReadOnlySpan<int> numbers;
    private readonly ReadOnlySpan<int> starts;

    private RunningSlices(ReadOnlySpan<IAppendable> hashes, Messages slices, ReadOnlySpan<int> numbers, ReadOnlySpan<int> starts)
    {
        this.hashes = hashes;
        this.slices = slices;
        this.numbers = numbers;
        this.starts = starts;
    }

    public int Count => hashes.Length;

    /// <summary>What packed slices lie in.</summary>
    public ReadOnlySpan<byte> Source => slices.Source;

    public bool ArePacked => slices.ArePacked;

    /// <summary>Appends each slice to its hash: those of one kind together, which know what their lanes can do.</summary>
    public static void Append(ReadOnlySpan<LanewiseHash> hashes, in Messages slices)
    {
        int count = Check(hashes, slices, out bool areDistinct);
        IAppendable[] running = ArrayPool<IAppendable>.Shared.Rent(2 * count);
        int[] places = ArrayPool<int>.Shared.Rent(2 * count);
        try
        {
            Span<IAppendable> left = running.AsSpan(0, count), kind = running.AsSpan(count, count);
            Span<int> starts = places.AsSpan(0, count), numbers = places.AsSpan(count, count);
            for (int i = 0, start = 0; i < count; start += slices.Length(i++))
            {
                left[i] = hashes[i].Running.Inner;
                starts[i] = start;
            }

            for (int first = 0; first < count; first++)
            {
                if (left[first] is not { } hash) continue;

                int same = 0;
                for (int i = first; i < count; i++)
                {
                    if (left[i]?.GetType() != hash.GetType()) continue;

                    kind[same] = left[i];
                    numbers[same++] = i;
                    left[i] = null!;
                }

                RunningSlices group = new(kind.Slice(0, same), slices, numbers.Slice(0, same), starts);
                if (areDistinct) hash.AppendMany(group);
                else group.AppendOneByOne();
            }
        }
        finally
        {
            ArrayPool<IAppendable>.Shared.Return(running, clearArray: true);
            ArrayPool<int>.Shared.Return(places);
            // All are wiped before the first of those that were disposed meanwhile ends this by an exception.
            foreach (LanewiseHash hash in hashes) hash.WipeIfEnded();
            foreach (LanewiseHash hash in hashes) hash.Leave();
        }
    }

    public IAppendable Hash(int index) => hashes[index];

    /// <summary>Where the slice of a packed list starts.</summary>
    public int Start(int index) => starts[numbers[index]];

    public ReadOnlySpan<byte> Slice(int index) => slices.At(numbers[index], starts[numbers[index]]);

    public void AppendOneByOne()
    {
        for (int i = 0; i < Count; i++) hashes[i].Append(Slice(i));
    }

    /// <summary>Everything is looked at before anything is appended.</summary>
    private static int Check(ReadOnlySpan<LanewiseHash> hashes, in Messages slices, out bool areDistinct)
    {
        int count = slices.CountFor(hashes.Length);
        if (count != hashes.Length)
        {
            throw new ArgumentException(
                Invariant($"There must be a slice for each hash; there are {hashes.Length} hashes and {count} slices."),
                nameof(slices));
        }

        for (int i = 0; i < count; i++)
        {
            if (hashes[i] is null) throw new ArgumentException(Invariant($"Hash {i} is null."), nameof(hashes));

            hashes[i].CheckForMany(i);
        }

        // One that stands there twice has the place of the second.
        areDistinct = true;
        for (int i = 0; i < count; i++) areDistinct &= hashes[i].Place == i;
        return count;
    }
}
