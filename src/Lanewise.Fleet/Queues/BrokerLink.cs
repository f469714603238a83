using System.Buffers.Text;
using System.Collections.Concurrent;
using System.Globalization;
using System.Net.Sockets;
using System.Text;
using RabbitMQ.Client;
using RabbitMQ.Client.Events;
using RabbitMQ.Client.Exceptions;

namespace Lanewise.Fleet.Queues;

/// <summary>A message that a worker has, as long as the link is up that brought it.</summary>
/// <param name="Link">Its link.</param>
/// <param name="Tag">What the broker knows it by.</param>
/// <param name="Range">What it says.</param>
internal sealed record Delivery(BrokerLink Link, ulong Tag, long Range);

/// <summary>
/// One connection to a broker and the queue of one job. It breaks once and is not fixed: what it had brought comes again by the
/// next one, so that nothing is acknowledged on a connection that it did not come by.
/// </summary>
internal sealed class BrokerLink : IDisposable
{
    /// <summary>Holds what nobody comes to the end of, of all jobs.</summary>
    public const string DeadLetters = "lanewise.dead";

    // What is in a queue that nobody uses for a week is found in the catalogue.
    private const int ExpiryMilliseconds = 7 * 24 * 3600 * 1000;

    // Such a message is lost before anybody begins with it, for tries are counted by the catalogue; who leaves in good order
    // gives some back, too.
    private const int MostDeliveries = 100;

    // Unconfirmed at once; each is some bytes.
    private const int PublishedAtOnce = 1000;

    private static readonly TimeSpan Heartbeat = TimeSpan.FromSeconds(10), Patience = TimeSpan.FromSeconds(8);

    private readonly IConnection connection;
    private readonly IChannel channel;
    private readonly BlockingCollection<Delivery> deliveries = [];
    private volatile bool isDown;
    private bool consumes;

    private BrokerLink(IConnection connection, IChannel channel, string queue)
    {
        this.connection = connection;
        this.channel = channel;
        Queue = queue;
        channel.ChannelShutdownAsync += (_, e) => Down(e.ReplyText);
        connection.ConnectionShutdownAsync += (_, e) => Down(e.ReplyText);
    }

    /// <summary>Its queue.</summary>
    public string Queue { get; }

    public bool IsUp => !isDown;

    /// <summary>Why it is not up.</summary>
    public string Reason { get; private set; } = "";

    /// <summary>The queue of a job: jobs of different catalogues with one number have different times.</summary>
    public static string QueueOf(FleetJob job) =>
        string.Create(CultureInfo.InvariantCulture, $"lanewise.job.{job.Id}.{job.Created.ToUnixTimeMilliseconds()}");

    public static bool IsExpected(Exception e) =>
        e is RabbitMQClientException or IOException or SocketException or TimeoutException or OperationCanceledException
            or ObjectDisposedException;

    /// <exception cref="FleetException">The broker refuses the user.</exception>
    public static BrokerLink Open(BrokerAddress address, FleetJob job, ushort prefetch, CancellationToken token)
    {
        ConnectionFactory factory = new()
        {
            HostName = address.Host, Port = address.Port, VirtualHost = address.VirtualHost, UserName = address.User,
            Password = address.Password, ClientProvidedName = "lanewise",
            // By a new link, which knows what the old one had brought.
            AutomaticRecoveryEnabled = false, RequestedHeartbeat = Heartbeat, RequestedConnectionTimeout = Patience,
            ContinuationTimeout = Patience, HandshakeContinuationTimeout = Patience,
            Ssl = new SslOption(address.Host, enabled: address.IsEncrypted),
        };
        // Not every step of it has a limit of its own.
        using CancellationTokenSource limited = CancellationTokenSource.CreateLinkedTokenSource(token);
        limited.CancelAfter(2 * Patience);
        try
        {
            return OpenAsync(factory, job, prefetch, limited.Token).GetAwaiter().GetResult();
        }
        catch (BrokerUnreachableException e) when (Refusal(e) is { } refusal)
        {
            throw new FleetException($"{address}: the broker refuses: {refusal}", e);
        }
    }

    /// <summary>Puts ranges into the queue, and comes back when the broker has them on its disk.</summary>
    public void Publish(IReadOnlyList<long> ranges, CancellationToken token)
    {
        BasicProperties properties = new() { Persistent = true };
        Task[] published = new Task[Math.Min(ranges.Count, PublishedAtOnce)];
        for (int start = 0; start < ranges.Count; start += PublishedAtOnce)
        {
            int count = Math.Min(PublishedAtOnce, ranges.Count - start);
            for (int i = 0; i < count; i++)
            {
                byte[] body = Encoding.ASCII.GetBytes(ranges[start + i].ToString(CultureInfo.InvariantCulture));
                published[i] = channel.BasicPublishAsync("", Queue, mandatory: true, properties, body, token).AsTask();
            }

            Task.WhenAll(published.AsSpan(0, count)).WaitAsync(2 * Patience, token).GetAwaiter().GetResult();
        }
    }

