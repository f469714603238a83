namespace Lanewise.Batching;

/// <summary>Checks messages in arrays, and converts them to spans or memory.</summary>
internal static class MessageArray
{
    /// <summary>Returns the message as a span. Throws an exception if the array is null.</summary>
    public static ReadOnlySpan<byte> Span(byte[] source, [CallerArgumentExpression(nameof(source))] string name = "")
    {
        ArgumentNullException.ThrowIfNull(source, name);
        return source;
    }

    /// <summary>Returns the messages as <see cref="ReadOnlyMemory{T}"/>. Throws an exception if an array is null.</summary>
    public static ReadOnlyMemory<byte>[] Of(
        IEnumerable<byte[]> messages, [CallerArgumentExpression(nameof(messages))] string parameter = "")
    {
        ReadOnlyMemory<byte>[] all = messages.TryGetNonEnumeratedCount(out int count) ? new ReadOnlyMemory<byte>[count] : [];
        int next = 0;
        foreach (byte[] message in messages)
        {
            if (message is null) throw new ArgumentException(Invariant($"Message {next} is null."), parameter);
            if (next == all.Length) Array.Resize(ref all, Math.Max(4, 2 * next));

            all[next++] = message;
        }

        Array.Resize(ref all, next);
        return all;
    }
}
