namespace Lanewise.Ciphers;

/// <summary>Wipes the stack below the caller, where kernels may have spilled key words.</summary>
internal static class StackBelow
{
    // About twice the observed stack depth from a method down to its kernel, which is 12 to 14 KiB for scattered Threefish
    // packets.
    private const int Bytes = 24 * 1024;

    /// <summary>
    /// Returns an action that calls <paramref name="run"/> and then wipes the stack below the caller, even after an exception.
    /// </summary>
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
