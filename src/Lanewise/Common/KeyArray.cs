namespace Lanewise.Common;

/// <summary>Checks that a key array is neither null nor empty, because an empty key array is probably a mistake.</summary>
internal static class KeyArray
{
    public static ReadOnlySpan<byte> Span(byte[] key, [CallerArgumentExpression(nameof(key))] string name = "")
    {
        Check(key, name);
        return key;
    }

    public static ReadOnlyMemory<byte> Memory(byte[] key, [CallerArgumentExpression(nameof(key))] string name = "")
    {
        Check(key, name);
        return key;
    }

    private static void Check(byte[] key, string name)
    {
        ArgumentNullException.ThrowIfNull(key, name);
        if (key.Length > 0) return;

        throw new CryptographicException("The key is an empty array.");
    }
}
