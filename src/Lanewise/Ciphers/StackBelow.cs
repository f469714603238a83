namespace Lanewise.Ciphers;

/// <summary>The stack below the caller, where kernels kept key words for which there was no register.</summary>
internal static class StackBelow
{
    // Twice what the frames from a method down to its kernel were seen to take: 12 to 14 KiB for scattered packets of Threefish.
    private const int Bytes = 24 * 1024;

    /// <summary>What <paramref name="run"/> does, and the stack below wiped, also where it throws.</summary>
    public static Action<int> WipedAfter(Action<int> run) => piece =>
    {
        try
        {
            run(piece);
        }
        finally
        {
            Wipe();
        }
    };

    [MethodImpl(MethodImplOptions.NoInlining)]
    public static void Wipe()
    {
        Span<byte> below = stackalloc byte[Bytes];
        CryptographicOperations.ZeroMemory(below);
    }
}
