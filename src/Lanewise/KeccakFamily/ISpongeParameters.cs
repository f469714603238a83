namespace Lanewise.KeccakFamily;

/// <summary>The parameters that a sponge has in addition to the key and the message.</summary>
internal interface ISpongeParameters
{
    /// <summary>The maximum size of a suffix: a number, and the bits after it.</summary>
    const int MaxSuffixBytes = LengthCode.MostBytes + 1;

    /// <summary>N, the function name of cSHAKE. If N and S are empty, nothing is absorbed before the message.</summary>
    ReadOnlySpan<byte> FunctionName => default;

    ReadOnlySpan<byte> Customization => default;

    /// <summary>
    /// Returns the message suffix for this output length. An empty result means the suffix that the specification defines.
    /// </summary>
    ReadOnlySpan<byte> Suffix(int hashBytes, Span<byte> room) => default;

    /// <summary>Writes the parameters into a saved state.</summary>
    void Write(StateWriter writer)
    {
        // By default, there is nothing to write.
    }
}

internal interface ISpongeParameters<TSelf> : ISpongeParameters
    where TSelf : class, ISpongeParameters<TSelf>
{
    /// <summary>The prefix that the algorithm's name gets if the sponge has such parameters.</summary>
    static abstract string NamePrefix { get; }

    static abstract TSelf Default { get; }

    /// <summary>Reads the parameters that <see cref="ISpongeParameters.Write"/> wrote.</summary>
    static abstract TSelf Read(ref StateReader reader);
}
