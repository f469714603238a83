using Lanewise.Fleet.Catalogue;

namespace Lanewise.Fleet.Queues;

/// <summary>
/// Distributes ranges through RabbitMQ. Each job has a quorum queue, whose messages are range numbers. A message is acknowledged
/// only when the results of its range are committed, so if a worker dies, other workers receive its messages. A worker that
/// receives one of these messages waits until the dead worker's lease ends. A restarted broker delivers all messages again,
/// including messages of live workers. If a worker receives no message for a while or cannot reach the broker, it takes ranges
/// from the catalogue.
/// </summary>
internal sealed class BrokerQueue(FleetCatalogue catalogue, BrokerAddress address) : WorkQueue
{
    // The maximum number of ranges that a worker holds: the range being hashed, and the ranges that are waiting or being
    // committed. With a higher limit, ranges would wait in this worker while other workers are idle.
    private const ushort Prefetch = 8;

    private static readonly TimeSpan FirstPause = TimeSpan.FromMilliseconds(250), LongestPause = TimeSpan.FromSeconds(15),
        Idle = TimeSpan.FromSeconds(2), Soon = TimeSpan.FromSeconds(3), Long = TimeSpan.FromSeconds(5);

    private readonly Lock gate = new();
    private readonly List<(Delivery Delivery, long Due)> parked = [];
    private readonly CancellationTokenSource ended = new();
    private BrokerLink? link;
    private Task<BrokerLink>? opening;
    private TimeSpan pause = FirstPause;
    private long nextTry, lastSeen = Environment.TickCount64;
    private bool isTold;

    /// <summary>A callback that receives a message when the broker becomes unavailable, and null when the broker is available
    /// again.</summary>
    public Action<string?>? Trouble { get; set; }

    public override void Publish(FleetJob job, IReadOnlyList<long> ranges, CancellationToken token)
    {
        lock (gate)
        {
            // Only the first page of ranges waits for an unavailable broker.
            long end = Environment.TickCount64 + (isTold ? 0 : (long)Long.TotalMilliseconds), left;
            do
            {
                left = Math.Max(0, end - Environment.TickCount64);
                if (Link(job, TimeSpan.FromMilliseconds(left), token) is { } now)
                {
                    try
                    {
                        // After a failed first attempt, some messages may be in the queue twice.
                        now.Publish(ranges, token);
                        return;
                    }
                    catch (Exception e) when (BrokerLink.IsExpected(e) && !token.IsCancellationRequested)
                    {
                        Break(e.Message);
                    }
                }

                token.WaitHandle.WaitOne((int)Math.Clamp(nextTry - Environment.TickCount64, 0, left));
            }
            while (left > 0 && !token.IsCancellationRequested);
        }
    }

    public override IReadOnlyList<RangeLease> Take(
        FleetJob job, int most, string worker, long lease, TimeSpan wait, CancellationToken token)
    {
        BrokerLink? now;
        lock (gate) now = Link(job, isTold ? TimeSpan.Zero : Soon, token);
        List<RangeLease> taken = [];
        Delivery? delivery = null;
        try
        {
            long end = Environment.TickCount64 + (long)wait.TotalMilliseconds;
            while (now is not null && taken.Count < most
                && (delivery = Next(now, taken.Count > 0 ? 0 : end - Environment.TickCount64, token)) is not null)
            {
                lastSeen = Environment.TickCount64;
                RangeClaim claim = catalogue.Ranges.Take(job, delivery.Range, worker, lease, token);
                if (claim.Lease is not null) taken.Add(claim.Lease with { Ticket = delivery });
                else if (claim.HeldFor > 0) parked.Add((delivery, Environment.TickCount64 + claim.HeldFor));
                else if (claim.IsGivenUp) now.GiveUp(delivery);
                else now.Acknowledge(delivery);
                delivery = null;
            }
        }
        catch (OperationCanceledException) when (token.IsCancellationRequested)
        {
            if (delivery is not null) now!.PutBack(delivery);
            foreach (RangeLease range in taken) Return(range, default);
            throw;
        }
        catch (Exception e) when (BrokerLink.IsExpected(e))
        {
            lock (gate) Break(e.Message);
        }

        bool isIdle = now is not { IsUp: true }
            || (parked.Count == 0 && Environment.TickCount64 - lastSeen >= Idle.TotalMilliseconds);
        if (taken.Count > 0 || !isIdle) return taken;

        IReadOnlyList<RangeLease> found = catalogue.Ranges.Take(job, most, worker, lease, token);
        if (found.Count == 0 && now is null) token.WaitHandle.WaitOne(wait);
        return found;
    }

    public override void Done(RangeLease range)
    {
        if (range.Ticket is Delivery delivery) delivery.Link.Acknowledge(delivery);
    }

    public override void Return(RangeLease range, CancellationToken token)
    {
        catalogue.Ranges.Return(range, token);
        if (range.Ticket is Delivery delivery) delivery.Link.PutBack(delivery);
    }

    public override void Dispose()
    {
        ended.Cancel();
        opening?.ContinueWith(late => late.Result.Dispose(), TaskContinuationOptions.OnlyOnRanToCompletion);
        link?.Dispose();
        base.Dispose();
    }

    // Returns a message whose previous worker's lease has ended. If there is no such message, returns the next message.
    private Delivery? Next(BrokerLink from, long milliseconds, CancellationToken token)
    {
        parked.RemoveAll(one => one.Delivery.Link != from);
        long now = Environment.TickCount64;
        int due = parked.FindIndex(one => one.Due <= now);
        if (due >= 0)
        {
            Delivery again = parked[due].Delivery;
            parked.RemoveAt(due);
            return again;
        }

        return from.Next(TimeSpan.FromMilliseconds(Math.Max(0, milliseconds)), token);
    }

    // Returns the link to the queue of a job, or null while the broker is unavailable. The caller must hold the lock. Hashing
    // threads do not wait for the connection.
    private BrokerLink? Link(FleetJob job, TimeSpan wait, CancellationToken token)
    {
        if (link is { IsUp: true } && link.Queue == BrokerLink.QueueOf(job)) return link;
        if (link is { IsUp: false }) Break(link.Reason);

        link?.Dispose();
        link = null;
        if (opening is null)
        {
            if (Environment.TickCount64 < nextTry) return null;

            opening = Task.Run(() => BrokerLink.Open(address, job, Prefetch, ended.Token), CancellationToken.None);
        }

        try
        {
            if (Task.WaitAny([opening], (int)wait.TotalMilliseconds, token) < 0)
            {
                if (wait > TimeSpan.Zero) Tell("it does not answer");
                return null;
            }

            link = opening.GetAwaiter().GetResult();
            opening = null;
            pause = FirstPause;
            lastSeen = Environment.TickCount64;
            if (isTold) Trouble?.Invoke(null);
            isTold = false;
        }
        catch (Exception e) when (BrokerLink.IsExpected(e) && !token.IsCancellationRequested)
        {
            opening = null;
            Break(e.InnerException is { } inner ? inner.Message : e.Message);
        }

        return link;
    }

    private void Tell(string reason)
    {
        if (!isTold) Trouble?.Invoke(reason);
        isTold = true;
    }

    private void Break(string reason)
    {
        Tell(reason.ReplaceLineEndings(" "));
        link?.Dispose();
        link = null;
        // The pause is random, so that the workers do not all reconnect at the same moment.
        nextTry = Environment.TickCount64 + (long)(pause.TotalMilliseconds * (0.5 + Random.Shared.NextDouble()));
        pause = pause * 2 > LongestPause ? LongestPause : pause * 2;
    }
}
