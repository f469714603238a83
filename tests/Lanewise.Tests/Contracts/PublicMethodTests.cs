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
        foreach ((Type type, MethodBase verb) in
            HashProof.PublicTypes(row).SelectMany(type => MethodCall.All(type).Select(verb => (type, verb))))
        {
            ParameterInfo[] parameters = verb.GetParameters();
            bool hasKey = parameters.Any(p => p.Name == "key"), hasSize = parameters.Any(p => p.ParameterType == typeof(int));
            foreach (int length in new[] { 0, 3, row.BlockBytes, 5000 })
            {
                // If the length is a parameter, several lengths are tested.
                byte[] key = hasKey ? Pattern.Bytes(Math.Max(row.MinKeyBytes, 16), 9) : [], message = Pattern.Bytes(length, 3);
                int bytes = hasSize && row.MinHashBytes < row.DefaultHashBytes ? row.DefaultHashBytes - 3 : row.DefaultHashBytes;
                byte[] expected = PlainReferences.For(row)(key, message, bytes);
                Assert.True(await new MethodCall(key, message, expected).IsRight(verb), $"{type.Name}: {verb}, {length} bytes");
                if (length > 0) continue;

                expected[0] ^= 1;
                Assert.False(await new MethodCall(key, message, expected).IsRight(verb),
                    $"{type.Name}: {verb} is right whatever it writes");
            }
        }
    }
}
