using System.Buffers.Binary;
using System.Runtime.InteropServices;
using System.Security.Cryptography;
using Lanewise.Gpu.Devices;
using Lanewise.ThreefishFamily;

namespace Lanewise.Gpu.Algorithms;

/// <summary>Selects the operation of a cipher.</summary>
internal enum CipherOperation
{
    /// <summary>Encrypts each block independently.</summary>
    Encrypt,

    /// <summary>Decrypts each block independently.</summary>
    Decrypt,

    /// <summary>XORs the data with encrypted counter blocks. The counter increases from block to block.</summary>
    Count,
}

/// <summary>
/// A block cipher with a key. Provides the cipher's kernel names, adds its kernel arguments, and computes the expected result
/// of the self-test on the CPU.
/// </summary>
internal abstract class DeviceCipher(string name, string family, string kernel, int blockBytes) : IDisposable
{
    private readonly Kernel encrypt = new(family, $"lw_{kernel}_encrypt");
    private readonly Kernel decrypt = new(family, $"lw_{kernel}_decrypt");
    private readonly Kernel count = new(family, $"lw_{kernel}_ctr");

    public string Name => name;

    public int BlockBytes => blockBytes;

    public Kernel KernelOf(CipherOperation operation) => operation switch
    {
        CipherOperation.Encrypt => encrypt,
        CipherOperation.Decrypt => decrypt,
        _ => count,
    };

    /// <summary>Adds the kernel arguments that follow the source and the destination.</summary>
    public abstract void AddKey(KernelArguments list);

    /// <summary>Adds the first counter block, which is a big-endian number as long as a block.</summary>
    public abstract void AddCounter(KernelArguments list, ReadOnlySpan<byte> counter);

    /// <summary>Computes the expected result on the CPU.</summary>
    public abstract void OnProcessor(
        CipherOperation operation, ReadOnlySpan<byte> source, Span<byte> destination, ReadOnlySpan<byte> counter);

    /// <summary>
    /// Returns the variants of this cipher that the self-test uses, which together cover every code path of its kernels.
    /// </summary>
    public abstract IEnumerable<DeviceCipher> ForSelfTest();

    /// <summary>Wipes all values that were computed from the key. Does not dispose the caller's cipher.</summary>
    public void Dispose()
    {
        Wipe();
        GC.SuppressFinalize(this);
    }

    protected abstract void Wipe();

    protected static byte[] TestKey(int length)
    {
        byte[] key = new byte[length];
        for (int i = 0; i < length; i++) key[i] = (byte)(16 + (11 * i));
        return key;
    }
}

internal sealed class DeviceXtea : DeviceCipher
{
    // The number of words in the structure that passes round keys to a kernel. An XTEA key schedule needs one or two structures.
    private const int ScheduleWords = 64;

    private readonly Xtea cipher;
    private readonly bool isOwn;

    public DeviceXtea(Xtea cipher)
        : base("XTEA", "xtea", "xtea", Xtea.BlockSizeInBytes)
    {
        ArgumentNullException.ThrowIfNull(cipher);
        // The following call throws if the cipher was disposed. Without it, the device would use a key schedule of zeros.
        _ = cipher.TransformCtr([], stackalloc byte[Xtea.BlockSizeInBytes], []);
        this.cipher = cipher;
    }

    private DeviceXtea(XteaByteOrder order, int cycles)
        : this(new Xtea(TestKey(Xtea.KeySizeInBytes), order, cycles)) => isOwn = true;

    public override void AddKey(KernelArguments list)
    {
        Span<uint> words = stackalloc uint[2 * ScheduleWords];
        words.Clear();
        cipher.Schedule.CopyTo(words);
        list.Add<uint>(words.Slice(0, ScheduleWords)).Add<uint>(words.Slice(ScheduleWords))
            .Add(2 * (uint)cipher.Cycles).Add(cipher.ByteOrder == XteaByteOrder.BigEndian ? 1u : 0u);
        CryptographicOperations.ZeroMemory(MemoryMarshal.AsBytes(words));
    }

    public override void AddCounter(KernelArguments list, ReadOnlySpan<byte> counter) =>
        list.Add(BinaryPrimitives.ReadUInt64BigEndian(counter));

