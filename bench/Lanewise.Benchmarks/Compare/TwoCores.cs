using Lanewise.Api;

namespace Lanewise.Benchmarks.Compare;

/// <summary>The speedup of two cores over one core for 1024 messages of 64 KiB.</summary>
internal static class TwoCores
{
    private const int Length = 64 * 1024, Messages = 1024;

    public static Reading Measure(HashRow row, int rounds)
    {
        PublicMethods face = new(row);
        ReadOnlyMemory<byte> source = Contest.Packed(Length, Messages);
        byte[] one = new byte[Messages * row.DefaultHashBytes], two = new byte[one.Length];
        ParallelOptions options = new() { MaxDegreeOfParallelism = 2 };

        Entrant[] entrants =
        [
            new("one core", Messages, calls =>
            {
                for (int i = 0; i < calls; i++) face.Equal(source.Span, Length, one);
            }),
            new("two cores", Messages, calls =>
            {
                for (int i = 0; i < calls; i++) face.OverCores(MemoryMessages.Packed(source, Length), two, options);
            }),
        ];
        foreach (Entrant entrant in entrants) entrant.Run(1);
        if (!one.AsSpan().SequenceEqual(two))
        {
            throw new InvalidOperationException($"{row.Title}: two cores give other digests than one.");
        }

        InterleavedRounds.WarmUp(entrants, TimeSpan.FromMilliseconds(300));
        return new InterleavedRounds(rounds, TimeSpan.FromMilliseconds(1), Clock.Wall).Measure(entrants).Ratio(0, 1);
    }
}
