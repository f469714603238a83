using Lanewise.Gpu;

// Finds the first GPU, or null.
using Accelerator? gpu = Accelerator.Find();
byte[] messages = new byte[1024 * 1000];
byte[] digests = new byte[16 * 1000];

// For data in host memory, the plan chooses the CPU or the
// device, whichever is faster by measurements on this
// machine.
OffloadPlan plan = new(OffloadPolicy.Measured, gpu);
plan.HashManyMd5(messages, 1024, digests);
string hex = Convert.ToHexStringLower(digests);
Console.WriteLine(hex[..32]);
// prints 0f343b0931126a20f133d67c2b018a3b

// Data in device memory stay there.
if (gpu is not null)
{
    using AcceleratorBuffer source =
        gpu.Allocate(messages.Length);
    using AcceleratorBuffer results =
        gpu.Allocate(digests.Length);
    source.Write(messages);
    AcceleratorMd5.HashMany(source, 1024, 1000, results);
    results.Read(digests);
    hex = Convert.ToHexStringLower(digests);
    Console.WriteLine(hex[..32]);
}
