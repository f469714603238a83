namespace Lanewise.MerkleDamgard;

internal static partial class Md<TWord, TSpec>
{
    /// <summary>
    /// Computes PBKDF2 (RFC 8018, section 5.2) for many passwords. Each SIMD lane iterates HMAC for one block of a derived key.
    /// All HMAC messages are one block long, so each iteration calls the hash kernel twice.
    /// </summary>
    internal static class Pbkdf2Run
    {
        // The number of PBKDF2 iterations between two checks for cancellation. One iteration takes a few hundred nanoseconds.
        private const int RoundsBetweenChecks = 4096;

        // Up to this total size, the salts for a group of lanes are copied to one buffer. Longer salts are read in place.
        private const int SaltBytesAtOnce = 1024 * 1024;

        private static int BlockBytes => MdOneShot.BlockBytes;
        private static int StateWords => TSpec.Iv.Length;

        /// <summary>Derives the keys, one after another, with the given shape or, if it is null, the default shape.</summary>
        public static void Run(in Pbkdf2Job job, LaneShape? shape)
        {
            int blocks = ((job.KeyBytes - 1) / TSpec.HashBytes) + 1;
            long items = (long)job.Count * blocks;
            LaneShape lanes = MdBatch.Table.ChooseFor<TWord>(items, shape);
            if (shape is null && lanes.IsScalar && TSpec.Platform is string name)
            {
                for (int i = 0; i < job.Count; i++)
                {
                    job.Cancellation.ThrowIfCancellationRequested();
                    Rfc2898DeriveBytes.Pbkdf2(
                        job.Password(i), job.Salt(i), job.Key(i), job.Iterations, new HashAlgorithmName(name));
                }

                return;
            }

            Groups groups = new(job, blocks, items, lanes);
            LaneDispatch.Run<TWord, Groups>(lanes, ref groups);
        }

