using System.Buffers;
using System.Linq.Expressions;
using System.Reflection;
using Lanewise.Hashing;
using Xunit;

namespace Lanewise.Tests;

/// <summary>
/// Every public constructor and every static verb for one message of every hash in the catalogue, found by reflection: what it
/// is given follows from the types and names of its parameters, so that a new algorithm needs no line here.
/// </summary>
public sealed class PublicVerbTests
{
    private static readonly string[] Verbs = ["HashData", "TryHashData", "HashDataAsync", "Verify", "VerifyAsync"];

    public static TheoryData<string> Names => [.. Catalog.Hashes.Select(row => row.Name), .. Catalog.Macs.Select(row => row.Name)];

    [Theory]
    [MemberData(nameof(Names))]
    public async Task EveryVerbEqualsThePlainReference(string name)
    {
        Assert.True(Catalog.TryFind(name, out HashRow? row, out int hashBytes));
        Type type = typeof(LanewiseHash).Assembly.GetExportedTypes()
            .Single(t => t.Name.Equals(row.Name.Replace("-", "", StringComparison.Ordinal), StringComparison.OrdinalIgnoreCase));
        MethodBase[] all =
        [
            .. type.GetConstructors(),
            .. type.GetMethods(BindingFlags.Public | BindingFlags.Static).Where(method => Verbs.Contains(method.Name)),
        ];
        Assert.True(all.Length >= 5, $"{type.Name} has {all.Length} verbs, which are too few to be all.");
        foreach (MethodBase verb in all)
        {
            ParameterInfo[] parameters = verb.GetParameters();
            bool hasKey = parameters.Any(p => p.Name == "key"), hasSize = parameters.Any(p => p.ParameterType == typeof(int));
            foreach (int length in new[] { 0, 3, row.BlockBytes, 5000 })
            {
                // The length can be another where it is an argument.
                byte[] key = hasKey ? Pattern.Bytes(Math.Max(row.MinKeyBytes, 16), 9) : [], message = Pattern.Bytes(length, 3);
                int bytes = hasSize && row.MinHashBytes < row.DefaultHashBytes ? row.DefaultHashBytes - 3 : row.DefaultHashBytes;
                byte[] expected = Catalog.Macs.Contains(row) ? PlainMd5.Hmac(key, message) : PlainReferences.For(row.Name)(key, message, bytes);
                Assert.True(await new Call(key, message, expected).IsRight(verb), $"{type.Name}: {verb}, {length} bytes");
                if (length > 0) continue;

                expected[0] ^= 1;
                Assert.False(await new Call(key, message, expected).IsRight(verb), $"{type.Name}: {verb} is right whatever it writes");
            }
        }
    }

    /// <summary>One call of a verb: what its parameters are given, and where it writes.</summary>
    private sealed class Call(byte[] key, byte[] message, byte[] expected)
    {
        // Fields, because parameters may be references to them.
#pragma warning disable CA1823, IDE0051, IDE0052
        private readonly ReadOnlySequence<byte> sequence = Segment.Cut(message);
        private readonly byte[] digest = new byte[expected.Length];
        private int written = expected.Length;
#pragma warning restore CA1823, IDE0051, IDE0052

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

        private bool IsWritten => digest.AsSpan().SequenceEqual(expected) && written == digest.Length;

        private byte[] Changed()
        {
            byte[] changed = [.. expected];
            changed[^1] ^= 1;
            return changed;
        }

        // Spans are no objects: a compiled expression makes and passes them.
        private object? Invoke(MethodBase verb, byte[] hash)
        {
            Expression[] arguments = [.. verb.GetParameters().Select(p => Argument(p, hash))];
            Expression call = verb is ConstructorInfo constructor ? Expression.New(constructor, arguments) : Expression.Call((MethodInfo)verb, arguments);
            if (call.Type == typeof(void)) call = Expression.Block(call, Expression.Constant(null));
            return Expression.Lambda<Func<object?>>(Expression.Convert(call, typeof(object))).Compile()();
        }

        private Expression Argument(ParameterInfo parameter, byte[] hash)
        {
            Type type = parameter.ParameterType;
            Expression field(string name) => Expression.Field(Expression.Constant(this), name);
            if (type == typeof(int)) return Expression.Constant(expected.Length);
            if (type == typeof(int).MakeByRefType()) return field(nameof(written));
            if (type == typeof(Stream)) return Expression.Constant(new DribblingStream(message));
            if (type == typeof(ReadOnlySequence<byte>).MakeByRefType()) return field(nameof(sequence));
            if (type == typeof(CancellationToken)) return Expression.Constant(CancellationToken.None);
            if (type == typeof(ParallelOptions)) return Expression.Constant(new ParallelOptions { MaxDegreeOfParallelism = 2 });
            if (type == typeof(Blake2Parameters)) return Expression.Constant(new Blake2Parameters());
            if (type == typeof(SkeinParameters)) return Expression.Constant(new SkeinParameters());

            byte[] bytes = parameter.Name switch
            {
                "key" => key,
                "source" => message,
                "hash" => hash,
                "destination" => digest,
                _ => throw new InvalidOperationException($"Nothing is known to give {parameter} of {parameter.Member}: the verb is not tested."),
            };
            return type == typeof(byte[]) ? Expression.Constant(bytes) : Expression.Convert(Expression.Constant(bytes), type);
        }
    }
}
