using Lanewise.Gpu.Algorithms;

namespace Lanewise.Gpu;

/// <summary>The hash of a search for candidates.</summary>
public enum SearchHash
{
    /// <summary>MD5: texts of up to 47 bytes.</summary>
    Md5,

    /// <summary>BLAKE2s-256: texts of up to 56 bytes.</summary>
    Blake2s,

    /// <summary>BLAKE3: texts of up to 56 bytes.</summary>
    Blake3,
}

/// <summary>
/// Proof of work: finds numbers that give a text a digest with zero bits in front. The candidates are made on the device.
/// </summary>
/// <remarks>
/// A candidate is a number of 8 bytes, least significant first, and the text behind it. No data crosses the bus, so this is the
/// work that a GPU gains most with, and the one that shows what its arithmetic is worth.
/// </remarks>
public static class AcceleratorSearch
{
    /// <summary>The lowest number of a range whose digest begins with so many zero bits.</summary>
    /// <param name="accelerator">The device.</param>
    /// <param name="hash">The hash.</param>
    /// <param name="text">What follows the number.</param>
    /// <param name="zeroBits">Zero bits in front of the digest, from its first byte's most significant one on: 0 to 64.</param>
    /// <param name="first">The first number.</param>
    /// <param name="count">How many numbers; all of them must be less than 2^63.</param>
    /// <param name="nonce">The number; 0 where there is none.</param>
    /// <param name="cancellationToken">Looked at between launches.</param>
    /// <returns>Whether there is one.</returns>
    /// <exception cref="ArgumentException">The text is longer than its hash allows.</exception>
    /// <exception cref="ArgumentOutOfRangeException">
    /// There is no such hash, not so many bits, or the range ends beyond 2^63.
    /// </exception>
    /// <exception cref="AcceleratorException">The driver failed, or the device gave wrong numbers in its self-test.</exception>
    /// <exception cref="ObjectDisposedException">The accelerator was disposed.</exception>
    public static bool TryFind(
        Accelerator accelerator, SearchHash hash, ReadOnlySpan<byte> text, int zeroBits, ulong first, ulong count,
        out ulong nonce, CancellationToken cancellationToken = default) =>
        SearchRun.Run(accelerator, new DeviceSearch(hash, text), zeroBits, first, count, out nonce, cancellationToken);
}
