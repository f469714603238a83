using Lanewise.Gpu.Algorithms;

namespace Lanewise.Gpu;

/// <summary>Selects the hash for a proof-of-work search.</summary>
public enum SearchHash
{
    /// <summary>MD5, with a text of up to 47 bytes.</summary>
    Md5,

    /// <summary>BLAKE2s-256, with a text of up to 56 bytes.</summary>
    Blake2s,

    /// <summary>BLAKE3, with a text of up to 56 bytes.</summary>
    Blake3,
}

/// <summary>
/// Searches for a proof of work. The hashed data consists of a nonce and a given text. The search finds a nonce for which the
/// digest begins with the required number of zero bits. The device generates the candidates.
/// </summary>
/// <remarks>
/// A candidate consists of an 8-byte little-endian nonce followed by the text. No candidates are transferred over the bus, so
/// proof-of-work searches benefit more from a GPU than any other kind of work.
/// </remarks>
public static class AcceleratorSearch
{
    /// <summary>Finds the lowest nonce in a range for which the digest begins with a given number of zero bits.</summary>
    /// <param name="accelerator">The open device.</param>
    /// <param name="hash">The hash function.</param>
    /// <param name="text">The text that follows the nonce.</param>
    /// <param name="zeroBits">
    /// The required number of leading zero bits in the digest, 0 to 64. Bits are counted from the most significant bit of the
    /// first byte.
    /// </param>
    /// <param name="first">The first nonce of the range.</param>
    /// <param name="count">The number of nonces in the range. All nonces must be less than 2^63.</param>
    /// <param name="nonce">On return, the nonce that was found, or 0 if none was found.</param>
    /// <param name="cancellationToken">Cancels the search. The token is checked between kernel launches.</param>
    /// <returns>True if a nonce was found.</returns>
    /// <exception cref="ArgumentException">The text is longer than the hash function allows.</exception>
    /// <exception cref="ArgumentOutOfRangeException">
    /// The hash function is not a defined value, the number of bits is out of range, or the range ends above 2^63.
    /// </exception>
    /// <exception cref="AcceleratorException">The driver failed, or the device failed its self-test.</exception>
    /// <exception cref="ObjectDisposedException">The accelerator was disposed.</exception>
    public static bool TryFind(
        Accelerator accelerator, SearchHash hash, ReadOnlySpan<byte> text, int zeroBits, ulong first, ulong count,
        out ulong nonce, CancellationToken cancellationToken = default) =>
        SearchRun.Run(accelerator, new DeviceSearch(hash, text), zeroBits, first, count, out nonce, cancellationToken);
}
