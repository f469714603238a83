using Lanewise.Proof.Peers;

namespace Lanewise.Peers;

/// <summary>All implementations with which benchmarks, tests and the fuzzer compare, in the order of the tables' columns: the
/// libraries of the machine, packages, and libraries compiled from bench/peers.</summary>
internal static class AllPeers
{
    public static IReadOnlyList<Peer> Hashes { get; } =
        [new BaseLibrary(), new BouncyCastlePeer(), new OpenSsl(), new Libsodium(), new Libb2()];

    public static IReadOnlyList<Peer> Ciphers { get; } =
        [new BouncyCastleCiphers(), new Botan(), new CryptoPlusPlus(), new LoopInC(inFlight: false), new LoopInC(inFlight: true)];
}
