using System.Buffers;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Security.Cryptography;
using Lanewise.Hashing;
using Lanewise.Lanes;

namespace Lanewise.Kernels;

/// <summary>Skein for the scheduler: without a key, with one, or with a key per message.</summary>
/// <remarks>
/// A tail is the last block of the message and the first of the output: the kernel changes the tweak in between. Where
/// digests are longer than that, the tail is the last block of the message alone and what comes out are chaining values, on
/// which the blocks of all outputs follow, side by side.
/// </remarks>
internal readonly ref struct SkeinMany<TSpec> : ILaneHash<ulong>
    where TSpec : struct, ISkeinSpec
{
    // The chaining value with which messages start, one for all or one per message.
    private readonly ReadOnlySpan<ulong> starts;
    private readonly bool one;
    private readonly bool isLong;

    private SkeinMany(int hashBytes, ReadOnlySpan<ulong> starts, bool one)
    {
        isLong = hashBytes > BlockBytes;
        HashBytes = isLong ? BlockBytes : hashBytes;
        this.starts = starts;
        this.one = one;
    }

    public static LaneTable Table => TSpec.Table;

    public static int BlockBytes => 8 * TSpec.Words;

    public static int MaxTailBlocks => 2;

    public static int ChainingWords => TSpec.Words;

    public static int RecordWords => TSpec.Words + SkeinRecord.Closing;

    public int HashBytes { get; }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public int BodyBlocks(int length) => SkeinOne<TSpec>.BodyBlocks(length);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public int TailBlocks(int length) => isLong ? 1 : 2;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void WriteTail(int message, int length, scoped ReadOnlySpan<byte> rest, scoped Span<byte> tail) => rest.CopyTo(tail);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Start(scoped Span<ulong> record) => Start(0, record);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool HasOwnStart(int message, int length) => !one;

    public bool MessagesDiffer => !one;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void OwnStart(int message, int length, scoped Span<ulong> record) => Start(message, record);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private void Start(int message, scoped Span<ulong> record)
    {
        starts.Slice(message * TSpec.Words, TSpec.Words).CopyTo(record);
        SkeinOne<TSpec>.Open(record.Slice(TSpec.Words), SkeinTweak.Message);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Close(int length, scoped Span<ulong> rest)
    {
        if (isLong) SkeinOne<TSpec>.Close(rest, SkeinTweak.Message, (uint)length, BodyBlocks(length) == 0);
        else SkeinOne<TSpec>.CloseForOutput(rest, SkeinTweak.Message, (uint)length, BodyBlocks(length) == 0);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void Run<TLanes>(scoped Span<ulong> records, scoped ReadOnlySpan<byte> source, scoped ReadOnlySpan<int> offsets, int blocks)
        where TLanes : struct, ILanes<TLanes, ulong> => TSpec.Run<TLanes>(records, source, offsets, blocks);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void RunOne(scoped Span<ulong> record, scoped ReadOnlySpan<byte> source, int offset, int blocks) =>
        SkeinOne<TSpec>.Run(record, source, offset, blocks);

    // ---- building one ----

    /// <summary>What a batch is hashed with; the chaining values after keys are wiped by <see cref="Dispose"/>.</summary>
    internal ref struct Setup
    {
        private readonly ulong[] rented;
        private readonly int used;
        private readonly int hashBytes;

        /// <param name="parameters">The optional texts.</param>
        /// <param name="keys">No key (empty), one key, or a key per message.</param>
        /// <param name="keySize">The size of each key in bytes, where there is one per message; else 0.</param>
        /// <param name="count">The number of messages, where each has a key of its own.</param>
        /// <param name="hashBytes">The length of a digest.</param>
        public Setup(SkeinParameters parameters, ReadOnlySpan<byte> keys, int keySize, int count, int hashBytes)
        {
            ArgumentNullException.ThrowIfNull(parameters);
            SkeinOne<TSpec>.CheckHashSize(hashBytes, "hashSizeInBytes");
            if (parameters.IsTree) throw new ArgumentException("Many messages are hashed without a tree: each fills a lane by itself.", nameof(parameters));

            this.hashBytes = hashBytes;
            used = TSpec.Words * Math.Max(1, keySize > 0 ? count : 1);
            rented = ArrayPool<ulong>.Shared.Rent(used);
            if (keySize > 0) RunKeys(parameters, keys, keySize, count, hashBytes, rented.AsSpan(0, used));
            else SkeinOne<TSpec>.Start(rented.AsSpan(0, used), parameters, keys, 8L * hashBytes);
        }

        private readonly SkeinMany<TSpec> Hash => new(hashBytes, rented.AsSpan(0, used), used == TSpec.Words);

        /// <summary>Messages of one length that lie one after the other.</summary>
        public readonly void Equal(ReadOnlySpan<byte> source, int messageLength, Span<byte> destination, LaneShape? shape = null)
        {
            if (hashBytes <= BlockBytes)
            {
                ManyMessages.Equal<ulong, SkeinMany<TSpec>>(source, messageLength, destination, Hash, shape);
                return;
            }

            int count = ManyMessages.CheckEqual(source.Length, messageLength, destination.Length, hashBytes);
            using Chains chains = new(count);
            ManyMessages.Equal<ulong, SkeinMany<TSpec>>(source, messageLength, chains.Bytes, Hash, shape);
            SkeinOutputBlocks<TSpec>.ReadMany(chains.Bytes, hashBytes, destination, shape);
        }

        /// <summary>Messages of any lengths that lie one after the other.</summary>
        public readonly void Ragged(ReadOnlySpan<byte> source, ReadOnlySpan<int> messageLengths, Span<byte> destination, LaneShape? shape = null)
        {
            if (hashBytes <= BlockBytes)
            {
                ManyMessages.Ragged<ulong, SkeinMany<TSpec>>(source, messageLengths, destination, Hash, shape);
                return;
            }

            ManyMessages.CheckDestination(destination.Length, messageLengths.Length, hashBytes);
            using Chains chains = new(messageLengths.Length);
            ManyMessages.Ragged<ulong, SkeinMany<TSpec>>(source, messageLengths, chains.Bytes, Hash, shape);
            SkeinOutputBlocks<TSpec>.ReadMany(chains.Bytes, hashBytes, destination, shape);
        }

        /// <summary>Messages of any lengths, wherever they lie.</summary>
        public readonly void Scattered(ReadOnlySpan<ReadOnlyMemory<byte>> sources, Span<byte> destination, LaneShape? shape = null)
        {
            if (hashBytes <= BlockBytes)
            {
                ManyMessages.Scattered<ulong, SkeinMany<TSpec>>(sources, destination, Hash, shape);
                return;
            }

            ManyMessages.CheckDestination(destination.Length, sources.Length, hashBytes);
            using Chains chains = new(sources.Length);
            ManyMessages.Scattered<ulong, SkeinMany<TSpec>>(sources, chains.Bytes, Hash, shape);
            SkeinOutputBlocks<TSpec>.ReadMany(chains.Bytes, hashBytes, destination, shape);
        }

        public readonly void Dispose()
        {
            if (rented is null) return;

            CryptographicOperations.ZeroMemory(MemoryMarshal.AsBytes(rented.AsSpan(0, used)));
            ArrayPool<ulong>.Shared.Return(rented);
        }

        private static void RunKeys(SkeinParameters parameters, ReadOnlySpan<byte> keys, int keySize, int count, int hashBytes, Span<ulong> starts)
        {
            KeyJob job = new(parameters, keys, keySize, count, hashBytes, starts);
            LaneDispatch.Run<ulong, KeyJob>(Table.ChooseFor(count, 64), ref job);
        }
    }

    /// <summary>Room for the chaining values of a batch whose outputs are longer; together not more than those.</summary>
    private readonly ref struct Chains
    {
        private readonly byte[] rented;

        public Chains(int count)
        {
            rented = ArrayPool<byte>.Shared.Rent(count * BlockBytes);
            Bytes = rented.AsSpan(0, count * BlockBytes);
        }

        public Span<byte> Bytes { get; }

        public void Dispose()
        {
            CryptographicOperations.ZeroMemory(Bytes);
            ArrayPool<byte>.Shared.Return(rented);
        }
    }

    /// <summary>The stages before the message for many keys of one length, in lanes.</summary>
    private readonly ref struct KeyJob(SkeinParameters parameters, ReadOnlySpan<byte> keys, int keySize, int count, int hashBytes, Span<ulong> starts) : ILaneJob<ulong>
    {
        private readonly ReadOnlySpan<byte> keys = keys;
        private readonly Span<ulong> starts = starts;

        public void Run<TLanes>()
            where TLanes : struct, ILanes<TLanes, ulong>
        {
            int lanes = TLanes.Count, words = TSpec.Words;
            Span<ulong> records = stackalloc ulong[RecordWords * lanes];
            Span<byte> tails = stackalloc byte[BlockBytes * lanes];
            Span<int> offsets = stackalloc int[lanes];
            Span<byte> configuration = stackalloc byte[SkeinOne<TSpec>.ConfigurationBytes];
            SkeinOne<TSpec>.Configure(configuration, parameters, 8L * hashBytes);
            for (int first = 0; first < count; first += lanes)
            {
                int n = Math.Min(lanes, count - first);
                records.Clear();
                // Idle lanes repeat the last key.
                for (int l = 0; l < lanes; l++) offsets[l] = (first + Math.Min(l, n - 1)) * keySize;
                Ubi<TLanes>(records, keys, keySize, offsets, tails, SkeinTweak.Key);
                offsets.Clear();
                Ubi<TLanes>(records, configuration, configuration.Length, offsets, tails, SkeinTweak.Configuration);
                Optional<TLanes>(records, parameters.Personalization, offsets, tails, SkeinTweak.Personalization);
                Optional<TLanes>(records, parameters.PublicKey, offsets, tails, SkeinTweak.PublicKey);
                Optional<TLanes>(records, parameters.KeyDerivationIdentifier, offsets, tails, SkeinTweak.KeyDerivationIdentifier);
                Optional<TLanes>(records, parameters.Nonce, offsets, tails, SkeinTweak.Nonce);
                for (int l = 0; l < n; l++)
                {
                    for (int w = 0; w < words; w++) starts[((first + l) * words) + w] = records[(w * lanes) + l];
                }
            }

            CryptographicOperations.ZeroMemory(MemoryMarshal.AsBytes(records));
            CryptographicOperations.ZeroMemory(tails);
        }

        private static void Optional<TLanes>(Span<ulong> records, ReadOnlyMemory<byte> text, Span<int> offsets, Span<byte> tails, ulong tweak)
            where TLanes : struct, ILanes<TLanes, ulong>
        {
            if (text.IsEmpty) return;

            offsets.Clear();
            Ubi<TLanes>(records, text.Span, text.Length, offsets, tails, tweak);
        }

        // Texts of one length, a lane each.
        private static void Ubi<TLanes>(Span<ulong> records, ReadOnlySpan<byte> source, int length, Span<int> offsets, Span<byte> tails, ulong tweak)
            where TLanes : struct, ILanes<TLanes, ulong>
        {
            int lanes = TLanes.Count, blocks = SkeinOne<TSpec>.BodyBlocks(length), body = blocks * BlockBytes;
            Span<ulong> closing = stackalloc ulong[SkeinRecord.Closing];
            if (blocks > 0)
            {
                SkeinOne<TSpec>.Open(closing, tweak);
                LaneScheduler.Broadcast<ulong>(closing, records.Slice(TSpec.Words * lanes));
                TSpec.Run<TLanes>(records, source, offsets, blocks);
            }

            tails.Clear();
            for (int l = 0; l < lanes; l++)
            {
                source.Slice(offsets[l] + body, length - body).CopyTo(tails.Slice(l * BlockBytes));
                offsets[l] = l * BlockBytes;
            }

            SkeinOne<TSpec>.Close(closing, tweak, (uint)length, blocks == 0);
            LaneScheduler.Broadcast<ulong>(closing, records.Slice(TSpec.Words * lanes));
            TSpec.Run<TLanes>(records, tails, offsets, 1);
        }
    }
}
