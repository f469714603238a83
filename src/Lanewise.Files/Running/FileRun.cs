using Lanewise.Blake3Family;
using Lanewise.Files.Reading;

namespace Lanewise.Files.Running;

/// <summary>
/// Hashes the files of one run. Each idle thread takes the next file. A small file is added to the thread's batch. A large file
/// waits until there are enough large files to fill the lanes. If the hash is a tree, all idle threads hash pieces of a large
/// file. For each thread, the run keeps one batch and one round of reads in memory; it also keeps the results that wait for
/// earlier results.
/// </summary>
internal sealed class FileRun : IDisposable
{
    /// <summary>The memory limits in bytes: the limit for all batches together and the limit for each batch.</summary>
    private const int MemoryBytes = 24 << 20, MostBatchBytes = 4 << 20, LeastBatchBytes = 512 * 1024;

    // The maximum number of open files that are waiting for lanes. A process can have about a thousand open files.
    private const int MostWaiting = 256;

    // The minimum number of files for which starting another thread saves time.
    private const int FilesPerThread = 32;

    private readonly Crew crew;
    private readonly FileOrder order;
    private readonly int batchBytes;
    private readonly bool followsDevice;
    private readonly LaneChoice choice;

    private readonly List<WaitingFile> waiting = [];
    private readonly TreesOverCores trees;
    private ReadGate? reading;
    private bool deviceIsKnown;

    private FileRun(IEnumerable<HashedFile> files, Action<HashedFile> done, FileHashOptions options, int cores,
        bool followsDevice)
    {
        crew = new Crew(cores);
        order = new FileOrder(files, done, options, crew);
        trees = new TreesOverCores(crew, Progress);
        this.followsDevice = followsDevice;
        choice = new LaneChoice(options.ExpectedFiles);
        batchBytes = Math.Clamp(MemoryBytes / cores, LeastBatchBytes, MostBatchBytes);
    }

    private int SmallBytes => batchBytes / 8;

    public static FileHashSummary Run(
        IEnumerable<HashedFile> files, Action<HashedFile> done, FileHashOptions options, int cores, bool followsDevice)
    {
        using FileRun run = new(files, done, options, cores, followsDevice);
        run.crew.Run(run.Work);
        run.crew.ThrowIfFailed();
        FileHashProgress sum = run.order.Done;
        return new(sum.Files, sum.Bytes, run.crew.MostAtOnce, run.choice.MostLanes);
    }

    public void Dispose()
    {
        foreach (WaitingFile file in waiting) file.Input.Dispose();
        order.Dispose();
    }

    private void Work()
    {
        FileWorker worker = new(batchBytes);
        // If a file is in this thread's batch or is waiting for lanes, all other threads may be waiting for it, so this thread
        // must not wait.
        Func<bool> mustNotWait = () => worker.Batch.Count > 0 || waiting.Count > 0;
        while (true)
        {
            if (RunLarge(worker, isEnd: false)) continue;

            HashedFile? file = Take(mustNotWait, out bool isEnd);
            if (file is not null)
            {
                Read(file, worker);
                continue;
            }

            Flush(worker.Batch);
            if (RunLarge(worker, isEnd: true) || !isEnd) continue;

            trees.Help(() => worker.StreamBuffer);
            return;
        }
    }

    private HashedFile? Take(Func<bool> mustNotWait, out bool isEnd)
    {
        HashedFile? file = order.Take(mustNotWait, out isEnd);
        if (file is not null && order.Taken % FilesPerThread == 0) StartAnother();
        return file;
    }

    private void Complete(params ReadOnlySpan<HashedFile> files) => order.Complete(files);

    private void Progress(long bytes) => order.Progress(bytes);

    private void Fail(HashedFile file, Exception error)
    {
        file.Error = error;
        Complete(file);
    }

    private void Succeed(HashedFile file, IncrementalFileHash hash, long bytes)
    {
        file.Set(hash.Finish(), bytes);
        Complete(file);
    }

    // ---- threads ----

    private void StartAnother()
    {
        if (!order.IsExhausted) crew.TryStart(Work);
    }

    // If the file is on a hard disk, only one thread reads at a time.
    private void LookAt(InputFile input)
    {
        if (deviceIsKnown || !followsDevice || crew.Working == 1 || input.Device == 0) return;

        deviceIsKnown = true;
        if (Device.IsHardDisk(input.Device)) reading = new ReadGate();
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

        // All files in a batch must use the same hash object.
        if (worker.Batch.Hash is { } hash && !ReferenceEquals(hash, file.Hash)) Flush(worker.Batch);
        InputFile? input = null;
        try
        {
            if (file.Stream is { } stream) input = InputFile.Of(stream);
            else if ((input = file.Open(out Exception? error)) is null)
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
        // Files that report length 0, for example in /proc, may have content.
        int capacity = Math.Max(length + 1, 512), used = 0, read;
        SmallBatch batch = worker.Batch;
        if (!batch.TryReserve(capacity))
        {
            Flush(batch);
            batch.TryReserve(capacity);
        }

        while (used < capacity && (read = Read(input, batch.Buffer, batch.End + used, capacity - used, used)) > 0)
        {
            used += read;
            // The file is as long as reported. For many small files, a second read to confirm the end would take a few percent
            // of the total time.
            if (used == length) break;
        }

        ReadOnlySpan<byte> content = batch.Buffer.AsSpan(batch.End, used);
        if (used == capacity && length == 0 && file.IsRegular)
        {
            Fail(file, new IOException("it claims to be empty, but has content"));
        }
        else if (used == capacity)
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
            if (used > file.Hash.LongestWithOthers) choice.Took(file.Hash.LanesAlone);
            byte[] digest = new byte[file.Hash.HashSizeInBytes];
            file.Hash.Hash(content, digest);
            file.Set(digest, used);
            Complete(file);
            Progress(used);
        }
    }

