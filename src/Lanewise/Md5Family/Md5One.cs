using Lanewise.Lanes;

namespace Lanewise.Md5Family;

/// <summary>MD5 of one message: the kernel with one scalar lane, and the padding (RFC 1321, sections 3.1 to 3.5).</summary>
internal static class Md5One
{
    public const int LengthBytes = 8;

    /// <summary>Compresses whole blocks.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void Run(Span<uint> state, ReadOnlySpan<byte> source, int offset, int blocks) =>
        Md5Kernel<ScalarLane<uint>>.Run(state, source, new ReadOnlySpan<int>(in offset), blocks);

    /// <summary>Blocks that the rest of a message (less than one block) takes with its padding: one or two.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static int TailBlocks(int rest) => rest + 1 + LengthBytes <= Md5Spec.BlockBytes ? 1 : 2;

    /// <summary>Writes rest, the bit 1 and the length in bits, on zeros.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void WriteTail(ReadOnlySpan<byte> rest, ulong totalBytes, Span<byte> tail)
    {
        rest.CopyTo(tail);
        tail[rest.Length] = 0x80;
        BinaryPrimitives.WriteUInt64LittleEndian(tail.Slice(tail.Length - LengthBytes), unchecked(totalBytes * 8));
    }

    /// <summary>Hashes the rest of a message of <paramref name="totalBytes"/> and writes the digest.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void Finish(Span<uint> state, ReadOnlySpan<byte> rest, ulong totalBytes, Span<byte> destination)
    {
        Span<byte> tail = stackalloc byte[2 * Md5Spec.BlockBytes];
        int blocks = TailBlocks(rest.Length);
        tail = tail.Slice(0, blocks * Md5Spec.BlockBytes);
        WriteTail(rest, totalBytes, tail);
        Run(state, tail, 0, blocks);
        for (int i = 0; i < Md5Spec.StateWords; i++) BinaryPrimitives.WriteUInt32LittleEndian(destination.Slice(4 * i), state[i]);
    }

    /// <summary>The digest of a message that follows <paramref name="before"/> bytes already in the state.</summary>
    /// <remarks>Optimised at the first call: a process on one core would run it unoptimised for two seconds.</remarks>
    [MethodImpl(CompileOptions.AtOnce)]
    public static void Hash(Span<uint> state, ulong before, ReadOnlySpan<byte> source, Span<byte> destination)
    {
        int blocks = source.Length / Md5Spec.BlockBytes;
        if (blocks > 0) Run(state, source, 0, blocks);
        Finish(state, source.Slice(blocks * Md5Spec.BlockBytes), before + (ulong)source.Length, destination);
    }
}
