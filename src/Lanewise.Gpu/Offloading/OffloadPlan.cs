using System.Security.Cryptography;
using Lanewise.Gpu.Algorithms;
using Lanewise.Gpu.Offloading;

namespace Lanewise.Gpu;

/// <summary>Processes host data on the CPU or on a device, according to a policy. The results are the same.</summary>
/// <remarks>
/// With <see cref="OffloadPolicy.Measured"/>, the first call for each kind of work takes about a second. It measures the device,
/// the transfers, and the CPU with the allowed number of cores. The figures for this device, driver, library and machine are
/// stored in the user's cache directory, or in the directory that <c>LANEWISE_CACHE</c> specifies. For data on a device, no plan
/// is needed. Use <see cref="AcceleratorMd5"/> and the other classes for such data.
/// <para>If the device of a measured plan fails, or if it fails its self-test, the CPU does this work and all later work.
/// <see cref="Problem"/> then returns the reason. If the source and the destination overlap, the source may already be
/// overwritten, so the call throws. A forced plan never uses the CPU.</para>
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

    /// <summary>Creates a plan.</summary>
    /// <param name="policy">The policy that determines whether the CPU or the device is used.</param>
    /// <param name="accelerator">
    /// The device, or null. The caller must dispose the device. <see cref="OffloadPolicy.Force"/> requires a device.
    /// </param>
    /// <param name="parallelOptions">
    /// The number of cores for work on the CPU, and the cancellation token. If it is null, all cores are used. On a device,
    /// cancellation is checked before a call and, for ciphers, between launches.
    /// </param>
    /// <exception cref="ArgumentException">The policy is <see cref="OffloadPolicy.Force"/>, but there is no device.</exception>
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
            throw new ArgumentOutOfRangeException(nameof(policy), policy, "No such policy.");
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

    /// <summary>The reason why a measured plan no longer uses its device, or null if it still uses the device.</summary>
    public AcceleratorException? Problem { get; private set; }

    /// <summary>The number of calls that ran on the device.</summary>
    public long Offloaded => Interlocked.Read(ref offloaded);

    private int Cores => options.MaxDegreeOfParallelism < 1
        ? Environment.ProcessorCount
        : Math.Min(options.MaxDegreeOfParallelism, Environment.ProcessorCount);

    /// <summary>Computes the MD5 digests of packed messages of equal length.</summary>
    /// <param name="source">The messages.</param>
    /// <param name="messageLength">The length of each message in bytes.</param>
    /// <param name="destination">Receives exactly 16 bytes per message.</param>
    /// <exception cref="ArgumentException">The destination's length differs from the total length of the digests.</exception>
    /// <exception cref="AcceleratorException">The device failed, and the policy is <see cref="OffloadPolicy.Force"/>.</exception>
    public void HashManyMd5(ReadOnlyMemory<byte> source, int messageLength, Memory<byte> destination) =>
        HashMany("md5", source, messageLength, destination);

    /// <summary>Computes the BLAKE2b digests of packed messages of equal length, without a key.</summary>
    /// <param name="source">The messages.</param>
    /// <param name="messageLength">The length of each message in bytes.</param>
    /// <param name="destination">Receives exactly 64 bytes per message.</param>
    /// <exception cref="ArgumentException">The destination's length differs from the total length of the digests.</exception>
    /// <exception cref="AcceleratorException">The device failed, and the policy is <see cref="OffloadPolicy.Force"/>.</exception>
    public void HashManyBlake2b(ReadOnlyMemory<byte> source, int messageLength, Memory<byte> destination) =>
        HashMany("blake2b", source, messageLength, destination);

    /// <summary>Computes the BLAKE2s digests of packed messages of equal length, without a key.</summary>
    /// <param name="source">The messages.</param>
    /// <param name="messageLength">The length of each message in bytes.</param>
    /// <param name="destination">Receives exactly 32 bytes per message.</param>
    /// <exception cref="ArgumentException">The destination's length differs from the total length of the digests.</exception>
    /// <exception cref="AcceleratorException">The device failed, and the policy is <see cref="OffloadPolicy.Force"/>.</exception>
    public void HashManyBlake2s(ReadOnlyMemory<byte> source, int messageLength, Memory<byte> destination) =>
        HashMany("blake2s", source, messageLength, destination);

    /// <summary>Computes the BLAKE3 digests of packed messages of equal length, without a key.</summary>
    /// <param name="source">The messages.</param>
    /// <param name="messageLength">The length of each message in bytes.</param>
    /// <param name="destination">Receives exactly 32 bytes per message.</param>
    /// <exception cref="ArgumentException">The destination's length differs from the total length of the digests.</exception>
    /// <exception cref="AcceleratorException">The device failed, and the policy is <see cref="OffloadPolicy.Force"/>.</exception>
    public void HashManyBlake3(ReadOnlyMemory<byte> source, int messageLength, Memory<byte> destination) =>
        HashMany("blake3", source, messageLength, destination);

    /// <summary>Computes the Skein-512 digests of packed messages of equal length, without a key.</summary>
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
    /// <param name="cipher">The cipher. It contains the key, the number of rounds and the byte order.</param>
    /// <param name="source">The data, a whole number of blocks.</param>
    /// <param name="destination">Receives the same number of bytes. It may be the source.</param>
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
    /// <param name="cipher">The cipher. It contains the key, the number of rounds and the byte order.</param>
    /// <param name="source">The data, a whole number of blocks.</param>
    /// <param name="destination">Receives the same number of bytes. It may be the source.</param>
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

    /// <summary>Encrypts or decrypts in CTR mode.</summary>
    /// <param name="cipher">The cipher. It contains the key, the number of rounds and the byte order.</param>
    /// <param name="source">The data. Its length need not be a multiple of the block size.</param>
    /// <param name="counter">The first counter block, a big-endian number.</param>
    /// <param name="destination">Receives the same number of bytes. It may be the source.</param>
    /// <exception cref="ArgumentException">The destination is too short, or the counter is not as long as a block.</exception>
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
    /// <param name="source">The data, a whole number of blocks.</param>
    /// <param name="destination">Receives the same number of bytes. It may be the source.</param>
    /// <param name="tweak">The tweak, 16 bytes. An empty span means zeros.</param>
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
    /// <param name="source">The data, a whole number of blocks.</param>
    /// <param name="destination">Receives the same number of bytes. It may be the source.</param>
    /// <param name="tweak">The tweak, 16 bytes. An empty span means zeros.</param>
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

    /// <summary>Encrypts or decrypts in CTR mode.</summary>
    /// <param name="cipher">The cipher, which contains the key.</param>
    /// <param name="source">The data. Its length need not be a multiple of the block size.</param>
    /// <param name="counter">The first counter block, a big-endian number.</param>
    /// <param name="destination">Receives the same number of bytes. It may be the source.</param>
    /// <param name="tweak">The tweak, 16 bytes. An empty span means zeros.</param>
    /// <exception cref="ArgumentException">The destination is too short, or the counter is not as long as a block.</exception>
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

    /// <summary>Returns whether the device would do a job of equal items. Missing figures are measured first.</summary>
    internal bool Offloads(DeviceWork work, in OffloadJob job)
    {
        if (accelerator is null || Policy == OffloadPolicy.CpuOnly) return false;
        if (Policy == OffloadPolicy.Force) return true;
        // An OpenCL device that is the CPU itself is never chosen, so nothing is measured for it.
        if (accelerator.Info.Kind != AcceleratorKind.Gpu || Problem is not null) return false;

        CalibrationFigures known = Figures(work);
        return known.Work.TryGetValue(work.Name, out (WorkRates Device, WorkRates Processor) rates)
            && OffloadModel.Choose(AcceleratorKind.Gpu, known.Bus, rates.Device, rates.Processor, OffloadPath.Overlapped, job);
    }

    /// <summary>
    /// Returns all figures. The figures for this kind of work are measured if necessary. If the device fails, they are missing.
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
                // Keeps the figures that another process has measured in the meantime.
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

    // Empty jobs and invalid arguments go to the CPU path, whose methods throw the usual exceptions.
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
