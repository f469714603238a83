
namespace Lanewise.Gpu;

/// <summary>
/// The exception that is thrown if a driver call fails or if a device cannot be used. The message contains the call and the
/// reason.
/// </summary>
/// <remarks>
/// Drivers work asynchronously, so the failure of a kernel is often reported only by a later call. After such an error, the
/// contents of all buffers of the device are undefined.
/// </remarks>
public sealed class AcceleratorException : Exception
{
    /// <summary>Creates an exception.</summary>
    /// <param name="message">The error message.</param>
    public AcceleratorException(string message)
        : base(message) => Call = "";

    /// <summary>Creates an exception without a message.</summary>
    public AcceleratorException()
        : this("The accelerator failed.")
    {
    }

    /// <summary>Creates an exception with a cause.</summary>
    /// <param name="message">The error message.</param>
    /// <param name="innerException">The cause.</param>
    public AcceleratorException(string message, Exception innerException)
        : base(message, innerException) => Call = "";

    internal AcceleratorException(string call, int code, string meaning)
        : base(Invariant($"{call} failed with code {code}: {meaning}."))
    {
        Call = call;
        Code = code;
    }

    /// <summary>
    /// The driver function that failed, and the kernel if a kernel was involved. Empty if no function was called.
    /// </summary>
    public string Call { get; }

    /// <summary>The driver's error code, or 0 if no driver function was called.</summary>
    public int Code { get; }
}
