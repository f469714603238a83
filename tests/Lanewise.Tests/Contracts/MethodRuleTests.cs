using System.Reflection;
using Xunit;

namespace Lanewise.Tests;

/// <summary>Checks that every public method of every hash is covered by the generic test or by a test in <see
/// cref="MethodRules"/>.</summary>
public sealed class MethodRuleTests
{
    private static IEnumerable<Type> Hashes =>
        typeof(LanewiseHash).Assembly.GetExportedTypes().Where(t => t.IsSubclassOf(typeof(LanewiseHash)) && !t.IsAbstract);

    [Fact]
    public void EveryMethodIsCalledGenericallyOrHasATest()
    {
        List<string> without = [];
        foreach (Type type in Hashes)
        {
            foreach (MethodBase method in MethodRules.All(type))
            {
                bool isTested = MethodRules.IsCalledByForm(method) ? MethodCall.Knows(method) : MethodRules.HasOwnTest(method);
                if (!isTested) without.Add($"{type.Name}.{MethodRules.Signature(method)}");
            }
        }

        Assert.True(without.Count == 0,
            $"No test covers these methods; see tests/Lanewise.Tests/Contracts/MethodRules.cs:\n{string.Join('\n', without)}");
    }

    [Fact]
    public void EveryNamedTestExists() => Assert.All(MethodRules.Tests, name =>
    {
        string[] parts = name.Split('.');
        Type? type = typeof(MethodRuleTests).Assembly.GetTypes().SingleOrDefault(t => t.Name == parts[0]);
        Assert.True(type?.GetMethod(parts[1]) is not null, $"There is no test {name}.");
    });

    [Fact]
    public void TheRowsCoverEveryPublicHash() => Assert.Equal(
        Hashes.Select(type => type.Name).Order(StringComparer.Ordinal),
        Catalog.Hashes.Concat(Catalog.Macs).SelectMany(HashProof.PublicTypes).Select(type => type.Name)
            .Order(StringComparer.Ordinal));

    [Fact]
    public void EveryOverloadOfHashManyIsCalled() => Assert.Empty(
        Hashes.SelectMany(MethodRules.All).Where(method => method.Name == nameof(Md5.HashMany)).Cast<MethodInfo>()
            .Except(ManyForms.Called).Select(method => $"{method.ReflectedType!.Name}.{MethodRules.Signature(method)}"));

    // ---- deliberately wrong methods ----

    [Fact]
    public async Task AWrongMethodIsDetected()
    {
        byte[] message = Pattern.Bytes(100), expected = PlainMd5.Hash(message);
        MethodBase[] all = [.. MethodCall.All(typeof(Liar))];
        Assert.Equal(4, all.Length);
        foreach (MethodBase method in all)
        {
            bool isTrue = method.Name == nameof(Liar.HashData);
            bool isRight = MethodCall.Knows(method) && await new MethodCall(default, message, expected).IsRight(method);
            Assert.True(isRight == isTrue, $"{method} was taken for {(isRight ? "right" : "wrong")}.");
        }

        // The first method has a parameter of unknown type. The second is an instance method without a rule.
        Assert.False(MethodCall.Knows(typeof(Liar).GetMethod(nameof(Liar.HashDataTwice))!));
        Assert.False(MethodRules.HasOwnTest(typeof(Liar).GetMethod(nameof(Liar.GetHashText))!));
    }

    private sealed class Liar
    {
        private Liar()
        {
        }

        public static byte[] HashData(ReadOnlySpan<byte> source) => Md5.HashData(source);

        public static string HashDataHex(ReadOnlySpan<byte> source) => source.IsEmpty ? "" : "wrong";

        public static byte[] HashDataFast(byte[] source) => new byte[source.Length > 0 ? Md5.HashSizeInBytes : 0];

        public static byte[] HashDataTwice(DateTime source) => Md5.HashData(BitConverter.GetBytes(source.Ticks));

        public string GetHashText() => ToString()!;
    }
}
