namespace Lanewise.Icc;

/// <summary>
/// The exception that is thrown if a profile or an image violates its file format. The message contains the offset or names the
/// invalid part.
/// </summary>
public sealed class IccFormatException : FormatException
{
    /// <summary>Initializes an exception without an offset.</summary>
    public IccFormatException()
    {
    }

    /// <summary>Initializes an exception without an offset.</summary>
    /// <param name="message">A description of the problem and of the format rule that the file violates.</param>
    public IccFormatException(string message)
        : base(message)
    {
    }

    /// <summary>Initializes an exception without an offset.</summary>
    /// <param name="message">A description of the problem and of the format rule that the file violates.</param>
    /// <param name="innerException">The exception that caused this one.</param>
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

    /// <summary>The tag, chunk or segment that contains the error, or null if it is unknown.</summary>
    public string? Tag { get; }
}

/// <summary>A problem that was found while a profile was being read.</summary>
/// <param name="IsError">True if the profile violates the ICC format; false if it is only unusual.</param>
/// <param name="Offset">The offset of the problem in the file.</param>
/// <param name="Tag">The signature of the tag, or null if the problem does not belong to a tag.</param>
/// <param name="Message">A description of the problem and of the format rule that the profile violates.</param>
public sealed record IccProblem(bool IsError, long Offset, string? Tag, string Message)
{
    /// <summary>Returns the message with the offset and the tag.</summary>
    /// <returns>The text.</returns>
    public override string ToString() => $"offset {Offset}{(Tag is null ? "" : $", '{Tag}'")}: {Message}";
}
