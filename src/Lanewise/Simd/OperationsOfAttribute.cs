namespace Lanewise.Simd;

/// <summary>
/// Operations of all vectors (<c>LanesArithmetic.cs</c>, <c>LanesLogic.cs</c> and so on) are written for the lanes of one width.
/// This type gets a copy with its own width, and for AVX-512 with its instructions and without the check for AVX-512VL.
/// tools/KernelSource writes it (Simd/Generated).
/// </summary>
/// <param name="model">The lane type with the source, in files that do not have its name.</param>
[AttributeUsage(AttributeTargets.Struct)]
internal sealed class OperationsOfAttribute(Type model) : Attribute
{
    public Type Model => model;
}

/// <summary>
/// The type is a pair, <c>a</c> and <c>b</c>, of its first interface; operations that it does not implement are done on each
/// half.
/// </summary>
[AttributeUsage(AttributeTargets.Struct)]
internal sealed class OperationsInPairsAttribute : Attribute;
