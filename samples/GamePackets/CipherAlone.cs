using System.Diagnostics;
using System.Security.Cryptography;
using Lanewise;

namespace GamePackets;

/// <summary>The cipher on a turn of packets, as the server calls it, and on the turn of a server that is much busier.</summary>
internal static class CipherAlone
{
    private const int Packets = 256, BusyPackets = 8192;

    public static void Print()
    {
        (Xtea[] ciphers, ArraySegment<byte>[] bodies) = Turn(BusyPackets);
        LanewiseSettings.MaxVectorBits = 0;
        double scalar = Best(() =>
        {
            for (int i = 0; i < Packets; i++) ciphers[i].DecryptEcb(bodies[i], bodies[i], PaddingMode.None);
        });
        LanewiseSettings.MaxVectorBits = 512;
        double lanes = Best(() => Xtea.DecryptMany(ciphers.AsSpan(0, Packets), bodies.AsSpan(0, Packets), bodies.AsSpan(0, Packets)));
        Console.WriteLine($"The cipher alone, {Packets} packets of {Packets} connections: scalar {scalar / Packets:F0} ns a packet, lanes {lanes / Packets:F0} ns, {scalar / lanes:F1} times as fast.");

        ParallelOptions everyCore = new();
        double one = Best(() => Xtea.DecryptMany(ciphers, bodies, bodies)), all = Best(() => Xtea.DecryptMany(ciphers, bodies, bodies, everyCore));
        Console.WriteLine($"{BusyPackets} packets at once: lanes {one / BusyPackets:F0} ns a packet, lanes x cores {all / BusyPackets:F0} ns, {one / all:F1} times as fast.");
        foreach (Xtea cipher in ciphers) cipher.Dispose();
    }

    private static (Xtea[] Ciphers, ArraySegment<byte>[] Bodies) Turn(int packets)
    {
        Random random = new(1);
        return (
            [.. Enumerable.Range(0, packets).Select(_ => new Xtea(RandomNumberGenerator.GetBytes(Xtea.KeySizeInBytes), Xtea.DefaultRounds, XteaByteOrder.LittleEndian))],
            [.. Enumerable.Range(0, packets).Select(_ => new ArraySegment<byte>(new byte[Frame.BodyBytes(random.Next(100) < 99 ? random.Next(1, 32) : random.Next(32, 25_000))]))]);
    }

    private static double Best(Action turn)
    {
        double best = double.MaxValue;
        for (long until = Stopwatch.GetTimestamp() + Stopwatch.Frequency / 2; Stopwatch.GetTimestamp() < until;)
        {
            long start = Stopwatch.GetTimestamp();
            turn();
            best = Math.Min(best, Stopwatch.GetElapsedTime(start).TotalNanoseconds);
        }

        return best;
    }
}
