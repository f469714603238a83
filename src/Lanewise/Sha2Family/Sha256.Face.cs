using Engine = Lanewise.MerkleDamgard.MdEngine<uint, Lanewise.Sha2Family.Sha256Spec>;

namespace Lanewise;

// What every hash has whose one message may be the base library's: copied for the types that ask for it by
// [FaceOf(typeof(Sha256), ...)].
public sealed partial class Sha256
{
    /// <summary>Starts an empty message, whose state can be exported or not.</summary>
    /// <param name="canExportState">
    /// Whether <see cref="LanewiseHash.ExportState"/> will be asked: the hash then stays in managed code, which is slower for one
    /// message, and never goes to the base library.
    /// </param>
    public Sha256(bool canExportState)
        : this(Engine.Start(default, HashSizeInBytes))
    {
        if (canExportState) Running.StayHere();
    }
}
