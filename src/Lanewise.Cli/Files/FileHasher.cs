using System.Runtime.ExceptionServices;
using Lanewise.Cli.Algorithms;
using Lanewise.Cli.Terminal;
using Microsoft.Win32.SafeHandles;

namespace Lanewise.Cli.Files;

/// <summary>
/// Hashes files over cores and hands them back in the order in which they came. Small files are read whole and hashed many
/// at once, one per lane; large ones stream through a running hash, one per core, read from front to back, or as a tree, over
/// all cores that have nothing else to do. Memory is bounded whatever the number and the sizes: a batch per core, a buffer per
/// core, and a window of results that wait for their turn.
/// </summary>
internal sealed class FileHasher
{
    /// <summary>What all batches together may hold.</summary>
    private const int MemoryBytes = 32 << 20;

    private const int StreamBufferBytes = LargeFile.PieceBytes;
    private const int FirstSlabBytes = 256 * 1024;
    private const int BatchFiles = 1024;

    /// <summary>Files that may be under way at once; results wait here until those before them are printed.</summary>
    private const int WindowFiles = 64 * 1024;

    /// <summary>
    /// Before so many bytes are hashed, one file after the other is done sooner than the kernels for lanes are compiled
    /// (docs/cli.md, "Start-up").
    /// </summary>
    private const long LanesWorthBytes = 8 << 20;

    // What a file costs beside its bytes when it is hashed alone, in bytes.
    private const int FileOverheadBytes = 256;

    private readonly int workers;
    private readonly int cores;
    private readonly int batchBytes;
    private readonly int smallBytes;
    private readonly Progress? progress;
    private readonly Action<FileJob> done;
    private readonly Action flush;
    private readonly IEnumerator<FileJob> source;

    private readonly object gate = new();
    private readonly Lock standardInput = new();
    private readonly Queue<FileJob> pending = new();
    private readonly List<LargeFile> large = [];
    private int threads;
    private ExceptionDispatchInfo? failure;
    private bool exhausted;
    private long hashedBytes;

    private FileHasher(IEnumerable<FileJob> jobs, int workers, int cores, Progress? progress, Action<FileJob> done, Action flush)
    {
        this.workers = workers;
        this.cores = cores;
        threads = workers;
        this.progress = progress;
        this.done = done;
        this.flush = flush;
        source = jobs.GetEnumerator();
        batchBytes = MemoryBytes / 2 / workers;
        smallBytes = batchBytes / 16;
    }

    /// <summary>Hashes all files.</summary>
    /// <param name="jobs">The files; asked for one by one.</param>
    /// <param name="workers">How many to work on at once.</param>
    /// <param name="cores">How many threads there may be, of which one file can use several.</param>
    /// <param name="progress">Is told of bytes done; null for none.</param>
    /// <param name="done">Called for each file in order, never twice at once.</param>
    /// <param name="flush">Called after some files, before the next may take long.</param>
    public static void Run(IEnumerable<FileJob> jobs, int workers, int cores, Progress? progress, Action<FileJob> done, Action flush)
    {
        FileHasher hasher = new(jobs, workers, cores, progress, done, flush);
        Thread[] others = new Thread[workers - 1];
        for (int i = 0; i < others.Length; i++)
        {
            others[i] = new Thread(hasher.Work) { IsBackground = true };
            others[i].Start();
        }

        hasher.Work();
        foreach (Thread other in others) other.Join();
        hasher.source.Dispose();
        hasher.failure?.Throw();
    }

