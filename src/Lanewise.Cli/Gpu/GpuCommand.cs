using System.CommandLine;
using System.Globalization;
using System.Runtime.CompilerServices;
using System.Security.Cryptography;
using Lanewise.Cli.Commands;
using Lanewise.Cli.Proof;
using Lanewise.Cli.Terminal;
using Lanewise.Gpu;

namespace Lanewise.Cli.Gpu;

/// <summary><c>lanewise gpu</c>: the devices of this machine, and whether their kernels are right.</summary>
internal static class GpuCommand
{
    private const int GuardBytes = 24;
    private const byte Guard = 0xA5;

    public static Command Create() => new("gpu", "List devices, check their kernels, and measure them beside the processor.")
    {
        List(), Verify(), GpuBench.Create(), GpuCrossover.Create(),
    };

    private static Command List()
    {
        Command command = new("list", "List the devices that drivers of this machine offer.");
        command.SetBody(_ =>
        {
            StandardOutput output = new();
            IReadOnlyList<AcceleratorInfo> devices = Accelerator.List();
            if (devices.Count == 0) output.WriteLine("No accelerator: no CUDA driver and no OpenCL device answers.");
            foreach ((int number, AcceleratorInfo device) in devices.Index())
            {
                output.WriteLine(string.Create(
                    CultureInfo.InvariantCulture, $"{number + 1}. {device.Name}: {device.Kind}, {device.Api}, {device.ComputeUnits} units, {device.MemoryBytes >> 20} MiB"));
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
        Command command = new("verify", "Check the kernels of MD5 and XTEA on every device against the processor.");
        command.SetBody(_ =>
        {
            StandardOutput output = new();
            Tally tally = new(output);
            int checks = 0;
            foreach (AcceleratorInfo info in Accelerator.List())
            {
                tally.Begin(info.Name);
                if (info.Problem is not null)
                {
                    output.WriteLine($"Skipped {info.Name}: {info.Problem}.");
                    tally.Skip();
                    continue;
                }

                try
                {
                    using Accelerator accelerator = info.Open();
                    // Small launches, so that small data is more than one.
                    accelerator.LaunchBytes = 1024;
                    checks += Md5Sizes(accelerator, tally) + XteaSizes(accelerator, tally);
                }
                catch (AcceleratorException e)
                {
                    tally.Fail(e.Message);
                }
            }

            if (checks == 0) output.WriteLine("No accelerator was checked; `lanewise gpu list` says what there is.");
            tally.WriteLastLine();
            return tally.IsGood && checks > 0 ? ExitCode.Good : ExitCode.Failed;
        });
        return command;
    }

    /// <summary>No message, one, odd numbers of them, and more than a launch takes; lengths around the blocks.</summary>
    private static int Md5Sizes(Accelerator accelerator, Tally tally)
    {
        int checks = 0;
        foreach (int count in (ReadOnlySpan<int>)[0, 1, 7, 131])
        {
            foreach (int length in (ReadOnlySpan<int>)[0, 1, 55, 56, 63, 64, 65, 119, 120, 1000])
            {
                byte[] messages = Noise(count * length, length), wanted = new byte[count * Md5.HashSizeInBytes];
                Md5.HashMany(messages, length, wanted);
                using AcceleratorBuffer source = accelerator.Allocate(Math.Max(1, messages.Length));
                using AcceleratorBuffer digests = Guarded(accelerator, wanted.Length);
                source.Write(messages);
                AcceleratorMd5.HashMany(source, length, count, digests);
                checks += Expect(tally, digests, wanted, Text($"MD5 of {count} messages of {length} bytes"));
            }
        }

        foreach (int count in (ReadOnlySpan<int>)[0, 1, 7, 131])
        {
            int[] lengths = new int[count];
            Random random = new(count);
            for (int i = 0; i < count; i++) lengths[i] = random.Next(300);
            byte[] messages = Noise(lengths.Sum(), count), wanted = new byte[count * Md5.HashSizeInBytes];
            Md5.HashMany(messages, lengths, wanted);
            using AcceleratorBuffer source = accelerator.Allocate(Math.Max(1, messages.Length));
            using AcceleratorBuffer digests = Guarded(accelerator, wanted.Length);
            source.Write(messages);
            AcceleratorMd5.HashMany(source, lengths, digests);
            checks += Expect(tally, digests, wanted, Text($"MD5 of {count} messages of unequal length"));
        }

        return checks;
    }

    /// <summary>No block, one, odd numbers of them and more than a launch takes; both structures of round keys; counters that wrap.</summary>
    private static int XteaSizes(Accelerator accelerator, Tally tally)
    {
        int checks = 0;
        foreach (int rounds in (ReadOnlySpan<int>)[2, 6, 64, 66, 128])
        {
            foreach (XteaByteOrder order in (ReadOnlySpan<XteaByteOrder>)[XteaByteOrder.BigEndian, XteaByteOrder.LittleEndian])
            {
                using Xtea cipher = new(Noise(Xtea.KeySizeInBytes, rounds), rounds, order);
                foreach (int blocks in (ReadOnlySpan<int>)[0, 1, 7, 301])
                {
                    byte[] text = Noise(blocks * Xtea.BlockSize, blocks);
                    byte[] encrypted = cipher.EncryptEcb(text, PaddingMode.None);
                    string what = Text($"XTEA of {rounds} rounds, {order}, {blocks} blocks");
                    using AcceleratorBuffer source = accelerator.Allocate(Math.Max(1, text.Length)), destination = Guarded(accelerator, text.Length);
                    source.Write(text);
                    AcceleratorXtea.EncryptEcb(cipher, source, destination, text.Length);
                    checks += Expect(tally, destination, encrypted, $"{what}, encrypted");
                    AcceleratorXtea.DecryptEcb(cipher, destination, destination, text.Length);
                    checks += Expect(tally, destination, text, $"{what}, decrypted in place");
                }

                foreach (int length in (ReadOnlySpan<int>)[0, 1, 7, 8, 9, 1207])
                {
                    byte[] text = Noise(length, length), counter = [255, 255, 255, 255, 255, 255, 255, 254];
                    using AcceleratorBuffer source = accelerator.Allocate(Math.Max(1, length)), destination = Guarded(accelerator, length);
                    source.Write(text);
                    AcceleratorXtea.TransformCtr(cipher, source, destination, length, counter);
                    checks += Expect(
                        tally, destination, cipher.TransformCtr(text, counter), Text($"XTEA of {rounds} rounds, {order}, CTR, {length} bytes"));
                }
            }
        }

        return checks;
    }

    private static byte[] Noise(int length, int seed)
    {
        byte[] bytes = new byte[length];
        new Random((31 * length) + seed).NextBytes(bytes);
        return bytes;
    }

    /// <summary>Room for a result, and behind it bytes that nobody may change.</summary>
    private static AcceleratorBuffer Guarded(Accelerator accelerator, int length)
    {
        AcceleratorBuffer buffer = accelerator.Allocate(length + GuardBytes);
        byte[] guard = new byte[length + GuardBytes];
        guard.AsSpan().Fill(Guard);
        buffer.Write(guard);
        return buffer;
    }

    private static int Expect(Tally tally, AcceleratorBuffer buffer, ReadOnlySpan<byte> wanted, string what)
    {
        byte[] got = new byte[wanted.Length + GuardBytes];
        buffer.Read(got);
        if (!got.AsSpan(0, wanted.Length).SequenceEqual(wanted)) tally.Fail(what);
        else if (got.AsSpan(wanted.Length).ContainsAnyExcept(Guard)) tally.Fail($"{what}: bytes behind the result were changed");
        else tally.Pass();
        return 1;
    }

    private static string Text(DefaultInterpolatedStringHandler text) => string.Create(CultureInfo.InvariantCulture, ref text);
}
