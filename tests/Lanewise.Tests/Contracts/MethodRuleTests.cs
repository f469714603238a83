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
        SortedSet<string> without = new(StringComparer.Ordinal);
        foreach (Type type in Hashes)
        {
            foreach (MethodBase method in MethodRules.All(type))
            {
                bool isTested = MethodRules.IsCalledByForm(method) ? MethodCall.Knows(method) : MethodRules.HasOwnTest(method);
                if (!isTested) without.Add(MethodRules.Key(method));
            }
        }

        Assert.True(without.Count == 0,
            $"No test covers these methods; see tests/Lanewise.Tests/Contracts/MethodRules.cs:\n{string.Join('\n', without)}");
    }

    [Fact]
    public void EveryNamedTestCallsItsMethod()
    {
        SortedSet<string> wrong = new(StringComparer.Ordinal);
        Dictionary<string, HashSet<MemberKey>> uses = [];
        foreach (MethodBase method in Hashes.SelectMany(MethodRules.All))
        {
            if (MethodRules.Test(method) is not { } name) continue;

            if (!uses.TryGetValue(name, out HashSet<MemberKey>? used))
            {
                string[] parts = name.Split('.');
                Type? type = typeof(MethodRuleTests).Assembly.GetTypes().SingleOrDefault(t => t.Name == parts[0]);
                used = type?.GetMethod(parts[1]) is { } test ? CompiledCode.Reach(test) : [];
                uses.Add(name, used);
            }

            if (!used.Contains(MemberKey.Of(method))) wrong.Add($"{name} does not call {MethodRules.Key(method)}.");
        }

        Assert.True(wrong.Count == 0, string.Join('\n', wrong));
    }

    [Fact]
    public void TheRowsCoverEveryPublicHash() => Assert.Equal(
        Hashes.Select(type => type.Name).Order(StringComparer.Ordinal),
        Catalog.Hashes.Concat(Catalog.Macs).SelectMany(HashProof.PublicTypes).Select(type => type.Name)
            .Order(StringComparer.Ordinal));

    [Fact]
    public void EveryOverloadOfHashManyIsCalled()
    {
        foreach (ManyForms forms in ManyForms.All) ManyFormsTests.CheckEveryForm(forms);
        string[] uncalled =
        [
            .. Hashes.SelectMany(MethodRules.All).Where(method => method.Name == nameof(Md5.HashMany)).Except(ManyForms.Called)
                .Select(method => $"No test calls {MethodRules.Key(method)} of {method.ReflectedType!.Name}."),
        ];
        Assert.True(uncalled.Length == 0, string.Join('\n', uncalled));
    }

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

        // The first method has a parameter of unknown type. The others are instance methods without a rule. The list has entries
        // for methods like the last one, but not of this type.
        Assert.False(MethodCall.Knows(typeof(Liar).GetMethod(nameof(Liar.HashDataTwice))!));
        Assert.False(MethodRules.HasOwnTest(typeof(Liar).GetMethod(nameof(Liar.GetHashText))!));
        Assert.False(MethodRules.HasOwnTest(typeof(Liar).GetMethod(nameof(Liar.GetOutput))!));
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

        public string GetOutput() => ToString()!;
    }
}