    /// <summary>The next message; null where none came in time, or the link went down.</summary>
    public Delivery? Next(TimeSpan wait, CancellationToken token)
    {
        if (!consumes)
        {
            AsyncEventingBasicConsumer consumer = new(channel);
            consumer.ReceivedAsync += (_, message) =>
            {
                // What is no number is nobody's, and not to come again.
                if (Utf8Parser.TryParse(message.Body.Span, out long range, out int used) && used == message.Body.Length)
                    deliveries.Add(new(this, message.DeliveryTag, range), CancellationToken.None);
                else return channel.BasicRejectAsync(message.DeliveryTag, requeue: false).AsTask();

                return Task.CompletedTask;
            };
            channel.BasicConsumeAsync(Queue, autoAck: false, consumer, token).GetAwaiter().GetResult();
            consumes = true;
        }

        return !isDown && deliveries.TryTake(out Delivery? delivery, (int)wait.TotalMilliseconds, token) ? delivery : null;
    }

    /// <summary>A message is through. Where it cannot be said any more, it comes again and is found done.</summary>
    public void Acknowledge(Delivery delivery) => Say(() => channel.BasicAckAsync(delivery.Tag, multiple: false));

    /// <summary>A message is for others.</summary>
    public void PutBack(Delivery delivery) => Say(() => channel.BasicNackAsync(delivery.Tag, multiple: false, requeue: true));

    /// <summary>A message is for people to look at.</summary>
    public void GiveUp(Delivery delivery) => Say(() => channel.BasicNackAsync(delivery.Tag, multiple: false, requeue: false));

    public void Dispose()
    {
        bool isUp = IsUp;
        Down("closed");
        try
        {
            // Behind a cut cable nobody answers.
            connection.AbortAsync(isUp ? Patience : TimeSpan.FromSeconds(1)).GetAwaiter().GetResult();
        }
        catch (Exception e) when (IsExpected(e))
        {
            // Gone already.
        }

        channel.Dispose();
        connection.Dispose();
    }

    private static async Task<BrokerLink> OpenAsync(
        ConnectionFactory factory, FleetJob job, ushort prefetch, CancellationToken token)
    {
        IConnection connection = await factory.CreateConnectionAsync(token).ConfigureAwait(false);
        try
        {
            IChannel channel = await connection.CreateChannelAsync(new(true, true, null), token).ConfigureAwait(false);
            string queue = QueueOf(job);
            await channel.QueueDeclareAsync(
                DeadLetters, durable: true, exclusive: false, autoDelete: false,
                new Dictionary<string, object?> { ["x-queue-type"] = "quorum" }, cancellationToken: token).ConfigureAwait(false);
            await channel.QueueDeclareAsync(
                queue, durable: true, exclusive: false, autoDelete: false,
                new Dictionary<string, object?>
                {
                    ["x-queue-type"] = "quorum", ["x-expires"] = ExpiryMilliseconds,
                    ["x-delivery-limit"] = MostDeliveries,
                    ["x-dead-letter-exchange"] = "", ["x-dead-letter-routing-key"] = DeadLetters,
                },
                cancellationToken: token).ConfigureAwait(false);
            await channel.BasicQosAsync(0, prefetch, global: false, token).ConfigureAwait(false);
            return new(connection, channel, queue);
        }
        catch
        {
            connection.Dispose();
            throw;
        }
    }

    private void Say(Func<ValueTask> what)
    {
        if (isDown) return;

        try
        {
            what().AsTask().GetAwaiter().GetResult();
        }
        catch (Exception e) when (IsExpected(e))
        {
            Down(e.Message);
        }
    }

    // Who is refused now, is so for ever; whom nobody answers is not.
    private static string? Refusal(BrokerUnreachableException e)
    {
        for (Exception? cause = e.InnerException; cause is not null; cause = cause.InnerException)
        {
            if (cause is AuthenticationFailureException or PossibleAuthenticationFailureException)
                return "the user or the password is wrong";
            if (cause is System.Security.Authentication.AuthenticationException) return cause.Message;
        }

        return null;
    }

    private Task Down(string reason)
    {
        lock (deliveries)
        {
            if (isDown) return Task.CompletedTask;

            isDown = true;
            Reason = reason;
            deliveries.CompleteAdding();
        }

        return Task.CompletedTask;
    }
}
