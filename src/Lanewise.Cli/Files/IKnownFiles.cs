using Lanewise.Cli.Algorithms;
using Lanewise.Files;
using Lanewise.Files.Opening;

namespace Lanewise.Cli.Files;

/// <summary>What is known of files from an earlier run, and where it is written down for a later one.</summary>
internal interface IKnownFiles
{
    /// <summary>The digest of a file that is as it was.</summary>
    bool TryGet(string name, FileAlgorithm algorithm, FileVersion stamp, out byte[] digest);

    /// <summary>Writes down a file that is done.</summary>
    /// <param name="name">The name.</param>
    /// <param name="algorithm">The algorithm.</param>
    /// <param name="stamp">What the file was before it was read; null for what is no regular file.</param>
    /// <param name="digest">The digest.</param>
    /// <param name="wasKnown">Whether the digest came from here.</param>
    /// <exception cref="Terminal.OutputException">It cannot be written.</exception>
    void Add(string name, FileAlgorithm algorithm, FileVersion? stamp, byte[] digest, bool wasKnown);
}
