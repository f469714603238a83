using System.Security.Cryptography;
using Lanewise.Gpu.Algorithms;
using Lanewise.Gpu.Offloading;

namespace Lanewise.Gpu;

/// <summary>
/// Processes host data on the CPU or on a device, according to a policy. The CPU and the device return the same results.
/// </summary>
/// <remarks>
/// With <see cref="OffloadPolicy.Measured"/>, the first call for each kind of work takes about a second, because it measures
/// the device, the transfers, and the CPU with the allowed number of cores. The measurements are stored in the user's cache
/// directory, or in the directory that <c>LANEWISE_CACHE</c> specifies. For data that is already on a device, use
/// <see cref="AcceleratorMd5"/> and the other accelerator classes instead of a plan.
/// <para>
/// With <see cref="OffloadPolicy.Measured"/>, if the device fails or does not pass its self-test, the CPU performs this work and
/// all later work. <see cref="Problem"/> then returns the reason. If the source and the destination overlap, the source may
/// already have been overwritten, so the call throws. With <see cref="OffloadPolicy.Force"/>, the CPU is never used.
/// </para>
/// <para>All methods are thread-safe. A device processes one call at a time.</para>
/// </remarks>
/// <example>
/// <code>
/// using Accelerator? gpu = Accelerator.Find();
/// OffloadPlan plan = new(OffloadPolicy.Measured, gpu);
/// byte[] messages = new byte[1024 * 1000], digests = new byte[16 * 1000];
/// plan.HashManyMd5(messages, 1024, digests);
/// </code>
/// </example>
public sealed class OffloadPlan
{
    private static readonly ParallelOptions OneCore = new() { MaxDegreeOfParallelism = 1 };

    private readonly Accelerator? accelerator;
    private readonly ParallelOptions options;
    private readonly CalibrationStore store;
    private readonly string key = "";
    private readonly Lock gate = new();
    private CalibrationFigures? figures;
    private long offloaded;

    /// <summary>Initializes a plan.</summary>
    /// <param name="policy">The policy that determines whether the CPU or the device is used.</param>
    /// <param name="accelerator">
    /// The device, which the caller must dispose, or null. <see cref="OffloadPolicy.Force"/> requires a device.
    /// </param>
    /// <param name="parallelOptions">
    /// The number of cores for work on the CPU, and the cancellation token. If null, all cores are used. For work on a device,
    /// the token is checked before each call and, for ciphers, between kernel launches.
    /// </param>
    /// <exception cref="ArgumentException">
    /// The policy is <see cref="OffloadPolicy.Force"/>, but no device was given.
    /// </exception>
    /// <exception cref="ArgumentOutOfRangeException">The policy is not a defined value.</exception>
    public OffloadPlan(
        OffloadPolicy policy = OffloadPolicy.CpuOnly, Accelerator? accelerator = null, ParallelOptions? parallelOptions = null)
        : this(policy, accelerator, parallelOptions, CalibrationStore.OfUser())
    {
    }

    internal OffloadPlan(OffloadPolicy policy, Accelerator? accelerator, ParallelOptions? parallelOptions, CalibrationStore store)
    {
        if (policy is < OffloadPolicy.CpuOnly or > OffloadPolicy.Force)
        {
            throw new ArgumentOutOfRangeException(nameof(policy), policy, "The policy is not a defined value.");
        }

        if (policy == OffloadPolicy.Force && accelerator is null)
        {
            throw new ArgumentException("OffloadPolicy.Force needs an accelerator.", nameof(accelerator));
        }

        Policy = policy;
        options = parallelOptions ?? new ParallelOptions();
        this.store = store;
        if (policy == OffloadPolicy.CpuOnly) return;

        this.accelerator = accelerator;
        if (accelerator is not null) key = CalibrationStore.Key(accelerator.Info, Cores);
    }

    /// <summary>The policy.</summary>
    public OffloadPolicy Policy { get; }

