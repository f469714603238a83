using System.Reflection;
using Lanewise.Api;
using Xunit;

namespace Lanewise.Tests;

/// <summary> Tests every public constructor and every static one-shot method of every hash in the catalogue. Reflection finds
/// these methods. The types and names of their parameters determine the arguments, so a new algorithm needs no new test code.
/// </summary>
[Trait("Category", "Lanes")]
public sealed class PublicMethodTests
{
    public static TheoryData<string> Names =>
        [.. Catalog.Hashes.Select(row => row.Name), .. Catalog.Macs.Select(row => row.Name)];

    [Theory]
    [MemberData(nameof(Names))]
    public async Task EveryMethodEqualsThePlainReference(string name)
    {
        Assert.True(Catalog.TryFind(name, out HashRow? row, out int hashBytes));
        foreach ((Type type, MethodBase method) in
            HashProof.PublicTypes(row).SelectMany(type => MethodCall.All(type).Select(method => (type, method))))
        {
            await Check(row, type, method, PlainReferences.For(row), MethodCall.DefaultParameters);
            if (MethodCall.TypeOf(method, "parameters") is not { } parametersType) continue;

            foreach ((object value, Func<HashRow, PlainReference> reference) in ManyParameters.Sets(parametersType))
            {
                await Check(row, type, method, reference(row), _ => value);
            }
        }
    }

    private static async Task Check(
        HashRow row, Type type, MethodBase method, PlainReference reference, Func<Type, object> parameters)
    {
        bool hasKey = MethodCall.TypeOf(method, "key") is not null,
            hasSize = method.GetParameters().Any(p => p.ParameterType == typeof(int));
        foreach (int length in new[] { 0, 3, row.BlockBytes, 5000 })
        {
            // If the length is a parameter, several lengths are tested.
            byte[] key = hasKey ? Pattern.Bytes(Math.Max(row.MinKeyBytes, 16), 9) : [], message = Pattern.Bytes(length, 3);
            int bytes = hasSize && row.MinHashBytes < row.DefaultHashBytes ? row.DefaultHashBytes - 3 : row.DefaultHashBytes;
            byte[] expected = reference(key, message, bytes);
            Assert.True(await Call(expected).IsRight(method), $"{type.Name}: {method}, {length} bytes");
            if (length > 0) continue;

            expected[0] ^= 1;
            Assert.False(await Call(expected).IsRight(method), $"{type.Name}: {method} is right whatever it writes");

            MethodCall Call(byte[] expected) => new(key, message, expected) { Parameters = parameters };
        }
    }
}
