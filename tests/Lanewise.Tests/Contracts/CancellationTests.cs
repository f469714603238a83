using System.Reflection;
using Lanewise.Api;
using Xunit;

namespace Lanewise.Tests;

/// <summary>
/// Tests that asynchronous methods behave like those of .NET: they throw immediately if an argument is invalid, and always
/// observe the token.
/// </summary>
public sealed class CancellationTests
{
    public static TheoryData<string> Names => [.. Catalog.Hashes.Concat(Catalog.Macs).Select(row => row.Name)];

    [Theory]
    [MemberData(nameof(Names))]
    public async Task EveryMethodObservesTheToken(string name)
    {
        Assert.True(Catalog.TryFind(name, out HashRow? row, out _));
        byte[] key = Pattern.Bytes(Math.Max(row.MinKeyBytes, 16), 1), message = Pattern.Bytes(100_000, 2);
        MethodBase[] methods = [.. MethodCall.All(row).Where(MethodCall.IsAsync)];
        Assert.NotEmpty(methods);
        foreach (MethodBase method in methods)
        {
            MethodCall call = new(key, message, new byte[row.DefaultHashBytes]);
            // Even if a stream ignores the token, the method checks the token before the first read and between reads.
            using ObservedStream unread = new(message, _ => { });
            call.Stream = unread;
            call.Token = new CancellationToken(canceled: true);
            Task task = call.Start(method);
            await Assert.ThrowsAnyAsync<OperationCanceledException>(() => task);
            Assert.True(task.IsCanceled, $"{method} is not cancelled but {task.Status}.");
            Assert.Equal(0, unread.Reads);

            using CancellationTokenSource source = new();
            using ObservedStream begun = new(message, reads => { if (reads == 3) source.Cancel(); });
            call.Stream = begun;
            call.Token = source.Token;
            task = call.Start(method);
            await Assert.ThrowsAnyAsync<OperationCanceledException>(() => task);
            Assert.True(task.IsCanceled, $"{method} is not cancelled but {task.Status}.");
            Assert.Equal(3, begun.Reads);

            call.Stream = null;
            Assert.Throws<ArgumentNullException>("source", () => { _ = call.Start(method); });
            call.Stream = new WriteOnlyStream();
            Assert.Throws<ArgumentException>("source", () => { _ = call.Start(method); });
        }

        using LanewiseHash hash = row.Create(key.AsSpan(0, Math.Min(key.Length, row.MaxKeyBytes)), row.DefaultHashBytes);
        using ObservedStream stream = new(message, _ => { });
        await Assert.ThrowsAnyAsync<OperationCanceledException>(async () =>
            await hash.AppendDataAsync(stream, new CancellationToken(canceled: true)));
        Assert.Equal(0, stream.Reads);
        Assert.Throws<ArgumentNullException>("stream",
            () => { _ = hash.AppendDataAsync(null!, CancellationToken.None).AsTask(); });
    }

    [Fact]
    public void ACancelledPieceIsNotAppended()
    {
        foreach (int before in new[] { 0, 1, 16 * 1024, 20_000 })
        {
            byte[] message = Pattern.Bytes(4 << 20, 3);
            using Blake3 hash = new(), expected = new();
            hash.AppendData(message.AsSpan(0, before));
            expected.AppendData(message.AsSpan(0, before));
            for (int i = 0; i < 3; i++)
            {
                using CancellationTokenSource source = new();
                ParallelOptions options = new() { CancellationToken = source.Token,
                    TaskScheduler = new CancellingScheduler(source), MaxDegreeOfParallelism = 2 };
                Assert.ThrowsAny<OperationCanceledException>(() => hash.AppendData(message, options));
                Assert.Equal(expected.GetCurrentHash(), hash.GetCurrentHash());
            }

            using LanewiseHash resumed = LanewiseHash.FromState(hash.ExportState());
            hash.AppendData(message, new ParallelOptions { MaxDegreeOfParallelism = 2 });
            resumed.AppendData(message);
            expected.AppendData(message);
            Assert.Equal(expected.GetCurrentHash(), hash.GetCurrentHash());
            Assert.Equal(expected.GetCurrentHash(), resumed.GetCurrentHash());
        }
    }
}