    /// <summary>
    /// The reason why a plan with <see cref="OffloadPolicy.Measured"/> stopped using its device, or null if the device has not
    /// failed.
    /// </summary>
    public AcceleratorException? Problem { get; private set; }

    /// <summary>The number of calls that ran on the device.</summary>
    public long Offloaded => Interlocked.Read(ref offloaded);

    private int Cores => options.MaxDegreeOfParallelism < 1
        ? Environment.ProcessorCount
        : Math.Min(options.MaxDegreeOfParallelism, Environment.ProcessorCount);

    /// <summary>Computes the MD5 digests of messages of equal length, stored without gaps.</summary>
    /// <param name="source">The messages.</param>
    /// <param name="messageLength">The length of each message in bytes.</param>
    /// <param name="destination">Receives exactly 16 bytes per message.</param>
    /// <exception cref="ArgumentException">The destination's length differs from the total length of the digests.</exception>
    /// <exception cref="AcceleratorException">The device failed, and the policy is <see cref="OffloadPolicy.Force"/>.</exception>
    public void HashManyMd5(ReadOnlyMemory<byte> source, int messageLength, Memory<byte> destination) =>
        HashMany("md5", source, messageLength, destination);

    /// <summary>Computes the BLAKE2b digests of messages of equal length, stored without gaps. No key is used.</summary>
    /// <param name="source">The messages.</param>
    /// <param name="messageLength">The length of each message in bytes.</param>
    /// <param name="destination">Receives exactly 64 bytes per message.</param>
    /// <exception cref="ArgumentException">The destination's length differs from the total length of the digests.</exception>
    /// <exception cref="AcceleratorException">The device failed, and the policy is <see cref="OffloadPolicy.Force"/>.</exception>
    public void HashManyBlake2b(ReadOnlyMemory<byte> source, int messageLength, Memory<byte> destination) =>
        HashMany("blake2b", source, messageLength, destination);

    /// <summary>Computes the BLAKE2s digests of messages of equal length, stored without gaps. No key is used.</summary>
    /// <param name="source">The messages.</param>
    /// <param name="messageLength">The length of each message in bytes.</param>
    /// <param name="destination">Receives exactly 32 bytes per message.</param>
    /// <exception cref="ArgumentException">The destination's length differs from the total length of the digests.</exception>
    /// <exception cref="AcceleratorException">The device failed, and the policy is <see cref="OffloadPolicy.Force"/>.</exception>
    public void HashManyBlake2s(ReadOnlyMemory<byte> source, int messageLength, Memory<byte> destination) =>
        HashMany("blake2s", source, messageLength, destination);

    /// <summary>Computes the BLAKE3 digests of messages of equal length, stored without gaps. No key is used.</summary>
    /// <param name="source">The messages.</param>
    /// <param name="messageLength">The length of each message in bytes.</param>
    /// <param name="destination">Receives exactly 32 bytes per message.</param>
    /// <exception cref="ArgumentException">The destination's length differs from the total length of the digests.</exception>
    /// <exception cref="AcceleratorException">The device failed, and the policy is <see cref="OffloadPolicy.Force"/>.</exception>
    public void HashManyBlake3(ReadOnlyMemory<byte> source, int messageLength, Memory<byte> destination) =>
        HashMany("blake3", source, messageLength, destination);

    /// <summary>Computes the Skein-512 digests of messages of equal length, stored without gaps. No key is used.</summary>
    /// <param name="source">The messages.</param>
    /// <param name="messageLength">The length of each message in bytes.</param>
    /// <param name="destination">Receives exactly 64 bytes per message.</param>
    /// <exception cref="ArgumentException">The destination's length differs from the total length of the digests.</exception>
    /// <exception cref="AcceleratorException">The device failed, and the policy is <see cref="OffloadPolicy.Force"/>.</exception>
    public void HashManySkein512(ReadOnlyMemory<byte> source, int messageLength, Memory<byte> destination) =>
        HashMany("skein512", source, messageLength, destination);

