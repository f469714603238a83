using Lanewise.Gpu;

// Finds the first GPU, or null.
using Accelerator? gpu = Accelerator.Find();
byte[] messages = new byte[1024 * 1000];
byte[] digests = new byte[32 * 1000];

// Data in host memory: the plan chooses the CPU or the
// GPU, whichever is faster by measurements on this
// machine.
OffloadPlan plan = new(OffloadPolicy.Measured, gpu);
plan.HashManyBlake3(messages, 1024, digests);
string hex = Convert.ToHexStringLower(digests);
Console.WriteLine(hex[..32]);
// prints d6fd9de5bccf223f523b316c9cd1cf9a

// Data in GPU memory stays there.
if (gpu is not null)
{
    using AcceleratorBuffer source =
        gpu.Allocate(messages.Length);
    using AcceleratorBuffer results =
        gpu.Allocate(digests.Length);
    source.Write(messages);
    AcceleratorBlake3.HashMany(source, 1024, 1000, results);
    results.Read(digests);
    hex = Convert.ToHexStringLower(digests);
    Console.WriteLine(hex[..32]);
}
