namespace Lanewise.Batching;

/// <summary>Checks sizes, mainly those of batches. The error messages state the required size.</summary>
internal static class BatchChecks
{
    /// <summary>
    /// Returns the number of digests that fit in the destination. The source must contain as many messages.
    /// </summary>
    public static int Equal(int sourceLength, int messageLength, int destinationLength, int hashBytes)
    {
        ArgumentOutOfRangeException.ThrowIfNegative(messageLength);
        if (destinationLength % hashBytes != 0)
        {
            throw new ArgumentException(
                Invariant($"The destination length must be a multiple of the digest length, {hashBytes} bytes; the destination "
                    + $"has {destinationLength} bytes."), "destination");
        }

        int count = destinationLength / hashBytes;
        long needed = (long)count * messageLength;
        if (sourceLength == needed) return count;

        // If the source consists of whole messages, the destination has the wrong length.
        if (messageLength > 0 && sourceLength % messageLength == 0)
        {
            int messages = sourceLength / messageLength;
            throw new ArgumentException(
                Invariant($"For a source of {sourceLength} bytes (number of messages: {messages}), the destination must have "
                    + $"{(long)messages * hashBytes} bytes; it has {destinationLength} bytes."), "destination");
        }

        throw new ArgumentException(
            Invariant($"For a destination of {destinationLength} bytes (number of messages: {count}), the source must have "
                + $"{needed} bytes; it has {sourceLength} bytes."), "source");
    }

    public static void Destination(int destinationLength, int count, int hashBytes, string what = "digests")
    {
        long needed = (long)count * hashBytes;
        if (destinationLength != needed)
        {
            throw new ArgumentException(
                Invariant($"The destination must hold {count} {what} of {hashBytes} bytes = {needed} bytes; it has "
                    + $"{destinationLength} bytes."), "destination");
        }
    }

    /// <summary>
    /// Throws if a length is negative, or if the lengths do not add up to the length of the source.
    /// </summary>
    [MethodImpl(CompileOptions.AtOnce)]
    public static void Lengths(int sourceLength, ReadOnlySpan<int> messageLengths)
    {
        long sum = 0;
        for (int i = 0; i < messageLengths.Length; i++)
        {
            if (messageLengths[i] < 0)
            {
                throw new ArgumentOutOfRangeException(
                    nameof(messageLengths), messageLengths[i], Invariant($"The length of message {i} is negative."));
            }

            sum += messageLengths[i];
        }

        if (sum != sourceLength)
        {
            throw new ArgumentException(
                Invariant($"The message lengths add up to {sum} bytes, so the source must have {sum} bytes; it has "
                    + $"{sourceLength}."), "source");
        }
    }

    public static ArgumentException TooShort(int length, int needed) =>
        new(Invariant($"The destination must have at least {needed} bytes; it has {length}."), "destination");

    public static ArgumentException NotWhole(int sourceLength, int messageLength) =>
        new(
            Invariant($"The source length must be a multiple of the message length, {messageLength} bytes; the source has ")
                + Invariant($"{sourceLength} bytes."),
            "source");
}
