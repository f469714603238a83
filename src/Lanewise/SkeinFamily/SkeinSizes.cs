namespace Lanewise.SkeinFamily;

/// <summary>
/// Selects a variant of Skein by its state size in bytes, for callers without a type parameter for it.
/// </summary>
internal static class SkeinSizes
{
    /// <summary>
    /// The output length of an output of unknown length. The configuration block then contains all ones (Skein 1.3, section
    /// 3.5.2).
    /// </summary>
    public const long UnknownBits = -1;

    /// <summary>Converts a state size of 256, 512 or 1024 bits to bytes.</summary>
    public static int StateBytes(int stateSizeInBits) => stateSizeInBits is 256 or 512 or 1024
        ? stateSizeInBits / 8
        : throw new ArgumentOutOfRangeException(
            nameof(stateSizeInBits), stateSizeInBits, "The state of Skein has 256, 512 or 1024 bits.");

    public static ISkeinIncremental Start(int stateBytes, SkeinParameters parameters, ReadOnlySpan<byte> key, long hashBits) =>
        stateBytes switch
        {
            32 => new SkeinIncremental<Skein256Spec>(parameters, key, hashBits),
            64 => new SkeinIncremental<Skein512Spec>(parameters, key, hashBits),
            _ => new SkeinIncremental<Skein1024Spec>(parameters, key, hashBits),
        };

    /// <summary>Computes the output of a whole message.</summary>
    public static SkeinOutput Output(
        int stateBytes, SkeinParameters parameters, ReadOnlySpan<byte> key, ReadOnlySpan<byte> source, long? outputLength)
    {
        long hashBits = UnknownBits;
        if (outputLength is long bytes)
        {
            ArgumentOutOfRangeException.ThrowIfLessThan(bytes, 1, nameof(outputLength));
            ArgumentOutOfRangeException.ThrowIfGreaterThanOrEqual(bytes, 1L << 61, nameof(outputLength));
            hashBits = bytes * 8;
        }

        using ISkeinIncremental incremental = Start(stateBytes, parameters, key, hashBits);
        incremental.Append(source);
        return incremental.Output();
    }

    public static void DeriveKey(
        int stateBytes, ReadOnlySpan<byte> key, ReadOnlySpan<byte> identifier, Span<byte> destination)
    {
        if (stateBytes == 32) Derive<Skein256Spec>(key, identifier, destination);
        else if (stateBytes == 64) Derive<Skein512Spec>(key, identifier, destination);
        else Derive<Skein1024Spec>(key, identifier, destination);
    }

    /// <summary>Writes the output for a chaining value, starting at an output offset.</summary>
    public static void ReadOutput(ReadOnlySpan<byte> chain, ulong position, Span<byte> destination)
    {
        if (chain.Length == 32) SkeinOutputBlocks<Skein256Spec>.Read(chain, position, destination);
        else if (chain.Length == 64) SkeinOutputBlocks<Skein512Spec>.Read(chain, position, destination);
        else SkeinOutputBlocks<Skein1024Spec>.Read(chain, position, destination);
    }

    private static void Derive<TSpec>(ReadOnlySpan<byte> key, ReadOnlySpan<byte> identifier, Span<byte> destination)
        where TSpec : struct, ISkeinSpec =>
        SkeinOneShot<TSpec>.Hash(
            SkeinParameters.Default, key, default, SkeinTweak.WholeBytes, 8L * destination.Length, destination, identifier);
}