    /// <summary>Computes the BLAKE3 digest of one message, without a key.</summary>
    /// <param name="source">The message.</param>
    /// <param name="destination">Receives 32 bytes.</param>
    /// <exception cref="ArgumentException">The destination is too short.</exception>
    /// <exception cref="AcceleratorException">The device failed, and the policy is <see cref="OffloadPolicy.Force"/>.</exception>
    public void HashDataBlake3(ReadOnlyMemory<byte> source, Memory<byte> destination)
    {
        DeviceWork work = DeviceWork.Named("blake3-one");
        if (destination.Length < Blake3.HashSizeInBytes)
        {
            throw new ArgumentException($"The destination needs {Blake3.HashSizeInBytes} bytes.", nameof(destination));
        }

        Run(
            work,
            work.Job(source.Length),
            isGood: !source.IsEmpty && !source.Span.Overlaps(destination.Span),
            isInPlace: false,
            () => work.Processor(source, 0, destination, options),
            device => work.Host(device, source, 0, destination));
    }

    /// <summary>Encrypts whole blocks in ECB mode.</summary>
    /// <param name="cipher">The cipher, which contains the key, the number of rounds and the byte order.</param>
    /// <param name="source">The data, whose length must be a multiple of the block size.</param>
    /// <param name="destination">
    /// Receives the result, which is as long as the source. The destination may be the same as the source.
    /// </param>
    /// <exception cref="ArgumentException">
    /// The source is not a whole number of blocks, or the destination is too short.
    /// </exception>
    /// <exception cref="AcceleratorException">
    /// The device failed, and either the policy is <see cref="OffloadPolicy.Force"/> or the source and the destination overlap.
    /// </exception>
    public void EncryptEcb(Xtea cipher, ReadOnlyMemory<byte> source, Memory<byte> destination)
    {
        using DeviceXtea device = new(cipher);
        Blocks(device, CipherOperation.Encrypt, source, default, destination);
    }

    /// <summary>Decrypts whole blocks in ECB mode.</summary>
    /// <param name="cipher">The cipher, which contains the key, the number of rounds and the byte order.</param>
    /// <param name="source">The data, whose length must be a multiple of the block size.</param>
    /// <param name="destination">
    /// Receives the result, which is as long as the source. The destination may be the same as the source.
    /// </param>
    /// <exception cref="ArgumentException">The destination is too short.</exception>
    /// <exception cref="AcceleratorException">
    /// The device failed, and either the policy is <see cref="OffloadPolicy.Force"/> or the source and the destination overlap.
    /// </exception>
    /// <exception cref="CryptographicException">The source is not a whole number of blocks.</exception>
    public void DecryptEcb(Xtea cipher, ReadOnlyMemory<byte> source, Memory<byte> destination)
    {
        using DeviceXtea device = new(cipher);
        Blocks(device, CipherOperation.Decrypt, source, default, destination);
    }

    /// <summary>Encrypts or decrypts data in CTR mode.</summary>
    /// <param name="cipher">The cipher, which contains the key, the number of rounds and the byte order.</param>
    /// <param name="source">The data, whose length need not be a multiple of the block size.</param>
    /// <param name="counter">The first counter block, a big-endian number.</param>
    /// <param name="destination">
    /// Receives the result, which is as long as the source. The destination may be the same as the source.
    /// </param>
    /// <exception cref="ArgumentException">
    /// The destination is too short, or the counter's length is not the block size.
    /// </exception>
    /// <exception cref="AcceleratorException">
    /// The device failed, and either the policy is <see cref="OffloadPolicy.Force"/> or the source and the destination overlap.
    /// </exception>
    public void TransformCtr(Xtea cipher, ReadOnlyMemory<byte> source, ReadOnlyMemory<byte> counter,
        Memory<byte> destination)
    {
        using DeviceXtea device = new(cipher);
        Blocks(device, CipherOperation.Count, source, counter, destination);
    }