    private void Work()
    {
        Batch batch = new(batchBytes);
        try
        {
            while (true)
            {
                FileJob? job = Take(mayWait: batch.Jobs.Count == 0, out bool isEnd);
                if (job is null)
                {
                    Flush(batch);
                    if (!isEnd) continue;

                    Help(batch);
                    return;
                }

                if (job.Error is not null) Complete(job);
                else if (job.IsStandardInput) HashStandardInput(job);
                else Read(job, batch);
            }
        }
#pragma warning disable CA1031 // Handed to the thread that waits for all workers.
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

    /// <summary>The next file; null where the worker must first finish what it holds, or where there is no more.</summary>
    private FileJob? Take(bool mayWait, out bool isEnd)
    {
        lock (gate)
        {
            isEnd = false;
            while (!exhausted && pending.Count >= WindowFiles)
            {
                // The file that all wait for may lie in this worker's own batch.
                if (!mayWait) return null;
                Monitor.Wait(gate);
            }

            if (!exhausted && source.MoveNext())
            {
                FileJob job = source.Current;
                pending.Enqueue(job);
                return job;
            }

            exhausted = true;
            isEnd = true;
            return null;
        }
    }

    private void Complete(params ReadOnlySpan<FileJob> jobs)
    {
        lock (gate)
        {
            foreach (FileJob job in jobs) job.IsDone = true;
            if (failure is not null) return;

            int before = pending.Count;
            while (pending.Count > 0 && pending.Peek().IsDone) done(pending.Dequeue());
            if (pending.Count < before) flush();
            if (workers > 1) Monitor.PulseAll(gate);
        }
    }

    private void Fail(FileJob job, Exception e)
    {
        job.IsMissing = FileErrors.IsMissing(e);
        job.Error = FileErrors.Reason(e, job.Path);
        Complete(job);
    }

    // ---- one file ----

    private void Read(FileJob job, Batch batch)
    {
        // A batch is of one algorithm.
        if (batch.Jobs.Count > 0 && !ReferenceEquals(batch.Jobs[0].Algorithm, job.Algorithm)) Flush(batch);
        try
        {
            // Others may write to it meanwhile, as with any other tool.
            using SafeFileHandle handle = File.OpenHandle(
                job.Path, FileMode.Open, FileAccess.Read, FileShare.ReadWrite | FileShare.Delete, FileOptions.SequentialScan);
            if (!TryGetLength(handle, out long length))
            {
                // A pipe or a terminal: it is read to its end.
                using FileStream stream = new(handle, FileAccess.Read, bufferSize: 0);
                HashStream(job, stream, batch.StreamBuffer ??= new byte[StreamBufferBytes]);
                return;
            }

            if (length > smallBytes)
            {
                HashLarge(job, handle, length, batch);
                return;
            }

            // Files that say they are empty may have content all the same (/proc).
            int room = Math.Max((int)length + 1, 512);
            if (!batch.HasRoom(room)) Flush(batch);
            Memory<byte> place = batch.Reserve(room);
            int used = 0, read;
            while (used < room && (read = RandomAccess.Read(handle, place.Span.Slice(used), used)) > 0)
            {
                used += read;
                // As long as it said: a second read, only to be told so, costs a run on many small files some percent.
                if (used == length) break;
            }

            if (used == room)
            {
                HashLong(job, handle, place.Slice(0, used), batch);
                return;
            }

            batch.Add(job, place.Slice(0, used));
            job.Bytes = used;
            progress?.Add(used);
        }
        catch (Exception e) when (FileErrors.IsExpected(e))
        {
            Fail(job, e);
            return;
        }

        if (batch.Jobs.Count == BatchFiles) Flush(batch);
    }

    private static bool TryGetLength(SafeFileHandle handle, out long length)
    {
        length = 0;
        try
        {
            length = RandomAccess.GetLength(handle);
            return true;
        }
        catch (NotSupportedException)
        {
            return false;
        }
    }

    /// <summary>A large file of known length: as a tree where the hash is one.</summary>
    private void HashLarge(FileJob job, SafeFileHandle handle, long length, Batch batch)
    {
        if (length < LargeFile.LeastBytes)
        {
            HashLong(job, handle, default, batch);
            return;
        }

        using (RunningHash hash = job.Algorithm.Start())
        {
            if (hash.Tree is not { } tree)
            {
                HashLong(job, handle, default, batch);
                return;
            }

            byte[] buffer = batch.StreamBuffer ??= new byte[StreamBufferBytes];
            LargeFile file = new(handle, tree, length, progress);
            Open(file);
            file.Work(buffer);
            lock (gate) large.Remove(file);
            if (file.Finish())
            {
                long position = file.Pieces * LargeFile.PieceBytes;
                if (TryAppend(hash, handle, buffer, ref position))
                {
                    Finish(job, hash, position);
                    return;
                }
            }
        }

        // It became shorter while it was read, so that the tree has another shape: once more, from front to back.
        HashLong(job, handle, default, batch);
    }

    /// <summary>Lets others help, and starts as many as may be.</summary>
    private void Open(LargeFile file)
    {
        lock (gate)
        {
            large.Add(file);
            for (long most = file.Pieces; threads < cores && --most > 0; threads++)
            {
                new Thread(() => Help(new Batch(0))) { IsBackground = true }.Start();
            }
        }
    }

    /// <summary>Works on the large files of others until there is nothing left to do.</summary>
    private void Help(Batch batch)
    {
        while (true)
        {
            LargeFile? file;
            lock (gate)
            {
                file = large.Find(static f => f.HasWork);
                if (file is null)
                {
                    threads--;
                    return;
                }
            }

            file.Work(batch.StreamBuffer ??= new byte[StreamBufferBytes]);
        }
    }

    /// <summary>The rest of a file whose first bytes were read.</summary>
    private void HashLong(FileJob job, SafeFileHandle handle, ReadOnlyMemory<byte> start, Batch batch)
    {
        using RunningHash hash = job.Algorithm.Start();
        byte[] buffer = batch.StreamBuffer ??= new byte[StreamBufferBytes];
        hash.Append(start.Span);
        progress?.Add(start.Length);
        long position = start.Length;
        TryAppend(hash, handle, buffer, ref position);
        if (failure is null) Finish(job, hash, position);
    }

    /// <summary>Appends what a file has from a position on.</summary>
    /// <returns>Whether there was anything.</returns>
    private bool TryAppend(RunningHash hash, SafeFileHandle handle, byte[] buffer, ref long position)
    {
        long start = position;
        int read;
        while ((read = RandomAccess.Read(handle, buffer, position)) > 0)
        {
            hash.Append(buffer.AsSpan(0, read));
            position += read;
            progress?.Add(read);
            if (Volatile.Read(ref exhausted) && failure is not null) break;
        }

        return position > start;
    }

    private void HashStandardInput(FileJob job)
    {
        try
        {
            lock (standardInput)
            {
                using Stream input = Console.OpenStandardInput();
                HashStream(job, input, new byte[StreamBufferBytes]);
            }
        }
        catch (Exception e) when (FileErrors.IsExpected(e))
        {
            Fail(job, e);
        }
    }

    private void HashStream(FileJob job, Stream stream, byte[] buffer)
    {
        using RunningHash hash = job.Algorithm.Start();
        long bytes = 0;
        int read;
        while ((read = stream.Read(buffer)) > 0)
        {
            hash.Append(buffer.AsSpan(0, read));
            bytes += read;
            progress?.Add(read);
        }

        Finish(job, hash, bytes);
    }

    private void Finish(FileJob job, RunningHash hash, long bytes)
    {
        byte[] digest = new byte[job.Algorithm.HashBytes];
        hash.Finish(digest);
        job.Digest = digest;
        job.Bytes = bytes;
        Complete(job);
    }

    // ---- many small files ----

    private void Flush(Batch batch)
    {
        int count = batch.Jobs.Count;
        if (count == 0) return;

        FileAlgorithm algorithm = batch.Jobs[0].Algorithm;
        int size = algorithm.HashBytes;
        long work = batch.ContentBytes + ((long)count * FileOverheadBytes);
        byte[] digests = new byte[count * size];
        // A full batch is seldom the last.
        if (Interlocked.Add(ref hashedBytes, work) < LanesWorthBytes && count < BatchFiles)
        {
            for (int i = 0; i < count; i++) algorithm.Hash(batch.Contents[i].Span, digests.AsSpan(i * size, size));
        }
        else
        {
            algorithm.HashMany(batch.Contents.AsSpan(0, count), digests);
        }

        for (int i = 0; i < count; i++) batch.Jobs[i].Digest = count == 1 ? digests : digests.AsSpan(i * size, size).ToArray();
        Complete(batch.Jobs.ToArray());
        batch.Clear();
    }

    /// <summary>What one worker holds: files read whole, in a slab that grows with use.</summary>
    private sealed class Batch(int limit)
    {
        private byte[] slab = [];
        private int position;

        public List<FileJob> Jobs { get; } = [];

        public ReadOnlyMemory<byte>[] Contents { get; private set; } = new ReadOnlyMemory<byte>[16];

        /// <summary>The bytes of the files.</summary>
        public long ContentBytes { get; private set; }

        public byte[]? StreamBuffer { get; set; }

        public bool HasRoom(int bytes) => ContentBytes + bytes <= limit;

        /// <summary>Room for a file; it counts once the file is added.</summary>
        public Memory<byte> Reserve(int bytes)
        {
            if (position + bytes > slab.Length)
            {
                // The slab before it lives on until its files are hashed; together they stay below twice the limit.
                slab = new byte[Math.Max(bytes, Math.Min(limit, Math.Max(2 * slab.Length, FirstSlabBytes)))];
                position = 0;
            }

            return slab.AsMemory(position, bytes);
        }

        public void Add(FileJob job, ReadOnlyMemory<byte> content)
        {
            if (Jobs.Count == Contents.Length)
            {
                ReadOnlyMemory<byte>[] more = new ReadOnlyMemory<byte>[2 * Contents.Length];
                Contents.CopyTo(more, 0);
                Contents = more;
            }

            Contents[Jobs.Count] = content;
            Jobs.Add(job);
            position += content.Length;
            ContentBytes += content.Length;
        }

        public void Clear()
        {
            Array.Clear(Contents, 0, Jobs.Count);
            Jobs.Clear();
            position = 0;
            ContentBytes = 0;
        }
    }
}
