namespace Lanewise.Ciphers;

/// <summary>
/// Creates the exceptions for invalid packet arguments. The code is in separate methods, because otherwise every call would set
/// up a stack frame that only the error messages need.
/// </summary>
internal static class PacketErrors
{
    public static ArgumentException NotAsMany(string parameter, string what, int count, int given) =>
        Wrong(parameter, $"The number of {what} must be {count}, one per packet, not {given}.");

    public static ArgumentException NoCipher(int packet) => Wrong("keys", $"Cipher {packet} is null.");

    public static ArgumentException AnotherCipher(int packet, string name, string first) =>
        Wrong(
            "keys",
            $"Cipher {packet} is {name}, but the first cipher is {first}; all ciphers must have the same type and parameters.");

    public static ArgumentException NotOneEach(string what, int count, int bytes, int given, string orNone = "") => Wrong(
        what, $"There are {count} packets, so the {what} must have {count} times {bytes} bytes{orNone}; they have {given}.");

    public static ArgumentException TooShort(int packet, long needed, int given) =>
        Wrong("destinations", $"Destination {packet} must have at least {needed} bytes; it has {given}.");

    public static ArgumentException Overlapping(int packet) =>
        Wrong("destinations", $"Packet {packet} overlaps another packet or its destination; packets must not overlap.");

    public static ArgumentException Inside(string parameter, string what) =>
        Wrong(parameter, $"The {what} are inside the destination and would be overwritten.");

    public static ArgumentException LengthsOver(string what) => Wrong(
        "plaintextLengths", $"The plaintext lengths overlap the {what}: use separate memory, or the list of packet lengths.");

    public static ArgumentException Shifted() => new(
        "Source and destination overlap, so packets would be overwritten before they are read: they must be separate, or the "
        + "same buffer if packets keep their length.",
        "destination");

    public static ArgumentOutOfRangeException TooMany(long total) =>
        new("packets", total, $"Including padding, the packets would be {total} bytes long; the maximum is {Array.MaxLength}.");

    public static Exception NotWhole(int packet, int length, int blockBytes, bool encrypting)
    {
        string what = encrypting ? "without padding, its length" : "the length of a ciphertext";
        string text = Invariant($"Packet {packet} has {length} bytes; {what} must be a multiple of {blockBytes} bytes.");
        return encrypting ? new ArgumentException(text, "packets") : new CryptographicException(text);
    }

    private static ArgumentException Wrong(string parameter, ref InvariantText text) => new(Invariant(ref text), parameter);
}
