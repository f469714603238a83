namespace Lanewise.MerkleDamgard;

/// <summary>
/// Contains the code that all Merkle-Damgård hashes share, except the kernels: padding, batches, incremental hashing, HMAC and
/// PBKDF2. The nested types share the type parameters and their constraints, so they refer to each other without type arguments.
/// </summary>
internal static partial class Md<TWord, TSpec>
    where TWord : unmanaged
    where TSpec : struct, IMdSpec<TWord>;
