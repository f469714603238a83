namespace Lanewise.MerkleDamgard;

internal static partial class Md<TWord, TSpec>
{
    /// <summary>
    /// Hashes one message with scalar code and applies the padding (RFC 1321, section 3; FIPS 180-4, section 5.1).
    /// </summary>
    internal static class MdOneShot
    {
        public const int BlockWords = 16;

        public static int BlockBytes
        {
            [MethodImpl(MethodImplOptions.AggressiveInlining)]
            get => BlockWords * Word<TWord>.Bytes;
        }

        private static int LengthBytes
        {
            [MethodImpl(MethodImplOptions.AggressiveInlining)]
            get => 2 * Word<TWord>.Bytes;
        }

        /// <summary>Compresses full blocks of one message.</summary>
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public static void Run(Span<TWord> state, ReadOnlySpan<byte> source, int offset, int blocks) =>
            TSpec.Run<ScalarLane<TWord>>(state, source, new ReadOnlySpan<int>(in offset), blocks);

        /// <summary>Returns the number of blocks (one or two) for the last partial block of a message and its padding.</summary>
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public static int FinalBlocks(int rest) => rest + 1 + LengthBytes <= BlockBytes ? 1 : 2;

        /// <summary>
        /// Writes the last partial block of a message, a 1 bit and the message length in bits to zeroed memory.
        /// </summary>
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public static void WriteFinalBlocks(ReadOnlySpan<byte> rest, ulong totalBytes, Span<byte> final)
        {
            rest.CopyTo(final);
            Pad(rest.Length, totalBytes, final);
        }

        /// <summary>Writes a 1 bit and the message length in bits behind the last partial block of a message.</summary>
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public static void Pad(int rest, ulong totalBytes, Span<byte> final)
        {
            final[rest] = 0x80;
            Span<byte> length = final.Slice(final.Length - sizeof(ulong));
            if (!TSpec.IsBigEndian) BinaryPrimitives.WriteUInt64LittleEndian(length, unchecked(totalBytes * 8));
            else BinaryPrimitives.WriteUInt64BigEndian(length, unchecked(totalBytes * 8));
            // If the message length in bits does not fit in 64 bits, this byte contains the upper bits of the length.
            if (LengthBytes > sizeof(ulong)) final[final.Length - sizeof(ulong) - 1] = (byte)(totalBytes >> 61);
        }

        /// <summary>
        /// Hashes the last partial block of a message with the total length <paramref name="totalBytes"/>, and writes the digest.
        /// </summary>
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public static void Finish(Span<TWord> state, ReadOnlySpan<byte> rest, ulong totalBytes, Span<byte> destination)
        {
            TwoBlocks buffer = default;
            Span<byte> final = MemoryMarshal.AsBytes((Span<TWord>)buffer);
            int blocks = FinalBlocks(rest.Length);
            final = final.Slice(0, blocks * BlockBytes);
            WriteFinalBlocks(rest, totalBytes, final);
            Run(state, final, 0, blocks);
            Word<TWord>.WriteLittleEndian(destination.Slice(0, TSpec.HashBytes), state);
        }

        /// <summary>
        /// Computes the digest of a message. <paramref name="before"/> is the number of message bytes that the state already
        /// covers.
        /// </summary>
        [MethodImpl(CompileOptions.AtOnce)]
        public static void Hash(Span<TWord> state, ulong before, ReadOnlySpan<byte> source, Span<byte> destination)
        {
            int blocks = source.Length / BlockBytes;
            if (blocks > 0) Run(state, source, 0, blocks);
            Finish(state, source.Slice(blocks * BlockBytes), before + (ulong)source.Length, destination);
        }

        /// <summary>
        /// A fixed-size buffer for a chaining value. Allocating a variable-length array on the stack would take as long as a few
        /// rounds.
        /// </summary>
        [InlineArray(8)]
        public struct State
        {
            private TWord first;
        }

        [InlineArray(2 * BlockWords)]
        private struct TwoBlocks
        {
            private TWord first;
        }
    }
}
