using System.Security.Cryptography;
using Lanewise.Cli.Terminal;
using Lanewise.Files;
using Lanewise.Files.Opening;
using Lanewise.Files.Reading;

namespace Lanewise.Cli.Files;

/// <summary>Writes the outboard of a file, and verifies parts of the file against it.</summary>
internal static class OutboardFile
{
    // Nodes are written in pieces of 64 bytes, so they are collected in a buffer.
    private const int BufferBytes = 64 * 1024;

    /// <summary>Writes the outboard of a file. The outboard appears under its name only when it is complete.</summary>
    /// <param name="name">The file.</param>
    /// <param name="path">The path of the outboard. An existing file is replaced.</param>
    /// <param name="root">Receives the digest of the file.</param>
    /// <param name="bytes">The length of the file in bytes.</param>
    /// <returns>False if a file could not be read or written and the error was reported.</returns>
    /// <exception cref="UsageException">The outboard would replace the file itself.</exception>
    public static bool TryWrite(string name, string path, Span<byte> root, out long bytes)
    {
        bytes = 0;
        using FileStream? content = Open(name);
        if (content is null) return false;

        try
        {
            using WholeFile outboard = WholeFile.Begin(path, BufferBytes);
            // A pipe or a device is rejected, because the nodes are not written sequentially.
            if (outboard.Beside is null && !FileTree.IsFile(path))
            {
                Diagnostics.Say(path, "the outboard needs a regular file: its parts are not written in order");
                return false;
            }

            if (FileId.Of(name) == outboard.Id) throw new UsageException("--outboard: the outboard must not replace the file");

            Blake3Outboard.Write(content, outboard.Stream, root);
            bytes = content.Length;
            outboard.Complete();
            return true;
        }
        catch (InvalidDataException e)
        {
            Diagnostics.Say(name, e.Message);
            return false;
        }
        catch (Exception e) when (ReadErrors.IsExpected(e))
        {
            Diagnostics.Say(path, ReadErrors.Reason(e, path));
            return false;
        }
    }

    /// <summary>Verifies part of a file.</summary>
    /// <param name="root">The expected digest of the file.</param>
    /// <param name="path">The path of the outboard.</param>
    /// <param name="name">The name of the file.</param>
    /// <param name="start">The offset at which the range starts, in bytes.</param>
    /// <param name="length">The length of the range in bytes.</param>
    /// <returns>True if the range is valid; false if it is invalid and the reason was reported.</returns>
    public static bool Verify(ReadOnlySpan<byte> root, string path, string name, long start, long length)
    {
        using FileStream? content = Open(name), outboard = content is null ? null : Open(path);
        if (content is null || outboard is null) return false;

        try
        {
            Blake3Outboard.CheckRange(root, content, outboard, start, length);
            return true;
        }
        catch (ArgumentOutOfRangeException e)
        {
            // Omits the parameter name, which is meaningless on a command line.
            Diagnostics.Say(name, e.Message.Split(" (Parameter", 2)[0]);
        }
        catch (Exception e) when (e is InvalidDataException or CryptographicException)
        {
            Diagnostics.Say(name, e.Message);
        }
        catch (Exception e) when (ReadErrors.IsExpected(e))
        {
            Diagnostics.Say(name, ReadErrors.Reason(e, name));
        }

        return false;
    }

    private static FileStream? Open(string name)
    {
        try
        {
            return OpenedFile.Read(name, BufferBytes);
        }
        catch (Exception e) when (ReadErrors.IsExpected(e))
        {
            Diagnostics.Say(name, ReadErrors.Reason(e, name));
        }

        return null;
    }
}
