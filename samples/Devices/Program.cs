using Lanewise.Gpu;

using Accelerator? gpu = Accelerator.Find();              // the first GPU, or null
byte[] messages = new byte[1024 * 1000], digests = new byte[16 * 1000];

// For data in host memory, the plan chooses the CPU or the device, whichever is faster by measurements on this machine.
OffloadPlan plan = new(OffloadPolicy.Measured, gpu);
plan.HashManyMd5(messages, 1024, digests);
Console.WriteLine(Convert.ToHexStringLower(digests.AsSpan(0, 16)));
// prints 0f343b0931126a20f133d67c2b018a3b

// Data in device memory stay there.
if (gpu is not null)
{
    using AcceleratorBuffer source = gpu.Allocate(messages.Length), results = gpu.Allocate(digests.Length);
    source.Write(messages);
    AcceleratorMd5.HashMany(source, 1024, 1000, results);
    results.Read(digests);
    Console.WriteLine(Convert.ToHexStringLower(digests.AsSpan(0, 16)));
}
