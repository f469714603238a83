using Lanewise.Cli.Lists;
using Lanewise.Files;

namespace Lanewise.Cli.Algorithms;

/// <summary>A hash with a fixed length of digest, as the commands use it: of this library or of .NET.</summary>
internal abstract class FileAlgorithm : ITaggedAlgorithm
{
    /// <summary>The name on the command line: <c>blake2b-256</c>.</summary>
    public abstract string Name { get; }

    /// <summary>The name in a tagged line: <c>BLAKE2b-256</c>.</summary>
    public abstract string Tag { get; }

    /// <inheritdoc/>
    public virtual bool HasLengthInTag => true;

    public abstract int HashBytes { get; }

    /// <summary>The same hash with another length of digest, and the same key; null if it does not allow that length.</summary>
    public abstract FileAlgorithm? WithLength(int hashBytes);

    /// <summary>What lengths there are, in the unit of <c>--length</c>, for messages: <c>128 bits</c>.</summary>
    public abstract string Lengths { get; }

    /// <summary>Whether <c>--length</c> counts bytes, as the algorithm's own tools do, and not bits as b2sum does.</summary>
    public virtual bool CountsBytes => false;

    public virtual int MinKeyBytes => 0;

    /// <summary>0 if there is no keyed mode.</summary>
    public virtual int MaxKeyBytes => 0;

    /// <summary>The same hash with a key; only where there is a keyed mode and the key has a length of its.</summary>
    public virtual FileAlgorithm WithKey(FileKey key) => throw new InvalidOperationException($"{Tag} has no keyed mode.");

    /// <summary>The same hash for key derivation with a context; null if it has no such mode.</summary>
    public virtual FileAlgorithm? WithContext(string context) => null;

    /// <summary>The same hash, whose digest is its output from a byte on; null if its output is not read so.</summary>
    public virtual FileAlgorithm? From(ulong position) => null;

    /// <summary>The algorithms that this one combines; for a single algorithm, itself.</summary>
    public virtual IReadOnlyList<FileAlgorithm> Parts => field ??= [this];

    /// <summary>What files are hashed with; one object, by which those of a batch know each other.</summary>
    public abstract FileHash Hash { get; }
}
