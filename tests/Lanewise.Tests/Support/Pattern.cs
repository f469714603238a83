namespace Lanewise.Tests;

/// <summary>Creates test input with the period 251. The period is coprime to every block length, so the tests detect swapped
/// blocks.</summary>
internal static class Pattern
{
    public static byte[] Bytes(int length, int start = 0)
    {
        byte[] bytes = new byte[length];
        for (int i = 0; i < length; i++) bytes[i] = (byte)((start + i) % 251);
        return bytes;
    }

    public static byte[] Bytes(Random random, int length)
    {
        byte[] bytes = new byte[length];
        random.NextBytes(bytes);
        return bytes;
    }

    /// <summary>Concatenates all parts in one array.</summary>
    public static byte[] Join(IEnumerable<byte[]> parts)
    {
        using MemoryStream all = new();
        foreach (byte[] part in parts) all.Write(part);
        return all.ToArray();
    }

    /// <summary>Divides a packed buffer into messages.</summary>
    public static ReadOnlyMemory<byte>[] Cut(ReadOnlyMemory<byte> source, ReadOnlySpan<int> lengths)
    {
        ReadOnlyMemory<byte>[] messages = new ReadOnlyMemory<byte>[lengths.Length];
        for (int i = 0, o = 0; i < messages.Length; o += lengths[i++]) messages[i] = source.Slice(o, lengths[i]);
        return messages;
    }
}
