using System.Runtime.ExceptionServices;
using Lanewise.Files.Reading;

namespace Lanewise.Files.Running;

/// <summary>
/// One run over files. Each thread takes the next file: a small one goes into its batch, a large one waits until there are enough
/// of them for the lanes, and a large tree is hashed in pieces by all that have nothing else to do. Memory is a batch and a round
/// for each thread, and a window of results that wait for their turn.
/// </summary>
internal sealed class FileRun
{
    /// <summary>What all batches together may hold.</summary>
    private const int MemoryBytes = 24 << 20, MostBatchBytes = 4 << 20, LeastBatchBytes = 512 * 1024;

    /// <summary>Files that may be under way at once; results wait here until those before them are handed back.</summary>
    private const int WindowFiles = 64 * 1024;

    // Open at once and waiting for lanes; a process may have a thousand.
    private const int MostWaiting = 256;

    // Another thread is worth its start after so many files.
    private const int FilesPerThread = 32;

    private readonly Action<HashedFile> done;
    private readonly FileHashOptions options;
    private readonly CancellationToken token;
    private readonly IEnumerator<HashedFile> source;
    private readonly int cores;
    private readonly int batchBytes;
    private readonly bool followsDevice;
    private readonly LaneChoice choice;

    private readonly object gate = new();
    private readonly Queue<HashedFile> pending = new();
    private readonly List<WaitingFile> waiting = [];
    private readonly List<TreeFile> trees = [];
    private readonly List<Thread> others = [];
    private ReadGate? reading;
    private bool deviceIsKnown;
    private int working = 1;
    private long taken, filesDone, bytesDone;
    private ExceptionDispatchInfo? failure;
    private bool exhausted;

    private FileRun(IEnumerable<HashedFile> files, Action<HashedFile> done, FileHashOptions options, int cores,
        bool followsDevice)
    {
        source = files.GetEnumerator();
        this.done = done;
        this.options = options;
        this.cores = cores;
        this.followsDevice = followsDevice;
        token = options.Parallel?.CancellationToken ?? default;
        choice = new LaneChoice(options.ExpectedFiles);
        batchBytes = Math.Clamp(MemoryBytes / cores, LeastBatchBytes, MostBatchBytes);
    }

    private int SmallBytes => batchBytes / 8;

    public static void Run(
        IEnumerable<HashedFile> files, Action<HashedFile> done, FileHashOptions options, int cores, bool followsDevice)
    {
        FileRun run = new(files, done, options, cores, followsDevice);
        try
        {
            run.Work();
            // Those that work start others.
            for (int i = 0; ; i++)
            {
                Thread other;
                lock (run.gate)
                {
                    if (i == run.others.Count) break;
                    other = run.others[i];
                }

                other.Join();
            }
        }
        finally
        {
            foreach (WaitingFile file in run.waiting) file.Input.Dispose();
            run.source.Dispose();
        }

        run.failure?.Throw();
    }

    private void Work() => Guarded(() =>
    {
        FileWorker worker = new(batchBytes);
        while (true)
        {
            if (RunLarge(worker, isEnd: false)) continue;

            HashedFile? file = Take(mayWait: worker.Batch.Count == 0, out bool isEnd);
            if (file is not null)
            {
                Read(file, worker);
                continue;
            }

            Flush(worker.Batch);
            if (RunLarge(worker, isEnd: true) || !isEnd) continue;

            Help(worker);
            return;
        }
    });

    private void Guarded(Action work)
    {
        try
        {
            work();
        }
#pragma warning disable CA1031 // Handed to the thread that waits for all.
        catch (Exception e)
#pragma warning restore CA1031
        {
            lock (gate)
            {
                failure ??= ExceptionDispatchInfo.Capture(e);
                exhausted = true;
                Monitor.PulseAll(gate);
            }
        }
    }

    // ---- order ----

    /// <summary>The next file; null where the thread must first finish what it holds, or where there is no more.</summary>
    private HashedFile? Take(bool mayWait, out bool isEnd)
    {
        lock (gate)
        {
            isEnd = false;
            while (!exhausted && pending.Count >= WindowFiles)
            {
                // The file that all wait for may lie in this thread's own batch, or wait for lanes.
                if (!mayWait || waiting.Count > 0) return null;
                Monitor.Wait(gate);
            }

            token.ThrowIfCancellationRequested();
            if (!exhausted && source.MoveNext())
            {
                HashedFile file = source.Current;
                if (!options.AsTheyFinish) pending.Enqueue(file);
                if (++taken % FilesPerThread == 0) StartAnother();
                return file;
            }

            exhausted = true;
            isEnd = true;
            return null;
        }
    }

    private void Complete(params ReadOnlySpan<HashedFile> files)
    {
        lock (gate)
        {
            foreach (HashedFile file in files) file.IsDone = true;
            if (failure is not null) return;

            filesDone += files.Length;
            long before = pending.Count;
            if (options.AsTheyFinish) foreach (HashedFile file in files) done(file);
            while (pending.Count > 0 && pending.Peek().IsDone) done(pending.Dequeue());
            if (pending.Count < before || options.AsTheyFinish) options.Flush?.Invoke();
            if (others.Count > 0) Monitor.PulseAll(gate);
        }
    }

