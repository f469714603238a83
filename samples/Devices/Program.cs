// A thousand messages, hashed by whoever is faster, and on the device where there is one.
using Lanewise.Gpu;

using Accelerator? gpu = Accelerator.Find();              // the first GPU, or null
byte[] messages = new byte[1024 * 1000], digests = new byte[16 * 1000];

// Data of the host: whoever is faster by figures that are taken on this machine.
OffloadPlan plan = new(OffloadPolicy.Measured, gpu);
plan.HashManyMd5(messages, 1024, digests);

// Data of the device: it stays there.
if (gpu is not null)
{
    using AcceleratorBuffer source = gpu.Allocate(messages.Length), results = gpu.Allocate(digests.Length);
    source.Write(messages);
    AcceleratorMd5.HashMany(source, 1024, 1000, results);
    results.Read(digests);
}

Console.WriteLine($"{gpu?.Info.Name ?? "no GPU"}: {Convert.ToHexString(digests.AsSpan(0, 16))}");
