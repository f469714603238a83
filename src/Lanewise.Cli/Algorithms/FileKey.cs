using System.Security.Cryptography;
using Lanewise.Cli.Files;
using Lanewise.Cli.Terminal;
using Lanewise.Files.Reading;

namespace Lanewise.Cli.Algorithms;

/// <summary>
/// A key from a file or a descriptor: its raw bytes, in memory that is not moved and is wiped at the end. It never comes from
/// the command line, which every process of the machine can read, and is never printed.
/// </summary>
internal sealed class FileKey : IDisposable
{
    /// <summary>No key is longer; up to here a message can say how long the file is.</summary>
    private const int MostBytes = 4096;

    // Pinned: the GC moves no copy of it about.
    private readonly byte[] bytes = GC.AllocateArray<byte>(MostBytes + 1, pinned: true);
    private int length;

    private FileKey()
    {
    }

    public ReadOnlyMemory<byte> Memory => bytes.AsMemory(0, length);

    /// <summary>Reads a key for an algorithm.</summary>
    /// <param name="path">The file; <c>-</c> is standard input.</param>
    /// <param name="algorithm">What the key is for.</param>
    /// <returns>The key; null where the file cannot be read, which was said.</returns>
    /// <exception cref="UsageException">The algorithm takes no such key.</exception>
    public static FileKey? Read(string path, FileAlgorithm algorithm)
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

            if (key.length < algorithm.MinKeyBytes || key.length > algorithm.MaxKeyBytes)
            {
                string has = key.length > MostBytes
                    ? Invariant($"more than {MostBytes} bytes")
                    : Invariant($"{key.length} bytes");
                string takes = algorithm.MinKeyBytes == algorithm.MaxKeyBytes
                    ? Invariant($"{algorithm.MaxKeyBytes}")
                    : Invariant($"{algorithm.MinKeyBytes} to {algorithm.MaxKeyBytes}");
                throw new UsageException(
                    $"--key-file: the key in {FileNames.Quote(path)} has {has}; {algorithm.Tag} takes {takes} raw bytes");
            }

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
