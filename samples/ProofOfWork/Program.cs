// Solves a proof-of-work puzzle, which servers use to slow down senders. The solution is a nonce such that the BLAKE3 digest
// of the nonce and a text starts with a given number of zero bits. The search runs on a GPU if there is one, and otherwise on
// the CPU's cores. Checking a solution requires only one hash.
//
// Usage: ProofOfWork [TEXT [BITS [any]]]     "any" allows any OpenCL device, even the CPU itself
using System.Buffers.Binary;
using System.Diagnostics;
using System.Globalization;
using System.Numerics;
using System.Text;
using Lanewise;
using Lanewise.Gpu;

const int NonceBytes = sizeof(ulong), MostTextBytes = 56, MostBits = 40;
byte[] text = Encoding.UTF8.GetBytes(args.Length > 0 ? args[0] : "to: postmaster");
int zeroBits = 20;
bool isNumber = args.Length < 2 || int.TryParse(args[1], NumberStyles.None, CultureInfo.InvariantCulture, out zeroBits);
if (text.Length > MostTextBytes || !isNumber || zeroBits > MostBits)
{
    Console.Error.WriteLine($"usage: ProofOfWork [TEXT of up to {MostTextBytes} bytes [BITS, 0 to {MostBits} [any]]]");
    return 2;
}

// On average, only one in e^32 searches finds no solution in this range.
ulong count = 32UL << zeroBits;
bool found;
ulong nonce;
long started = Stopwatch.GetTimestamp();
using (Accelerator? gpu = args is [_, _, "any", ..] ? Accelerator.Find(_ => true) : Accelerator.Find())
{
    Console.WriteLine(gpu is null ? "There is no GPU, so the CPU searches." : $"On {gpu.Info.Name}.");
    found = gpu is null
        ? TryFindOnProcessor(text, zeroBits, count, out nonce)
        : AcceleratorSearch.TryFind(gpu, SearchHash.Blake3, text, zeroBits, 0, count, out nonce);
}

if (!found)
{
    Console.Error.WriteLine("No number in this range gives the digest.");
    return 1;
}

// The receiver checks the solution with one hash.
byte[] digest = Blake3.HashData([.. BitConverter.GetBytes(nonce), .. text]);
bool isGood = LeadingZeroBits(digest) >= zeroBits;
string start = Convert.ToHexString(digest.AsSpan(0, 12));
Console.WriteLine(string.Create(
    CultureInfo.InvariantCulture, $"number {nonce}, digest {start}.., {zeroBits} zero bits: {(isGood ? "right" : "WRONG")}"));
Console.WriteLine(string.Create(
    CultureInfo.InvariantCulture, $"{(nonce + 1) / Stopwatch.GetElapsedTime(started).TotalSeconds:N0} candidates per second"));
return isGood ? 0 : 1;

// Finds the lowest solution, as the GPU search does. Consecutive batches are hashed on all cores.
static bool TryFindOnProcessor(byte[] text, int zeroBits, ulong count, out ulong nonce)
{
    const int Batch = 1 << 16;
    int length = NonceBytes + text.Length;
    byte[] candidates = new byte[Batch * length], digests = new byte[Batch * Blake3.HashSizeInBytes];
    for (int i = 0; i < Batch; i++) text.CopyTo(candidates.AsSpan((i * length) + NonceBytes));
    ParallelOptions cores = new();
    for (ulong first = 0; first < count; first += Batch)
    {
        for (int i = 0; i < Batch; i++) BinaryPrimitives.WriteUInt64LittleEndian(candidates.AsSpan(i * length), first + (ulong)i);
        Blake3.HashMany(MemoryMessages.Packed(candidates, length), digests, cores);
        for (int i = 0; i < Batch; i++)
        {
            if (LeadingZeroBits(digests.AsSpan(i * Blake3.HashSizeInBytes)) < zeroBits) continue;

            nonce = first + (ulong)i;
            return true;
        }
    }

    nonce = 0;
    return false;
}

static int LeadingZeroBits(ReadOnlySpan<byte> digest) =>
    BitOperations.LeadingZeroCount(BinaryPrimitives.ReadUInt64BigEndian(digest));
