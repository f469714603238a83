using System.Buffers.Binary;
using System.Globalization;
using System.Runtime.CompilerServices;
using System.Security.Cryptography;
using Lanewise.Ciphers;
using Lanewise.XteaFamily;

namespace Lanewise.Proof;

/// <summary>The result of one step of the benchmark series for one size.</summary>
/// <param name="Step">The name of the step.</param>
/// <param name="Blocks">The number of 8-byte blocks per call.</param>
/// <param name="NanosecondsPerBlock">The time per block in nanoseconds.</param>
/// <param name="TimesReference">
/// The throughput relative to the reference loop for the same size, measured in the same rounds.
/// </param>
/// <param name="Reason">The likely reason why the times for this size differ between rounds.</param>
internal sealed record XteaSeriesRow(string Step, int Blocks, Reading NanosecondsPerBlock, Reading TimesReference, string Reason);

/// <summary>
/// A benchmark series that starts with a textbook loop and ends with all SIMD lanes on all cores. All steps encrypt the same
/// blocks with the same key. The series shows the minimum number of blocks for which each step saves time. The series is used
/// only for measurements. Every loop is fully optimized at its first call, so no step is measured at a lower compilation tier.
/// </summary>
internal static class XteaSeries
{
    private static readonly InterleavedRounds Rounds = new(9, TimeSpan.FromMilliseconds(2), Clock.Wall);

    /// <summary>The measured block counts: powers of two, 3, and the size of a large game packet (25 KB).</summary>
    public static IReadOnlyList<int> Sizes { get; } = [1, 2, 3, 4, 8, 16, 32, 64, 128, 512, 3_200, 16_384, 131_072, 2_097_152];

    /// <summary>Measures all steps of the series for one size. The first step is the reference.</summary>
    /// <param name="blocks">The number of blocks.</param>
    /// <param name="outside">An additional external step, or null.</param>
    /// <param name="rounds">
    /// The settings of the measurement, which must use wall time because some steps use several cores.
    /// </param>
    /// <exception cref="InvalidOperationException">The result of a step differs from that of the reference.</exception>
    public static IReadOnlyList<XteaSeriesRow> Measure(int blocks, SeriesStep? outside = null, InterleavedRounds? rounds = null)
    {
        byte[] key = RowJob.Data(XteaSpec.KeyBytes), source = RowJob.Data(blocks * XteaSpec.BlockBytes);
        byte[] expected = new byte[source.Length], destination = new byte[source.Length];
        using Xtea xtea = new(key);
        IReadOnlyList<Step> steps = MakeSteps(key, outside);
        steps[0].Run(xtea, source, expected);
        foreach (Step step in steps)
        {
            Array.Clear(destination);
            step.Run(xtea, source, destination);
            if (!destination.AsSpan().SequenceEqual(expected))
            {
                throw new InvalidOperationException($"The step '{step.Name}' is wrong at {blocks} blocks.");
            }
        }

        RoundTimes times = (rounds ?? Rounds)
            .Measure(
                [.. steps.Select(step => Entrant.Of(step.Name, blocks, () => step.Run(xtea, source, destination)))],
                isWarm: rounds is not null || blocks != Sizes[0]);
        return
        [
            .. steps.Select((step, s) =>
                new XteaSeriesRow(step.Name, blocks, times.Nanoseconds(s), times.Ratio(0, s), times.Reason)),
        ];
    }

    /// <summary>
    /// Returns the smallest number of blocks N such that a step is at least as fast as the reference for N and more blocks, or
    /// 0 if there is no such number.
    /// </summary>
    public static int Crossover(IEnumerable<XteaSeriesRow> rows, string step)
    {
        int crossover = 0;
        foreach (XteaSeriesRow row in rows.Where(row => row.Step == step).OrderByDescending(row => row.Blocks))
        {
            if (row.TimesReference < 1 / Reading.Equal) break;

            crossover = row.Blocks;
        }

        return crossover;
    }

    /// <summary>The measurement of the benchmark series for <c>lanewise prove</c>.</summary>
    public static Measurement Measurement { get; } = new(
        "xtea-ladder", "XTEA, from the textbook's loop to every lane of every core", 25, Take);

    private static IReadOnlyList<MeasuredTable> Take(Action<string> progress, SeriesStep? outside)
    {
        List<XteaSeriesRow> rows = [];
        foreach (int size in Sizes)
        {
            progress($"XTEA, {size} blocks");
            rows.AddRange(Measure(size, outside));
        }

        List<IReadOnlyList<MeasuredCell>> lines = [];
        string[] steps = [.. rows.Select(row => row.Step).Distinct()];
        foreach (string step in steps)
        {
            int crossover = Crossover(rows, step);
            lines.Add(
            [
                step,
                crossover == 0 ? "never" : MeasuredCell.Whole(crossover),
                .. rows.Where(row => row.Step == step).Select(row => MeasuredCell.Figure(row.TimesReference, 2)),
            ]);
        }

        lines.Add([$"{steps[0]}, ns per block", "",
            .. rows.Where(row => row.Step == steps[0]).Select(row => MeasuredCell.Figure(row.NanosecondsPerBlock, 1))]);
        string[] columns = ["blocks of 8 bytes", "pays from", .. Sizes.Select(n => n.ToString(CultureInfo.InvariantCulture))];
        MeasuredTable table = new(
            "times-reference", "Throughput, times the reference loop", columns, lines,
            ["Below 'pays from', in blocks, a step is slower than the reference loop on this machine."]);
        XteaSeriesRow? noisy = rows.FirstOrDefault(row => row.TimesReference.IsNoise || row.NanosecondsPerBlock.IsNoise);
        return [table.WithReason(noisy?.Reason)];
    }

