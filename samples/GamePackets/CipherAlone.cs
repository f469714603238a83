using System.Diagnostics;
using System.Security.Cryptography;
using Lanewise;

namespace GamePackets;

/// <summary>
/// Measures only the cipher: first for a batch as large as this server's batches, and then for a larger batch, as on a much
/// busier server.
/// </summary>
internal static class CipherAlone
{
    private const int Packets = 256, BusyPackets = 8192;

    public static void Print()
    {
        (Xtea[] ciphers, Memory<byte>[] bodies) = BusyBatch(BusyPackets);
        ReadOnlyMemory<byte>[] packets = [.. bodies];
        CipherKeys few = CipherKeys.Of(ciphers, 0, Packets);
        LanewiseSettings.MaxVectorBits = 0;
        double scalar = Best(() =>
        {
            for (int i = 0; i < Packets; i++) ciphers[i].DecryptEcb(bodies[i].Span, bodies[i].Span, PaddingMode.None);
        });
        LanewiseSettings.MaxVectorBits = 512;
        double lanes = Best(() => Xtea.DecryptMany(few, packets.AsSpan(0, Packets), bodies.AsSpan(0, Packets)));
        Console.WriteLine(
            $"The cipher alone, {Packets} packets of {Packets} connections: scalar {scalar / Packets:F0} ns a packet, "
            + $"lanes {lanes / Packets:F0} ns, {scalar / lanes:F1} times as fast.");

        ParallelOptions everyCore = new();
        double one = Best(() => Xtea.DecryptMany(ciphers, packets, bodies)),
            all = Best(() => Xtea.DecryptMany(ciphers, packets, bodies, everyCore));
        Console.WriteLine(
            $"{BusyPackets} packets at once: lanes {one / BusyPackets:F0} ns a packet, "
            + $"lanes x cores {all / BusyPackets:F0} ns, {one / all:F1} times as fast.");
        foreach (Xtea cipher in ciphers) cipher.Dispose();
    }

    private static (Xtea[] Ciphers, Memory<byte>[] Bodies) BusyBatch(int packets)
    {
        Random random = new(1);
        return (
            [.. Enumerable.Range(0, packets).Select(_ =>
                new Xtea(RandomNumberGenerator.GetBytes(Xtea.KeySizeInBytes), XteaByteOrder.LittleEndian))],
            [.. Enumerable.Range(0, packets).Select(_ => random.Next(100) < 99 ? random.Next(1, 32) : random.Next(32, 25_000))
                .Select(bytes => new byte[Frame.BodyBytes(bytes)].AsMemory())]);
    }

    private static double Best(Action action)
    {
        double best = double.MaxValue;
        for (long until = Stopwatch.GetTimestamp() + Stopwatch.Frequency / 2; Stopwatch.GetTimestamp() < until;)
        {
            long start = Stopwatch.GetTimestamp();
            action();
            best = Math.Min(best, Stopwatch.GetElapsedTime(start).TotalNanoseconds);
        }

        return best;
    }
}
