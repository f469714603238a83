using System.Buffers;
using Lanewise.Api;
using Xunit;

namespace Lanewise.Tests;

/// <summary>Tests the contract of one-shot hashes for every row of the catalogue.</summary>
[Trait("Category", "Lanes")]
public sealed class OneMessageTests
{
    public static TheoryData<string> All => Rows.All;

    public static TheoryData<string> Keyed => Rows.Keyed;

    [Theory]
    [MemberData(nameof(All))]
    public void EveryLengthTo260EqualsThePlainReference(string name)
    {
        HashRow row = Rows.Row(name);
        PlainReference plain = PlainReferences.For(name);
        byte[] input = Pattern.Bytes(260), digest = new byte[row.DefaultHashBytes];
        for (int n = 0; n <= 260; n++)
        {
            byte[] expected = plain(default, input.AsSpan(0, n), row.DefaultHashBytes);
            row.Hash(default, input.AsSpan(0, n), digest);
            Digests.Equal(expected, digest, () => $"{name} of {n} bytes");
            foreach (SingleKernel kernel in row.SingleKernels)
            {
                digest.AsSpan().Clear();
                kernel.Hash(input.AsSpan(0, n), digest);
                Digests.Equal(expected, digest, () => $"{name} of {n} bytes with the kernel '{kernel.Name}'");
            }
        }
    }

    [Theory]
    [MemberData(nameof(All))]
    public void LengthsAtBoundariesEqualThePlainReference(string name)
    {
        HashRow row = Rows.Row(name);
        PlainReference plain = PlainReferences.For(name);
        byte[] digest = new byte[row.DefaultHashBytes];
        foreach (int n in Rows.EdgeLengths(row).Concat([4096, 65535, 65536, 65537]))
        {
            byte[] input = Pattern.Bytes(n);
            byte[] expected = plain(default, input, row.DefaultHashBytes);
            foreach (SingleKernel kernel in row.SingleKernels)
            {
                digest.AsSpan().Clear();
                kernel.Hash(input, digest);
                Digests.Equal(expected, digest, () => $"{name} of {n} bytes with the kernel '{kernel.Name}'");
            }
        }
    }

    [Theory]
    [MemberData(nameof(All))]
    public void OneKernelIsChosen(string name)
    {
        Assert.Single(Rows.Row(name).SingleKernels, kernel => kernel.IsChosen);
        Assert.Contains(Rows.Row(name).ChosenShape, Rows.Row(name).Shapes);
    }

    [Theory]
    [MemberData(nameof(All))]
    public void EveryDigestLengthEqualsThePlainReference(string name)
    {
        HashRow row = Rows.Row(name);
        byte[] input = Pattern.Bytes(row.BlockBytes + 3);
        for (int n = row.MinHashBytes; n <= row.MaxHashBytes; n++)
        {
            byte[] digest = new byte[n];
            row.Hash(default, input, digest);
            Digests.Equal(PlainReferences.For(name)(default, input, n), digest, () => $"{name} with a digest of {n} bytes");
        }
    }

    [Theory]
    [MemberData(nameof(Keyed))]
    public void EveryKeyLengthEqualsThePlainReference(string name)
    {
        HashRow row = Rows.Row(name);
        byte[] digest = new byte[row.DefaultHashBytes];
        foreach (int n in new[] { 0, 1, row.BlockBytes - 1, row.BlockBytes, row.BlockBytes + 1, 2 * row.BlockBytes })
        {
            byte[] input = Pattern.Bytes(n);
            for (int k = 0; k <= row.LongestKeyTried; k++)
            {
                if (k > 0 && k < row.MinKeyBytes) continue;

                byte[] key = Pattern.Bytes(k, 100);
                row.Hash(key, input, digest);
                Digests.Equal(PlainReferences.For(name)(key, input, row.DefaultHashBytes), digest, () =>
                    $"{name} of {n} bytes with a key of {k}");
            }
        }
    }

