namespace Lanewise.Cli.Algorithms;

/// <summary>A hash with a fixed length of digest, as the commands use it: of this library or of the base library.</summary>
internal abstract class FileAlgorithm
{
    /// <summary>The name on the command line: <c>blake2b-256</c>.</summary>
    public abstract string Name { get; }

    /// <summary>The name in a tagged line: <c>BLAKE2b-256</c>.</summary>
    public abstract string Tag { get; }

    public abstract int HashBytes { get; }

    /// <summary>The same hash with another length of digest; null where it has no such length.</summary>
    public abstract FileAlgorithm? WithLength(int hashBytes);

    /// <summary>What lengths there are, for messages: <c>128 bits</c>.</summary>
    public abstract string Lengths { get; }

    public abstract void Hash(ReadOnlySpan<byte> source, Span<byte> destination);

    /// <summary>Many messages; digests one after the other.</summary>
    public abstract void HashMany(ReadOnlySpan<ReadOnlyMemory<byte>> sources, Span<byte> destination);

    public abstract RunningHash Start();
}

/// <summary>A hash of a message that comes in pieces.</summary>
internal abstract class RunningHash : IDisposable
{
    public abstract void Append(ReadOnlySpan<byte> data);

    /// <summary>The digest; the next message starts empty.</summary>
    public abstract void Finish(Span<byte> destination);

    public abstract void Dispose();
}
