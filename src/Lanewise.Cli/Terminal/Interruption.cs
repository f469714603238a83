using System.Runtime.InteropServices;
using Lanewise.Files.Opening;

namespace Lanewise.Cli.Terminal;

/// <summary>
/// Cleans up when a signal ends the run: Lanewise's unfinished files, and the runtime's in its folder.
/// </summary>
internal static class Interruption
{
    private const int SignalCode = 128;

    // Within it the same end is told twice: 'timeout' does, to the process and to its group.
    private const long MomentMilliseconds = 250;

    // What hangs in a call of the system, on a disk or a network that does not answer, cannot be ended in another way.
    private static readonly TimeSpan MostDeferred = TimeSpan.FromSeconds(10);

    private static readonly List<PosixSignalRegistration> Registrations = [];
    private static CancellationTokenSource? deferred;
    private static int signal;
    private static bool hasEnd;
    private static long cancelled;

    /// <summary>Listens to the signals that end a program.</summary>
    public static void Listen()
    {
        // After this one the system's own end follows, by which a shell's loop stops, too.
        Registrations.Add(PosixSignalRegistration.Create(PosixSignal.SIGINT, context =>
        {
            if (!IsDeferred(context, 2)) WholeFile.DeleteUnfinished();
        }));
        // Under these the runtime would leave the pipes behind by which it is looked into.
        Registrations.Add(PosixSignalRegistration.Create(PosixSignal.SIGTERM, context => End(context, 15)));
        Registrations.Add(PosixSignalRegistration.Create(PosixSignal.SIGHUP, context => End(context, 1)));
    }

    /// <summary>
    /// Runs work that must not be interrupted: a signal cancels the token, and the program ends when the work has finished or
    /// thrown <see cref="OperationCanceledException"/>.
    /// </summary>
    /// <param name="work">The work.</param>
    /// <param name="endsAtSecond">Whether a second signal ends the program at once: what is in work is done again by
    /// others, and what does not come to a good place within seconds is not waited for.</param>
    public static T Defer<T>(Func<CancellationToken, T> work, bool endsAtSecond = false)
    {
        hasEnd = endsAtSecond;
        using CancellationTokenSource source = new();
        Volatile.Write(ref deferred, source);
        try
        {
            return work(source.Token);
        }
        finally
        {
            Volatile.Write(ref deferred, null);
            if (source.IsCancellationRequested) Environment.Exit(SignalCode + signal);
        }
    }

    private static bool IsDeferred(PosixSignalContext context, int number)
    {
        if (Volatile.Read(ref deferred) is not { } source) return false;

        long now = Environment.TickCount64;
        if (!source.IsCancellationRequested)
        {
            cancelled = now;
            if (hasEnd) EndLater(SignalCode + number);
        }
        else if (hasEnd && now - cancelled > MomentMilliseconds) return false;

        context.Cancel = true;
        signal = number;
        source.Cancel();
        return true;
    }

    private static void EndLater(int code)
    {
        Thread thread = new(() =>
        {
            Thread.Sleep(MostDeferred);
            WholeFile.DeleteUnfinished();
            Environment.Exit(code);
        }) { IsBackground = true, Name = "end" };
        thread.Start();
    }

    private static void End(PosixSignalContext context, int number)
    {
        if (IsDeferred(context, number)) return;

        context.Cancel = true;
        WholeFile.DeleteUnfinished();
        Environment.Exit(SignalCode + number);
    }
}
