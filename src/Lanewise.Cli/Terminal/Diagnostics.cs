using Lanewise.Files;

namespace Lanewise.Cli.Terminal;

/// <summary>Lines on standard error: <c>lanewise: NAME: reason</c>.</summary>
internal static class Diagnostics
{
    private static readonly Lock Gate = new();
    private static Stream? stream;

    /// <summary>The progress line that must be removed from the terminal before a line is written.</summary>
    public static Progress? Progress { get; set; }

    /// <summary>Redirects the lines from standard error to a stream.</summary>
    public static void Redirect(Stream target) => stream = target;

    public static void Say(string message) => Plain($"lanewise: {message}");

    /// <summary>Writes a message about a file.</summary>
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
                // If standard error fails, the error cannot be reported anywhere.
            }
        }
    }
}
