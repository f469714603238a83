namespace Lanewise.Cli.Lists;

/// <summary>A list cannot be used. The tool reports this in one line and exits with code 1, as for a failed check.</summary>
internal sealed class ListException(string message) : Exception(message);
