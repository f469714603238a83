namespace Lanewise.KeccakFamily;

/// <summary>Those of a sponge that takes nothing beside the message.</summary>
internal sealed class NoParameters : ISpongeParameters<NoParameters>
{
    public static string NamePrefix => "";
    public static NoParameters Default { get; } = new();

    public static NoParameters Read(ref StateReader reader) => Default;
}