    [Theory]
    [MemberData(nameof(All))]
    public void UnalignedInputAtTheEndOfAnArrayGivesTheRightDigest(string name)
    {
        HashRow row = Rows.Row(name);
        byte[] digest = new byte[row.DefaultHashBytes];
        foreach (int n in new[] { row.BlockBytes - 1, (3 * row.BlockBytes) + 5 })
        {
            byte[] message = Pattern.Bytes(n);
            byte[] expected = PlainReferences.For(name)(default, message, row.DefaultHashBytes);
            for (int offset = 0; offset < 64; offset++)
            {
                // The message ends at the end of the array, so a read beyond the message would throw.
                byte[] array = new byte[offset + n];
                message.CopyTo(array, offset);
                foreach (SingleKernel kernel in row.SingleKernels)
                {
                    kernel.Hash(array.AsSpan(offset), digest);
                    Digests.Equal(expected, digest, () => $"{name} at offset {offset} with the kernel '{kernel.Name}'");
                }
            }
        }
    }

    [Theory]
    [MemberData(nameof(All))]
    public void NothingIsWrittenOutsideTheDigest(string name)
    {
        HashRow row = Rows.Row(name);
        foreach (int n in Rows.HashLengths(row))
        {
            Guarded guarded = new(n);
            row.Hash(default, Pattern.Bytes(200), guarded.Span);
            guarded.CheckMargins(() => name);
        }
    }

    [Theory]
    [MemberData(nameof(All))]
    public void TheDestinationMayOverlapTheSource(string name)
    {
        HashRow row = Rows.Row(name);
        int h = row.DefaultHashBytes, n = (3 * row.BlockBytes) + 7;
        byte[] message = Pattern.Bytes(n);
        byte[] expected = PlainReferences.For(name)(default, message, h);
        for (int at = 0; at + h <= n; at++)
        {
            foreach (SingleKernel kernel in row.SingleKernels)
            {
                byte[] buffer = (byte[])message.Clone();
                kernel.Hash(buffer, buffer.AsSpan(at, h));
                Digests.Equal(expected, buffer.AsSpan(at, h), () =>
                    $"{name} with its destination at {at} of the source, kernel '{kernel.Name}'");
            }
        }
    }

    [Theory]
    [MemberData(nameof(All))]
    public void StreamsThatReturnFewBytesAtATimeAreReadToTheirEnd(string name)
    {
        HashRow row = Rows.Row(name);
        foreach (int n in new[] { 0, 1, row.BlockBytes, 1000 })
        {
            byte[] message = Pattern.Bytes(n), expected = new byte[row.DefaultHashBytes];
            row.Hash(default, message, expected);
            using LanewiseHash hash = row.Create(default, row.DefaultHashBytes);
            hash.AppendData(new DribblingStream(message));
            Digests.Equal(expected, hash.GetHashAndReset(), () => $"{name} of a stream of {n} bytes");
        }
    }

    [Theory]
    [MemberData(nameof(All))]
    public async Task AsynchronousStreamsAreReadToTheirEnd(string name)
    {
        HashRow row = Rows.Row(name);
        foreach (int n in new[] { 0, row.BlockBytes, 1000, 200_001 })
        {
            byte[] message = Pattern.Bytes(n), expected = new byte[row.DefaultHashBytes];
            row.Hash(default, message, expected);
            using LanewiseHash hash = row.Create(default, row.DefaultHashBytes);
            if (n <= 1000) await hash.AppendDataAsync(new DribblingStream(message));
            else await hash.AppendDataAsync(new MemoryStream(message));
            Digests.Equal(expected, hash.GetHashAndReset(), () => $"{name} of a stream of {n} bytes");
        }
    }

    [Theory]
    [MemberData(nameof(All))]
    public async Task ACancelledReadThrows(string name)
    {
        using LanewiseHash hash = Rows.Row(name).Create(default, Rows.Row(name).DefaultHashBytes);
        CancellationToken cancelled = new(canceled: true);
        await Assert.ThrowsAnyAsync<OperationCanceledException>(async () =>
            await hash.AppendDataAsync(new DribblingStream(new byte[10]), cancelled));
    }

    [Theory]
    [MemberData(nameof(All))]
    public void SequencesWithOddSegmentsAreReadToTheirEnd(string name)
    {
        HashRow row = Rows.Row(name);
        foreach (int n in new[] { 0, 1, row.BlockBytes, 1000, 5000 })
        {
            byte[] message = Pattern.Bytes(n), expected = new byte[row.DefaultHashBytes];
            row.Hash(default, message, expected);
            ReadOnlySequence<byte> sequence = Segment.Cut(message);
            using LanewiseHash hash = row.Create(default, row.DefaultHashBytes);
            hash.AppendData(sequence);
            Digests.Equal(expected, hash.GetHashAndReset(), () => $"{name} of a sequence of {n} bytes");
        }
    }
}
