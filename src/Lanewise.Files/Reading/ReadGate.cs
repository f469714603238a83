using System.Diagnostics;

namespace Lanewise.Files.Reading;

/// <summary>
/// Allows only one thread at a time to read from a hard disk, as long as the measured speed is typical of a hard disk. The speed
/// is measured because reading cached data is faster, and because some virtual disks also claim to be hard disks.
/// </summary>
internal sealed class ReadGate
{
    // A hard disk needs several milliseconds for a seek.
    private static readonly long SlowTicks = Stopwatch.Frequency / 1000;

    private readonly Lock gate = new();
    private volatile bool isSlow;

    public int Read(InputFile input, byte[] buffer, int start, int count, long position)
    {
        bool isAlone = isSlow;
        if (isAlone) gate.Enter();
        long before = Stopwatch.GetTimestamp();
        try
        {
            return input.Read(buffer, start, count, position);
        }
        finally
        {
            isSlow = Stopwatch.GetTimestamp() - before > SlowTicks;
            if (isAlone) gate.Exit();
        }
    }

    /// <summary>Returns whether distant parts of a file can be read in parallel without seeking.</summary>
    public static bool IsFast(InputFile file, long length)
    {
        byte[] buffer = InputFile.Buffer(4096);
        ReadGate gate = new();
        for (int i = 0; i < 4; i++)
        {
            gate.Read(file, buffer, 0, buffer.Length, length / 4 * i);
            if (gate.isSlow) return false;
        }

        return true;
    }
}
