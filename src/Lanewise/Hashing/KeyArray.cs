namespace Lanewise.Hashing;

/// <summary>
/// Verbs of this type that take a key in a span get one that takes it in an array and refuses null; src/Lanewise.Faces writes
/// them.
/// </summary>
[AttributeUsage(AttributeTargets.Class)]
internal sealed class KeyArraysAttribute : Attribute;

/// <summary>A key in an array, which is not null.</summary>
internal static class KeyArray
{
    public static ReadOnlySpan<byte> Span(byte[] key)
    {
        ArgumentNullException.ThrowIfNull(key);
        return key;
    }

    public static ReadOnlyMemory<byte> Memory(byte[] key)
    {
        ArgumentNullException.ThrowIfNull(key);
        return key;
    }
}
