namespace Lanewise.Cli.Lists;

/// <summary>
/// The exception for a list that cannot be used. The tool reports this exception in one line and exits with code 1, the exit
/// code of a failed check.
/// </summary>
internal sealed class ListException(string message) : Exception(message);
