using Lanewise.Proof.Libraries;

namespace Lanewise.Libraries;

/// <summary>
/// All implementations with which benchmarks, tests and the fuzzer compare Lanewise: installed libraries, packages, and
/// libraries from bench/libraries. The list has the same order as the table columns.
/// </summary>
internal static class ComparedLibraries
{
    public static IReadOnlyList<ComparedLibrary> Hashes { get; } =
        [new DotNet(), new BouncyCastleHashes(), new OpenSsl(), new Libsodium(), new Libb2(), new LibBlake3(), new IpsecMb()];

    public static IReadOnlyList<ComparedLibrary> Ciphers { get; } =
        [new BouncyCastleCiphers(), new Botan(), new CryptoPlusPlus(), new LoopInC(inFlight: false), new LoopInC(inFlight: true)];
}
