using Lanewise.Files;

namespace Lanewise.Cli.Terminal;

/// <summary>Lines on standard error: <c>lanewise: NAME: reason</c>.</summary>
internal static class Diagnostics
{
    private static readonly Lock Gate = new();
    private static Stream? stream;

    /// <summary>What must be taken off the terminal before a line is written there.</summary>
    public static Progress? Progress { get; set; }

    /// <summary>Where lines go in place of standard error.</summary>
    public static void Redirect(Stream target) => stream = target;

    public static void Say(string message) => Plain($"lanewise: {message}");

    /// <summary>A message about a file.</summary>
    public static void Say(string name, string reason) =>
        Plain($"lanewise: {FileNames.Quote(name)}: {FileNames.Visible(reason)}");

    public static void Plain(string line)
    {
        Progress?.Clear();
        Write(line + "\n");
    }

    public static void Write(string text)
    {
        lock (Gate)
        {
            try
            {
                stream ??= StandardStreams.Error();
                stream.Write(PathText.ToBytes(text));
                stream.Flush();
            }
            catch (Exception e) when (e is IOException or UnauthorizedAccessException)
            {
                // Standard error is the last place to complain to.
            }
        }
    }
}
