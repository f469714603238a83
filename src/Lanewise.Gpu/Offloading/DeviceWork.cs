namespace Lanewise.Gpu.Offloading;

/// <summary>One kind of work in every place that can do it: what is calibrated, and what <c>lanewise gpu bench</c> and <c>crossover</c> show.</summary>
/// <param name="Name">Its name in tables and in the store of calibrations.</param>
/// <param name="Title">One line for people.</param>
/// <param name="ItemBytes">Bytes of a message in tables; of a cipher, its block.</param>
/// <param name="OutputBytes">What an item gives.</param>
/// <param name="IsCipher">Whether an item is always as long: then there is nothing serial about it.</param>
/// <param name="Processor">Source, bytes per item, destination, and cores: 1 or all that are allowed.</param>
/// <param name="Resident">Source, bytes per item, items, destination.</param>
/// <param name="Host">Data of the host through the device's pipeline: device, source, bytes per item, destination.</param>
internal sealed record DeviceWork(
    string Name,
    string Title,
    int ItemBytes,
    int OutputBytes,
    bool IsCipher,
    Action<ReadOnlyMemory<byte>, int, Memory<byte>, ParallelOptions> Processor,
    Action<AcceleratorBuffer, int, long, AcceleratorBuffer> Resident,
    Action<Accelerator, ReadOnlyMemory<byte>, int, Memory<byte>> Host)
{
    private const int MessageBytes = 1024;

    // Figures do not depend on the key.
    private static readonly Xtea XteaCipher = new(new byte[Xtea.KeySizeInBytes]);

    /// <summary>Every algorithm that has a class for devices.</summary>
    public static IReadOnlyList<DeviceWork> All { get; } =
    [
        Hash(
            "md5",
            "MD5",
            Md5.HashSizeInBytes,
            Md5.HashMany,
            (source, length, count, digests) => AcceleratorMd5.HashMany(source, length, count, digests),
            (device, source, length, digests) => Copied(device, source, digests, (from, to) => AcceleratorMd5.HashMany(from, length, source.Length / length, to))),
        Cipher(
            "xtea",
            "XTEA",
            Xtea.BlockSize,
            (source, destination, options) => XteaCipher.EncryptEcb(source, destination, options),
            (source, destination, length) => AcceleratorXtea.EncryptEcb(XteaCipher, source, destination, length),
            (device, source, destination) => Copied(device, source, destination, (from, to) => AcceleratorXtea.EncryptEcb(XteaCipher, from, to, source.Length))),
    ];

    public static DeviceWork Named(string name) => All.Single(work => work.Name == name);

    /// <summary>A batch of equal items.</summary>
    public OffloadJob Job(long items, int itemBytes) => new(
        IsCipher ? 0 : items, (double)items * itemBytes, (double)items * OutputBytes, IsCipher ? 0 : itemBytes);

    /// <summary>There and back, each copy waited for.</summary>
    public static void Copied(Accelerator device, ReadOnlyMemory<byte> source, Memory<byte> destination, Action<AcceleratorBuffer, AcceleratorBuffer> work)
    {
        using AcceleratorBuffer from = device.Allocate(Math.Max(1, source.Length)), to = device.Allocate(Math.Max(1, destination.Length));
        from.Write(source.Span);
        work(from, to);
        to.Read(destination.Span);
    }

    private static DeviceWork Hash(
        string name,
        string title,
        int digestBytes,
        Action<ReadOnlyMemory<byte>, int, Memory<byte>, ParallelOptions> processor,
        Action<AcceleratorBuffer, int, long, AcceleratorBuffer> resident,
        Action<Accelerator, ReadOnlyMemory<byte>, int, Memory<byte>> host) =>
        new(name, $"{title}, messages of 1 KiB", MessageBytes, digestBytes, false, processor, resident, host);

    private static DeviceWork Cipher(
        string name,
        string title,
        int blockBytes,
        Action<ReadOnlyMemory<byte>, Memory<byte>, ParallelOptions> processor,
        Action<AcceleratorBuffer, AcceleratorBuffer, long> resident,
        Action<Accelerator, ReadOnlyMemory<byte>, Memory<byte>> host) =>
        new(
            name,
            $"{title}, ECB",
            blockBytes,
            blockBytes,
            true,
            (source, _, destination, options) => processor(source, destination, options),
            (source, _, items, destination) => resident(source, destination, items * blockBytes),
            (device, source, _, destination) => host(device, source, destination));
}
