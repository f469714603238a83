namespace Lanewise.KeccakFamily;

/// <summary>The parameters of a sponge without parameters.</summary>
internal sealed class NoParameters : ISpongeParameters<NoParameters>
{
    public static string NamePrefix => "";
    public static NoParameters Default { get; } = new();

    public static NoParameters Read(ref StateReader reader) => Default;
}
