using System.Buffers;
using System.Collections.Concurrent;
using System.Globalization;
using System.IO.Pipelines;
using System.Net;
using Amazon.S3;
using Amazon.S3.Model;
using Lanewise.Files;

namespace Lanewise.Fleet.Sources;

/// <summary>
/// A stream over an S3 object. The stream prefetches data up to a limit, and resumes the download at the same offset after a
/// broken connection. The part size of the object's ETag is determined while the object is read.
/// </summary>
internal sealed class S3Stream(S3Client client, string bucket, string key, bool isEmpty, PartSizes sizes, CancellationToken token)
    : Stream
{
    private const int AheadBytes = 1 << 20, Tries = 5;

    private static readonly TimeSpan Pause = TimeSpan.FromMilliseconds(500);

    private readonly Pipe pipe = new(new PipeOptions(
        pauseWriterThreshold: AheadBytes, resumeWriterThreshold: AheadBytes / 2, minimumSegmentSize: 64 * 1024,
        useSynchronizationContext: false));

    private readonly TaskCompletionSource whenRead = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private CancellationTokenSource? fetching;
    private volatile bool isDropped;
    private int begun;
    private long length;
    private RunningETags? etags;

    /// <summary>A task that completes when no part of the object is left in memory.</summary>
    public Task WhenRead => whenRead.Task;

    /// <summary>The store's ETag without quotes, or null if no data has been read yet.</summary>
    public string? ETag { get; private set; }

    /// <summary>
    /// Indicates whether the ETag consists of MD5 values, which is not the case with customer-provided encryption keys.
    /// </summary>
    public bool IsOfMD5 { get; private set; }

    /// <summary>The part size for which the content matches the ETag, or 0 if no such size was found.</summary>
    public long PartSize { get; private set; }

    public override bool CanRead => true;

    public override bool CanSeek => false;

    public override bool CanWrite => false;

    public override long Length => throw new NotSupportedException();

    public override long Position { get => throw new NotSupportedException(); set => throw new NotSupportedException(); }

    /// <summary>Starts fetching the object. Later calls have no effect.</summary>
    public void Begin()
    {
        if (!isDropped && Interlocked.Exchange(ref begun, 1) == 0) _ = Task.Run(FetchAsync, CancellationToken.None);
    }

    /// <summary>Stops fetching the object before its end, and releases the data.</summary>
    public void Forget()
    {
        if (whenRead.Task.IsCompleted) return;

        isDropped = true;
        try
        {
            Volatile.Read(ref fetching)?.Cancel();
        }
        catch (ObjectDisposedException)
        {
            // The whole object was fetched.
        }

        pipe.Reader.Complete();
        etags?.Dispose();
        whenRead.TrySetResult();
    }

    public override int Read(byte[] buffer, int offset, int count)
    {
        if (whenRead.Task.IsCompleted) return 0;

        Begin();
        try
        {
            ReadOnlySequence<byte> data = pipe.Reader.ReadAsync(token).AsTask().GetAwaiter().GetResult().Buffer;
            int read = (int)Math.Min(count, data.Length);
            data.Slice(0, read).CopyTo(buffer.AsSpan(offset, read));
            pipe.Reader.AdvanceTo(data.GetPosition(read));
            if (read > 0) etags?.Append(buffer.AsMemory(offset, read));
            else End();
            return read;
        }
        catch
        {
            pipe.Reader.Complete();
            whenRead.TrySetResult();
            throw;
        }
    }

    public override int Read(Span<byte> buffer)
    {
        byte[] copy = new byte[Math.Min(buffer.Length, 64 * 1024)];
        int read = Read(copy, 0, copy.Length);
        copy.AsSpan(0, read).CopyTo(buffer);
        return read;
    }

    public override void Flush()
    {
        // The stream is read-only.
    }

    public override long Seek(long offset, SeekOrigin origin) => throw new NotSupportedException();

    public override void SetLength(long value) => throw new NotSupportedException();

    public override void Write(byte[] buffer, int offset, int count) => throw new NotSupportedException();

    // ---- prefetching ----

    private async Task FetchAsync()
    {
        using CancellationTokenSource own = CancellationTokenSource.CreateLinkedTokenSource(token);
        Volatile.Write(ref fetching, own);
        // Forget sets the flag before it looks for the token source, so this check cannot miss a cancellation.
        if (isDropped) own.Cancel();
        await FetchAsync(own.Token).ConfigureAwait(false);
    }

    private async Task FetchAsync(CancellationToken token)
    {
        long position = 0;
        for (int tries = 0; ;)
        {
            try
            {
                using GetObjectResponse response = await GetAsync(position, token).ConfigureAwait(false);
                if (ETag is null) Learn(response);
                while (true)
                {
                    Memory<byte> buffer = pipe.Writer.GetMemory(64 * 1024);
                    int read = await response.ResponseStream.ReadAsync(buffer, token).ConfigureAwait(false);
                    if (read == 0) break;

                    position += read;
                    tries = 0;
                    pipe.Writer.Advance(read);
                    if ((await pipe.Writer.FlushAsync(token).ConfigureAwait(false)).IsCompleted) return;
                }

                if (position < length) throw new IOException("the connection ended before the object did");

                await pipe.Writer.CompleteAsync().ConfigureAwait(false);
                return;
            }
            catch (AmazonS3Exception e) when (
                e.StatusCode == HttpStatusCode.RequestedRangeNotSatisfiable && position == 0 && !isEmpty)
            {
                // The object is now empty, but had content when it was listed.
                isEmpty = true;
            }
            catch (Exception e) when (S3Client.MayPass(e) && tries++ < Tries && !token.IsCancellationRequested)
            {
                await Task.Delay(Pause * tries, CancellationToken.None).ConfigureAwait(false);
            }
#pragma warning disable CA1031 // The reading thread rethrows the exception.
            catch (Exception e)
#pragma warning restore CA1031
            {
                await pipe.Writer.CompleteAsync(S3Client.IsExpected(e) && !token.IsCancellationRequested
                    ? new IOException(S3Client.Reason(e), e) : e).ConfigureAwait(false);
                return;
            }
        }
    }

    // Requests only the version whose first bytes were read. If the object is replaced in the meantime, the request fails.
    private Task<GetObjectResponse> GetAsync(long start, CancellationToken token) =>
        client.GetAsync(bucket, key, isEmpty && start == 0 ? null : start, ETag is null ? null : $"\"{ETag}\"", token);

    private void Learn(GetObjectResponse response)
    {
        ETag = response.ETag?.Trim('"');
        length = response.ContentLength;
        IsOfMD5 = response.ServerSideEncryptionMethod?.Value is null or "" or "AES256"
            && response.ServerSideEncryptionCustomerMethod?.Value is null or "" or "None";
        if (ETag is not null && IsOfMD5 && PartSizes.CountOf(ETag) is int parts) etags = new(sizes.Likely(length, parts));
    }

    // ---- the ETag ----

    private void End()
    {
        pipe.Reader.Complete();
        try
        {
            if (etags is not null) FindPartSize(etags);
        }
        finally
        {
            etags?.Dispose();
            whenRead.TrySetResult();
        }
    }

    private void FindPartSize(RunningETags likely)
    {
        if (Matches(likely)) return;

        long[] others = [.. PartSizes.All(length, PartSizes.CountOf(ETag!)!.Value).Except(likely.PartSizes)];
        if (others.Length == 0) return;

        // Try again, because this object may have a different part size from the previous objects.
        try
        {
            using RunningETags rest = new(others);
            using GetObjectResponse response = GetAsync(0, token).GetAwaiter().GetResult();
            byte[] buffer = new byte[256 * 1024];
            for (int read; (read = response.ResponseStream.Read(buffer, 0, buffer.Length)) > 0;)
                rest.Append(buffer.AsMemory(0, read));
            Matches(rest);
        }
        catch (Exception e) when (S3Client.IsExpected(e) && !token.IsCancellationRequested)
        {
            // The content was read completely. Only the part size is unknown.
        }
    }

    private bool Matches(RunningETags tried)
    {
        int found = Array.IndexOf(tried.Finish(), ETag);
        if (found < 0) return false;

        PartSize = tried.PartSizes[found];
        sizes.Add(PartSize);
        return true;
    }
}

/// <summary>Supplies the candidate part sizes, starting with sizes that were found for other objects of this source.</summary>
internal sealed class PartSizes
{
    private readonly ConcurrentDictionary<long, bool> found = [];

    /// <summary>Returns the number of parts in an ETag, or null if it contains no such number.</summary>
    public static int? CountOf(string etag)
    {
        int hyphen = etag.IndexOf('-', StringComparison.Ordinal);
        return hyphen == 2 * Md5.HashSizeInBytes && int.TryParse(
            etag.AsSpan(hyphen + 1), NumberStyles.None, CultureInfo.InvariantCulture, out int parts) && parts > 0 ? parts : null;
    }

    public void Add(long size) => found.TryAdd(size, true);

    public static long[] All(long length, int parts) => [.. MultipartETag.Candidates(length, parts)];

    public long[] Likely(long length, int parts)
    {
        long[] all = All(length, parts), known = [.. all.Where(found.ContainsKey)];
        return known.Length > 0 ? known : all;
    }
}
