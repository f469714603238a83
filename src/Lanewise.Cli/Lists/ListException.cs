namespace Lanewise.Cli.Lists;

/// <summary>
/// The exception that is thrown if a list cannot be used. The tool reports this exception in one line and exits with code 1, as
/// if a check had failed.
/// </summary>
internal sealed class ListException(string message) : Exception(message);
