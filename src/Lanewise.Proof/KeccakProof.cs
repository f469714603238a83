using Lanewise.Hashing;

namespace Lanewise.Proof;

/// <summary>Keccak runs in one stream: the 25 words of its state fill the registers.</summary>
internal abstract class KeccakProof(HashRow row) : HashProof(row)
{
    public override int MaxStreams => 1;
}

internal sealed class Sha3224Proof(HashRow row) : KeccakProof(row);

internal sealed class Sha3256Proof(HashRow row) : KeccakProof(row);

internal sealed class Sha3384Proof(HashRow row) : KeccakProof(row);

internal sealed class Sha3512Proof(HashRow row) : KeccakProof(row);

internal sealed class Keccak256Proof(HashRow row) : KeccakProof(row);

internal sealed class Shake128Proof(HashRow row) : KeccakProof(row);

internal sealed class Shake256Proof(HashRow row) : KeccakProof(row);
