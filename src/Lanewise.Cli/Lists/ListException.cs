namespace Lanewise.Cli.Lists;

/// <summary>A list cannot be used: reported in one line, exit code 1, like a failed check.</summary>
internal sealed class ListException(string message) : Exception(message);
