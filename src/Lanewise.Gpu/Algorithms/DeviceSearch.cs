using System.Buffers.Binary;
using System.Numerics;
using System.Runtime.InteropServices;
using Lanewise.Blake2Family;
using Lanewise.Blake3Family;
using Lanewise.Gpu.Devices;

namespace Lanewise.Gpu.Algorithms;

/// <summary>
/// A proof-of-work search with one hash function. Builds a candidate's block, provides the kernel's name, and computes the
/// expected result on the CPU.
/// </summary>
internal sealed class DeviceSearch
{
    private const int BlockBytes = 64, NonceBytes = sizeof(ulong), HashBytes = 32;

    // In MD5, the text is followed by a padding byte and the 64-bit message length.
    private const int Md5TextBytes = BlockBytes - NonceBytes - 1 - sizeof(ulong), TextBytes = BlockBytes - NonceBytes;

    private readonly SearchHash hash;
    private readonly byte[] text;
    private readonly byte[] block = new byte[BlockBytes];

    public DeviceSearch(SearchHash hash, ReadOnlySpan<byte> text)
    {
        int most = hash switch
        {
            SearchHash.Md5 => Md5TextBytes,
            SearchHash.Blake2s or SearchHash.Blake3 => TextBytes,
            _ => throw new ArgumentOutOfRangeException(nameof(hash), hash, "The search does not support this hash."),
        };
        if (text.Length > most)
        {
            throw new ArgumentException(
                $"The text for {hash} must be at most {most} bytes long, not {text.Length}.", nameof(text));
        }

        this.hash = hash;
        this.text = text.ToArray();
        text.CopyTo(block.AsSpan(NonceBytes));
        if (hash != SearchHash.Md5) return;

        block[NonceBytes + text.Length] = 0x80;
        BinaryPrimitives.WriteUInt64LittleEndian(
            block.AsSpan(BlockBytes - sizeof(ulong)), 8UL * (uint)(NonceBytes + text.Length));
    }

    public string Name => $"Search by {hash}";

    public Kernel Kernel => new("search", $"lw_{hash.ToString().ToLowerInvariant()}_search");

    public void AddArguments(KernelArguments list, DeviceMemory found, DeviceMemory nonces, int zeroBits, int capacity)
    {
        list.Add(found).Add(nonces);
        if (hash == SearchHash.Blake2s)
        {
            // The kernel receives the chaining value and the counter word that follows it.
            Span<uint> record = stackalloc uint[Blake2State.Words];
            Blake2<uint, Blake2sSpec>.Blake2OneShot.Start(record, HashBytes, 0);
            list.Add<uint>(record.Slice(0, Blake2State.ChainingWords + 1));
        }
        else if (hash == SearchHash.Blake3)
        {
            list.Add(Blake3Spec.Iv);
        }

        list.Add<byte>(block);
        if (hash != SearchHash.Md5) list.Add((uint)(NonceBytes + text.Length));
        if (hash == SearchHash.Blake3) list.Add(0u);
        list.Add((uint)zeroBits).Add((uint)capacity);
    }

    /// <summary>Returns the number of leading zero bits in the digest of a candidate, up to 64.</summary>
    public int ZeroBits(ulong nonce)
    {
        Span<byte> candidate = stackalloc byte[NonceBytes + text.Length], digest = stackalloc byte[HashBytes];
        BinaryPrimitives.WriteUInt64LittleEndian(candidate, nonce);
        text.CopyTo(candidate.Slice(NonceBytes));
        if (hash == SearchHash.Md5) Md5.HashData(candidate, digest);
        else if (hash == SearchHash.Blake2s) Blake2s.HashData(candidate, digest);
        else Blake3.HashData(candidate, digest);
        return BitOperations.LeadingZeroCount(BinaryPrimitives.ReadUInt64BigEndian(digest));
    }
}

/// <summary>
/// Runs a proof-of-work search on a device. The device generates the candidates, and only the nonces that it finds are copied
/// back.
/// </summary>
internal static class SearchRun
{
    // A launch is padded to whole groups. This limit ensures that the nonces of the padding do not overflow to 0.
    private const ulong End = 1UL << 63;

    // The maximum number of results per kernel launch. If a launch finds more results than this, the range is halved and
    // searched again until it contains at most this many results.
    private const int Capacity = 64;

    // If a hit is likely among few candidates, each launch tests only this multiple of the expected number of candidates per hit.
    private const int ExpectedTimes = 4;

