using System.Diagnostics;

namespace Lanewise.Fuzz;

/// <summary>
/// A reader of untrusted bytes. On mutated input, the reader may throw only the documented exceptions. Memory and time must be
/// proportional to the input, and input that is accepted must be valid.
/// </summary>
internal abstract class Reader(string name) : Target
{
    // The time limit only detects hangs. A case normally takes milliseconds, but the machine may be busy.
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

    /// <summary>Creates valid input for the reader.</summary>
    protected abstract byte[] Valid(Random random);

    /// <summary>Corrects a checksum so that the code that follows its verification also runs.</summary>
    protected virtual byte[] Repair(Random random, byte[] bytes) => bytes;

    /// <summary>
    /// Reads the input and verifies the result. Returns false if the input was rejected with a documented exception.
    /// </summary>
    protected abstract bool Read(Random random, byte[] bytes);

    protected abstract long MostMemory(int length);

    private static DifferenceException Difference(FormattableString what, byte[] bytes)
    {
        string path = Path.Combine(Path.GetTempPath(), FormattableString.Invariant($"lanewise-fuzz-{Environment.ProcessId}.bin"));
        File.WriteAllBytes(path, bytes);
        return new DifferenceException($"{FormattableString.Invariant(what)}\nThe bytes are in {path}.");
    }
}
