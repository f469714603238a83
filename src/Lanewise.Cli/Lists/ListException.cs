namespace Lanewise.Cli.Lists;

/// <summary>A list cannot be used: said in one line, exit code 1, as a failed check.</summary>
internal sealed class ListException(string message) : Exception(message);
