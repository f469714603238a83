
namespace Lanewise.Gpu;

/// <summary>A call to a device's driver failed, or a device cannot be used; the message says which call and why.</summary>
/// <remarks>
/// Drivers work behind the caller's back, so a kernel that fails is often reported by a later call than the one that started it.
/// After such an error the contents of all buffers of the device are undefined.
/// </remarks>
public sealed class AcceleratorException : Exception
{
    /// <summary>An error with a message only.</summary>
    /// <param name="message">What was wrong.</param>
    public AcceleratorException(string message)
        : base(message) => Call = "";

    /// <summary>An error without a message.</summary>
    public AcceleratorException()
        : this("The accelerator failed.")
    {
    }

    /// <summary>An error with its cause.</summary>
    /// <param name="message">What was wrong.</param>
    /// <param name="innerException">The cause.</param>
    public AcceleratorException(string message, Exception innerException)
        : base(message, innerException) => Call = "";

    internal AcceleratorException(string call, int code, string meaning)
        : base(Invariant($"{call} failed with code {code}: {meaning}."))
    {
        Call = call;
        Code = code;
    }

    /// <summary>The driver's function that failed, with the kernel where there is one; empty where none was called.</summary>
    public string Call { get; }

    /// <summary>The driver's code; 0 where no function of the driver was called.</summary>
    public int Code { get; }
}
