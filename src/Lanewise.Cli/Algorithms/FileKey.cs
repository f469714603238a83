using System.Security.Cryptography;
using Lanewise.Cli.Files;
using Lanewise.Cli.Terminal;
using Lanewise.Files.Reading;

namespace Lanewise.Cli.Algorithms;

/// <summary>
/// The raw bytes of a key or a password that was read from a file or a descriptor. The bytes are held in pinned memory and wiped
/// at the end. A key is never printed, and never read from the command line, because every process on the machine can read
/// command lines.
/// </summary>
internal sealed class FileKey : IDisposable
{
    /// <summary>
    /// The maximum length of a key or a password in bytes. For a longer file, messages do not report the actual length.
    /// </summary>
    public const int MostBytes = 4096;

    // The array is pinned so that the GC makes no copies of it.
    private readonly byte[] bytes = GC.AllocateArray<byte>(MostBytes + 1, pinned: true);
    private int length;

    private FileKey()
    {
    }

    public ReadOnlyMemory<byte> Memory => bytes.AsMemory(0, length);

    /// <summary>Removes one line break (LF or CR LF) from the end of the key or password.</summary>
    public void DropLineBreak()
    {
        if (length == 0 || bytes[length - 1] != '\n') return;

        length--;
        if (length > 0 && bytes[length - 1] == '\r') length--;
    }

    /// <summary>Reads a key for an algorithm from a file.</summary>
    /// <param name="path">The file; <c>-</c> is standard input.</param>
    /// <param name="algorithm">The algorithm that will use the key.</param>
    /// <returns>The key, or null if the file cannot be read and the error was reported.</returns>
    /// <exception cref="UsageException">The algorithm does not allow the key.</exception>
    public static FileKey? Read(string path, FileAlgorithm algorithm) => Read(path, key =>
    {
        if (key.length >= algorithm.MinKeyBytes && key.length <= algorithm.MaxKeyBytes) return;

        string has = key.length > MostBytes
            ? Invariant($"more than {MostBytes} bytes")
            : Invariant($"{key.length} bytes");
        string takes = algorithm.MinKeyBytes == algorithm.MaxKeyBytes
            ? Invariant($"{algorithm.MaxKeyBytes}")
            : Invariant($"{algorithm.MinKeyBytes} to {algorithm.MaxKeyBytes}");
        throw new UsageException(
            $"--key-file: the key in {FileNames.Quote(path)} has {has}; {algorithm.Tag} takes {takes} raw bytes");
    });

    /// <summary>Reads a password or another secret of at most <see cref="MostBytes"/> bytes from a file.</summary>
    /// <param name="path">The file; <c>-</c> is standard input.</param>
    /// <param name="option">The name of the option that specifies the file, for use in error messages.</param>
    /// <returns>The secret, or null if the file cannot be read and the error was reported.</returns>
    /// <exception cref="UsageException">The file is longer than <see cref="MostBytes"/> bytes.</exception>
    public static FileKey? Read(string path, string option) => Read(path, key =>
    {
        if (key.length > MostBytes)
        {
            throw new UsageException(
                Invariant($"{option}: {FileNames.Quote(path)} has more than {MostBytes} bytes; {MostBytes} is the limit"));
        }
    });

    private static FileKey? Read(string path, Action<FileKey> check)
    {
        FileKey key = new();
        bool isGood = false;
        try
        {
            using (Stream stream = path == FileJob.StandardInput ? StandardStreams.Input() : InputStream.Open(path))
            {
                int read;
                while (key.length < key.bytes.Length && (read = stream.Read(key.bytes.AsSpan(key.length))) > 0)
                {
                    key.length += read;
                }
            }

            check(key);
            isGood = true;
            return key;
        }
        catch (Exception e) when (ReadErrors.IsExpected(e))
        {
            Diagnostics.Say(path, ReadErrors.Reason(e, path));
            return null;
        }
        finally
        {
            if (!isGood) key.Dispose();
        }
    }

    public void Dispose()
    {
        CryptographicOperations.ZeroMemory(bytes);
        length = 0;
    }
}
