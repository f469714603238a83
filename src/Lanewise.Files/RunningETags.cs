namespace Lanewise.Files;

/// <summary>
/// Computes the ETags of appended data for several part sizes at once, because the part size of the upload is known only at the
/// end. The parts of all sizes are hashed together in lanes.
/// </summary>
internal sealed class RunningETags : IDisposable
{
    private readonly long[] sizes, left;
    private readonly int[] counts, at;
    private readonly LanewiseHash[] parts, wholes;
    private readonly ReadOnlyMemory<byte>[] slices;
    private readonly byte[] digest = new byte[Md5.HashSizeInBytes];

    public RunningETags(params ReadOnlySpan<long> partSizes)
    {
        sizes = partSizes.ToArray();
        left = partSizes.ToArray();
        counts = new int[sizes.Length];
        at = new int[sizes.Length];
        slices = new ReadOnlyMemory<byte>[sizes.Length];
        parts = [.. sizes.Select(_ => new Md5())];
        wholes = [.. sizes.Select(_ => new Md5())];
    }

    /// <summary>The part sizes, in the same order as the ETags.</summary>
    public IReadOnlyList<long> PartSizes => sizes;

    public void Append(ReadOnlyMemory<byte> data)
    {
        Array.Clear(at);
        // Each part size has its own part boundaries, and most pieces of data contain no boundary.
        while (at.AsSpan().ContainsAnyExcept(data.Length))
        {
            for (int i = 0; i < sizes.Length; i++) slices[i] = data.Slice(at[i], (int)Math.Min(left[i], data.Length - at[i]));
            LanewiseHash.AppendMany(parts, slices);
            for (int i = 0; i < sizes.Length; i++)
            {
                at[i] += slices[i].Length;
                left[i] -= slices[i].Length;
                if (left[i] == 0) EndPart(i);
            }
        }
    }

    /// <summary>Returns the ETags of all appended data. After this call, no more data can be appended.</summary>
    public string[] Finish()
    {
        for (int i = 0; i < sizes.Length; i++)
        {
            if (counts[i] == 0 || left[i] < sizes[i]) EndPart(i);
        }

        return [.. wholes.Select((whole, i) => MultipartETag.Text(whole.GetCurrentHash(), counts[i]))];
    }

    public void Dispose()
    {
        foreach (LanewiseHash hash in parts) hash.Dispose();
        foreach (LanewiseHash hash in wholes) hash.Dispose();
    }

    private void EndPart(int i)
    {
        parts[i].GetHashAndReset(digest);
        wholes[i].AppendData(digest);
        counts[i]++;
        left[i] = sizes[i];
    }
}
