using Lanewise.Api;

namespace Lanewise.Benchmarks.Compare;

/// <summary>The speedup of two cores over one core for 1024 messages of 64 KiB.</summary>
internal static class TwoCores
{
    private const int Length = 64 * 1024, Messages = 1024;

    public static Reading Measure(HashRow row, int rounds)
    {
        PublicMethods methods = new(row);
        ReadOnlyMemory<byte> source = Contest.Packed(Length, Messages);
        byte[] first = new byte[Messages * row.DefaultHashBytes], second = new byte[first.Length];
        ParallelOptions options = new() { MaxDegreeOfParallelism = 2 };

        Entrant[] entrants =
        [
            new("one core", Messages, calls =>
            {
                for (int i = 0; i < calls; i++) methods.Equal(source.Span, Length, first);
            }),
            new("two cores", Messages, calls =>
            {
                for (int i = 0; i < calls; i++) methods.OverCores(MemoryMessages.Packed(source, Length), second, options);
            }),
        ];
        foreach (Entrant entrant in entrants) entrant.Run(1);
        if (!first.AsSpan().SequenceEqual(second))
        {
            throw new InvalidOperationException($"{row.Title}: two cores give other digests than one.");
        }

        InterleavedRounds.WarmUp(entrants, TimeSpan.FromMilliseconds(300));
        return new InterleavedRounds(rounds, TimeSpan.FromMilliseconds(1), Clock.Wall).Measure(entrants).Ratio(0, 1);
    }
}
