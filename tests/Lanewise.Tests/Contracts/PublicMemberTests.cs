using System.Reflection;
using Xunit;

namespace Lanewise.Tests;

/// <summary>
/// Checks that the tests call every public constructor, method and property accessor of Lanewise. <see cref="MethodRuleTests"/>
/// checks the hashes.
/// </summary>
public sealed class PublicMemberTests
{
    // The members and types that each test class uses.
    private static readonly HashSet<MemberKey>[] Tests =
        [.. typeof(PublicMemberTests).Assembly.GetTypes().GroupBy(Outermost).Select(Uses)];

    [Fact]
    public void EveryPublicMemberIsCalledByATest()
    {
        MethodBase[] members = [.. typeof(LanewiseHash).Assembly.GetExportedTypes()
            .Where(type => !type.IsAssignableTo(typeof(LanewiseHash))).SelectMany(Members)];
        Assert.True(members.Length > 150, $"Only {members.Length} members were found.");
        string[] uncalled = [.. members.Where(member => !IsCalled(member)).Select(MethodRules.Key)];
        Assert.True(uncalled.Length == 0, string.Join('\n', uncalled.Select(key => $"No test calls {key}.")));
    }

    [Fact]
    public void AnUncalledMemberIsDetected()
    {
        using (Sample sample = new())
        {
            sample.Called();
            sample.Size = 1;
            sample.WriteByte(1);
        }

        Assert.Equal(["Sample.ReadByte()", "Sample.Uncalled()", "Sample.get_Size()"],
            Members(typeof(Sample)).Where(member => !IsCalled(member)).Select(MethodRules.Key).Order(StringComparer.Ordinal));
    }

    private static IEnumerable<MethodBase> Members(Type type) => type.IsSubclassOf(typeof(Delegate))
        ? []
        : CompiledCode.Methods(type).Where(method => method.IsPublic);

    private static bool IsCalled(MethodBase method)
    {
        Type type = method.DeclaringType!;
        MemberKey own = new(method.Module, method.MetadataToken);
        // A call through the base class or an interface counts only if the same test class also uses the method's type.
        MemberKey[] others = [.. Interfaces(type, method).Append(method).Select(MemberKey.Of).Where(key => key != own)],
            types = [.. type.Assembly.GetTypes().Where(t => t.IsAssignableTo(type)).Select(MemberKey.Of)];
        return Tests.Any(uses => uses.Contains(own) || (others.Any(uses.Contains) && types.Any(uses.Contains)));
    }

    // The interface methods that a method implements.
    private static IEnumerable<MethodBase> Interfaces(Type type, MethodBase method) => type.IsInterface
        ? []
        : type.GetInterfaces().Select(type.GetInterfaceMap).SelectMany(map =>
            map.InterfaceMethods.Where((_, i) => map.TargetMethods[i] == method));

    private static HashSet<MemberKey> Uses(IEnumerable<Type> types) =>
        [.. types.SelectMany(CompiledCode.Methods).SelectMany(CompiledCode.Uses).SelectMany(WithTypes).Select(MemberKey.Of)];

    private static IEnumerable<MemberInfo> WithTypes(MemberInfo member) =>
        new[] { member, member.DeclaringType, (member as MethodInfo)?.ReturnType }.OfType<MemberInfo>();

    private static Type Outermost(Type type) => type.DeclaringType is { } outer ? Outermost(outer) : type;

    private sealed class Sample : MemoryStream
    {
        private int calls;

        public int Size { get; set; }

        public void Called() => calls++;

        public void Uncalled() => calls--;

        public override void WriteByte(byte value) => calls = value;

        public override int ReadByte() => calls;
    }
}
