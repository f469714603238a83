using System.CommandLine;
using System.Globalization;
using Lanewise.Cli.Commands;
using Lanewise.Cli.Proof;
using Lanewise.Cli.Terminal;
using Lanewise.Gpu;

namespace Lanewise.Cli.Gpu;

/// <summary><c>lanewise gpu</c>: the devices of this machine, and whether their kernels are right.</summary>
internal static class GpuCommand
{
    public static Command Create() => new("gpu", "List devices, and check their kernels against the processor.") { List(), Verify() };

    private static Command List()
    {
        Command command = new("list", "List the devices that drivers of this machine offer.");
        command.SetBody(_ =>
        {
            StandardOutput output = new();
            IReadOnlyList<AcceleratorInfo> devices = Accelerator.List();
            if (devices.Count == 0) output.WriteLine("No accelerator: no CUDA driver and no OpenCL device answers.");
            foreach (AcceleratorInfo device in devices)
            {
                output.WriteLine(string.Create(
                    CultureInfo.InvariantCulture, $"{device.Name}: {device.Kind}, {device.Api}, {device.ComputeUnits} units, {device.MemoryBytes >> 20} MiB"));
                output.WriteLine($"  {device.Driver}");
                if (device.Problem is not null) output.WriteLine($"  cannot be used: {device.Problem}");
            }

            output.Flush();
            return ExitCode.Good;
        });
        return command;
    }

    private static Command Verify()
    {
        Command command = new("verify", "Check MD5's kernel on every device against the processor.");
        command.SetBody(_ =>
        {
            StandardOutput output = new();
            Tally tally = new(output);
            int checks = 0;
            foreach (AcceleratorInfo info in Accelerator.List())
            {
                tally.Begin(info.Name);
                try
                {
                    using Accelerator accelerator = info.Open();
                    checks += Md5Sizes(accelerator, tally);
                }
                catch (AcceleratorException e)
                {
                    tally.Fail(e.Message);
                }
            }

            tally.WriteLastLine();
            return tally.IsGood && checks > 0 ? ExitCode.Good : ExitCode.Failed;
        });
        return command;
    }

    /// <summary>No message, one, odd numbers of them, and more than a launch takes; lengths around the blocks.</summary>
    private static int Md5Sizes(Accelerator accelerator, Tally tally)
    {
        int checks = 0;
        accelerator.LaunchBytes = 4096;
        foreach (int count in (ReadOnlySpan<int>)[0, 1, 7, 1001])
        {
            foreach (int length in (ReadOnlySpan<int>)[0, 1, 55, 56, 63, 64, 65, 119, 120, 1000])
            {
                byte[] messages = new byte[count * length], wanted = new byte[count * Md5.HashSizeInBytes], got = new byte[wanted.Length];
                new Random((31 * count) + length).NextBytes(messages);
                Md5.HashMany(messages, length, wanted);
                using AcceleratorBuffer source = accelerator.Allocate(Math.Max(1, messages.Length)), digests = accelerator.Allocate(Math.Max(1, got.Length));
                source.Write(messages);
                AcceleratorMd5.HashMany(source, length, count, digests);
                digests.Read(got);
                checks++;
                if (got.AsSpan().SequenceEqual(wanted)) tally.Pass();
                else tally.Fail(string.Create(CultureInfo.InvariantCulture, $"MD5 of {count} messages of {length} bytes"));
            }
        }

        return checks;
    }
}
