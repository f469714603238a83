namespace Lanewise.Fleet;

/// <summary>
/// What an audit cannot go on with: a catalogue that cannot be opened, a server that stays away, settings that contradict each
/// other. The message names what was wrong and what was needed; it holds no secrets.
/// </summary>
public sealed class FleetException : Exception
{
    /// <summary>An error without a text.</summary>
    public FleetException()
    {
    }

    /// <summary>An error.</summary>
    /// <param name="message">What was wrong.</param>
    public FleetException(string message)
        : base(message)
    {
    }

    /// <summary>An error that another one caused.</summary>
    /// <param name="message">What was wrong.</param>
    /// <param name="innerException">Its cause.</param>
    public FleetException(string message, Exception? innerException)
        : base(message, innerException)
    {
    }
}
