namespace Lanewise.Lanes;

/// <summary>
/// What all vectors do alike (<c>LanesArithmetic.cs</c>) and what one algorithm asks of a lane (<c>Md5Lanes.cs</c>) is written
/// for the lanes of one width; this type has it word for word, with its own width, and where that is of AVX-512 itself, with its
/// instructions and without the question whether there is AVX-512VL. tools/KernelSource writes it (Lanes/Generated).
/// </summary>
/// <param name="model">The lane type with the text, in files that have not its name.</param>
[AttributeUsage(AttributeTargets.Struct)]
internal sealed class OperationsOfAttribute(Type model) : Attribute
{
    public Type Model => model;
}

/// <summary>
/// The type is two, <c>a</c> and <c>b</c>, of what its first interface says: what it does not say itself, it does with each.
/// </summary>
[AttributeUsage(AttributeTargets.Struct)]
internal sealed class OperationsInPairsAttribute : Attribute;