    /// <summary>Hashes a large file in lanes together with other files, as a tree on several cores, or alone.</summary>
    /// <returns>True if the file must remain open.</returns>
    private bool HashLarge(HashedFile file, InputFile input, FileWorker worker)
    {
        StartAnother();
        if (file.Hash.AdvancesInLanes && !file.IsAlone && (input.Length is not null || file.Stream is not null))
        {
            choice.Add(input.Length ?? batchBytes);
            lock (crew.Gate) waiting.Add(new(file, input));
            return true;
        }

        choice.Took(file.Hash.LanesAlone);
        if (input.Length >= TreeFile.LeastBytes && HashTree(file, input, worker)) return false;

        order.WaitForStream(file);
        if (file.Stream is null) HashAlone(file, input, default, worker);
        else lock (file.Stream) HashAlone(file, input, default, worker);
        return false;
    }

    /// <summary>Hashes the rest of a file whose first bytes have already been read.</summary>
    private void HashAlone(HashedFile file, InputFile input, ReadOnlySpan<byte> start, FileWorker worker)
    {
        using IncrementalFileHash hash = file.Hash.Start();
        hash.Append(start);
        Progress(start.Length);
        long position = start.Length;
        Append(hash, input, worker, ref position);
        Succeed(file, hash, position);
    }

    private void Append(IncrementalFileHash hash, InputFile input, FileWorker worker, ref long position)
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

    /// <summary>Hashes the waiting large files if there are enough of them or if the last file has arrived.</summary>
    private bool RunLarge(FileWorker worker, bool isEnd)
    {
        List<WaitingFile> files = [];
        lock (crew.Gate)
        {
            if (waiting.Count == 0) return false;

            FileHash hash = waiting[0].File.Hash;
            int lanes = hash.Lanes, count = waiting.Count(file => ReferenceEquals(file.File.Hash, hash));
            if (!isEnd && count < lanes && waiting.Count < MostWaiting) return false;

            // Takes enough files to fill the lanes, or fewer if other threads are idle and each thread can still fill a vector.
            bool inLanes = choice.Pays(hash, count);
            int share = inLanes ? Math.Min(lanes, Math.Max((count + crew.Working - 1) / crew.Working, hash.LanesOfOneStream)) : 1;
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
        set.Run(readsAhead: crew.Most > 1);
        Flush(reader.Batch);
    }

    private Section Open(WaitingFile waitingFile)
    {
        (HashedFile file, InputFile input) = waitingFile;
        IncrementalFileHash hash = file.Hash.Start();
        return new Section(input, 0, long.MaxValue, hash, section =>
        {
            if (section.Error is { } error) Fail(file, error);
            else Succeed(file, hash, section.Bytes);
            hash.Dispose();
            input.Dispose();
        });
    }

    /// <summary>Returns a large file for a free lane: a waiting file, or one of the next files.</summary>
    private WaitingFile? NextLarge(FileHash hash, FileWorker worker)
    {
        for (int i = 0; ; i++)
        {
            lock (crew.Gate)
            {
                if (NextWaiting(hash) is { } file) return file;
            }

            // The search is limited, because the other lanes wait for it to end.
            if (i == FilesPerThread || Take(static () => true, out _) is not { } another) return null;

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
        using IncrementalFileHash hash = file.Hash.Start();
        if (hash.Hash?.Incremental is not Blake3Incremental tree) return false;

        // If the file became shorter while it was being read, its tree has a different shape, so it is hashed again
        // sequentially.
        if (!trees.TryHash(input, input.Length!.Value, tree, worker.StreamBuffer, out long position)) return false;

        long whole = position;
        Append(hash, input, worker, ref position);
        if (position == whole) return false;

        Succeed(file, hash, position);
        return true;
    }

    // ---- many small files ----

    private void Flush(SmallBatch batch)
    {
        long bytes = batch.End;
        batch.Flush(choice, Complete);
        if (bytes > 0) Progress(bytes);
    }

    private sealed record WaitingFile(HashedFile File, InputFile Input);

    /// <summary>The buffers of a thread.</summary>
    private sealed class FileWorker(int batchBytes)
    {
        public SmallBatch Batch { get; } = new(batchBytes);

        public byte[] StreamBuffer => field ??= InputFile.Buffer(TreeFile.PieceBytes);
    }
}
