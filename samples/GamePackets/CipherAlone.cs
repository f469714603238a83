using System.Diagnostics;
using System.Security.Cryptography;
using Lanewise;

namespace GamePackets;

/// <summary>The cipher on a turn of packets, as the server calls it.</summary>
internal static class CipherAlone
{
    private const int Packets = 256;

    public static void Print()
    {
        Random random = new(1);
        Xtea[] ciphers = [.. Enumerable.Range(0, Packets).Select(_ => new Xtea(RandomNumberGenerator.GetBytes(Xtea.KeySizeInBytes), Xtea.DefaultRounds, XteaByteOrder.LittleEndian))];
        ArraySegment<byte>[] bodies = [.. Enumerable.Range(0, Packets).Select(_ => new ArraySegment<byte>(new byte[Frame.BodyBytes(random.Next(100) < 99 ? random.Next(1, 32) : random.Next(32, 25_000))]))];
        LanewiseSettings.MaxVectorBits = 0;
        double scalar = Best(() =>
        {
            for (int i = 0; i < bodies.Length; i++) ciphers[i].DecryptEcb(bodies[i], bodies[i], PaddingMode.None);
        });
        LanewiseSettings.MaxVectorBits = 512;
        double lanes = Best(() => Xtea.DecryptMany(ciphers, bodies, bodies));
        Console.WriteLine($"The cipher alone, {Packets} packets of {Packets} connections: scalar {scalar / Packets:F0} ns a packet, lanes {lanes / Packets:F0} ns, {scalar / lanes:F1} times as fast.");
        foreach (Xtea cipher in ciphers) cipher.Dispose();
    }

    private static double Best(Action turn)
    {
        double best = double.MaxValue;
        for (int i = 0; i < 200; i++)
        {
            long start = Stopwatch.GetTimestamp();
            turn();
            best = Math.Min(best, Stopwatch.GetElapsedTime(start).TotalNanoseconds);
        }

        return best;
    }
}