    private void Progress(long bytes)
    {
        token.ThrowIfCancellationRequested();
        if (failure is not null) throw new OperationCanceledException();

        options.Progress?.Report(new(Interlocked.Read(ref filesDone), Interlocked.Add(ref bytesDone, bytes)));
    }

    private void Fail(HashedFile file, Exception error)
    {
        file.Error = error;
        Complete(file);
    }

    private void Succeed(HashedFile file, RunningFileHash hash, long bytes)
    {
        file.Set(hash.Finish(), bytes);
        Complete(file);
    }

    // ---- threads ----

    private void StartAnother()
    {
        lock (gate)
        {
            if (working >= cores || exhausted) return;

            working++;
            Thread other = new(Work) { IsBackground = true };
            others.Add(other);
            other.Start();
        }
    }

    // On a disk that turns one thread reads at a time.
    private void LookAt(InputFile input)
    {
        if (deviceIsKnown || !followsDevice || working == 1 || input.Device == 0) return;

        deviceIsKnown = true;
        if (Device.Turns(input.Device)) reading = new ReadGate();
    }

    private int Read(InputFile input, byte[] buffer, int start, int count, long position) =>
        reading is { } gate ? gate.Read(input, buffer, start, count, position) : input.Read(buffer, start, count, position);

    // ---- one file ----

    private void Read(HashedFile file, FileWorker worker)
    {
        if (file.Error is not null || file.Digest.Length > 0)
        {
            Complete(file);
            return;
        }

        // A batch is of one hash.
        if (worker.Batch.Hash is { } hash && !ReferenceEquals(hash, file.Hash)) Flush(worker.Batch);
        InputFile? input = null;
        try
        {
            if (file.Stream is { } stream) input = InputFile.Of(stream);
            else if ((input = InputFile.Open(file.Path, out Exception? error)) is null)
            {
                Fail(file, error!);
                return;
            }

            LookAt(input);
            if (input.Length is long length && length <= SmallBytes) ReadSmall(file, input, (int)length, worker);
            else if (HashLarge(file, input, worker)) input = null;
        }
        catch (Exception e) when (ReadErrors.IsExpected(e))
        {
            Fail(file, e);
        }
        finally
        {
            input?.Dispose();
        }

        if (worker.Batch.IsFull) Flush(worker.Batch);
    }

    private void ReadSmall(HashedFile file, InputFile input, int length, FileWorker worker)
    {
        // Files that say they are empty may have content all the same (/proc).
        int room = Math.Max(length + 1, 512), used = 0, read;
        SmallBatch batch = worker.Batch;
        if (!batch.TryReserve(room))
        {
            Flush(batch);
            batch.TryReserve(room);
        }

        while (used < room && (read = Read(input, batch.Buffer, batch.End + used, room - used, used)) > 0)
        {
            used += read;
            // As long as it said: a second read, only to be told so, costs a run on many small files some percent.
            if (used == length) break;
        }

        ReadOnlySpan<byte> content = batch.Buffer.AsSpan(batch.End, used);
        if (used == room)
        {
            HashAlone(file, input, content, worker);
        }
        else if (used <= file.Hash.LongestWithOthers)
        {
            choice.Add(used);
            batch.Add(file, used);
        }
        else
        {
            byte[] digest = new byte[file.Hash.HashSizeInBytes];
            file.Hash.Hash(content, digest);
            file.Set(digest, used);
            Complete(file);
            Progress(used);
        }
    }

    /// <summary>A large file: with others in lanes, as a tree over cores, or alone.</summary>
    /// <returns>Whether the file is kept open.</returns>
    private bool HashLarge(HashedFile file, InputFile input, FileWorker worker)
    {
        StartAnother();
        if (file.Hash.AdvancesInLanes && !file.IsAlone && (input.Length is not null || file.Stream is not null))
        {
            choice.Add(input.Length ?? batchBytes);
            lock (gate) waiting.Add(new(file, input));
            return true;
        }

        if (input.Length >= TreeFile.LeastBytes && HashTree(file, input, worker)) return false;

        if (file.Stream is null) HashAlone(file, input, default, worker);
        else lock (file.Stream) HashAlone(file, input, default, worker);
        return false;
    }

    /// <summary>The rest of a file whose first bytes were read.</summary>
    private void HashAlone(HashedFile file, InputFile input, ReadOnlySpan<byte> start, FileWorker worker)
    {
        using RunningFileHash hash = file.Hash.Start();
        hash.Append(start);
        Progress(start.Length);
        long position = start.Length;
        Append(hash, input, worker, ref position);
        Succeed(file, hash, position);
    }

    private void Append(RunningFileHash hash, InputFile input, FileWorker worker, ref long position)
    {
        byte[] buffer = worker.StreamBuffer;
        while (true)
        {
            int read = Read(input, buffer, 0, buffer.Length, position);
            if (read == 0) return;

            hash.Append(buffer.AsSpan(0, read));
            position += read;
            Progress(read);
        }
    }

