using System.Buffers;
using System.Linq.Expressions;
using System.Reflection;

namespace Lanewise.Tests;

/// <summary>
/// A public constructor or static verb for one message, found by reflection and called with what its parameters' types and
/// names ask for, so that a new algorithm or verb needs no line in any test.
/// </summary>
internal sealed class PublicVerb(MethodBase method)
{
    private static readonly string[] Names = ["HashData", "TryHashData", "HashDataAsync", "Verify", "VerifyAsync"];

    public static IEnumerable<PublicVerb> Of(Type type) =>
        type.GetConstructors().Cast<MethodBase>()
            .Concat(type.GetMethods(BindingFlags.Public | BindingFlags.Static).Where(m => Names.Contains(m.Name)))
            .Select(m => new PublicVerb(m));

    public string Name => method.Name;

    public bool IsAsync => Name.EndsWith("Async", StringComparison.Ordinal);

    public Type? TypeOf(string parameter) => method.GetParameters().SingleOrDefault(p => p.Name == parameter)?.ParameterType;

    public bool TakesSize => method.GetParameters().Any(p => p.ParameterType == typeof(int));

    public override string ToString() => $"{method.DeclaringType!.Name}: {method}";

    // Spans are no objects: a compiled expression makes and passes them.
    public object? Invoke(VerbArguments given)
    {
        Expression[] arguments = [.. method.GetParameters().Select(given.For)];
        Expression call = method is ConstructorInfo constructor ? Expression.New(constructor, arguments) : Expression.Call((MethodInfo)method, arguments);
        if (call.Type == typeof(void)) call = Expression.Block(call, Expression.Constant(null));
        return Expression.Lambda<Func<object?>>(Expression.Convert(call, typeof(object))).Compile()();
    }

    /// <summary>An asynchronous verb; what it throws before it has a task passes.</summary>
    public Task Start(VerbArguments given) => Invoke(given) switch
    {
        ValueTask task => task.AsTask(),
        ValueTask<byte[]> task => task.AsTask(),
        ValueTask<int> task => task.AsTask(),
        ValueTask<bool> task => task.AsTask(),
        var other => throw new InvalidOperationException($"{this} returned {other}."),
    };
}

/// <summary>What a verb is given, and where it writes.</summary>
internal sealed class VerbArguments(Memory<byte> key, Memory<byte> source, Memory<byte> hash)
{
    // What parameters may be references to.
    public ReadOnlySequence<byte> Sequence = Segment.Cut(source.ToArray());
    public int Written;

    public Memory<byte> Key { get; set; } = key;

    public Memory<byte> Source { get; set; } = source;

    /// <summary>The expected digest; as long as one is asked for.</summary>
    public Memory<byte> Hash { get; set; } = hash;

    public Memory<byte> Destination { get; set; } = new byte[hash.Length];

    public Stream? Stream { get; set; } = new DribblingStream(source.ToArray());

    public CancellationToken Token { get; set; }

    /// <summary>The array that is null, by the name of its parameter.</summary>
    public string? Null { get; init; }

    public Expression For(ParameterInfo parameter)
    {
        Type type = parameter.ParameterType;
        if (type == typeof(int)) return Expression.Constant(Hash.Length);
        if (type == typeof(int).MakeByRefType()) return Expression.Field(Expression.Constant(this), nameof(Written));
        if (type == typeof(Stream)) return Expression.Constant(Stream, typeof(Stream));
        if (type == typeof(ReadOnlySequence<byte>).MakeByRefType()) return Expression.Field(Expression.Constant(this), nameof(Sequence));
        if (type == typeof(CancellationToken)) return Expression.Constant(Token);
        if (type == typeof(ParallelOptions)) return Expression.Constant(new ParallelOptions { MaxDegreeOfParallelism = 2 });
        if (type == typeof(Blake2Parameters)) return Expression.Constant(new Blake2Parameters());
        if (type == typeof(SkeinParameters)) return Expression.Constant(new SkeinParameters());

        Memory<byte> bytes = parameter.Name switch
        {
            "key" => Key,
            "source" => Source,
            "hash" => Hash,
            "destination" => Destination,
            _ => throw new InvalidOperationException($"Nothing is known to give {parameter} of {parameter.Member}: the verb is not tested."),
        };
        if (type == typeof(byte[])) return Expression.Constant(Null == parameter.Name ? null : bytes.ToArray(), type);

        Expression memory = Expression.Constant(bytes);
        if (type == typeof(Memory<byte>)) return memory;

        return type == typeof(ReadOnlyMemory<byte>)
            ? Expression.Convert(memory, type)
            : Expression.Convert(Expression.Property(memory, nameof(Memory<byte>.Span)), type);
    }
}
