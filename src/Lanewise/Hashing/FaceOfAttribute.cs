namespace Lanewise.Hashing;

/// <summary>
/// The public members of this type are those that stand in <c>Model.Face.cs</c>, word for word but for the name of the type,
/// the engine, and the parameters; src/Lanewise.Faces copies them while the library is built.
/// </summary>
/// <param name="model">The type with the text.</param>
/// <param name="engine">What <c>Engine</c> means in the copy.</param>
/// <param name="parameters">The type that stands for the model's parameters; null where there are none.</param>
[AttributeUsage(AttributeTargets.Class, AllowMultiple = true)]
internal sealed class FaceOfAttribute(Type model, Type engine, Type? parameters = null) : Attribute
{
    public Type Model => model;

    public Type Engine => engine;

    public Type? Parameters => parameters;

    /// <summary>Whether there is a keyed mode; if not, what the model has under <c>KEYS</c> is left out.</summary>
    public bool HasKeys { get; init; } = true;

    /// <summary>Whether nothing goes without a key; then what the model has under <c>KEYLESS</c> is left out.</summary>
    public bool NeedsKey { get; init; }
}
