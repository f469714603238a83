using System.Buffers;
using System.Collections.Concurrent;
using System.Linq.Expressions;
using System.Reflection;
using Lanewise.Api;

namespace Lanewise.Tests;

/// <summary> One call of a public constructor or of a static one-shot method. The types and names of the method's parameters
/// determine the arguments, so a new algorithm or method needs no new test code. </summary>
internal sealed class MethodCall(Memory<byte> key, Memory<byte> message, Memory<byte> expected)
{
    private static readonly ConcurrentDictionary<MethodBase, Func<MethodCall, object?>> Compiled = [];

    // The arguments are fields, because some parameters are passed by reference.
#pragma warning disable CA1823, IDE0051, IDE0052
    private readonly ReadOnlySequence<byte> sequence = Segment.Cut(message.ToArray());
    private int written = expected.Length;
#pragma warning restore CA1823, IDE0051, IDE0052

    public Memory<byte> Key { get; } = key;

    /// <summary>The message. A test can set another array, of which this class makes no copy.</summary>
    public Memory<byte> Source { get; init; } = message;

    /// <summary>The expected digest, which has the requested length.</summary>
    public Memory<byte> Hash { get; } = expected;

    public Memory<byte> Destination { get; set; } = new byte[expected.Length];

    public Stream? Stream { get; set; } = new DribblingStream(message.ToArray());

    public CancellationToken Token { get; set; }

    /// <summary>The name of the parameter whose array is null.</summary>
    public string? Null { get; init; }

    /// <summary>Returns the value of the parameter <c>parameters</c>, which has the given type.</summary>
    public Func<Type, object> Parameters { get; init; } = DefaultParameters;

    private int Size => Hash.Length;

    private bool IsWritten => Destination.Span.SequenceEqual(Hash.Span) && written == Destination.Length;

    /// <summary>Returns the methods of a hash and of its MAC.</summary>
    public static IReadOnlyList<MethodBase> All(HashRow row) => [.. HashProof.PublicTypes(row).SelectMany(All)];

    /// <summary>Returns the public constructors and static methods of a type.</summary>
    public static IReadOnlyList<MethodBase> All(Type type) =>
        [.. MethodRules.All(type).Where(MethodRules.IsCalledByForm)];

    public static object DefaultParameters(Type type) => Activator.CreateInstance(type)!;

    public static bool IsAsync(MethodBase method) => method.Name.EndsWith("Async", StringComparison.Ordinal);

    public static Type? TypeOf(MethodBase method, string parameter) =>
        method.GetParameters().SingleOrDefault(p => p.Name == parameter)?.ParameterType;

    /// <summary>Whether all parameters of a method are known.</summary>
    public static bool Knows(MethodBase method)
    {
        try
        {
            return Compiled.GetOrAdd(method, Compile) is not null;
        }
        catch (InvalidOperationException)
        {
            return false;
        }
    }

    public object? Invoke(MethodBase method) => Compiled.GetOrAdd(method, Compile)(this);

    /// <summary>
    /// Starts an asynchronous method. An exception that is thrown before the method returns a task is rethrown.
    /// </summary>
    public Task Start(MethodBase method) => Invoke(method) switch
    {
        ValueTask task => task.AsTask(),
        ValueTask<byte[]> task => task.AsTask(),
        ValueTask<int> task => task.AsTask(),
        ValueTask<bool> task => task.AsTask(),
        var other => throw new InvalidOperationException($"{method} returned {other}."),
    };

    public async Task<bool> IsRight(MethodBase method)
    {
        switch (Invoke(method))
        {
            case byte[] hash: return hash.AsSpan().SequenceEqual(Hash.Span);
            case ValueTask<byte[]> hash: return (await hash).AsSpan().SequenceEqual(Hash.Span);
            case ValueTask<int> count: return await count == Size && IsWritten;
            case ValueTask task:
                await task;
                return IsWritten;
            case bool isEqual when method.Name == "Verify": return isEqual && Changed().Invoke(method) is false;
            case ValueTask<bool> isEqual:
                return await isEqual && Changed().Invoke(method) is ValueTask<bool> other && !await other;
            case bool isTried: return isTried && IsWritten;
            case int count: return count == Size && IsWritten;
            case null: return IsWritten;
            case LanewiseHash hash:
                using (hash)
                {
                    hash.AppendData(Source.Span);
                    return hash.GetHashAndReset().AsSpan().SequenceEqual(Hash.Span);
                }

            default: return false;
        }
    }

    private MethodCall Changed()
    {
        byte[] changed = Hash.ToArray();
        changed[^1] ^= 1;
        return new MethodCall(Key, Source, changed) { Parameters = Parameters };
    }

    private byte[]? Array(string parameter) => parameter == Null ? null : (parameter == "key" ? Key : Source).ToArray();

    // Spans cannot be boxed, so they are created and passed to the method by a compiled expression.
    private static Func<MethodCall, object?> Compile(MethodBase method)
    {
        ParameterExpression self = Expression.Parameter(typeof(MethodCall));
        Expression[] arguments = [.. method.GetParameters().Select(p => Argument(p, self))];
        Expression call = method is ConstructorInfo constructor
            ? Expression.New(constructor, arguments)
            : Expression.Call((MethodInfo)method, arguments);
        if (call.Type == typeof(void)) call = Expression.Block(call, Expression.Constant(null));
        return Expression.Lambda<Func<MethodCall, object?>>(Expression.Convert(call, typeof(object)), self).Compile();
    }

    private static Expression Argument(ParameterInfo parameter, Expression self)
    {
        Type type = parameter.ParameterType;
        if (type == typeof(int)) return Expression.Property(self, nameof(Size));
        if (type == typeof(int).MakeByRefType()) return Expression.Field(self, nameof(written));
        if (parameter.Name == "canExportState") return Expression.Constant(true);
        if (type == typeof(Stream)) return Expression.Property(self, nameof(Stream));
        if (type == typeof(ReadOnlySequence<byte>).MakeByRefType()) return Expression.Field(self, nameof(sequence));
        if (type == typeof(CancellationToken)) return Expression.Property(self, nameof(Token));
        if (type == typeof(ParallelOptions)) return Expression.Constant(new ParallelOptions { MaxDegreeOfParallelism = 2 });
        if (parameter.Name == "parameters")
        {
            Expression value = Expression.Invoke(Expression.Property(self, nameof(Parameters)), Expression.Constant(type));
            return Expression.Convert(value, type);
        }

        Expression bytes = Expression.Property(self, parameter.Name switch
        {
            "key" => nameof(Key),
            "source" => nameof(Source),
            "hash" => nameof(Hash),
            "destination" => nameof(Destination),
            _ => throw new InvalidOperationException(
                $"There is no test value for {parameter} of {parameter.Member}, so the method is not tested."),
        });
        if (type == typeof(Memory<byte>)) return bytes;
        if (type == typeof(byte[])) return Expression.Call(self, nameof(Array), null, Expression.Constant(parameter.Name));

        return type == typeof(ReadOnlyMemory<byte>)
            ? Expression.Convert(bytes, type)
            : Expression.Convert(Expression.Property(bytes, nameof(Memory<byte>.Span)), type);
    }
}
