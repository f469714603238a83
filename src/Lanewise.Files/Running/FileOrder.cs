using Lanewise.Files.Reading;

namespace Lanewise.Files.Running;

/// <summary>
/// Controls the order in which files are taken and results are returned. Files are taken one by one. Results are returned in the
/// order of the files, or as files finish. The number of files in progress is limited, which also limits the memory for results
/// that wait for earlier ones.
/// </summary>
internal sealed class FileOrder(IEnumerable<HashedFile> files, Action<HashedFile> done, FileHashOptions options, Crew crew)
    : IDisposable
{
    private const int WindowFiles = 64 * 1024;

    private readonly CancellationToken token = options.Parallel?.CancellationToken ?? default;
    private readonly IEnumerator<HashedFile> source = files.GetEnumerator();
    private readonly Queue<HashedFile> pending = new();
    private readonly Dictionary<Stream, HashedFile> lastOfStream = [];
    private long filesDone, bytesDone;

    /// <summary>The number of files taken so far.</summary>
    public long Taken { get; private set; }

    /// <summary>Indicates whether the last file has arrived.</summary>
    public bool IsExhausted { get; private set; }

    /// <summary>The numbers of files and bytes that have been hashed so far.</summary>
    public FileHashProgress Done => new(Interlocked.Read(ref filesDone), Interlocked.Read(ref bytesDone));

    /// <summary>
    /// Returns the next file. Returns null if the thread must first finish its own files, or if there are no more files.
    /// </summary>
    /// <param name="mustNotWait">Returns whether all threads may be waiting for a file that this thread must finish.</param>
    /// <param name="isEnd">True if there are no more files.</param>
    public HashedFile? Take(Func<bool> mustNotWait, out bool isEnd)
    {
        lock (crew.Gate)
        {
            isEnd = false;
            while (!IsExhausted && !crew.HasFailed && pending.Count >= WindowFiles)
            {
                if (mustNotWait()) return null;

                Monitor.Wait(crew.Gate);
            }

            token.ThrowIfCancellationRequested();
            if (!IsExhausted && !crew.HasFailed && source.MoveNext())
            {
                HashedFile file = source.Current;
                if (!options.AsTheyFinish) pending.Enqueue(file);
                if (file is { Stream: { } stream, IsAlone: true })
                {
                    file.Before = lastOfStream.GetValueOrDefault(stream);
                    lastOfStream[stream] = file;
                }

                Taken++;
                return file;
            }

            IsExhausted = true;
            isEnd = true;
            return null;
        }
    }

    /// <summary>Waits until another thread has processed the previous file with the same stream.</summary>
    public void WaitForStream(HashedFile file)
    {
        if (file.Before is null) return;

        lock (crew.Gate)
        {
            while (file.Before is { IsDone: false } && !crew.HasFailed) Monitor.Wait(crew.Gate);

            file.Before = null;
        }
    }

    /// <summary>Returns the results for files, either immediately or after the results of earlier files.</summary>
    public void Complete(params ReadOnlySpan<HashedFile> finished)
    {
        lock (crew.Gate)
        {
            foreach (HashedFile file in finished) file.IsDone = true;
            if (crew.HasFailed) return;

            filesDone += finished.Length;
            long before = pending.Count;
            try
            {
                if (options.AsTheyFinish) foreach (HashedFile file in finished) done(file);
                while (pending.Count > 0 && pending.Peek().IsDone) done(pending.Dequeue());
                if (pending.Count < before || options.AsTheyFinish) options.Flush?.Invoke();
            }
            catch (Exception e) when (ReadErrors.IsExpected(e))
            {
                // An exception in the caller's code must not be reported as a file error.
                crew.Fail(e);
                throw new OperationCanceledException();
            }

            Monitor.PulseAll(crew.Gate);
        }
    }

    /// <summary>Counts hashed bytes.</summary>
    /// <exception cref="OperationCanceledException">The run was cancelled, or another thread failed.</exception>
    public void Progress(long bytes)
    {
        token.ThrowIfCancellationRequested();
        if (crew.HasFailed) throw new OperationCanceledException();

        Interlocked.Add(ref bytesDone, bytes);
        options.Progress?.Report(Done);
    }

    public void Dispose() => source.Dispose();
}
