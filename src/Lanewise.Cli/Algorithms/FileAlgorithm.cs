using Lanewise.Cli.Lists;
using Lanewise.Files;

namespace Lanewise.Cli.Algorithms;

/// <summary>A hash with a fixed digest length, implemented by Lanewise or by .NET, that the commands can use.</summary>
internal abstract class FileAlgorithm : ITaggedAlgorithm
{
    /// <summary>The algorithm's name on the command line, for example <c>blake2b-256</c>.</summary>
    public abstract string Name { get; }

    /// <summary>The algorithm's name in a tagged line, for example <c>BLAKE2b-256</c>.</summary>
    public abstract string Tag { get; }

    /// <inheritdoc/>
    public virtual bool HasLengthInTag => true;

    public abstract int HashBytes { get; }

    /// <summary>
    /// Returns this hash (with the same key) with another digest length, or null if that length is not allowed.
    /// </summary>
    public abstract FileAlgorithm? WithLength(int hashBytes);

    /// <summary>
    /// The allowed digest lengths, formatted for messages in the unit of <c>--length</c>, for example <c>128 bits</c>.
    /// </summary>
    public abstract string Lengths { get; }

    /// <summary>
    /// Whether <c>--length</c> is in bytes, as in the algorithm's own tools, rather than in bits, as in b2sum.
    /// </summary>
    public virtual bool CountsBytes => false;

    public virtual int MinKeyBytes => 0;

    /// <summary>The maximum key length in bytes, or 0 if there is no keyed mode.</summary>
    public virtual int MaxKeyBytes => 0;

    /// <summary>
    /// Returns the keyed version of this hash. Callers must first check that the hash has a keyed mode and accepts a key of this
    /// length.
    /// </summary>
    public virtual FileAlgorithm WithKey(FileKey key) => throw new InvalidOperationException($"{Tag} has no keyed mode.");

    /// <summary>Returns this hash in key-derivation mode with the given context, or null if it has no such mode.</summary>
    public virtual FileAlgorithm? WithContext(string context) => null;

    /// <summary>
    /// Returns a version of this hash whose output starts at a byte offset, or null if its output cannot be read from an offset.
    /// </summary>
    public virtual FileAlgorithm? From(ulong position) => null;

    /// <summary>The algorithms that this algorithm combines. A single algorithm is the only element of its list.</summary>
    public virtual IReadOnlyList<FileAlgorithm> Parts => field ??= [this];

    /// <summary>The hash to apply to the files. Files with the same hash object are hashed together.</summary>
    public abstract FileHash Hash { get; }
}
