using System.Buffers;
using System.Collections.Concurrent;
using System.Linq.Expressions;
using System.Reflection;

namespace Lanewise.Tests;

/// <summary>
/// One call of a public constructor or of a static verb for one message: what its parameters are given follows from their types
/// and names.
/// </summary>
internal sealed class VerbCall(byte[] key, byte[] message, byte[] expected)
{
    private static readonly string[] Verbs = ["HashData", "TryHashData", "HashDataAsync", "Verify", "VerifyAsync"];

    private static readonly ConcurrentDictionary<MethodBase, Func<VerbCall, byte[], object?>> Compiled = [];

    // Fields, because parameters may be references to them.
#pragma warning disable CA1823, IDE0051, IDE0052
    private readonly ReadOnlySequence<byte> sequence = Segment.Cut(message);
    private readonly byte[] key = key, message = message, digest = new byte[expected.Length];
    private readonly int size = expected.Length;
    private int written = expected.Length;
#pragma warning restore CA1823, IDE0051, IDE0052

    private bool IsWritten => digest.AsSpan().SequenceEqual(expected) && written == digest.Length;

    private DribblingStream Stream => new(message);

    /// <summary>Those of a type.</summary>
    public static IReadOnlyList<MethodBase> All(Type type) =>
    [
        .. type.GetConstructors(),
        .. type.GetMethods(BindingFlags.Public | BindingFlags.Static).Where(method => Verbs.Contains(method.Name)),
    ];

    /// <summary>Whether something is known about every parameter of a verb.</summary>
    public static bool Knows(MethodBase verb)
    {
        try
        {
            return Compiled.GetOrAdd(verb, Compile) is not null;
        }
        catch (InvalidOperationException)
        {
            return false;
        }
    }

    public async Task<bool> IsRight(MethodBase verb)
    {
        switch (Invoke(verb, expected))
        {
            case byte[] hash: return hash.AsSpan().SequenceEqual(expected);
            case ValueTask<byte[]> hash: return (await hash).AsSpan().SequenceEqual(expected);
            case ValueTask<int> count: return await count == digest.Length && IsWritten;
            case ValueTask task:
                await task;
                return IsWritten;
            case bool isEqual when verb.Name == "Verify": return isEqual && Invoke(verb, Changed()) is false;
            case ValueTask<bool> isEqual: return await isEqual && Invoke(verb, Changed()) is ValueTask<bool> other && !await other;
            case bool isTried: return isTried && IsWritten;
            case int count: return count == digest.Length && IsWritten;
            case null: return IsWritten;
            case LanewiseHash hash:
                using (hash)
                {
                    hash.AppendData(message);
                    return hash.GetHashAndReset().AsSpan().SequenceEqual(expected);
                }

            default: return false;
        }
    }

    private byte[] Changed()
    {
        byte[] changed = [.. expected];
        changed[^1] ^= 1;
        return changed;
    }

    private object? Invoke(MethodBase verb, byte[] hash) => Compiled.GetOrAdd(verb, Compile)(this, hash);

    // Spans are no objects: a compiled expression makes and passes them.
    private static Func<VerbCall, byte[], object?> Compile(MethodBase verb)
    {
        ParameterExpression self = Expression.Parameter(typeof(VerbCall)), hash = Expression.Parameter(typeof(byte[]));
        Expression[] arguments = [.. verb.GetParameters().Select(p => Argument(p, self, hash))];
        Expression call = verb is ConstructorInfo constructor
            ? Expression.New(constructor, arguments)
            : Expression.Call((MethodInfo)verb, arguments);
        if (call.Type == typeof(void)) call = Expression.Block(call, Expression.Constant(null));
        return Expression.Lambda<Func<VerbCall, byte[], object?>>(Expression.Convert(call, typeof(object)), self, hash).Compile();
    }

    private static Expression Argument(ParameterInfo parameter, Expression self, Expression hash)
    {
        Type type = parameter.ParameterType;
        if (type == typeof(int)) return Expression.Field(self, nameof(size));
        if (type == typeof(int).MakeByRefType()) return Expression.Field(self, nameof(written));
        if (type == typeof(Stream)) return Expression.Property(self, nameof(Stream));
        if (type == typeof(ReadOnlySequence<byte>).MakeByRefType()) return Expression.Field(self, nameof(sequence));
        if (type == typeof(CancellationToken)) return Expression.Constant(CancellationToken.None);
        if (type == typeof(ParallelOptions)) return Expression.Constant(new ParallelOptions { MaxDegreeOfParallelism = 2 });
        if (type == typeof(Blake2Parameters)) return Expression.Constant(new Blake2Parameters());
        if (type == typeof(SkeinParameters)) return Expression.Constant(new SkeinParameters());

        Expression bytes = parameter.Name switch
        {
            "key" => Expression.Field(self, nameof(key)),
            "source" => Expression.Field(self, nameof(message)),
            "hash" => hash,
            "destination" => Expression.Field(self, nameof(digest)),
            _ => throw new InvalidOperationException(
                $"Nothing is known to give {parameter} of {parameter.Member}: the verb is not tested."),
        };
        return type == typeof(byte[]) ? bytes : Expression.Convert(bytes, type);
    }
}
