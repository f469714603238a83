namespace Lanewise.Incremental;

/// <summary>Reads streams to the end through a pooled buffer, which is wiped afterwards.</summary>
internal static class StreamSource
{
    private const int BufferBytes = 64 * 1024;

    public static void CheckReadable(Stream stream, string parameter)
    {
        ArgumentNullException.ThrowIfNull(stream, parameter);
        if (!stream.CanRead) throw new ArgumentException("The stream cannot be read.", parameter);
    }

    public static void AppendTo(Stream stream, IAppendable target)
    {
        byte[] buffer = ArrayPool<byte>.Shared.Rent(BufferBytes);
        int most = 0;
        try
        {
            int read;
            while ((read = stream.Read(buffer)) > 0)
            {
                most = Math.Max(most, read);
                target.Append(buffer.AsSpan(0, read));
            }
        }
        finally
        {
            CryptographicOperations.ZeroMemory(buffer.AsSpan(0, most));
            ArrayPool<byte>.Shared.Return(buffer);
        }
    }

    public static async ValueTask AppendToAsync(Stream stream, IAppendable target, CancellationToken cancellationToken)
    {
        // The token is checked here, because some streams ignore it.
        cancellationToken.ThrowIfCancellationRequested();
        byte[] buffer = ArrayPool<byte>.Shared.Rent(BufferBytes);
        int most = 0;
        try
        {
            int read;
            while ((read = await stream.ReadAsync(buffer, cancellationToken).ConfigureAwait(false)) > 0)
            {
                most = Math.Max(most, read);
                cancellationToken.ThrowIfCancellationRequested();
                target.Append(buffer.AsSpan(0, read));
            }
        }
        finally
        {
            CryptographicOperations.ZeroMemory(buffer.AsSpan(0, most));
            ArrayPool<byte>.Shared.Return(buffer);
        }
    }
}