    public static bool Run(
        Accelerator accelerator, DeviceSearch search, int zeroBits, ulong first, ulong count, out ulong nonce,
        CancellationToken cancellationToken)
    {
        ArgumentNullException.ThrowIfNull(accelerator);
        ArgumentOutOfRangeException.ThrowIfNegative(zeroBits);
        ArgumentOutOfRangeException.ThrowIfGreaterThan(zeroBits, 64);
        if (first > End || count > End - first)
        {
            throw new ArgumentOutOfRangeException(nameof(count), count, "Candidate numbers must be less than 2^63.");
        }

        accelerator.CheckTrust(search.Name, () => SelfTest(accelerator, search));
        ulong? found = Lowest(accelerator, search, zeroBits, first, first + count, Capacity, cancellationToken);
        nonce = found ?? 0;
        return found is not null;
    }

    private static ulong? Lowest(
        Accelerator accelerator, DeviceSearch search, int zeroBits, ulong first, ulong end, int capacity,
        CancellationToken cancellationToken)
    {
        byte[] nonces = new byte[capacity * sizeof(ulong)], counted = new byte[sizeof(uint)];
        using DeviceMemory counter = accelerator.AllocateMemory(counted.Length);
        using DeviceMemory list = accelerator.AllocateMemory(nonces.Length);
        ulong most = (ulong)Math.Max(accelerator.LaunchCandidates, Capacity);
        if (zeroBits < 32) most = Math.Clamp((ulong)ExpectedTimes << zeroBits, Capacity, most);
        while (first < end)
        {
            cancellationToken.ThrowIfCancellationRequested();
            ulong stop = first + Math.Min(most, end - first);
            uint found = Launch(first, stop);
            // The result list is unordered, so the lowest nonce can be determined only if the list is complete.
            while (found > capacity)
            {
                stop = first + ((stop - first + 1) / 2);
                found = Launch(first, stop);
            }

            if (found > 0)
            {
                Span<byte> entries = nonces.AsSpan(0, (int)found * sizeof(ulong));
                accelerator.Device.Read(list, 0, entries);
                ulong lowest = ulong.MaxValue;
                foreach (ulong entry in MemoryMarshal.Cast<byte, ulong>(entries)) lowest = Math.Min(lowest, entry);
                return lowest;
            }

            first = stop;
        }

        return null;

        uint Launch(ulong from, ulong to)
        {
            counted.AsSpan().Clear();
            accelerator.Device.Write(counter, 0, counted);
            accelerator.Launch(
                search.Kernel,
                Device.MainQueue,
                from,
                to,
                most,
                new SearchLaunch(search, counter, list, zeroBits, capacity, to),
                cancellationToken);
            accelerator.Device.Read(counter, 0, counted);
            uint found = BinaryPrimitives.ReadUInt32LittleEndian(counted);
            // Without this check, a wrong result count from the device could cause the range to be halved endlessly.
            if (found <= to - from) return found;

            throw new AcceleratorException(Invariant(
                $"{search.Name} returned a wrong result count on {accelerator.Info.Name}: {found} hits for {to - from} "
                + $"candidates."));
        }
    }

    // Tests one-word and two-word nonces, using a result list so small that it overflows. The search must return the lowest
    // nonce.
    private static bool SelfTest(Accelerator accelerator, DeviceSearch search)
    {
        const ulong Candidates = 300;
        foreach (ulong start in (ReadOnlySpan<ulong>)[0, uint.MaxValue - 100UL])
        {
            foreach (int zeroBits in (ReadOnlySpan<int>)[0, 3, 7])
            {
                ulong? wanted = null;
                for (ulong nonce = start; wanted is null && nonce < start + Candidates; nonce++)
                {
                    if (search.ZeroBits(nonce) >= zeroBits) wanted = nonce;
                }

                foreach (int capacity in (ReadOnlySpan<int>)[2, Capacity])
                {
                    ulong? lowest = Lowest(
                        accelerator, search, zeroBits, start, start + Candidates, capacity, CancellationToken.None);
                    if (lowest != wanted) return false;
                }
            }
        }

        return true;
    }

    private readonly record struct SearchLaunch(
        DeviceSearch Search, DeviceMemory Counter, DeviceMemory Nonces, int ZeroBits, int Capacity, ulong End) : ILaunch
    {
        public void Add(KernelArguments list, ulong first)
        {
            Search.AddArguments(list, Counter, Nonces, ZeroBits, Capacity);
            list.Add(first).Add(End);
        }
    }
}