    /// <summary>Encrypts whole blocks in ECB mode.</summary>
    /// <param name="cipher">The cipher, which contains the key.</param>
    /// <param name="source">The data, whose length must be a multiple of the block size.</param>
    /// <param name="destination">
    /// Receives the result, which is as long as the source. The destination may be the same as the source.
    /// </param>
    /// <param name="tweak">The tweak, 16 bytes. An empty span means that the tweak is zero.</param>
    /// <exception cref="ArgumentException">
    /// The source is not a whole number of blocks, or the destination is too short.
    /// </exception>
    /// <exception cref="AcceleratorException">
    /// The device failed, and either the policy is <see cref="OffloadPolicy.Force"/> or the source and the destination overlap.
    /// </exception>
    public void EncryptEcb(
        ThreefishCipher cipher, ReadOnlyMemory<byte> source, Memory<byte> destination, ReadOnlyMemory<byte> tweak = default)
    {
        using DeviceThreefish device = new(cipher, tweak.Span);
        Blocks(device, CipherOperation.Encrypt, source, default, destination);
    }

    /// <summary>Decrypts whole blocks in ECB mode.</summary>
    /// <param name="cipher">The cipher, which contains the key.</param>
    /// <param name="source">The data, whose length must be a multiple of the block size.</param>
    /// <param name="destination">
    /// Receives the result, which is as long as the source. The destination may be the same as the source.
    /// </param>
    /// <param name="tweak">The tweak, 16 bytes. An empty span means that the tweak is zero.</param>
    /// <exception cref="ArgumentException">The destination is too short.</exception>
    /// <exception cref="AcceleratorException">
    /// The device failed, and either the policy is <see cref="OffloadPolicy.Force"/> or the source and the destination overlap.
    /// </exception>
    /// <exception cref="CryptographicException">The source is not a whole number of blocks.</exception>
    public void DecryptEcb(
        ThreefishCipher cipher, ReadOnlyMemory<byte> source, Memory<byte> destination, ReadOnlyMemory<byte> tweak = default)
    {
        using DeviceThreefish device = new(cipher, tweak.Span);
        Blocks(device, CipherOperation.Decrypt, source, default, destination);
    }

    /// <summary>Encrypts or decrypts data in CTR mode.</summary>
    /// <param name="cipher">The cipher, which contains the key.</param>
    /// <param name="source">The data, whose length need not be a multiple of the block size.</param>
    /// <param name="counter">The first counter block, a big-endian number.</param>
    /// <param name="destination">
    /// Receives the result, which is as long as the source. The destination may be the same as the source.
    /// </param>
    /// <param name="tweak">The tweak, 16 bytes. An empty span means that the tweak is zero.</param>
    /// <exception cref="ArgumentException">
    /// The destination is too short, or the counter's length is not the block size.
    /// </exception>
    /// <exception cref="AcceleratorException">
    /// The device failed, and either the policy is <see cref="OffloadPolicy.Force"/> or the source and the destination overlap.
    /// </exception>
    public void TransformCtr(
        ThreefishCipher cipher, ReadOnlyMemory<byte> source, ReadOnlyMemory<byte> counter, Memory<byte> destination,
        ReadOnlyMemory<byte> tweak = default)
    {
        using DeviceThreefish device = new(cipher, tweak.Span);
        Blocks(device, CipherOperation.Count, source, counter, destination);
    }

    /// <summary>
    /// Returns whether the device would perform a job with items of equal length. Missing measurements are made first.
    /// </summary>
    internal bool Offloads(DeviceWork work, in OffloadJob job)
    {
        if (accelerator is null || Policy == OffloadPolicy.CpuOnly) return false;
        if (Policy == OffloadPolicy.Force) return true;
        // An OpenCL device that is the CPU itself is never chosen, so no measurements are needed.
        if (accelerator.Info.Kind != AcceleratorKind.Gpu || Problem is not null) return false;

        CalibrationFigures known = Figures(work);
        return known.Work.TryGetValue(work.Name, out (WorkRates Device, WorkRates Processor) rates)
            && OffloadModel.Choose(AcceleratorKind.Gpu, known.Bus, rates.Device, rates.Processor, OffloadPath.Overlapped, job);
    }

