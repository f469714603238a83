namespace Lanewise.KeccakFamily;

/// <summary>The parameters of a sponge function, apart from the key and the message.</summary>
internal interface ISpongeParameters
{
    /// <summary>The maximum suffix length in bytes: an encoded number, and one byte for the bits that follow it.</summary>
    const int MaxSuffixBytes = LengthCode.MostBytes + 1;

    /// <summary>
    /// The function name N of cSHAKE. If both N and the customization string S are empty, neither is absorbed.
    /// </summary>
    ReadOnlySpan<byte> FunctionName => default;

    ReadOnlySpan<byte> Customization => default;

    /// <summary>
    /// Returns the message suffix for the given output length. If the result is empty, the suffix in the sponge's
    /// specification is used.
    /// </summary>
    ReadOnlySpan<byte> Suffix(int hashBytes, Span<byte> buffer) => default;

    /// <summary>Writes the parameters to a saved state.</summary>
    void Write(StateWriter writer)
    {
        // By default, there is nothing to write.
    }
}

internal interface ISpongeParameters<TSelf> : ISpongeParameters
    where TSelf : class, ISpongeParameters<TSelf>
{
    /// <summary>The prefix that this type of parameters adds to the algorithm's name, such as <c>c</c> for cSHAKE.</summary>
    static abstract string NamePrefix { get; }

    static abstract TSelf Default { get; }

    /// <summary>Reads the parameters that <see cref="ISpongeParameters.Write"/> wrote.</summary>
    static abstract TSelf Read(ref StateReader reader);
}
