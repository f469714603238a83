namespace Lanewise.Simd;

/// <summary>
/// Operations of all vectors (<c>LanesArithmetic.cs</c>, <c>LanesLogic.cs</c> and so on) are written for the lanes of one width.
/// This type gets a copy with its own width. The copy for AVX-512 uses AVX-512 instructions without the check for AVX-512VL.
/// tools/KernelSource writes it (Simd/Generated).
/// </summary>
/// <param name="model">The lane type whose operations are copied. They are in files that do not have its name.</param>
[AttributeUsage(AttributeTargets.Struct)]
internal sealed class OperationsOfAttribute(Type model) : Attribute
{
    public Type Model => model;
}

/// <summary>
/// The type is a pair, <c>a</c> and <c>b</c>, of its first interface; operations that it does not implement are applied to each
/// half.
/// </summary>
[AttributeUsage(AttributeTargets.Struct)]
internal sealed class OperationsInPairsAttribute : Attribute;
