namespace Lanewise.Fleet;

/// <summary>
/// The exception that is thrown if an audit operation fails, for example because a catalogue cannot be opened, a server stays
/// unavailable, or settings contradict each other. The message describes the error and how to fix it, and contains no secrets.
/// </summary>
public sealed class FleetException : Exception
{
    /// <summary>Creates an exception without a message.</summary>
    public FleetException()
    {
    }

    /// <summary>Creates an exception.</summary>
    /// <param name="message">The description of the error.</param>
    public FleetException(string message)
        : base(message)
    {
    }

    /// <summary>Creates an exception with a cause.</summary>
    /// <param name="message">The description of the error.</param>
    /// <param name="innerException">The cause of the exception.</param>
    public FleetException(string message, Exception? innerException)
        : base(message, innerException)
    {
    }
}
