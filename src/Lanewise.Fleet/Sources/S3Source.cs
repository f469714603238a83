using System.Collections.Concurrent;
using System.Security.Cryptography;
using System.Text;
using System.Threading.Channels;
using Amazon.S3.Model;
using Lanewise.Files;
using Lanewise.Fleet.Catalogue;
using Lanewise.Fleet.Working;

namespace Lanewise.Fleet.Sources;

/// <summary>
/// The objects whose keys begin with a prefix, for example <c>s3://bucket/prefix</c>. Common prefixes that end in a slash are
/// listed like directories. The source prefetches objects while earlier objects are hashed. ETags are verified with the same
/// bytes that are read for the digest.
/// </summary>
internal sealed class S3Source : AuditSource
{
    public const string Scheme = "s3://";

    /// <summary>The number of objects that are fetched in parallel. Each object uses at most 1 MiB of memory.</summary>
    internal const int Fetched = 24;

    // A prefix followed by this text sorts after every key that begins with the prefix.
    private const string LastOfAll = "\U0010FFFF";

    private static readonly FileHash MD5Hash = FileHash.Of(HashAlgorithmName.MD5);

    private readonly S3Client client;
    private readonly string bucket, start;
    private readonly FileTreeOptions options;
    private readonly PartSizes sizes = new();
    private readonly ConcurrentDictionary<long, S3Stream> expected = [];
    private readonly Channel<S3Stream> pending = Channel.CreateUnbounded<S3Stream>();
    private readonly CancellationTokenSource ended = new();
    private FileHash? withMD5;
    private int feeds;

    /// <summary>Creates a source for the objects of a bucket.</summary>
    /// <param name="source">The bucket and the prefix.</param>
    /// <param name="settings">The settings that select the objects to plan.</param>
    /// <param name="client">The store. Null means the store that the environment variables name.</param>
    public S3Source(FleetSource source, FleetPlanSettings settings, S3Client? client = null)
    {
        bucket = BucketOf(source.Root);
        this.client = client ?? new();
        start = $"{Scheme}{bucket}/";
        options = Filters(settings);
    }

    /// <summary>Returns the bucket of a source.</summary>
    /// <exception cref="FleetException">The root does not name a bucket.</exception>
    public static string BucketOf(string root) => root.Substring(Scheme.Length).Split('/')[0] is { Length: > 0 } name
        && name is not ("." or "..")
            ? name : throw new FleetException($"{root}: an S3 source has the form {Scheme}BUCKET/PREFIX.");

    public override IEnumerable<ListedPage> List(FolderLease lease, CancellationToken token)
    {
        string prefix = KeyOf(PathText.FromBytes(lease.Path));
        string? cursor = lease.Cursor is null ? null : Encoding.UTF8.GetString(lease.Cursor);
        while (true)
        {
            // After a common prefix, the listing skips all keys that begin with this prefix. Otherwise, the store would return
            // the same prefix again.
            bool isFolder = cursor is not null && cursor.EndsWith('/') && cursor.Length > prefix.Length;
            string? after = isFolder ? cursor + LastOfAll : cursor;
            ListObjectsV2Response? page = client.List(bucket, prefix, after, out string? refusal, token);
            if (page is null)
            {
                yield return new([new(lease.Path, 0) { Status = ItemStatus.Unreadable, Note = refusal }], [], null);
                yield break;
            }

            List<PlannedItem> items = [];
            List<FolderLease> folders = [];
            string? last = cursor;
            bool isNews(string key)
            {
                if (cursor is not null && PathText.CompareBytes(key, cursor) <= 0) return false;
                if (last is null || PathText.CompareBytes(key, last) > 0) last = key;
                return true;
            }

            foreach (S3Object found in page.S3Objects ?? [])
            {
                string key = Decoded(found.Key);
                bool isIncluded = lease.IsIncluded;
                if (isNews(key) && !LeavesOut(key, false, ref isIncluded))
                    items.Add(new(PathText.ToBytes(start + key), found.Size ?? 0, found.ETag?.Trim('"')));
            }

            foreach (string encoded in page.CommonPrefixes ?? [])
            {
                string key = Decoded(encoded);
                bool isIncluded = lease.IsIncluded;
                if (isNews(key) && !LeavesOut(key, true, ref isIncluded))
                    folders.Add(new(lease.Source, PathText.ToBytes(start + key), isIncluded));
            }

            // Without this check, the listing would never end if a store reported more keys but returned no new ones.
            bool isEnd = page.IsTruncated != true || last == cursor;
            yield return new(items, folders, isEnd ? null : Encoding.UTF8.GetBytes(last!));
            if (isEnd) yield break;

            cursor = last;
        }
    }

