namespace Lanewise.Simd;

/// <summary>
/// Gives this type a copy of the operations of another lane type, adapted to its own width. The operations of all vectors
/// (<c>LanesArithmetic.cs</c>, <c>LanesLogic.cs</c> and so on) are written for lanes of one width. The copy for AVX-512 uses
/// AVX-512 instructions without the check for AVX-512VL. tools/KernelSource writes the copies (Simd/Generated).
/// </summary>
/// <param name="model">
/// The lane type whose operations are copied. The operations are in files that are not named after this type.
/// </param>
[AttributeUsage(AttributeTargets.Struct)]
internal sealed class OperationsOfAttribute(Type model) : Attribute
{
    public Type Model => model;
}

/// <summary>
/// Marks a type that consists of two values, <c>a</c> and <c>b</c>. Operations of its first interface that the type does not
/// implement are applied to both values.
/// </summary>
[AttributeUsage(AttributeTargets.Struct)]
internal sealed class OperationsInPairsAttribute : Attribute;
