using System.Diagnostics;

namespace Lanewise.Fuzz;

/// <summary>
/// Something that reads foreign bytes. Of valid ones that were changed it may say only what its documentation announces, with
/// memory and time that the bytes are worth; and what it accepts must be what it says.
/// </summary>
internal abstract class Reader(string name) : Target
{
    // A bound against hanging alone: a case takes milliseconds, and machines are busy.
    private static readonly TimeSpan MostTime = TimeSpan.FromMinutes(3);

    public override string Name => name;

    public static IEnumerable<Target> Readers() =>
        [new ListReader(), new StateReader(), new OutboardReader(), new ProfileReader(), new ImageReader(), new AnswerReader(),
            new BagReader(), new PasswordHashReader()];

    public override void Run(Random random, Tally tally)
    {
        byte[] valid = Valid(random);
        byte[] bytes = random.OneIn(50) ? valid : Repair(random, Mutator.Mutate(random, valid, Valid(random)));
        long before = GC.GetAllocatedBytesForCurrentThread(), start = Stopwatch.GetTimestamp();
        bool isAccepted;
        try
        {
            isAccepted = Read(random, bytes);
        }
        catch (Exception e) when (e is not DifferenceException)
        {
            throw Difference($"{e.GetType().Name} of {bytes.Length} bytes, which nobody announced: {e}", bytes);
        }

        TimeSpan time = Stopwatch.GetElapsedTime(start);
        long allocated = GC.GetAllocatedBytesForCurrentThread() - before, most = MostMemory(bytes.Length);
        if (allocated > most) throw Difference($"{allocated} bytes of memory for {bytes.Length} bytes, more than {most}", bytes);
        if (time > MostTime) throw Difference($"{time.TotalSeconds} s for {bytes.Length} bytes", bytes);
        tally.Count(Name, isAccepted ? "accepted" : "refused");
    }

    /// <summary>Bytes that are what the reader reads.</summary>
    protected abstract byte[] Valid(Random random);

    /// <summary>Makes a checksum right again, so that what comes after it is reached.</summary>
    protected virtual byte[] Repair(Random random, byte[] bytes) => bytes;

    /// <summary>Reads, and compares what was accepted; false where it was refused with an announced exception.</summary>
    protected abstract bool Read(Random random, byte[] bytes);

    protected abstract long MostMemory(int length);

    private static DifferenceException Difference(FormattableString what, byte[] bytes)
    {
        string path = Path.Combine(Path.GetTempPath(), FormattableString.Invariant($"lanewise-fuzz-{Environment.ProcessId}.bin"));
        File.WriteAllBytes(path, bytes);
        return new DifferenceException($"{FormattableString.Invariant(what)}\nThe bytes are in {path}.");
    }
}
