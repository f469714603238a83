using System.Data.Common;
using System.Net.Sockets;
using System.Text.Json;
using Npgsql;

namespace Lanewise.Fleet.Catalogue;

/// <summary>
/// Retries queries, with increasing pauses, while the catalogue is unavailable. <see cref="FleetCatalogue.Patience"/> limits the
/// total time.
/// </summary>
internal sealed class Attempts(FleetCatalogue catalogue, Dialect dialect)
{
    private static readonly TimeSpan FirstPause = TimeSpan.FromMilliseconds(50), LongestPause = TimeSpan.FromSeconds(5);

    private long begun = Environment.TickCount64;
    private TimeSpan pause = FirstPause;
    private bool isTold;

    /// <summary>Whether <see cref="Fail"/> handles this exception.</summary>
    public bool IsExpected(Exception e) => dialect.MayPass(e) || e is DbException || IsOfRows(e);

    /// <summary>Records that a query succeeded.</summary>
    public void Succeed()
    {
        if (isTold) catalogue.Trouble?.Invoke(null);
        (begun, pause, isTold) = (Environment.TickCount64, FirstPause, false);
    }

    /// <summary>Records that a query failed, and waits until it is time to retry.</summary>
    /// <exception cref="FleetException">A retry would fail in the same way, or the catalogue was unavailable for too
    /// long.</exception>
    public void Fail(Exception e, CancellationToken token)
    {
        if (!dialect.MayPass(e))
        {
            throw new FleetException(e is DbException ? $"{catalogue.Place}: {Reason(e)}"
                : $"{catalogue.Place}: a row of the catalogue has a value that lanewise does not write: {Reason(e)}", e);
        }

        if (Environment.TickCount64 - begun > catalogue.Patience.TotalMilliseconds)
        {
            throw new FleetException(e is PostgresException { SqlState: PostgresErrorCodes.LockNotAvailable }
                ? $"{catalogue.Place}: another command reads or writes the catalogue for a long time, for example a report; "
                    + $"end it, and repeat this command ({Reason(e)})"
                : $"{catalogue.Place}: the catalogue cannot be reached: {Reason(e)}", e);
        }

        if (!isTold && pause > 4 * FirstPause)
        {
            catalogue.Trouble?.Invoke(Reason(e));
            isTold = true;
        }

        catalogue.Retried?.Invoke();
        // The pause is random, so that the workers do not all retry at the same moment.
        token.WaitHandle.WaitOne(pause * (0.5 + Random.Shared.NextDouble()));
        pause = pause * 2 > LongestPause ? LongestPause : pause * 2;
    }

    /// <summary>Returns a one-line description of the error.</summary>
    public static string Reason(Exception e) => e switch
    {
        { InnerException: AggregateException all } => string.Join("; ", all.InnerExceptions.Select(Reason).Distinct()),
        { InnerException: SocketException inner } => inner.Message,
        { InnerException: IOException inner } => inner.Message,
        _ => e.Message.ReplaceLineEndings(" "),
    };

    // Whether the exception was caused by a value in the catalogue that has the wrong type, is out of range, or is null. Anyone
    // with write access to the catalogue could have stored the value.
    private static bool IsOfRows(Exception e) => e is InvalidCastException or OverflowException or FormatException
        or ArgumentException or InvalidOperationException or IndexOutOfRangeException or KeyNotFoundException or JsonException;
}
