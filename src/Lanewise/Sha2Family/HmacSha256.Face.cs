using Engine = Lanewise.MerkleDamgard.HmacEngine<uint, Lanewise.Sha2Family.Sha256Spec>;

namespace Lanewise;

// What every hash has whose one message may be the base library's: copied for the types that ask for it by
// [FaceOf(typeof(HmacSha256), ...)]. For those that say HasKeys = false the key is left out, and the text says
// "the MAC then" = "the hash then"
public sealed partial class HmacSha256
{
    /// <summary>Starts an empty message, whose state can be exported or not.</summary>
    /// <param name="key">The key, of any length.</param>
    /// <param name="canExportState">
    /// Whether <see cref="LanewiseHash.ExportState"/> will be asked: the MAC then stays in managed code, which is slower for one
    /// message, and never goes to the base library.
    /// </param>
    public HmacSha256(ReadOnlySpan<byte> key, bool canExportState)
        : this(HashFace<Engine>.Start(Keys.One(key), HashSizeInBytes))
    {
        if (canExportState) Running.StayHere();
    }
}
