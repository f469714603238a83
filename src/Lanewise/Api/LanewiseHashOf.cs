namespace Lanewise;

/// <summary>Extends <see cref="LanewiseHash"/> with the members that depend on the type of the algorithm.</summary>
/// <typeparam name="TSelf">The algorithm.</typeparam>
public abstract class LanewiseHash<TSelf> : LanewiseHash
    where TSelf : LanewiseHash<TSelf>, IHashAlgorithm<TSelf>
{
    private protected LanewiseHash(IIncrementalHash incremental)
        : base(incremental)
    {
    }

    /// <summary>
    /// The number of messages that <c>HashMany</c> hashes in parallel SIMD lanes on this machine. A batch whose size is a
    /// multiple of this number uses all lanes.
    /// </summary>
    public static int PreferredBatchSize => TSelf.Methods.PreferredBatchSize;

    /// <inheritdoc/>
    public override HashAlgorithmName AlgorithmName => TSelf.Methods.AlgorithmName(HashLengthInBytes);

    internal override string StateName => TSelf.Methods.Name;

    /// <inheritdoc cref="LanewiseHash.Clone"/>
    public new TSelf Clone() => (TSelf)base.Clone();
}
