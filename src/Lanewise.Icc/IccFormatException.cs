namespace Lanewise.Icc;

/// <summary>
/// The exception that is thrown if a profile or an image violates its format. The message contains the offset, or names the part.
/// </summary>
public sealed class IccFormatException : FormatException
{
    /// <summary>Creates an exception without an offset.</summary>
    public IccFormatException()
    {
    }

    /// <summary>Creates an exception without an offset.</summary>
    /// <param name="message">Describes the problem and the rule of the format.</param>
    public IccFormatException(string message)
        : base(message)
    {
    }

    /// <summary>Creates an exception without an offset.</summary>
    /// <param name="message">Describes the problem and the rule of the format.</param>
    /// <param name="innerException">The cause.</param>
    public IccFormatException(string message, Exception innerException)
        : base(message, innerException)
    {
    }

    internal IccFormatException(long offset, string? tag, string message)
        : base(new IccProblem(IsError: true, offset, tag, message).ToString())
    {
        Offset = offset;
        Tag = tag;
    }

    /// <summary>The offset of the error in the file, or null if there is no offset.</summary>
    public long? Offset { get; }

    /// <summary>The tag, chunk or segment that contains the error, or null.</summary>
    public string? Tag { get; }
}

/// <summary>A problem that a reader found in a profile.</summary>
/// <param name="IsError">True if the profile violates its format. False if it is only unusual.</param>
/// <param name="Offset">The offset of the problem in the file.</param>
/// <param name="Tag">The tag, or null.</param>
/// <param name="Message">Describes the problem and the rule of the format.</param>
public sealed record IccProblem(bool IsError, long Offset, string? Tag, string Message)
{
    /// <summary>Returns the problem with its position.</summary>
    /// <returns>The text.</returns>
    public override string ToString() => $"offset {Offset}{(Tag is null ? "" : $", '{Tag}'")}: {Message}";
}
