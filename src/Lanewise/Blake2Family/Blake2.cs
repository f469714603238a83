namespace Lanewise.Blake2Family;

/// <summary>
/// Contains all code of BLAKE2b or BLAKE2s except the kernels. The nested types share the type parameters and their constraints,
/// so they refer to each other without type arguments.
/// </summary>
internal static partial class Blake2<TWord, TSpec>
    where TWord : unmanaged
    where TSpec : struct, IBlake2Spec<TWord>;
