namespace Lanewise.Simd;

/// <summary>
/// Copies the operations of another lane type into this type, and adapts them to its vector width. The operations that vectors
/// of all widths share (<c>LanesArithmetic.cs</c>, <c>LanesLogic.cs</c> and so on) are written for lanes of one width. The copy
/// for AVX-512 uses AVX-512 instructions without a check for AVX-512VL. tools/KernelSource writes the copies (Simd/Generated).
/// </summary>
/// <param name="model">
/// The lane type whose operations are copied. Operations in the file that is named after this lane type are not copied.
/// </param>
[AttributeUsage(AttributeTargets.Struct)]
internal sealed class OperationsOfAttribute(Type model) : Attribute
{
    public Type Model => model;
}

/// <summary>
/// Marks a type that consists of two values, <c>a</c> and <c>b</c>. If the type does not implement an operation of its first
/// interface, tools/KernelSource generates code that applies the operation to both values.
/// </summary>
[AttributeUsage(AttributeTargets.Struct)]
internal sealed class OperationsInPairsAttribute : Attribute;
