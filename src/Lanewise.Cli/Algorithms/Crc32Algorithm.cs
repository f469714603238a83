using Lanewise.Files;

namespace Lanewise.Cli.Algorithms;

/// <summary>
/// CRC-32, which some lists use. CRC-32 is not in the catalogue of algorithms because it is not a cryptographic hash.
/// </summary>
internal sealed class Crc32Algorithm : FileAlgorithm
{
    private Crc32Algorithm()
    {
    }

    public static Crc32Algorithm Instance { get; } = new();

    public override string Name => "crc32";

    public override string Tag => Crc32Hash.Title;

    public override int HashBytes => sizeof(uint);

    public override string Lengths => "32 bits";

    public override FileHash Hash { get; } = new Crc32Hash();

    public override FileAlgorithm? WithLength(int length) => length == HashBytes ? this : null;
}
