namespace Lanewise.KeccakFamily;

/// <summary>The parameter type of a sponge that has no parameters.</summary>
internal sealed class NoParameters : ISpongeParameters<NoParameters>
{
    public static string NamePrefix => "";
    public static NoParameters Default { get; } = new();

    public static NoParameters Read(ref StateReader reader) => Default;
}