    /// <summary>
    /// Returns all measurements. Missing measurements for the given kind of work are made first. If the device fails, the
    /// result does not contain this kind of work.
    /// </summary>
    internal CalibrationFigures Figures(DeviceWork work)
    {
        lock (gate)
        {
            figures ??= store.Read(key);
            if (figures.Bus is not null && figures.Work.ContainsKey(work.Name)) return figures;

            try
            {
                BusRates bus = figures.Bus ?? Calibration.Bus(accelerator!);
                ParallelOptions cores = new() { MaxDegreeOfParallelism = Cores };
                (WorkRates, WorkRates) rates = (Calibration.OnDevice(work, accelerator!), Calibration.Processor(work, cores));
                // Reading the store again keeps the figures that another process may have stored in the meantime.
                figures = new(bus, new Dictionary<string, (WorkRates, WorkRates)>(store.Read(key).Work) { [work.Name] = rates });
                store.Write(key, figures);
            }
            catch (AcceleratorException e) when (Policy == OffloadPolicy.Measured)
            {
                Problem ??= e;
            }

            return figures;
        }
    }

    private void HashMany(string name, ReadOnlyMemory<byte> source, int messageLength, Memory<byte> destination)
    {
        DeviceWork work = DeviceWork.Named(name);
        long count = destination.Length / work.OutputBytes;
        bool isGood = messageLength >= 0 && count > 0 && source.Length == count * messageLength
            && destination.Length == count * work.OutputBytes && !source.Span.Overlaps(destination.Span);
        Run(
            work,
            work.Job(count, Math.Max(0, messageLength)),
            isGood,
            isInPlace: false,
            () => work.Processor(source, messageLength, destination, options),
            device => work.Host(device, source, messageLength, destination));
    }

    private void Blocks(
        DeviceCipher cipher, CipherOperation operation, ReadOnlyMemory<byte> source, ReadOnlyMemory<byte> counter,
        Memory<byte> destination)
    {
        string family = cipher.Name.Replace("-", "", StringComparison.Ordinal).ToLowerInvariant();
        DeviceWork work = DeviceWork.Named(operation == CipherOperation.Count ? family + "-ctr" : family);
        bool isInPlace = source.Span.Overlaps(destination.Span, out int distance);
        bool isGood = destination.Length >= source.Length && !source.IsEmpty && (!isInPlace || distance == 0)
            && (operation == CipherOperation.Count ? counter.Length == work.ItemBytes : source.Length % work.ItemBytes == 0);
        Run(
            work,
            work.Job(source.Length),
            isGood,
            isInPlace,
            () => BlocksOverCores.Run(cipher, operation, source, destination, counter, isGood ? options : OneCore),
            device => CipherRun.Run(
                device, cipher, operation, source.Span, destination.Span, counter.Span, options.CancellationToken));
    }

    // For empty jobs and invalid arguments, the CPU path is used, because its methods throw the documented exceptions.
    private void Run(
        DeviceWork work, in OffloadJob job, bool isGood, bool isInPlace, Action processor, Action<Accelerator> device)
    {
        if (!isGood || !Offloads(work, job))
        {
            processor();
            return;
        }

        options.CancellationToken.ThrowIfCancellationRequested();
        try
        {
            device(accelerator!);
            Interlocked.Increment(ref offloaded);
        }
        catch (AcceleratorException e) when (Policy == OffloadPolicy.Measured && !isInPlace)
        {
            Problem ??= e;
            processor();
        }
    }
}
