
namespace Lanewise.Gpu;

/// <summary>
/// The exception that is thrown if a driver call fails or if a device cannot be used. The message names the driver function and
/// the reason.
/// </summary>
/// <remarks>
/// Drivers work asynchronously, so the failure of a kernel is often reported only by a later call. After a kernel failure, the
/// contents of all buffers of the device are undefined.
/// </remarks>
public sealed class AcceleratorException : Exception
{
    /// <summary>Initializes an exception with a message.</summary>
    /// <param name="message">The error message.</param>
    public AcceleratorException(string message)
        : base(message) => Call = "";

    /// <summary>Initializes an exception with a default message.</summary>
    public AcceleratorException()
        : this("The accelerator failed.")
    {
    }

    /// <summary>Initializes an exception with a message and an inner exception.</summary>
    /// <param name="message">The error message.</param>
    /// <param name="innerException">The exception that caused this one.</param>
    public AcceleratorException(string message, Exception innerException)
        : base(message, innerException) => Call = "";

    internal AcceleratorException(string call, int code, string meaning)
        : base(Invariant($"{call} failed with code {code}: {meaning}."))
    {
        Call = call;
        Code = code;
    }

    /// <summary>
    /// The driver function that failed, followed by the name of the kernel if one was involved. Empty if no function was
    /// called.
    /// </summary>
    public string Call { get; }

    /// <summary>The driver's error code, or 0 if no driver function was called.</summary>
    public int Code { get; }
}
