namespace Lanewise.Native;

/// <summary>The return values of all exported functions. The values are part of the ABI and never change.</summary>
internal enum Status
{
    Ok = 0,
    UnknownAlgorithm = 1,
    NullPointer = 2,
    LengthTooLarge = 3,
    DigestLength = 4,
    KeyLength = 5,
    BadHandle = 6,
    LengthsDoNotFit = 7,
    BadRule = 8,
    Mismatch = 9,
    OutOfMemory = 10,
    Overlap = 11,
    BadContext = 12,
    Internal = 13,
    ShortMac = 14,
}

/// <summary>
/// Contains the description of each <see cref="Status"/>, as a C string that remains valid while the library is loaded.
/// </summary>
internal static class StatusText
{
    public static ReadOnlySpan<byte> Of(int status) => (Status)status switch
    {
        Status.Ok => "success"u8,
        Status.UnknownAlgorithm => "no algorithm has this name; lanewise_algorithm_name lists the names"u8,
        Status.NullPointer => "a pointer is NULL and its length is not 0"u8,
        Status.LengthTooLarge => "a length or a product of lengths exceeds the address space"u8,
        Status.DigestLength => "the algorithm has no digest of this length"u8,
        Status.KeyLength => "the algorithm takes no key of this length"u8,
        Status.BadHandle => "the handle was never created or was freed"u8,
        Status.LengthsDoNotFit => "the sum of the message lengths differs from the length of the data"u8,
        Status.BadRule => "there is no Merkle tree rule with this number, or it needs at least one leaf"u8,
        Status.Mismatch => "the digest does not match the data"u8,
        Status.OutOfMemory => "there is not enough memory"u8,
        Status.Overlap => "the digests overlap the messages, their lengths, their addresses or the key"u8,
        Status.BadContext => "the context is not valid UTF-8"u8,
        Status.Internal => "internal error; please report it"u8,
        Status.ShortMac =>
            "a MAC of less than 16 bytes can be guessed; if it was agreed on, name its length in bits, as in blake2b-64"u8,
        _ => "there is no status with this number"u8,
    };
}

/// <summary>The exception for an invalid argument from the caller.</summary>
internal sealed class StatusException(Status status) : Exception
{
    public Status Status => status;
}