    // ---- large files in lanes ----

    /// <summary>Hashes large files that wait, if there are enough of them or no more will come.</summary>
    private bool RunLarge(FileWorker worker, bool isEnd)
    {
        List<WaitingFile> files = [];
        lock (gate)
        {
            if (waiting.Count == 0) return false;

            FileHash hash = waiting[0].File.Hash;
            int lanes = hash.Lanes, count = waiting.Count(file => ReferenceEquals(file.File.Hash, hash));
            if (!isEnd && count < lanes && waiting.Count < MostWaiting) return false;

            // As many as fill lanes, but others shall have something to do, too, if that leaves a full vector for each.
            bool inLanes = choice.Pays(hash, count);
            int share = inLanes ? Math.Min(lanes, Math.Max((count + working - 1) / working, hash.LanesOfOneStream)) : 1;
            for (int i = 0; i < share && NextWaiting(hash) is { } file; i++) files.Add(file);
        }

        if (files.Count == 1)
        {
            using InputFile input = files[0].Input;
            try
            {
                HashAlone(files[0].File, input, default, worker);
            }
            catch (Exception e) when (ReadErrors.IsExpected(e))
            {
                Fail(files[0].File, e);
            }
        }
        else
        {
            RunLanes(files);
        }

        return true;
    }

    private void RunLanes(List<WaitingFile> files)
    {
        FileHash hash = files[0].File.Hash;
        FileWorker reader = new(batchBytes);
        int next = 0;
        LaneSet set = new(files.Count, () =>
        {
            WaitingFile? file = next < files.Count ? files[next++] : NextLarge(hash, reader);
            return file is null ? null : Open(file);
        }, Progress);
        set.Run(readsAhead: cores > 1);
        Flush(reader.Batch);
    }

    private Section Open(WaitingFile waitingFile)
    {
        (HashedFile file, InputFile input) = waitingFile;
        RunningFileHash hash = file.Hash.Start();
        return new Section(input, 0, long.MaxValue, hash.Hash!, section =>
        {
            if (section.Error is { } error) Fail(file, error);
            else Succeed(file, hash, section.Bytes);
            hash.Dispose();
            input.Dispose();
        });
    }

    /// <summary>A large file for a lane that has become free: one that waits, or one among the next files.</summary>
    private WaitingFile? NextLarge(FileHash hash, FileWorker worker)
    {
        for (int i = 0; ; i++)
        {
            lock (gate)
            {
                if (NextWaiting(hash) is { } file) return file;
            }

            // The other lanes wait meanwhile.
            if (i == FilesPerThread || Take(mayWait: false, out _) is not { } another) return null;

            Read(another, worker);
        }
    }

    private WaitingFile? NextWaiting(FileHash hash)
    {
        int i = waiting.FindIndex(file => ReferenceEquals(file.File.Hash, hash));
        if (i < 0) return null;

        WaitingFile found = waiting[i];
        waiting.RemoveAt(i);
        return found;
    }

    // ---- trees over cores ----

    private bool HashTree(HashedFile file, InputFile input, FileWorker worker)
    {
        using RunningFileHash hash = file.Hash.Start();
        if ((hash.Hash as Blake3)?.Tree is not { } tree) return false;

        TreeFile pieces = new(input, tree, input.Length!.Value, Progress);
        lock (gate)
        {
            trees.Add(pieces);
            for (long most = pieces.Pieces; working < cores && --most > 0; working++)
            {
                Thread other = new(() => Guarded(() => Help(new FileWorker(batchBytes)))) { IsBackground = true };
                others.Add(other);
                other.Start();
            }
        }

        pieces.Work(worker.StreamBuffer);
        lock (gate) trees.Remove(pieces);
        // Where it became shorter while it was read, the tree has another shape: once more, from front to back.
        if (!pieces.Finish()) return false;

        long position = pieces.Pieces * TreeFile.PieceBytes, whole = position;
        Append(hash, input, worker, ref position);
        if (position == whole) return false;

        Succeed(file, hash, position);
        return true;
    }

    /// <summary>Works on the trees of others until there is nothing left to do.</summary>
    private void Help(FileWorker worker)
    {
        while (true)
        {
            TreeFile? tree;
            lock (gate)
            {
                tree = trees.Find(static f => f.HasWork);
                if (tree is null)
                {
                    working--;
                    return;
                }
            }

            tree.Work(worker.StreamBuffer);
        }
    }

    // ---- many small files ----

    private void Flush(SmallBatch batch)
    {
        long bytes = batch.End;
        batch.Flush(choice, Complete);
        if (bytes > 0) Progress(bytes);
    }

    private sealed record WaitingFile(HashedFile File, InputFile Input);

    /// <summary>What a thread holds.</summary>
    private sealed class FileWorker(int batchBytes)
    {
        public SmallBatch Batch { get; } = new(batchBytes);

        public byte[] StreamBuffer => field ??= InputFile.Buffer(TreeFile.PieceBytes);
    }
}
