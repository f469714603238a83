using Lanewise.Gpu.Algorithms;

namespace Lanewise.Gpu.Offloading;

/// <summary>
/// One kind of work, with a method for each path. The calibration, <c>lanewise gpu bench</c> and <c>lanewise gpu crossover</c>
/// measure each kind of work.
/// </summary>
/// <param name="Name">The name of the work in tables and in stored calibrations.</param>
/// <param name="Title">A one-line description.</param>
/// <param name="ItemBytes">
/// The size of an item in bytes. An item is a message (of the length shown in tables), a cipher block, or a part of one long
/// message.
/// </param>
/// <param name="OutputBytes">The output size per item in bytes, or 0 if all items together produce one output.</param>
/// <param name="IsUniform">True if the items are equally long parts of one message.</param>
/// <param name="Processor">
/// Performs the work on the CPU. The arguments are the source, the bytes per item, the destination and the parallel options.
/// </param>
/// <param name="Resident">
/// Performs the work in device memory. The arguments are the source, the bytes per item, the number of items and the destination.
/// </param>
/// <param name="Host">
/// Performs the work on host data through the pipeline. The arguments are the device, the source, the bytes per item and the
/// destination.
/// </param>
internal sealed record DeviceWork(
    string Name,
    string Title,
    int ItemBytes,
    int OutputBytes,
    bool IsUniform,
    Action<ReadOnlyMemory<byte>, int, Memory<byte>, ParallelOptions> Processor,
    Action<AcceleratorBuffer, int, long, AcceleratorBuffer> Resident,
    Action<Accelerator, ReadOnlyMemory<byte>, int, Memory<byte>> Host)
{
    private const int MessageBytes = 1024;

    /// <summary>All kinds of work that can run on devices.</summary>
    public static IReadOnlyList<DeviceWork> All { get; } =
    [
        Hash(
            "md5", "MD5", Md5.HashSizeInBytes,
            (source, length, digests, options) => Md5.HashMany(MemoryMessages.Packed(source, length), digests, options),
            (source, length, count, digests) => AcceleratorMd5.HashMany(source, length, count, digests),
            (device, source, length, digests) => AcceleratorMd5.HashMany(device, source.Span, length, digests.Span)),
        Hash(
            "blake2b", "BLAKE2b", Blake2b.HashSizeInBytes,
            (source, length, digests, options) => Blake2b.HashMany(MemoryMessages.Packed(source, length), digests, options),
            (source, length, count, digests) => AcceleratorBlake2b.HashMany(source, length, count, digests),
            (device, source, length, digests) => AcceleratorBlake2b.HashMany(device, source.Span, length, digests.Span)),
        Hash(
            "blake2s", "BLAKE2s", Blake2s.HashSizeInBytes,
            (source, length, digests, options) => Blake2s.HashMany(MemoryMessages.Packed(source, length), digests, options),
            (source, length, count, digests) => AcceleratorBlake2s.HashMany(source, length, count, digests),
            (device, source, length, digests) => AcceleratorBlake2s.HashMany(device, source.Span, length, digests.Span)),
        Hash(
            "blake3", "BLAKE3", Blake3.HashSizeInBytes,
            (source, length, digests, options) => Blake3.HashMany(MemoryMessages.Packed(source, length), digests, options),
            (source, length, count, digests) => AcceleratorBlake3.HashMany(source, length, count, digests),
            (device, source, length, digests) => AcceleratorBlake3.HashMany(device, source.Span, length, digests.Span)),
        new(
            "blake3-one", "BLAKE3, one message", MessageBytes, 0, true,
            (source, _, digest, options) =>
                Blake3.HashData(
                    source, digest.Span.Slice(0, Blake3.HashSizeInBytes), BlocksOverCores.For(source.Length, options)),
            (source, length, count, digest) => AcceleratorBlake3.HashData(source, length * count, digest),
            (device, source, _, digest) =>
                AcceleratorBlake3.HashData(device, source.Span, digest.Span.Slice(0, Blake3.HashSizeInBytes))),
        Hash(
            "skein512", "Skein-512", Skein512.HashSizeInBytes,
            (source, length, digests, options) => Skein512.HashMany(MemoryMessages.Packed(source, length), digests, options),
            (source, length, count, digests) => AcceleratorSkein512.HashMany(source, length, count, digests),
            (device, source, length, digests) => AcceleratorSkein512.HashMany(device, source.Span, length, digests.Span)),
        .. Cipher("xtea", "XTEA", () => new DeviceXtea(new Xtea(new byte[Xtea.KeySizeInBytes]))),
        .. Cipher("threefish256", "Threefish-256", () => Threefish(new Threefish256(new byte[Threefish256.BlockSizeInBytes]))),
        .. Cipher("threefish512", "Threefish-512", () => Threefish(new Threefish512(new byte[Threefish512.BlockSizeInBytes]))),
        .. Cipher(
            "threefish1024", "Threefish-1024", () => Threefish(new Threefish1024(new byte[Threefish1024.BlockSizeInBytes]))),
    ];

    public static DeviceWork Named(string name) => All.Single(work => work.Name == name);

    /// <summary>Returns the number of output bytes for the given number of items.</summary>
    public long Output(long items) => OutputBytes == 0 ? Blake3.HashSizeInBytes : items * OutputBytes;

    /// <summary>Returns a job that is a batch of items of equal length.</summary>
    public OffloadJob Job(long items, int itemBytes) => new(items, (double)items * itemBytes, Output(items));

    /// <summary>
    /// Returns a job that is a single message. The message consists of whole items, possibly followed by a partial item.
    /// </summary>
    public OffloadJob Job(long bytes) => new((double)bytes / ItemBytes, bytes, OutputBytes == 0 ? Output(1) : bytes);

    private static DeviceWork Hash(
        string name, string title, int digestBytes,
        Action<ReadOnlyMemory<byte>, int, Memory<byte>, ParallelOptions> processor,
        Action<AcceleratorBuffer, int, long, AcceleratorBuffer> resident,
        Action<Accelerator, ReadOnlyMemory<byte>, int, Memory<byte>> host) =>
        new(
            name, $"{title}, messages of 1 KiB", MessageBytes, digestBytes, false,
            (source, length, digests, options) => processor(source, length, digests, BlocksOverCores.For(source.Length, options)),
            resident, host);

    // The measured times depend neither on the key nor on the direction.
    private static DeviceWork[] Cipher(string name, string title, Func<DeviceCipher> make)
    {
        DeviceCipher cipher = make();
        byte[] counter = new byte[cipher.BlockBytes];
        return
        [
            Row(name, title, CipherOperation.Encrypt, []),
            Row($"{name}-ctr", $"{title}, CTR", CipherOperation.Count, counter),
        ];

        DeviceWork Row(string row, string rowTitle, CipherOperation operation, byte[] first) => new(
            row, rowTitle, cipher.BlockBytes, cipher.BlockBytes, true,
            (source, _, destination, options) => BlocksOverCores.Run(cipher, operation, source, destination, first, options),
            (source, _, items, destination) =>
                CipherRun.Run(cipher, operation, source, destination, items * cipher.BlockBytes, first, CancellationToken.None),
            (device, source, _, destination) =>
                CipherRun.Run(device, cipher, operation, source.Span, destination.Span, first, CancellationToken.None));
    }

    private static DeviceThreefish Threefish(ThreefishCipher cipher) => new(cipher, new byte[ThreefishCipher.TweakSizeInBytes]);
}
