using System.CommandLine;
using Lanewise.Cli.Commands;
using Lanewise.Cli.Proof;
using Lanewise.Cli.Terminal;
using Lanewise.Gpu;

namespace Lanewise.Cli.Gpu;

/// <summary>Implements <c>lanewise gpu verify</c>, which checks all rows of <see cref="VerifyTable"/> on every device.</summary>
internal static class GpuVerify
{
    public static Command Create()
    {
        Option<string?> device = DeviceChoice.Option();
        device.Description = "Only this device, by its number or a part of its name [default: all].";
        Command command = new("verify", "Check every algorithm on every device against known answers and the processor.")
        {
            device,
        };
        command.SetBody(result =>
        {
            IReadOnlyList<AcceleratorException> failures = [];
            IReadOnlyList<AcceleratorInfo> devices;
            if (result.GetValue(device) is not string name) devices = Accelerator.List(out failures);
            else if (DeviceChoice.Choose(name) is AcceleratorInfo chosen) devices = [chosen];
            else return ExitCode.Failed;

            StandardOutput output = new();
            Tally tally = new(output.Failure);
            int checks = 0;
            if (failures.Count > 0) tally.Begin("drivers");
            foreach (AcceleratorException failure in failures) tally.Fail(failure.Message);
            foreach (AcceleratorInfo info in devices)
            {
                tally.Begin(DeviceChoice.Narrow(info.Name));
                if (info.Problem is not null)
                {
                    output.WriteLine($"Skipped {DeviceChoice.Narrow(info.Name)}: {info.Problem}.");
                    tally.Skip();
                    continue;
                }

                try
                {
                    using Accelerator accelerator = info.Open();
                    checks += Run(accelerator, tally);
                }
                catch (AcceleratorException e)
                {
                    tally.Fail(e.Message);
                }
            }

            if (checks == 0) output.WriteLine("No accelerator was checked; 'lanewise gpu list' shows the devices.");
            output.WriteLine(tally.LastLine);
            output.Flush();
            return tally.IsGood && checks > 0 ? ExitCode.Good : ExitCode.Failed;
        });
        return command;
    }

    private static int Run(Accelerator accelerator, Tally tally)
    {
        // Each launch runs a single group, and the pieces are small, so even a small input requires several launches and pieces.
        accelerator.LaunchBytes = 1024;
        accelerator.LaunchMessages = 32;
        accelerator.PieceBytes = 2048;
        VerifyChecks checks = new(accelerator, tally);
        foreach (VerifyRow row in VerifyTable.Rows)
        {
            try
            {
                row.Run(checks);
            }
            catch (AcceleratorException e)
            {
                // If one algorithm fails, the remaining algorithms are still checked.
                tally.Fail($"{row.Name}: {e.Message}");
            }
        }

        return checks.Done;
    }
}

/// <summary>Checks an algorithm on a device.</summary>
internal abstract record VerifyRow(string Name)
{
    public abstract void Run(VerifyChecks checks);
}

/// <summary>Compares the output of a device with the expected output, and counts the results.</summary>
internal sealed class VerifyChecks(Accelerator accelerator, Tally tally)
{
    private const int GuardBytes = 24;
    private const byte Guard = 0xA5;

    public Accelerator Accelerator => accelerator;

    public int Done { get; private set; }

    /// <summary>Returns the same bytes for the same length and seed on every machine.</summary>
    public static byte[] Noise(int length, int seed)
    {
        byte[] bytes = new byte[length];
        new Random((31 * length) + seed).NextBytes(bytes);
        return bytes;
    }

    /// <summary>Creates a buffer with the given bytes.</summary>
    public AcceleratorBuffer Holding(ReadOnlySpan<byte> bytes)
    {
        AcceleratorBuffer buffer = accelerator.Allocate(Math.Max(1, bytes.Length));
        buffer.Write(bytes);
        return buffer;
    }

    /// <summary>Creates a buffer for output, followed by guard bytes.</summary>
    public AcceleratorBuffer Guarded(int length)
    {
        AcceleratorBuffer buffer = accelerator.Allocate(length + GuardBytes);
        byte[] guard = new byte[length + GuardBytes];
        guard.AsSpan().Fill(Guard);
        buffer.Write(guard);
        return buffer;
    }

    /// <summary>Checks that a buffer contains exactly the expected bytes and that its guard bytes are intact.</summary>
    public void Expect(AcceleratorBuffer buffer, ReadOnlySpan<byte> wanted, string what)
    {
        byte[] got = new byte[wanted.Length + GuardBytes];
        buffer.Read(got);
        if (got.AsSpan(wanted.Length).ContainsAnyExcept(Guard)) Count(false, $"{what}: bytes after the result were changed");
        else Expect(got.AsSpan(0, wanted.Length), wanted, what);
    }

    public void Expect(ReadOnlySpan<byte> got, ReadOnlySpan<byte> wanted, string what) => Count(got.SequenceEqual(wanted), what);

    public void Count(bool isGood, string what)
    {
        Done++;
        if (isGood) tally.Pass();
        else tally.Fail(what);
    }
}
