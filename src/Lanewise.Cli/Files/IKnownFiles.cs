using Lanewise.Cli.Algorithms;
using Lanewise.Files;
using Lanewise.Files.Opening;

namespace Lanewise.Cli.Files;

/// <summary>Supplies digests known from an earlier run, and records new digests for a later run.</summary>
internal interface IKnownFiles
{
    /// <summary>Returns the digest of an unchanged file.</summary>
    bool TryGet(string name, FileAlgorithm algorithm, FileVersion stamp, out byte[] digest);

    /// <summary>Records a file that has been hashed.</summary>
    /// <param name="name">The name of the file.</param>
    /// <param name="algorithm">The hash algorithm.</param>
    /// <param name="stamp">The version of the file before it was read, or null if it is not a regular file.</param>
    /// <param name="digest">The file's digest.</param>
    /// <param name="wasKnown">Whether the digest was supplied by this object.</param>
    /// <exception cref="Terminal.OutputException">The record cannot be written.</exception>
    void Add(string name, FileAlgorithm algorithm, FileVersion? stamp, byte[] digest, bool wasKnown);
}
