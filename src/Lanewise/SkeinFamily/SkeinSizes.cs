namespace Lanewise.SkeinFamily;

/// <summary>The sizes of Skein, by the words of their state, for callers that are not generic.</summary>
internal static class SkeinSizes
{
    /// <summary>The words of a state of 256, 512 or 1024 bits.</summary>
    public static int Words(int stateSizeInBits) => stateSizeInBits is 256 or 512 or 1024
        ? stateSizeInBits / 64
        : throw new ArgumentOutOfRangeException(
            nameof(stateSizeInBits), stateSizeInBits, "The state of Skein has 256, 512 or 1024 bits.");

    public static IRunningHash Start(int words, SkeinParameters parameters, ReadOnlySpan<byte> key, int hashBytes) => words switch
    {
        4 => new SkeinEngine<Skein256Spec>(parameters).Start(key, hashBytes),
        8 => new SkeinEngine<Skein512Spec>(parameters).Start(key, hashBytes),
        _ => new SkeinEngine<Skein1024Spec>(parameters).Start(key, hashBytes),
    };

    /// <summary>Fills the destination with the output of a chaining value from a byte on.</summary>
    public static void ReadOutput(ReadOnlySpan<ulong> chain, ulong position, Span<byte> destination)
    {
        if (chain.Length == 4) SkeinOutputBlocks<Skein256Spec>.Read(chain, position, destination);
        else if (chain.Length == 8) SkeinOutputBlocks<Skein512Spec>.Read(chain, position, destination);
        else SkeinOutputBlocks<Skein1024Spec>.Read(chain, position, destination);
    }
}