    public override void OnProcessor(
        CipherOperation operation, ReadOnlySpan<byte> source, Span<byte> destination, ReadOnlySpan<byte> counter)
    {
        if (operation == CipherOperation.Encrypt) cipher.EncryptEcb(source, destination, PaddingMode.None);
        else if (operation == CipherOperation.Decrypt) cipher.DecryptEcb(source, destination, PaddingMode.None);
        else cipher.TransformCtr(source, counter, destination);
    }

    // These numbers of round keys cover all cases: one partly filled structure, one full structure, and two structures.
    public override IEnumerable<DeviceCipher> ForSelfTest()
    {
        foreach (XteaByteOrder order in Enum.GetValues<XteaByteOrder>())
        {
            yield return new DeviceXtea(order, 3);
            yield return new DeviceXtea(order, 32);
            yield return new DeviceXtea(order, 35);
        }
    }

    protected override void Wipe()
    {
        if (isOwn) cipher.Dispose();
    }
}

/// <summary>Threefish of any block size, with a tweak.</summary>
internal sealed class DeviceThreefish : DeviceCipher
{
    private readonly ThreefishCipher cipher;
    private readonly byte[] tweak;
    private readonly bool isOwn;

    // The key words, the parity word of the key, the two tweak words and the XOR of the tweak words (Skein 1.3, section 3.3.2).
    private readonly ulong[] words;

    public DeviceThreefish(ThreefishCipher cipher, ReadOnlySpan<byte> tweak)
        : base(Describe(cipher, tweak), "threefish", $"threefish{8 * cipher.BlockLengthInBytes}", cipher.BlockLengthInBytes)
    {
        this.cipher = cipher;
        this.tweak = tweak.ToArray();
        ReadOnlySpan<ulong> key = cipher.Key;
        words = new ulong[key.Length + 4];
        key.CopyTo(words);
        ulong parity = ThreefishSpec.C240;
        foreach (ulong word in key) parity ^= word;
        Span<ulong> rest = words.AsSpan(key.Length);
        rest[0] = parity;
        if (!tweak.IsEmpty)
        {
            rest[1] = BinaryPrimitives.ReadUInt64LittleEndian(tweak);
            rest[2] = BinaryPrimitives.ReadUInt64LittleEndian(tweak.Slice(8));
        }

        rest[3] = rest[1] ^ rest[2];
    }

    private DeviceThreefish(ThreefishCipher cipher)
        : this(cipher, TestKey(ThreefishCipher.TweakSizeInBytes)) => isOwn = true;

    public override void AddKey(KernelArguments list) => list.Add<ulong>(words);

    public override void AddCounter(KernelArguments list, ReadOnlySpan<byte> counter)
    {
        Span<ulong> numbers = stackalloc ulong[counter.Length / 8];
        for (int i = 0; i < numbers.Length; i++) numbers[i] = BinaryPrimitives.ReadUInt64BigEndian(counter.Slice(8 * i));
        list.Add<ulong>(numbers);
    }

    public override void OnProcessor(
        CipherOperation operation, ReadOnlySpan<byte> source, Span<byte> destination, ReadOnlySpan<byte> counter)
    {
        if (operation == CipherOperation.Encrypt) cipher.EncryptEcb(source, destination, PaddingMode.None, tweak);
        else if (operation == CipherOperation.Decrypt) cipher.DecryptEcb(source, destination, PaddingMode.None, tweak);
        else cipher.TransformCtr(source, counter, destination, tweak);
    }

    public override IEnumerable<DeviceCipher> ForSelfTest()
    {
        byte[] key = TestKey(BlockBytes);
        return [new DeviceThreefish(BlockBytes switch
        {
            Threefish256.BlockSizeInBytes => new Threefish256(key),
            Threefish512.BlockSizeInBytes => new Threefish512(key),
            _ => new Threefish1024(key),
        })];
    }

    protected override void Wipe()
    {
        CryptographicOperations.ZeroMemory(MemoryMarshal.AsBytes(words.AsSpan()));
        if (isOwn) cipher.Dispose();
    }

    // The following call throws if the cipher was disposed or if the tweak length is wrong.
    private static string Describe(ThreefishCipher cipher, ReadOnlySpan<byte> tweak)
    {
        ArgumentNullException.ThrowIfNull(cipher);
        _ = cipher.EncryptEcb([], [], PaddingMode.None, tweak);
        return $"Threefish-{8 * cipher.BlockLengthInBytes}";
    }
}
