namespace Lanewise.KeccakFamily;

/// <summary>What a sponge takes beside the message.</summary>
internal interface ISpongeParameters
{
    /// <summary>What follows the message; empty for what the specification says.</summary>
    ReadOnlySpan<byte> Ending { get; }

    /// <summary>N and S of cSHAKE; where both are empty nothing is absorbed before the message.</summary>
    ReadOnlySpan<byte> FunctionName => default;

    ReadOnlySpan<byte> Customization => default;

    /// <summary>Writes the parameters into a saved state.</summary>
    void Write(StateWriter writer);
}

internal interface ISpongeParameters<TSelf> : ISpongeParameters
    where TSelf : class, ISpongeParameters<TSelf>
{
    /// <summary>What stands before the name of a sponge that takes them.</summary>
    static abstract string NamePrefix { get; }

    static abstract TSelf Default { get; }

    /// <summary>Reads what <see cref="ISpongeParameters.Write"/> wrote.</summary>
    static abstract TSelf Read(ref StateReader reader);
}
