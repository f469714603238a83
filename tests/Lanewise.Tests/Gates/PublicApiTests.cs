using System.Reflection;
using System.Xml.Linq;
using Xunit;

namespace Lanewise.Tests;

/// <summary>Compares the public API of every package with an approved text file, so that every change is visible in a review. To
/// approve a change, run <c>LANEWISE_UPDATE_API=1 ./test --filter-class '*PublicApiTests'</c>.</summary>
public sealed class PublicApiTests
{
    /// <summary>The libraries that are published as packages, each with its project.</summary>
    public static TheoryData<string> Libraries =>
    [
        .. Repository.Files().Where(file =>
            file.StartsWith("src/", StringComparison.Ordinal) && file.EndsWith(".csproj", StringComparison.Ordinal))
            .Where(file => File.ReadAllText(Repository.File(file)) is var text
                && text.Contains("Package.props", StringComparison.Ordinal)
                    && !text.Contains("<OutputType>Exe", StringComparison.Ordinal))
            .Select(file => Path.GetFileNameWithoutExtension(file)!).Order(StringComparer.Ordinal),
    ];

    [Theory]
    [MemberData(nameof(Libraries))]
    public void ThePublicApiEqualsTheApprovedFile(string library) =>
        ApiText.Expect(Assembly.Load(library),
            Repository.File("tests", "Lanewise.Tests", "PublicApi", library + ".approved.txt"));

    [Theory]
    [MemberData(nameof(Libraries))]
    public void EveryPublicTypeIsSealedStaticOrABaseType(string library) => ApiText.ExpectClosed(Assembly.Load(library));

    [Theory]
    [MemberData(nameof(Libraries))]
    public void TheDocumentationCoversExactlyThePublicMembers(string library)
    {
        XDocument documentation = XDocument.Load(Path.Combine(AppContext.BaseDirectory, library + ".xml"));
        string[] names = [.. documentation.Descendants("member").Select(member => (string)member.Attribute("name")!)];
        string[] types = [.. names.Where(name => name.StartsWith("T:", StringComparison.Ordinal)).Select(name => name[2..])
            .Order(StringComparer.Ordinal)];
        Assert.Equal(Assembly.Load(library).GetExportedTypes().Select(type => type.FullName!.Replace('+', '.'))
            .Order(StringComparer.Ordinal), types);

        // The compiler ensures that every public member is documented. This test ensures that the documentation contains no
        // other members. For the comparison, the name before the parameters is sufficient.
        foreach (Type type in Assembly.Load(library).GetExportedTypes())
        {
            string prefix = type.FullName!.Replace('+', '.') + ".";
            HashSet<string> visible =
                [.. type.GetMembers(BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.Static | BindingFlags.Instance
                    | BindingFlags.DeclaredOnly).Where(IsVisible).Select(member => member.Name.Replace('.', '#'))];
            foreach (string name in names.Where(name =>
                name[2..].StartsWith(prefix, StringComparison.Ordinal) && !types.Contains(name[2..])))
            {
                string member = name[(prefix.Length + 2)..].Split('(', '`')[0];
                if (!member.Contains('.', StringComparison.Ordinal)) Assert.Contains(member, visible);
            }
        }
    }

    /// <summary>Each parameter must have documentation, which a member can inherit from another member. The compiler does not
    /// check this, because it does not follow inheritdoc.</summary>
    [Fact]
    public void EveryParameterIsDocumented()
    {
        Dictionary<string, XElement> members = XDocument.Load(Path.Combine(AppContext.BaseDirectory, "Lanewise.xml"))
            .Descendants("member").ToDictionary(member => (string)member.Attribute("name")!);
        string[] missing =
        [
            .. from type in typeof(LanewiseHash).Assembly.GetExportedTypes()
               from method in type.GetMembers().OfType<MethodBase>().Where(method => method.DeclaringType == type)
               let id = DocumentationId.Of(method)
               where members.ContainsKey(id) && !InheritsFromBase(members[id])
               from parameter in method.GetParameters()
               where !Parameters(id).Contains(parameter.Name!)
               select $"{id}: {parameter.Name}",
        ];
        Assert.True(missing.Length == 0, string.Join('\n', missing));

        static bool InheritsFromBase(XElement member) =>
            member.Element("inheritdoc") is { } inherited && inherited.Attribute("cref") is null;

        IEnumerable<string> Parameters(string id) => members.TryGetValue(id, out XElement? member)
            ? member.Elements("param").Select(element => (string)element.Attribute("name")!)
                .Concat(member.Elements("inheritdoc").Where(element => element.Attribute("path") is null)
                    .SelectMany(element => Parameters((string?)element.Attribute("cref") ?? "")))
            : [];
    }

    private static bool IsVisible(MemberInfo member) => member switch
    {
        MethodBase method => method.IsPublic || method.IsFamily || method.IsFamilyOrAssembly,
        FieldInfo field => field.IsPublic || field.IsFamily || field.IsFamilyOrAssembly,
        PropertyInfo property => property.GetAccessors(true).Any(IsVisible),
        EventInfo @event => IsVisible(@event.AddMethod!),
        _ => false,
    };
}
