namespace Lanewise.KeccakFamily;

/// <summary>What a sponge takes beside key and message.</summary>
internal interface ISpongeParameters
{
    /// <summary>The bytes that there must be room for an ending in: a number, and the bits behind it.</summary>
    const int MostEndingBytes = LengthCode.MostBytes + 1;

    /// <summary>N and S of cSHAKE; where both are empty nothing is absorbed before the message.</summary>
    ReadOnlySpan<byte> FunctionName => default;

    ReadOnlySpan<byte> Customization => default;

    /// <summary>What follows a message whose output has that length; empty for what the specification says.</summary>
    ReadOnlySpan<byte> Ending(int hashBytes, Span<byte> room) => default;

    /// <summary>Writes the parameters into a saved state.</summary>
    void Write(StateWriter writer)
    {
        // There may be nothing to write.
    }
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
