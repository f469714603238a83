using System.Runtime.InteropServices;
using System.Security.Cryptography;
using Lanewise.Api;
using Lanewise.Blake2Family;
using Lanewise.Blake3Family;
using Lanewise.Gpu.Devices;
using Lanewise.Simd;
using Lanewise.SkeinFamily;

namespace Lanewise.Gpu.Algorithms;

/// <summary>
/// A hash algorithm. Provides the algorithm's kernel names, adds its kernel arguments, and computes the expected result of the
/// self-test on the CPU.
/// </summary>
internal abstract class DeviceHash(string name, string family, string kernel, int hashBytes, ReadOnlySpan<byte> key) : IDisposable
{
    private readonly byte[] key = key.ToArray();

    public string Name => name;

    public int HashBytes => hashBytes;

    /// <summary>The kernel for messages of equal length.</summary>
    public Kernel Equal { get; } = new(family, $"lw_{kernel}_many");

    /// <summary>The kernel for messages of different lengths.</summary>
    public Kernel Ragged { get; } = new(family, $"lw_{kernel}_ragged");

    protected ReadOnlySpan<byte> Key => key;

    /// <summary>The number of chaining values that a work item stores for a message of the given length.</summary>
    public virtual int Levels(int longest) => 0;

    /// <summary>Adds the kernel arguments that follow the digest buffer and precede the message positions.</summary>
    public abstract void AddStart(KernelArguments list, DeviceMemory stack, int levels);

    /// <summary>Adds the digest length as a kernel argument if the algorithm supports several digest lengths.</summary>
    public virtual void AddHashBytes(KernelArguments list) => list.Add((uint)HashBytes);

    /// <summary>Computes the expected result on the CPU.</summary>
    public abstract void OnProcessor(ReadOnlySpan<byte> source, ReadOnlySpan<int> messageLengths, Span<byte> destination);

    /// <summary>
    /// Returns the variants of this algorithm that the self-test uses. The variants include keyed and unkeyed hashing, and usual
    /// and unusual digest lengths.
    /// </summary>
    public abstract IEnumerable<DeviceHash> ForSelfTest();

    public void Dispose()
    {
        CryptographicOperations.ZeroMemory(key);
        Wipe();
        GC.SuppressFinalize(this);
    }

    /// <summary>Wipes all values that were computed from the key.</summary>
    protected virtual void Wipe()
    {
    }
}

internal sealed class DeviceMd5() : DeviceHash("MD5", "md5", "md5", Md5.HashSizeInBytes, [])
{
    public override void AddStart(KernelArguments list, DeviceMemory stack, int levels)
    {
    }

    public override void AddHashBytes(KernelArguments list)
    {
    }

    public override void OnProcessor(ReadOnlySpan<byte> source, ReadOnlySpan<int> messageLengths, Span<byte> destination) =>
        Md5.HashMany(source, messageLengths, destination);

    public override IEnumerable<DeviceHash> ForSelfTest() => [new DeviceMd5()];
}

internal abstract class DeviceBlake2<TWord, TSpec> : DeviceHash
    where TWord : unmanaged
    where TSpec : struct, IBlake2Spec<TWord>
{
    // The kernel receives the chaining value and the counter word that follows it.
    private const int StateWords = Blake2State.ChainingWords + 1;

    // For keyed hashing, `record` is the state after the key block, and `empty` is the digest of the empty message, whose last
    // block is the key block.
    private readonly TWord[] record = new TWord[Blake2State.Words];
    private readonly byte[] empty;

    protected DeviceBlake2(string kernel, int hashBytes, ReadOnlySpan<byte> key)
        : base(TSpec.Name, "blake2", kernel, hashBytes, key)
    {
        HashSizes.Check(hashBytes, TSpec.MaxHashBytes, TSpec.Name, "hashSizeInBytes");
        if (!key.IsEmpty) HashMethods<Blake2<TWord, TSpec>.Blake2Engine>.Default.CheckKey(key);
        Blake2<TWord, TSpec>.Blake2OneShot.Start(record, hashBytes, key.Length);
        empty = new byte[Blake2State.ChainingWords * Word<TWord>.Bytes];
        default(Blake2<TWord, TSpec>.Blake2Engine).Hash(key, [], empty.AsSpan(0, hashBytes));
        if (key.IsEmpty) return;

        Span<byte> block = stackalloc byte[TSpec.BlockBytes];
        key.CopyTo(block);
        Blake2<TWord, TSpec>.Blake2Single.Run(record, block, 0, 1);
        CryptographicOperations.ZeroMemory(block);
    }

    public override void AddStart(KernelArguments list, DeviceMemory stack, int levels) =>
        list.Add<TWord>(record.AsSpan(0, StateWords)).Add<byte>(empty);

    protected override void Wipe()
    {
        CryptographicOperations.ZeroMemory(MemoryMarshal.AsBytes(record.AsSpan()));
        CryptographicOperations.ZeroMemory(empty);
    }
}

