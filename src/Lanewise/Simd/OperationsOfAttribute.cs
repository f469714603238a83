namespace Lanewise.Simd;

/// <summary>
/// Gives this type a copy of the operations of another lane type, with its own width. The operations of all vectors
/// (<c>LanesArithmetic.cs</c>, <c>LanesLogic.cs</c> and so on) are written for the lanes of one width. The copy for AVX-512 uses
/// AVX-512 instructions without the check for AVX-512VL. tools/KernelSource writes the copies (Simd/Generated).
/// </summary>
/// <param name="model">The lane type whose operations are copied. They are in files that are not named after this type.</param>
[AttributeUsage(AttributeTargets.Struct)]
internal sealed class OperationsOfAttribute(Type model) : Attribute
{
    public Type Model => model;
}

/// <summary>
/// Marks a type that is a pair, <c>a</c> and <c>b</c>, of its first interface. Operations that it does not implement are applied
/// to each half.
/// </summary>
[AttributeUsage(AttributeTargets.Struct)]
internal sealed class OperationsInPairsAttribute : Attribute;
