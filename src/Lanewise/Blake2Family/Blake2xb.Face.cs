using Engine = Lanewise.Blake2Family.Blake2OutputEngine<ulong, Lanewise.Blake2Family.Blake2bSpec>;

namespace Lanewise;

// What a hash whose output can be read from any place has beside the rest; copied for BLAKE2Xs.
public sealed partial class Blake2xb
{
    /// <summary>Starts an empty message whose output has no length; <see cref="GetOutput"/> reads it.</summary>
    /// <param name="key">The key, at most <see cref="MaxKeySizeInBytes"/> bytes; empty for none.</param>
    /// <returns>The running hash.</returns>
    /// <exception cref="CryptographicException">The key is longer than <see cref="MaxKeySizeInBytes"/> bytes.</exception>
    public static Blake2xb CreateUnknownLength(ReadOnlySpan<byte> key = default) => new(Engine.StartUnknown(key));

    /// <summary>The output of the data so far, to be read from any place; more can be appended afterwards.</summary>
    /// <returns>A reader, which does not change with this instance.</returns>
    /// <exception cref="ObjectDisposedException">The instance was disposed.</exception>
    public Blake2xOutput GetOutput()
    {
        using Use use = new(this);
        return Engine.Output(Running);
    }
}
