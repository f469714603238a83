namespace Lanewise.Icc;

/// <summary>A profile or an image violates its format. The message names the offset or the part.</summary>
public sealed class IccFormatException : FormatException
{
    /// <summary>An exception without a place.</summary>
    public IccFormatException()
    {
    }

    /// <summary>An exception without a place.</summary>
    /// <param name="message">What is wrong and what was needed.</param>
    public IccFormatException(string message)
        : base(message)
    {
    }

    /// <summary>An exception without a place.</summary>
    /// <param name="message">What is wrong and what was needed.</param>
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

    /// <summary>The byte of the file at which the fault lies, or null where it has no place.</summary>
    public long? Offset { get; }

    /// <summary>The tag, chunk or segment that is at fault, or null where it is none.</summary>
    public string? Tag { get; }
}

/// <summary>Something that a reader found wrong with a profile.</summary>
/// <param name="IsError">Whether the profile breaks its format; otherwise it is only unusual.</param>
/// <param name="Offset">The byte of the file at which it lies.</param>
/// <param name="Tag">The tag it concerns, or null.</param>
/// <param name="Message">What is wrong and what was needed.</param>
public sealed record IccProblem(bool IsError, long Offset, string? Tag, string Message)
{
    /// <summary>The problem with its place.</summary>
    /// <returns>The plaintext.</returns>
    public override string ToString() => $"offset {Offset}{(Tag is null ? "" : $", '{Tag}'")}: {Message}";
}