    public override void Expect(IReadOnlyList<WorkItem> items)
    {
        if (Interlocked.Exchange(ref feeds, 1) == 0) _ = Task.Run(FeedAsync, CancellationToken.None);
        foreach (WorkItem item in items)
        {
            S3Stream stream = expected.GetOrAdd(item.Id, _ => Object(item));
            pending.Writer.TryWrite(stream);
        }
    }

    public override void Forget(IEnumerable<WorkItem> items)
    {
        foreach (WorkItem item in items)
        {
            if (expected.TryRemove(item.Id, out S3Stream? stream)) stream.Forget();
        }
    }

    public override WorkFile Open(WorkItem item, FileHash hash, Pace pace)
    {
        pace.Add(item.Bytes);
        // Files are hashed together only if they share one FileHash object.
        bool isPlain = item.Mark is { } mark && PartSizes.CountOf(mark) is null && hash.AlgorithmName != MD5Hash.AlgorithmName;
        FileHash both = isPlain ? withMD5 ??= FileHash.Several(hash, MD5Hash) : hash;
        return new(item, expected.TryRemove(item.Id, out S3Stream? stream) ? stream : Object(item), both);
    }

    public override SourceVerdict Judge(WorkFile file)
    {
        if (file.Stream is not S3Stream { ETag: { } etag, IsOfMD5: true } read) return default;

        if (PartSizes.CountOf(etag) is not null)
        {
            return new(false, read.PartSize > 0
                ? FormattableString.Invariant($"its ETag is right, with parts of {read.PartSize} bytes")
                : "its ETag is not verified: no known part size matches");
        }

        // If an object was replaced after it was listed, the MD5 of its content might not have been computed.
        FileHash? md5 = file.Hash.Parts.FirstOrDefault(part => part.AlgorithmName == MD5Hash.AlgorithmName);
        if (md5 is null || etag.Length != 2 * md5.HashSizeInBytes) return default;

        string found = Convert.ToHexStringLower(file.DigestOf(md5));
        return found == etag ? default : new(true, $"its ETag says that its MD5 is {etag}, but it is {found}");
    }

    public override void Dispose()
    {
        ended.Cancel();
        pending.Writer.TryComplete();
        client.Dispose();
        base.Dispose();
    }

    private string KeyOf(string name) => name.Length < start.Length ? "" : name.Substring(start.Length);

    private S3Stream Object(WorkItem item) => new(client, bucket, KeyOf(item.Name), item.Bytes == 0, sizes, ended.Token);

    private bool LeavesOut(string key, bool isFolder, ref bool isIncluded) =>
        options.LeavesOut(isFolder ? key.AsSpan(0, key.Length - 1) : key, isFolder, ref isIncluded);

    // Decodes URL-encoded text.
    private static string Decoded(string text) => Uri.UnescapeDataString(text.Replace('+', ' '));

    private async Task FeedAsync()
    {
        using SemaphoreSlim slots = new(Fetched);
        try
        {
            await foreach (S3Stream stream in pending.Reader.ReadAllAsync(ended.Token).ConfigureAwait(false))
            {
                await slots.WaitAsync(ended.Token).ConfigureAwait(false);
                stream.Begin();
                _ = stream.WhenRead.ContinueWith(_ => slots.Release(), TaskScheduler.Default);
            }
        }
        catch (OperationCanceledException)
        {
            // After this call, no more data is read.
        }
    }
}
