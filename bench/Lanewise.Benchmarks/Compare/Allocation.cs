using Lanewise.Api;

namespace Lanewise.Benchmarks.Compare;

/// <summary>Measures the number of bytes that a call allocates on its thread. The first call is not measured.</summary>
internal static class Allocation
{
    private const int Calls = 16;

    public static IReadOnlyList<string> Columns { get; } =
        ["HashData into a span", "append and finish", "HashMany equal", "HashMany ragged", "HashMany scattered"];

    public static IReadOnlyList<double> Measure(HashRow row)
    {
        const int Length = 1000, Messages = 100;
        PublicMethods methods = new(row);
        byte[] source = new byte[Length * Messages], digests = new byte[Messages * row.DefaultHashBytes];
        int[] lengths = [.. Enumerable.Range(0, Messages).Select(i => i * Length / Messages)];
        int total = lengths.Sum();
        ReadOnlyMemory<byte>[] scattered = [.. lengths.Select(n => (ReadOnlyMemory<byte>)source.AsMemory(n, n))];
        using LanewiseHash running = row.Create(default, row.DefaultHashBytes);

        return
        [
            PerCall(() => methods.Hash(source, digests.AsSpan(0, row.DefaultHashBytes))),
            PerCall(() =>
            {
                running.AppendData(source.AsSpan(0, 300));
                running.AppendData(source.AsSpan(300));
                running.GetHashAndReset(digests);
            }),
            PerCall(() => methods.Equal(source, Length, digests)),
            PerCall(() => methods.Ragged(source.AsSpan(0, total), lengths, digests)),
            PerCall(() => methods.Scattered(scattered, digests)),
        ];
    }

    private static double PerCall(Action call)
    {
        call();
        long before = GC.GetAllocatedBytesForCurrentThread();
        for (int i = 0; i < Calls; i++) call();
        return (double)(GC.GetAllocatedBytesForCurrentThread() - before) / Calls;
    }
}
