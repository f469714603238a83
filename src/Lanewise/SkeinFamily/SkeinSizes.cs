namespace Lanewise.SkeinFamily;

/// <summary>The sizes of Skein, by the bytes of their state, for callers that are not generic.</summary>
internal static class SkeinSizes
{
    /// <summary>The bytes of a state of 256, 512 or 1024 bits.</summary>
    public static int StateBytes(int stateSizeInBits) => stateSizeInBits is 256 or 512 or 1024
        ? stateSizeInBits / 8
        : throw new ArgumentOutOfRangeException(
            nameof(stateSizeInBits), stateSizeInBits, "The state of Skein has 256, 512 or 1024 bits.");

    public static IRunningHash Start(int stateBytes, SkeinParameters parameters, ReadOnlySpan<byte> key, int hashBytes) =>
        stateBytes switch
        {
            32 => new SkeinRunning<Skein256Spec>(parameters, key, 8L * hashBytes),
            64 => new SkeinRunning<Skein512Spec>(parameters, key, 8L * hashBytes),
            _ => new SkeinRunning<Skein1024Spec>(parameters, key, 8L * hashBytes),
        };

    /// <summary>Fills the destination with the output of a chaining value from a byte on.</summary>
    public static void ReadOutput(ReadOnlySpan<byte> chain, ulong position, Span<byte> destination)
    {
        if (chain.Length == 32) SkeinOutputBlocks<Skein256Spec>.Read(chain, position, destination);
        else if (chain.Length == 64) SkeinOutputBlocks<Skein512Spec>.Read(chain, position, destination);
        else SkeinOutputBlocks<Skein1024Spec>.Read(chain, position, destination);
    }
}
