using System.Runtime.InteropServices;

namespace Lanewise.Cli.Terminal;

/// <summary>
/// What is tidied up when a signal ends the run: unfinished files of ours, and the runtime's own in its folder.
/// </summary>
internal static class Interruption
{
    private const int SignalCode = 128;

    private static readonly Lock Gate = new();
    private static readonly List<PosixSignalRegistration> Registrations = [];
    private static string? unfinished;

    /// <summary>Listens to the signals that end a program.</summary>
    public static void Listen()
    {
        // After this one the system's own end follows, by which a shell's loop stops, too.
        Registrations.Add(PosixSignalRegistration.Create(PosixSignal.SIGINT, _ => Delete()));
        // Under these the runtime would leave the pipes behind by which it is looked into.
        Registrations.Add(PosixSignalRegistration.Create(PosixSignal.SIGTERM, context => End(context, 15)));
        Registrations.Add(PosixSignalRegistration.Create(PosixSignal.SIGHUP, context => End(context, 1)));
    }

    /// <summary>A file that is deleted if the run ends before it is whole; null when it is.</summary>
    public static void SetUnfinished(string? path)
    {
        lock (Gate) unfinished = path;
    }

    private static void End(PosixSignalContext context, int number)
    {
        context.Cancel = true;
        Delete();
        Environment.Exit(SignalCode + number);
    }

    private static void Delete()
    {
        lock (Gate)
        {
            try
            {
                if (unfinished is not null) File.Delete(unfinished);
            }
            catch (Exception e) when (Files.FileErrors.IsExpected(e))
            {
                // The run is over.
            }
        }
    }
}
