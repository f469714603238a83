using System.Linq.Expressions;
using System.Reflection;
using Lanewise.Api;

namespace Lanewise.Benchmarks;

/// <summary>
/// Finds the public static methods of an algorithm by its name. In this way, the benchmarks measure the public API, and a new
/// algorithm needs no code in this class.
/// </summary>
internal sealed class PublicMethods
{
    public PublicMethods(HashRow row)
    {
        Type type = HashProof.PublicType(row);
        Hash = Bind<One>(type, "HashData");
        Equal = Bind<ManyEqual>(type, "HashMany");
        Ragged = Bind<ManyRagged>(type, "HashMany");
        Scattered = Bind<ManyScattered>(type, "HashMany");
        OverCores = Bind<ManyOverCores>(type, "HashMany");
    }

    internal delegate void One(ReadOnlySpan<byte> source, Span<byte> destination);

    internal delegate void ManyEqual(ReadOnlySpan<byte> source, int messageLength, Span<byte> destination);

    internal delegate void ManyRagged(ReadOnlySpan<byte> source, ReadOnlySpan<int> messageLengths, Span<byte> destination);

    internal delegate void ManyScattered(Messages messages, Span<byte> destination);

    internal delegate void ManyOverCores(MemoryMessages messages, Memory<byte> destination, ParallelOptions options);

    public One Hash { get; }

    public ManyEqual Equal { get; }

    public ManyRagged Ragged { get; }

    public ManyScattered Scattered { get; }

    public ManyOverCores OverCores { get; }

    /// <summary>
    /// Binds the method whose first parameters match those of the delegate, and whose other parameters have default values.
    /// </summary>
    private static TDelegate Bind<TDelegate>(Type type, string name)
        where TDelegate : Delegate
    {
        ParameterExpression[] given =
            [.. typeof(TDelegate).GetMethod("Invoke")!.GetParameters().Select(p => Expression.Parameter(p.ParameterType))];
        MethodInfo method = type.GetMethods(BindingFlags.Public | BindingFlags.Static | BindingFlags.FlattenHierarchy)
            .SingleOrDefault(method => method.Name == name && Fits(method.GetParameters()))
            ?? throw new InvalidOperationException(
                $"{type.Name} has no {name} of the shape that the other algorithms have; the comparison needs it.");
        IEnumerable<Expression> defaults = method.GetParameters().Skip(given.Length).Select(Default);
        return Expression.Lambda<TDelegate>(Expression.Call(method, [.. given, .. defaults]), given).Compile();

        bool Fits(ParameterInfo[] parameters) =>
            parameters.Length >= given.Length
            && given.Select(p => p.Type).SequenceEqual(parameters.Take(given.Length).Select(p => p.ParameterType))
            && parameters.Skip(given.Length).All(p => p.IsOptional);

        // If no default value is recorded, the default value of the type is used.
        static Expression Default(ParameterInfo parameter) => parameter.DefaultValue is { } value
            ? Expression.Constant(value, parameter.ParameterType)
            : Expression.Default(parameter.ParameterType);
    }
}
