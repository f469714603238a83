namespace Lanewise.Ciphers;

/// <summary>The stack below the caller, where kernels kept key words for which there was no register.</summary>
internal static class StackBelow
{
    // More than all frames from a verb down to its kernel.
    private const int Bytes = 12 * 1024;

    [MethodImpl(MethodImplOptions.NoInlining)]
    public static void Wipe()
    {
        Span<byte> below = stackalloc byte[Bytes];
        CryptographicOperations.ZeroMemory(below);
    }
}