    private static List<Step> MakeSteps(byte[] key, SeriesStep? outside)
    {
        List<Step> steps =
        [
            new("reference loop", (xtea, source, destination) => Reference(xtea, source, destination)),
            new("Parallel.For over blocks", ReferenceOverCores),
            new("interleaved loop, 64 blocks", (xtea, source, destination) => InterleavedLoop(xtea, source, destination)),
            .. LaneDispatch.Supported.Select(s => XteaBlocks.Table.At(s.Bits)).Distinct().Select(shape => new Step(
                $"lanes {shape}", (xtea, source, destination) => BlockRun.Run<uint, XteaBlocks>(
                    new XteaBlocks(xtea.Schedule, xtea.IsBigEndian, BlockMode.Encrypt), source, destination, shape))),
            new("lanes as chosen", (xtea, source, destination) => xtea.EncryptEcb(source, destination, PaddingMode.None)),
            new("lanes x cores", (xtea, source, destination) => xtea.EncryptEcb(source, destination, new ParallelOptions())),
        ];
        if (outside is not null)
        {
            steps.Add(new(outside.Name, (_, source, destination) => outside.Encrypt(key, source, destination)));
        }

        return steps;
    }

    // Encrypts one block after another, using the code from the XTEA paper.
    [MethodImpl(MethodImplOptions.AggressiveOptimization)]
    private static void Reference(Xtea xtea, ReadOnlySpan<byte> source, Span<byte> destination)
    {
        ReadOnlySpan<uint> k = xtea.Schedule;
        for (int o = 0; o + XteaSpec.BlockBytes <= source.Length; o += XteaSpec.BlockBytes)
        {
            uint y = BinaryPrimitives.ReadUInt32BigEndian(source.Slice(o)),
                z = BinaryPrimitives.ReadUInt32BigEndian(source.Slice(o + 4));
            for (int i = 0; i + 1 < k.Length; i += 2)
            {
                y += (((z << 4) ^ (z >> 5)) + z) ^ k[i];
                z += (((y << 4) ^ (y >> 5)) + y) ^ k[i + 1];
            }

            BinaryPrimitives.WriteUInt32BigEndian(destination.Slice(o), y);
            BinaryPrimitives.WriteUInt32BigEndian(destination.Slice(o + 4), z);
        }
    }

    [MethodImpl(MethodImplOptions.AggressiveOptimization)]
    private static void ReferenceOverCores(Xtea xtea, byte[] source, byte[] destination) =>
        Parallel.For(0, source.Length / XteaSpec.BlockBytes, i =>
        {
            int o = i * XteaSpec.BlockBytes;
            Reference(xtea, source.AsSpan(o, XteaSpec.BlockBytes), destination.AsSpan(o, XteaSpec.BlockBytes));
        });

    // The outer loop is over rounds, and the inner loop is over blocks. An auto-vectorizing compiler would vectorize the inner
    // loop, but the JIT does not.
    [MethodImpl(MethodImplOptions.AggressiveOptimization)]
    private static void InterleavedLoop(Xtea xtea, ReadOnlySpan<byte> source, Span<byte> destination)
    {
        const int InFlight = 64;
        ReadOnlySpan<uint> k = xtea.Schedule;
        Span<uint> y = stackalloc uint[InFlight], z = stackalloc uint[InFlight];
        int o = 0;
        for (; o + (InFlight * XteaSpec.BlockBytes) <= source.Length; o += InFlight * XteaSpec.BlockBytes)
        {
            for (int b = 0; b < y.Length; b++)
            {
                y[b] = BinaryPrimitives.ReadUInt32BigEndian(source.Slice(o + (8 * b)));
                z[b] = BinaryPrimitives.ReadUInt32BigEndian(source.Slice(o + (8 * b) + 4));
            }

            for (int i = 0; i + 1 < k.Length; i += 2)
            {
                uint k0 = k[i], k1 = k[i + 1];
                for (int b = 0; b < y.Length && b < z.Length; b++)
                {
                    y[b] += (((z[b] << 4) ^ (z[b] >> 5)) + z[b]) ^ k0;
                    z[b] += (((y[b] << 4) ^ (y[b] >> 5)) + y[b]) ^ k1;
                }
            }

            for (int b = 0; b < y.Length; b++)
            {
                BinaryPrimitives.WriteUInt32BigEndian(destination.Slice(o + (8 * b)), y[b]);
                BinaryPrimitives.WriteUInt32BigEndian(destination.Slice(o + (8 * b) + 4), z[b]);
            }
        }

        Reference(xtea, source.Slice(o), destination.Slice(o));
    }

    private sealed record Step(string Name, Action<Xtea, byte[], byte[]> Run);
}
