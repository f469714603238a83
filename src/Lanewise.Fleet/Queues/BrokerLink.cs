using System.Buffers.Text;
using System.Collections.Concurrent;
using System.Globalization;
using System.Net.Sockets;
using System.Text;
using RabbitMQ.Client;
using RabbitMQ.Client.Events;
using RabbitMQ.Client.Exceptions;

namespace Lanewise.Fleet.Queues;

/// <summary>A message that a worker has received. The message can be acknowledged only while its link is connected.</summary>
/// <param name="Link">The link that delivered the message.</param>
/// <param name="Tag">The broker's delivery tag.</param>
/// <param name="Range">The content of the message, which is the number of a range.</param>
internal sealed record Delivery(BrokerLink Link, ulong Tag, long Range);

/// <summary>
/// A connection to a broker, with the queue of one job. A broken link is never repaired. The next link delivers the
/// unacknowledged messages again. Each message must be acknowledged on the connection that delivered it.
/// </summary>
internal sealed class BrokerLink : IDisposable
{
    /// <summary>The queue for messages whose ranges no worker can complete. All jobs share this queue.</summary>
    public const string DeadLetters = "lanewise.dead";

    // A queue expires after a week without use. This is safe, because the catalogue can restore the messages.
    private const int ExpiryMilliseconds = 7 * 24 * 3600 * 1000;

    // The number of deliveries after which the broker moves a message to the dead-letter queue. The limit is high for two
    // reasons: the catalogue counts failed attempts itself, and workers that stop normally also return messages.
    private const int MostDeliveries = 100;

    // The maximum number of unconfirmed messages. Each message is only a few bytes long.
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

    /// <summary>The name of the queue.</summary>
    public string Queue { get; }

    public bool IsUp => !isDown;

    /// <summary>The reason why the link is broken, or an empty string while the link is connected.</summary>
    public string Reason { get; private set; } = "";

    /// <summary>Returns the name of a job's queue. The name contains the job's creation time, because jobs in different
    /// catalogues may have the same number.</summary>
    public static string QueueOf(FleetJob job) =>
        string.Create(CultureInfo.InvariantCulture, $"lanewise.job.{job.Id}.{job.Created.ToUnixTimeMilliseconds()}");

    public static bool IsExpected(Exception e) =>
        e is RabbitMQClientException or IOException or SocketException or TimeoutException or OperationCanceledException
            or ObjectDisposedException;

    /// <exception cref="FleetException">The broker rejected the user.</exception>
    public static BrokerLink Open(BrokerAddress address, FleetJob job, ushort prefetch, CancellationToken token)
    {
        ConnectionFactory factory = new()
        {
            HostName = address.Host, Port = address.Port, VirtualHost = address.VirtualHost, UserName = address.User,
            Password = address.Password, ClientProvidedName = "lanewise",
            // A new link replaces a broken link, because each link can acknowledge only its own deliveries.
            AutomaticRecoveryEnabled = false, RequestedHeartbeat = Heartbeat, RequestedConnectionTimeout = Patience,
            ContinuationTimeout = Patience, HandshakeContinuationTimeout = Patience,
            Ssl = new SslOption(address.Host, enabled: address.IsEncrypted),
        };
        // Some of the steps for connecting have no individual time limit.
        using CancellationTokenSource limited = CancellationTokenSource.CreateLinkedTokenSource(token);
        limited.CancelAfter(2 * Patience);
        try
        {
            return OpenAsync(factory, job, prefetch, limited.Token).GetAwaiter().GetResult();
        }
        catch (BrokerUnreachableException e) when (Refusal(e) is { } refusal)
        {
            throw new FleetException($"{address}: the broker cannot be used: {refusal}", e);
        }
    }

    /// <summary>Publishes ranges, and returns when the broker has stored the messages on disk.</summary>
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

    /// <summary>Returns the next message, or null if no message arrived in time or the link is broken.</summary>
    public Delivery? Next(TimeSpan wait, CancellationToken token)
    {
        if (!consumes)
        {
            AsyncEventingBasicConsumer consumer = new(channel);
            consumer.ReceivedAsync += (_, message) =>
            {
                // A message that is not a number is discarded, so it is not delivered again.
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

    /// <summary>
    /// Acknowledges a message. If the link is broken, the message is delivered again, and the next worker finds that the range is
    /// done.
    /// </summary>
    public void Acknowledge(Delivery delivery) => Say(() => channel.BasicAckAsync(delivery.Tag, multiple: false));

    /// <summary>Returns a message to the queue for other workers.</summary>
    public void PutBack(Delivery delivery) => Say(() => channel.BasicNackAsync(delivery.Tag, multiple: false, requeue: true));

    /// <summary>Moves a message to the dead-letter queue, where operators can inspect it.</summary>
    public void GiveUp(Delivery delivery) => Say(() => channel.BasicNackAsync(delivery.Tag, multiple: false, requeue: false));

    public void Dispose()
    {
        bool isUp = IsUp;
        Down("closed");
        try
        {
            // Without a network, the broker does not respond.
            connection.AbortAsync(isUp ? Patience : TimeSpan.FromSeconds(1)).GetAwaiter().GetResult();
        }
        catch (Exception e) when (IsExpected(e))
        {
            // The connection is already closed.
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

    // A rejected login will be rejected again, but an unresponsive broker may respond later.
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
