using System.Runtime.ExceptionServices;
using Lanewise.Files.Reading;

namespace Lanewise.Files.Running;

/// <summary>
/// Hashes sections (files or parts of files) in lanes. Each lane processes one section, and each round hashes one piece of every
/// section. When a section ends, its lane takes the next section. If a core is free, a separate thread reads one round ahead.
/// </summary>
internal sealed class LaneSet
{
    // Data of this size stays in or near a core's cache between reading and hashing.
    private const int RoundBytes = 2 << 20, LeastPieceBytes = 16 * 1024, MostPieceBytes = 128 * 1024;

    // Lanes read their pieces in parallel. If the distance between pieces were a whole number of KiB, all of them would map to
    // the same cache set.
    private const int BetweenRowsBytes = 128;

    private readonly Func<Section?> next;
    private readonly Action<long> progress;
    private readonly Section?[] lanes;
    private readonly int pieceBytes;
    private volatile bool isStopped;

    /// <param name="laneCount">The number of sections that are hashed together.</param>
    /// <param name="next">
    /// A function that returns the next section, or null if none is available now. The function is called by the reading thread.
    /// </param>
    /// <param name="progress">Receives the number of bytes that have been hashed.</param>
    public LaneSet(int laneCount, Func<Section?> next, Action<long> progress)
    {
        lanes = new Section?[laneCount];
        pieceBytes = BetweenRowsBytes
            + Math.Clamp(RoundBytes / laneCount / LeastPieceBytes * LeastPieceBytes, LeastPieceBytes, MostPieceBytes);
        this.next = next;
        this.progress = progress;
    }

    /// <summary>Hashes all sections.</summary>
    public void Run(bool readsAhead)
    {
        Round round = new(lanes.Length, pieceBytes);
        if (!readsAhead)
        {
            while (Fill(round)) Hash(round);
            return;
        }

        using ReadAhead ahead = new(this, round, new Round(lanes.Length, pieceBytes));
        while (ahead.Take() is { } read)
        {
            Hash(read);
            ahead.Give(read);
        }
    }

    private bool Fill(Round round)
    {
        round.Clear();
        for (int l = 0; l < lanes.Length && !isStopped; l++)
        {
            if ((lanes[l] ??= next()) is not { } section) continue;

            int read = section.Read(round.Buffer, round.Bytes, pieceBytes);
            round.Add(section, read, isLast: read < pieceBytes);
            if (read < pieceBytes) lanes[l] = null;
        }

        return round.Count > 0;
    }

    private void Hash(Round round)
    {
        for (int part = 0; part < round.Sections[0].Hash.Parts.Length; part++) Append(round, part);
        for (int i = 0; i < round.Count; i++)
        {
            if (round.AreLast[i]) round.Sections[i].Finish();
        }

        progress(round.Bytes);
    }

    // All sections of a round use the same set of hashes.
    private static void Append(Round round, int part)
    {
        for (int i = 0, start = 0; i < round.Count; start += round.Lengths[i++])
        {
            IncrementalFileHash running = round.Sections[i].Hash.Parts[part];
            if (running.Hash is { } hash) round.Hashes[i] = hash;
            else running.Append(round.Buffer.AsSpan(start, round.Lengths[i]));
        }

        if (round.Sections[0].Hash.Parts[part].Hash is null) return;

        LanewiseHash.AppendMany(
            round.Hashes.AsSpan(0, round.Count),
            Messages.Packed(round.Buffer.AsSpan(0, round.Bytes), round.Lengths.AsSpan(0, round.Count)));
    }

    private sealed class Round(int laneCount, int pieceBytes)
    {
        public byte[] Buffer { get; } = InputFile.Buffer(laneCount * pieceBytes);

        public Section[] Sections { get; } = new Section[laneCount];

        public LanewiseHash[] Hashes { get; } = new LanewiseHash[laneCount];

        public int[] Lengths { get; } = new int[laneCount];

        public bool[] AreLast { get; } = new bool[laneCount];

        public int Count { get; private set; }

        /// <summary>The total number of bytes in the consecutive slices.</summary>
        public int Bytes { get; private set; }

        public void Clear() => Count = Bytes = 0;

        public void Add(Section section, int length, bool isLast)
        {
            Sections[Count] = section;
            Lengths[Count] = length;
            AreLast[Count++] = isLast;
            Bytes += length;
        }
    }

    /// <summary>
    /// Reads rounds on a separate thread. The reading thread and the hashing thread exchange two <see cref="Round"/> objects.
    /// </summary>
    private sealed class ReadAhead : IDisposable
    {
        private readonly LaneSet set;
        private readonly Thread thread;
        private readonly object gate = new();
        private readonly Queue<Round> empty, full = new();
        private ExceptionDispatchInfo? failure;
        private bool isEnd;

        public ReadAhead(LaneSet set, Round first, Round second)
        {
            this.set = set;
            empty = new([first, second]);
            thread = new Thread(Read) { IsBackground = true };
            thread.Start();
        }

        public Round? Take()
        {
            lock (gate)
            {
                while (full.Count == 0 && !isEnd) Monitor.Wait(gate);
                failure?.Throw();
                return full.Count > 0 ? full.Dequeue() : null;
            }
        }

        public void Give(Round round)
        {
            lock (gate)
            {
                empty.Enqueue(round);
                Monitor.PulseAll(gate);
            }
        }

        public void Dispose()
        {
            set.isStopped = true;
            Give(new Round(0, 0));
            thread.Join();
        }

        private void Read()
        {
            try
            {
                while (true)
                {
                    Round round;
                    lock (gate)
                    {
                        while (empty.Count == 0) Monitor.Wait(gate);
                        round = empty.Dequeue();
                    }

                    if (set.isStopped || !set.Fill(round)) return;

                    lock (gate)
                    {
                        full.Enqueue(round);
                        Monitor.PulseAll(gate);
                    }
                }
            }
#pragma warning disable CA1031 // The exception is passed to the hashing thread.
            catch (Exception e)
#pragma warning restore CA1031
            {
                failure = ExceptionDispatchInfo.Capture(e);
            }
            finally
            {
                lock (gate)
                {
                    isEnd = true;
                    Monitor.PulseAll(gate);
                }
            }
        }
    }
}
