using System.Runtime.InteropServices;
using Lanewise.Files.Opening;

namespace Lanewise.Cli.Terminal;

/// <summary>
/// Cleans up when a signal ends the run, by removing unfinished files of Lanewise and files of the .NET runtime.
/// </summary>
internal static class Interruption
{
    private const int SignalCode = 128;

    // A second signal within this time is treated as the same signal, because 'timeout' signals both the process and its process
    // group.
    private const long MomentMilliseconds = 250;

    // The maximum time for which a signal is deferred. A system call on an unresponsive disk or network returns only when the
    // process ends.
    private static readonly TimeSpan MostDeferred = TimeSpan.FromSeconds(10);

    private static readonly List<PosixSignalRegistration> Registrations = [];
    private static CancellationTokenSource? deferred;
    private static Action? answer;
    private static int signal;
    private static bool hasEnd;
    private static int isAnswered;
    private static long cancelled;

    /// <summary>Registers handlers for the signals that end a program.</summary>
    public static void Listen()
    {
        // After the cleanup, the system's default action ends the program, so that a shell loop that runs it also stops.
        Registrations.Add(PosixSignalRegistration.Create(PosixSignal.SIGINT, context =>
        {
            if (!IsDeferred(context, 2)) WholeFile.DeleteUnfinished();
        }));
        // After these signals, the runtime would leave its diagnostic pipes behind.
        Registrations.Add(PosixSignalRegistration.Create(PosixSignal.SIGTERM, context => End(context, 15)));
        Registrations.Add(PosixSignalRegistration.Create(PosixSignal.SIGHUP, context => End(context, 1)));
    }

    /// <summary>
    /// Runs work that must not be interrupted. A signal cancels the token, and the program ends when the work has finished or
    /// has thrown an <see cref="OperationCanceledException"/>.
    /// </summary>
    /// <param name="work">The work.</param>
    /// <param name="endsAtSecond">
    /// Whether a second signal ends the program at once. If so, the program also waits at most 10 seconds for the work after the
    /// first signal. Set this parameter only for work that another process would repeat.
    /// </param>
    /// <param name="stopping">Answers the first signal. The action runs before the token is cancelled, because the cancellation
    /// may wait for a database.</param>
    public static T Defer<T>(Func<CancellationToken, T> work, bool endsAtSecond = false, Action? stopping = null)
    {
        (hasEnd, answer, isAnswered) = (endsAtSecond, stopping, 0);
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

        // Two signals can arrive at the same time, on two threads.
        long now = Environment.TickCount64;
        bool isFirst = Interlocked.Exchange(ref isAnswered, 1) == 0;
        if (isFirst)
        {
            Volatile.Write(ref cancelled, now);
            if (hasEnd) EndLater(SignalCode + number);
        }
        else if (hasEnd && now - Volatile.Read(ref cancelled) > MomentMilliseconds) return false;

        context.Cancel = true;
        signal = number;
        if (number == 2) Diagnostics.EndLine();
        if (isFirst) answer?.Invoke();
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
