namespace Lanewise.KeccakFamily;

/// <summary>The parameters of a sponge function in addition to the key and the message.</summary>
internal interface ISpongeParameters
{
    /// <summary>The maximum size of a suffix in bytes: an encoded number, and one byte for the bits that follow it.</summary>
    const int MaxSuffixBytes = LengthCode.MostBytes + 1;

    /// <summary>
    /// The function name N of cSHAKE. If N and the customization string S are empty, nothing is absorbed before the message.
    /// </summary>
    ReadOnlySpan<byte> FunctionName => default;

    ReadOnlySpan<byte> Customization => default;

    /// <summary>
    /// Returns the message suffix for the given output length. An empty result selects the suffix in the sponge's
    /// specification.
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
    /// <summary>The prefix of the algorithm's name if the sponge has these parameters.</summary>
    static abstract string NamePrefix { get; }

    static abstract TSelf Default { get; }

    /// <summary>Reads the parameters that <see cref="ISpongeParameters.Write"/> wrote.</summary>
    static abstract TSelf Read(ref StateReader reader);
}
