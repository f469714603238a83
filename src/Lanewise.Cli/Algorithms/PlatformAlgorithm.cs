using System.Globalization;
using System.Security.Cryptography;
using Lanewise.Files;

namespace Lanewise.Cli.Algorithms;

/// <summary>A hash that the catalogue does not have: of the base library, SHA-224 of the files' package, CRC-32.</summary>
internal sealed class PlatformAlgorithm(string name, HashAlgorithmName algorithm, int hashBytes) : FileAlgorithm
{
    public static IReadOnlyList<PlatformAlgorithm> All { get; } =
    [
        new("crc32", new(Crc32Hash.Title), 4),
        new("sha1", HashAlgorithmName.SHA1, 20),
        new("sha224", new(Sha224.Name), 28),
        new("sha256", HashAlgorithmName.SHA256, 32),
        new("sha384", HashAlgorithmName.SHA384, 48),
        new("sha512", HashAlgorithmName.SHA512, 64),
    ];

    public override string Name => name;

    public override string Tag => algorithm.Name!;

    public override int HashBytes => hashBytes;

    public override string Lengths => string.Create(CultureInfo.InvariantCulture, $"{8 * hashBytes} bits");

    public override FileAlgorithm? WithLength(int length) => length == hashBytes ? this : null;

    public override FileHash Hash => field ??= algorithm.Name == Crc32Hash.Title ? new Crc32Hash() : FileHash.Of(algorithm);
}
