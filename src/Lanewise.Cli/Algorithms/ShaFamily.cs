using Lanewise.Files;

namespace Lanewise.Cli.Algorithms;

/// <summary>
/// The name that <c>cksum</c> uses for all algorithms of SHA-2 or SHA-3. The digest length selects the algorithm.
/// </summary>
internal sealed class ShaFamily : FileAlgorithm
{
    private static readonly int[] Sizes = [224, 256, 384, 512];

    private readonly string title;

    private ShaFamily(string name, string title) => (Name, this.title) = (name, title);

    public override string Name { get; }

    public override string Tag => Name.ToUpperInvariant();

    public override string Lengths => "224, 256, 384 or 512 bits";

    /// <summary>
    /// The digest length of SHA-256 or SHA3-256. The command uses this length only to hash files whose digests are not needed.
    /// </summary>
    public override int HashBytes => Hash.HashSizeInBytes;

    public override FileHash Hash => field ??= WithLength(32)!.Hash;

    public static ShaFamily? Find(string name) => name.ToUpperInvariant() switch
    {
        "SHA2" => new("sha2", "sha"),
        "SHA3" => new("sha3", "sha3-"),
        _ => null,
    };

    public override FileAlgorithm? WithLength(int hashBytes) =>
        Sizes.Contains(8 * hashBytes) ? AlgorithmNames.FromTag(Invariant($"{title}{8 * hashBytes}")) : null;
}