        private readonly ref struct Groups(Pbkdf2Job job, int blocks, long items, LaneShape shape) : ILaneJob<TWord>
        {
            private readonly Pbkdf2Job job = job;

            public static int MostStreams => TSpec.MostStreams;

            public void Run<TLanes>()
                where TLanes : struct, ILanes<TLanes, TWord>
            {
                int lanes = TLanes.Count;
                using Rented<byte> rented = new(lanes * 2 * BlockBytes);
                using Rented<TWord> words = new(((4 * StateWords) + MdOneShot.BlockWords) * lanes);
                Span<byte> keys = rented.Span.Slice(0, lanes * BlockBytes), rows = rented.Span.Slice(lanes * BlockBytes);
                for (long first = 0; first < items; first += lanes)
                {
                    job.Cancellation.ThrowIfCancellationRequested();
                    int count = (int)Math.Min(lanes, items - first);
                    rented.Span.Clear();
                    Start(first, count, keys, rows);
                    Span<TWord> sum = Rounds<TLanes>(keys, rows, words.Span);
                    LaneStates.Store<TWord, TLanes>(sum, rows, BlockBytes, StateWords / 4);
                    for (int l = 0; l < count; l++)
                    {
                        int start = (int)(Number(first + l) - 1) * TSpec.HashBytes;
                        rows.Slice(l * BlockBytes, Math.Min(TSpec.HashBytes, job.KeyBytes - start)).CopyTo(
                            job.Key(Key(first + l)).Slice(start));
                    }
                }
            }

            // Converts the passwords to HMAC key blocks, and computes the first outputs, which depend on the salt and the block
            // number.
            private void Start(long first, int count, Span<byte> keys, Span<byte> rows)
            {
                using Rented<byte> rented = new(count * TSpec.HashBytes);
                Span<byte> macs = rented.Span;
                long saltBytes = 0;
                for (int l = 0; l < count; l++)
                {
                    HmacEngine.ReduceKey(job.Password(Key(first + l)), keys.Slice(l * BlockBytes, BlockBytes));
                    saltBytes += job.Salt(Key(first + l)).Length;
                }

                if (saltBytes <= SaltBytesAtOnce) Together(first, count, keys, macs, (int)saltBytes + (count * sizeof(uint)));
                else OneByOne(first, count, keys, macs);
                for (int l = 0; l < count; l++)
                {
                    // Each HMAC output is the message of the next iteration, so it is padded as a message that follows the key
                    // block.
                    MdOneShot.WriteFinalBlocks(
                        macs.Slice(l * TSpec.HashBytes, TSpec.HashBytes), (ulong)(BlockBytes + TSpec.HashBytes),
                        rows.Slice(l * BlockBytes, BlockBytes));
                }
            }

            private void Together(long first, int count, ReadOnlySpan<byte> keys, Span<byte> macs, int bytes)
            {
                using Rented<byte> buffer = new(bytes);
                using Rented<int> lengths = new(count);
                for (int l = 0, at = 0; l < count; at += lengths.Span[l++])
                {
                    ReadOnlySpan<byte> salt = job.Salt(Key(first + l));
                    salt.CopyTo(buffer.Span.Slice(at));
                    BinaryPrimitives.WriteUInt32BigEndian(buffer.Span.Slice(at + salt.Length), Number(first + l));
                    lengths.Span[l] = salt.Length + sizeof(uint);
                }

                default(HmacEngine).HashMany(
                    Messages.Packed(buffer.Span, lengths.Span),
                    HashKeys.PerMessage(keys.Slice(0, count * BlockBytes), BlockBytes), macs,
                    TSpec.HashBytes, shape);
            }

            private void OneByOne(long first, int count, ReadOnlySpan<byte> keys, Span<byte> macs)
            {
                Span<byte> number = stackalloc byte[sizeof(uint)];
                for (int l = 0; l < count; l++)
                {
                    job.Cancellation.ThrowIfCancellationRequested();
                    BinaryPrimitives.WriteUInt32BigEndian(number, Number(first + l));
                    IIncrementalHash mac = default(HmacEngine).Start(
                        keys.Slice(l * BlockBytes, BlockBytes), TSpec.HashBytes);
                    mac.Append(job.Salt(Key(first + l)));
                    mac.Append(number);
                    mac.Finish(macs.Slice(l * TSpec.HashBytes, TSpec.HashBytes));
                    mac.Wipe();
                }
            }

            // Each SIMD lane computes one block of a derived key. PBKDF2 numbers the blocks of a key from 1.
            private int Key(long item) => (int)(item / blocks);

            private uint Number(long item) => (uint)(item % blocks) + 1;

            [MethodImpl(CompileOptions.AtOnce)]
            private Span<TWord> Rounds<TLanes>(ReadOnlySpan<byte> keys, Span<byte> rows, Span<TWord> words)
                where TLanes : struct, ILanes<TLanes, TWord>
            {
                int lanes = TLanes.Count, size = StateWords * lanes, hashWords = TSpec.HashBytes / Word<TWord>.Bytes;
                Span<TWord> inner = words.Slice(0, size), outer = words.Slice(size, size), sum = words.Slice(2 * size, size);
                Span<TWord> laneStates = words.Slice(3 * size);
                using Rented<TWord> states = new(2 * size);
                HmacEngine.KeyStates(HashKeys.PerMessage(keys, BlockBytes), lanes, states.Span);
                Span<int> offsets = stackalloc int[lanes];
                for (int l = 0; l < lanes; l++)
                {
                    offsets[l] = l * BlockBytes;
                    LaneStates.Scatter<TWord>(states.Span.Slice(l * StateWords, StateWords), inner, lanes, l);
                    LaneStates.Scatter<TWord>(states.Span.Slice(size + (l * StateWords), StateWords), outer, lanes, l);
                    for (int w = 0; w < StateWords; w++)
                    {
                        int at = (l * BlockBytes) + (w * Word<TWord>.Bytes);
                        sum[(w * lanes) + l] = Word<TWord>.ReadLittleEndian(rows.Slice(at));
                    }
                }

                // Digest words are stored in groups of four. If the digest length is not a multiple of four words, the store also
                // overwrites the message padding. Therefore, the unused state word contains the first padding word.
                if (hashWords < StateWords)
                {
                    inner.Slice(hashWords * lanes, lanes).Fill(Word<TWord>.From(0x80));
                    outer.Slice(hashWords * lanes, lanes).Fill(Word<TWord>.From(0x80));
                }

                for (int i = 1; i < job.Iterations; i++)
                {
                    if (i % RoundsBetweenChecks == 0) job.Cancellation.ThrowIfCancellationRequested();
                    Half<TLanes>(inner, laneStates, rows, offsets);
                    Half<TLanes>(outer, laneStates, rows, offsets);
                    for (int w = 0; w < hashWords; w++)
                    {
                        TLanes s = default, u = default;
                        s.Read(sum.Slice(w * lanes));
                        u.Read(laneStates.Slice(w * lanes));
                        s ^= u;
                        s.Write(sum.Slice(w * lanes));
                    }
                }

                return sum;
            }

            // Computes the inner or outer hash of each row's message, starting from the state after the key block. The digest
            // replaces the message.
            [MethodImpl(MethodImplOptions.AggressiveInlining)]
            private static void Half<TLanes>(
                ReadOnlySpan<TWord> start, Span<TWord> laneStates, Span<byte> rows, ReadOnlySpan<int> offsets)
                where TLanes : struct, ILanes<TLanes, TWord>
            {
                start.CopyTo(laneStates);
                TSpec.Run<TLanes>(laneStates, rows, offsets, 1);
                LaneStates.Store<TWord, TLanes>(laneStates, rows, BlockBytes, StateWords / 4);
            }
        }
    }
}
