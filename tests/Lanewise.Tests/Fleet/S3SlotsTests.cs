using System.Collections.Concurrent;
using System.Globalization;
using System.Net;
using System.Net.Sockets;
using Amazon.Runtime;
using Lanewise.Fleet;
using Lanewise.Fleet.Catalogue;
using Lanewise.Fleet.Sources;
using Xunit;

namespace Lanewise.Tests;

/// <summary>
/// Tests the limit on concurrent requests for prefetched objects. The limit must hold even after ranges have been lost.
/// </summary>
public sealed class S3SlotsTests
{
    private const int LostRanges = 30;

    [Fact]
    public async Task LostRangesReleaseTheirSlots()
    {
        using Store store = new();
        using S3Source source = new(
            new(0, "s3://bucket/"), new(), new S3Client(store.Address, new BasicAWSCredentials("key", "secret")));
        for (int range = 0; range <= LostRanges; range++)
        {
            WorkItem[] items = [.. Enumerable.Range(0, S3Source.Fetched).Select(i => Item(range, i))];
            source.Expect(items);
            // The source must send all its requests at once for the first range, and again after thirty ranges have been lost.
            // The store does not respond to any request.
            await store.Asked(items);
            if (range < LostRanges) source.Forget(items);
        }

        Assert.Equal((LostRanges + 1) * S3Source.Fetched, store.Requests);
    }

    [Fact]
    public async Task ARangeThatIsDroppedBeforeItsRequestIsNotRequested()
    {
        using Store store = new();
        using S3Source source = new(
            new(0, "s3://bucket/"), new(), new S3Client(store.Address, new BasicAWSCredentials("key", "secret")));
        WorkItem[] first = [.. Enumerable.Range(0, S3Source.Fetched).Select(i => Item(0, i))];
        source.Expect(first);
        await store.Asked(first);
        WorkItem[] waiting = [.. Enumerable.Range(0, S3Source.Fetched).Select(i => Item(1, i))];
        source.Expect(waiting);
        source.Forget(waiting);
        source.Forget(first);
        WorkItem last = Item(2, 0);
        source.Expect([last]);
        await store.Asked(last);
        Assert.Equal(S3Source.Fetched + 1, store.Requests);
    }

    // The S3 client removes a leading slash from a key. If this were not corrected, the source would read a different object.
    [Theory]
    [InlineData("key", "/bucket/key")]
    [InlineData("/key", "/bucket//key")]
    [InlineData("//key", "/bucket///key")]
    [InlineData("/bucket/key", "/bucket//bucket/key")]
    [InlineData("../key", "/bucket/../key")]
    [InlineData("a/../key", "/bucket/a/../key")]
    [InlineData("..", "/bucket/..")]
    [InlineData("a//b/", "/bucket/a//b/")]
    [InlineData("%2e", "/bucket/%252e")]
    [InlineData("nul\0key", "/bucket/nul%00key")]
    public async Task AKeyIsRequestedUnchanged(string key, string path)
    {
        using Store store = new();
        using S3Source source = new(
            new(0, "s3://bucket/"), new(), new S3Client(store.Address, new BasicAWSCredentials("key", "secret")));
        source.Expect([new(1, "s3://bucket/" + key, 5, null, false, null)]);
        Assert.Equal(path, await store.First.WaitAsync(TimeSpan.FromMinutes(1)));
    }

    private static WorkItem Item(int range, int i) => new(
        (range * 1000) + i, string.Create(CultureInfo.InvariantCulture, $"s3://bucket/{range}/{i}"), 5, null, false, null);

    // An object store that accepts requests but does not respond to them.
    private sealed class Store : IDisposable
    {
        private readonly HttpListener listener = new();
        private readonly ConcurrentDictionary<string, TaskCompletionSource> asked = [];
        private readonly TaskCompletionSource<string> first = new(TaskCreationOptions.RunContinuationsAsynchronously);
        private int requests;

        public Store()
        {
            using (TcpListener free = new(IPAddress.Loopback, 0))
            {
                free.Start();
                Address = $"http://{free.LocalEndpoint}/";
            }

            listener.Prefixes.Add(Address);
            listener.Start();
            _ = Task.Run(Run);
        }

        public string Address { get; }

        /// <summary>The path of the first request, exactly as it was received.</summary>
        public Task<string> First => first.Task;

        public int Requests => Volatile.Read(ref requests);

        public Task Asked(params WorkItem[] items) => Task.WhenAll(items.Select(
            item => Of(item.Name.Substring("s3:/".Length)).Task)).WaitAsync(TimeSpan.FromMinutes(1));

        public void Dispose() => listener.Close();

        private TaskCompletionSource Of(string path) =>
            asked.GetOrAdd(path, _ => new(TaskCreationOptions.RunContinuationsAsynchronously));

        private async Task Run()
        {
            try
            {
                while (true)
                {
                    HttpListenerContext context = await listener.GetContextAsync();
                    Interlocked.Increment(ref requests);
                    first.TrySetResult(context.Request.RawUrl!);
                    Of(context.Request.Url!.AbsolutePath).TrySetResult();
                }
            }
            catch (Exception e) when (e is HttpListenerException or ObjectDisposedException or InvalidOperationException)
            {
                // The socket has been closed.
            }
        }
    }
}