internal sealed class DeviceBlake2b(int hashBytes, ReadOnlySpan<byte> key)
    : DeviceBlake2<ulong, Blake2bSpec>("blake2b", hashBytes, key)
{
    public override void OnProcessor(ReadOnlySpan<byte> source, ReadOnlySpan<int> messageLengths, Span<byte> destination) =>
        default(Blake2<ulong, Blake2bSpec>.Blake2Engine).HashMany(
            Messages.Packed(source, messageLengths), HashKeys.One(Key), destination, HashBytes);

    public override IEnumerable<DeviceHash> ForSelfTest() =>
        [new DeviceBlake2b(Blake2b.HashSizeInBytes, []), new DeviceBlake2b(33, "a key of any length"u8)];
}

internal sealed class DeviceBlake2s(int hashBytes, ReadOnlySpan<byte> key)
    : DeviceBlake2<uint, Blake2sSpec>("blake2s", hashBytes, key)
{
    public override void OnProcessor(ReadOnlySpan<byte> source, ReadOnlySpan<int> messageLengths, Span<byte> destination) =>
        default(Blake2<uint, Blake2sSpec>.Blake2Engine).HashMany(
            Messages.Packed(source, messageLengths), HashKeys.One(Key), destination, HashBytes);

    public override IEnumerable<DeviceHash> ForSelfTest() =>
        [new DeviceBlake2s(Blake2s.HashSizeInBytes, []), new DeviceBlake2s(17, "a key of any length"u8)];
}

internal sealed class DeviceBlake3 : DeviceHash
{
    private readonly uint[] words = new uint[Blake3State.ChainingWords];
    private readonly uint mode;

    public DeviceBlake3(int hashBytes, ReadOnlySpan<byte> key)
        : base("BLAKE3", "blake3", "blake3", hashBytes, key)
    {
        HashSizes.Check(hashBytes, int.MaxValue, Blake3Engine.Name, "hashSizeInBytes");
        mode = Blake3OneShot.ReadOptionalKey(key, words);
    }

    public override int Levels(int longest) =>
        longest <= Blake3Spec.ChunkBytes ? 0 : 32 - int.LeadingZeroCount((longest - 1) / Blake3Spec.ChunkBytes);

    public override void AddStart(KernelArguments list, DeviceMemory stack, int levels) =>
        list.Add(stack).Add<uint>(words).Add(mode).Add((uint)levels);

    public override void OnProcessor(ReadOnlySpan<byte> source, ReadOnlySpan<int> messageLengths, Span<byte> destination)
    {
        HashKeys keys = Key.IsEmpty ? default : HashKeys.One(Key);
        default(Blake3Engine).HashMany(Messages.Packed(source, messageLengths), keys, destination, HashBytes);
    }

    public override IEnumerable<DeviceHash> ForSelfTest() =>
        [new DeviceBlake3(Blake3.HashSizeInBytes, []), new DeviceBlake3(70, "this key has thirty-two bytes..."u8)];

    protected override void Wipe() => CryptographicOperations.ZeroMemory(MemoryMarshal.AsBytes(words.AsSpan()));
}

internal sealed class DeviceSkein512 : DeviceHash
{
    private readonly ulong[] start = new ulong[Skein512Spec.Words];

    public DeviceSkein512(int hashBytes, ReadOnlySpan<byte> key)
        : base(Skein512Spec.Name, "skein", "skein512", hashBytes, key)
    {
        HashSizes.Check(hashBytes, int.MaxValue, Skein512Spec.Name, "hashSizeInBytes");
        SkeinOneShot<Skein512Spec>.Start(start, SkeinParameters.Default, key, 8L * hashBytes);
    }

    public override void AddStart(KernelArguments list, DeviceMemory stack, int levels) => list.Add<ulong>(start);

    public override void OnProcessor(ReadOnlySpan<byte> source, ReadOnlySpan<int> messageLengths, Span<byte> destination) =>
        default(SkeinEngine<Skein512Spec>).HashMany(
            Messages.Packed(source, messageLengths), HashKeys.One(Key), destination, HashBytes);

    public override IEnumerable<DeviceHash> ForSelfTest() =>
        [new DeviceSkein512(Skein512.HashSizeInBytes, []), new DeviceSkein512(130, "a key of any length"u8)];

    protected override void Wipe() => CryptographicOperations.ZeroMemory(MemoryMarshal.AsBytes(start.AsSpan()));
}
