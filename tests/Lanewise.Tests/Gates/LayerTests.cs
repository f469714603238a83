using System.Globalization;
using System.Reflection;
using System.Runtime.CompilerServices;
using System.Text.RegularExpressions;
using Xunit;

namespace Lanewise.Tests;

/// <summary> Tests that each folder of the library is a layer that uses only lower layers. The tests read the compiled types with
/// their signatures and method bodies. </summary>
public sealed partial class LayerTests
{
    private const BindingFlags All =
        BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.Static | BindingFlags.Instance | BindingFlags.DeclaredOnly;

    /// <summary> The layers from bottom to top. Folders in the same layer do not use each other. Folders that are not listed are
    /// algorithms.
    /// </summary>
    private static readonly string[][] Layers =
    [
        ["Common"],
        ["Simd"],
        ["Batching"],
        ["Incremental"],
        ["Api"],
        ["Ciphers"],
        // The MD5 and SHA families share this folder.
        ["MerkleDamgard"],
        [Algorithms],
        // BLAKE3 uses BLAKE2's rows, Argon2 hashes with BLAKE2b, and Skein is based on Threefish.
        ["Argon2Family", "Blake3Family", "SkeinFamily"],
        ["Aead", "MerkleTrees"],
        ["Adapters"],
        [Root],
        // Key derivation finds a MAC by its name.
        ["KeyDerivation"],
    ];

    private const string Algorithms = "*", Root = "";

    // The base class of all incremental hashes defines saved states.
    private static readonly string[] Allowed = ["LanewiseHash -> SavedHash"];

    [Fact]
    public void EveryLayerUsesOnlyLowerLayers()
    {
        Dictionary<string, string> folders = Folders();
        SortedSet<string> up = new(StringComparer.Ordinal);
        int arrows = 0;
        foreach (Type type in typeof(LanewiseHash).Assembly.GetTypes())
        {
            string from = Name(type);
            if (!folders.TryGetValue(from, out string? fromFolder)) continue;

            foreach (string to in Uses(type).SelectMany(Parts).Select(Name).Distinct())
            {
                if (!folders.TryGetValue(to, out string? toFolder) || toFolder == fromFolder) continue;

                arrows++;
                if (Layer(toFolder) >= Layer(fromFolder) && !Allowed.Contains($"{from} -> {to}"))
                {
                    up.Add($"{fromFolder}/{from} -> {toFolder}/{to}");
                }
            }
        }

        Assert.True(up.Count == 0, $"References to higher layers:\n{string.Join('\n', up)}");
        Assert.True(arrows > 500, $"Only {arrows} references were found.");
    }

    [Fact]
    public void EveryLayerHasItsFolders()
    {
        HashSet<string> folders = [.. Folders().Values];
        Assert.All(Layers.SelectMany(layer => layer).Where(folder => folder != Algorithms), folder =>
            Assert.Contains(folder, folders));
    }

    [Fact]
    public void InternalTypesHaveTheNamespaceOfTheirFolder()
    {
        List<string> wrong = [];
        foreach (string file in Repository.Files()
            .Where(f => f.StartsWith("src/Lanewise/", StringComparison.Ordinal) && f.EndsWith(".cs", StringComparison.Ordinal)))
        {
            string text = File.ReadAllText(Repository.File(file));
            string folder = Path.GetDirectoryName(file)!.Substring("src/".Length).Split('/') is [_, string name, ..]
                ? "Lanewise." + name
                : "Lanewise";
            bool isPublic = PublicType().IsMatch(text);
            // Lane operations that only one algorithm uses are located in that algorithm's folder.
            bool isPart = text.Contains("partial struct", StringComparison.Ordinal)
                && text.Contains("namespace Lanewise.Simd;", StringComparison.Ordinal);
            bool right = isPart || (isPublic
                ? text.Contains("namespace Lanewise;", StringComparison.Ordinal)
                    || text.Contains("namespace Lanewise.Hazmat;", StringComparison.Ordinal)
                : text.Contains($"namespace {folder};", StringComparison.Ordinal));
            if (!right) wrong.Add(file);
        }

        Assert.True(wrong.Count == 0, string.Join('\n', wrong));
    }

    private static int Layer(string folder)
    {
        int listed = Array.FindIndex(Layers, layer => layer.Contains(folder));
        return listed >= 0 ? listed : Layer(Algorithms);
    }

    /// <summary>Returns the folder of each type. A partial type with files in several folders belongs to the lowest
    /// folder.</summary>
    private static Dictionary<string, string> Folders()
    {
        Dictionary<string, string> folders = [];
        foreach (string file in Repository.Files()
            .Where(f => f.StartsWith("src/Lanewise/", StringComparison.Ordinal) && f.EndsWith(".cs", StringComparison.Ordinal)))
        {
            string[] path = file.Split('/');
            string folder = path.Length > 3 ? path[2] : Root;
            foreach (Match match in Declaration().Matches(File.ReadAllText(Repository.File(file))))
            {
                string name = match.Groups["name"].Value;
                if (match.Groups["parameters"] is { Success: true, Value: string parameters })
                {
                    name += "`" + parameters.Split(',').Length.ToString(CultureInfo.InvariantCulture);
                }

                if (!folders.TryGetValue(name, out string? other) || Layer(folder) < Layer(other)) folders[name] = folder;
            }
        }

        return folders;
    }

    /// <summary>Returns the source name of a type, or of its outermost enclosing type.</summary>
    private static string Name(Type type)
    {
        while (type.DeclaringType is Type outer) type = outer;
        return type.Name;
    }

    // Returns generic types with their arguments, and the elements of arrays and references.
    private static IEnumerable<Type> Parts(Type? type)
    {
        if (type is null) return [];
        if (type.HasElementType) return Parts(type.GetElementType());
        return type.IsGenericType ? type.GetGenericArguments().SelectMany(Parts).Append(type)
            : type.IsGenericParameter ? [] : [type];
    }

    private static IEnumerable<Type?> Uses(Type type)
    {
        foreach (Type? used in type.GetInterfaces().Append(type.BaseType).Concat(Constraints(type))) yield return used;
        foreach (FieldInfo field in type.GetFields(All)) yield return field.FieldType;
        foreach (MethodBase method in CompiledCode.Methods(type))
        {
            foreach (Type? used in Uses(method)) yield return used;
            foreach (LocalVariableInfo local in method.GetMethodBody()?.LocalVariables ?? []) yield return local.LocalType;
            foreach (MemberInfo member in CompiledCode.Uses(method))
            {
                yield return member as Type ?? member.DeclaringType;
                foreach (Type? used in member is MethodBase called ? Uses(called) : []) yield return used;
            }
        }
    }

    private static IEnumerable<Type?> Uses(MethodBase method) =>
    [
        .. method.GetParameters().Select(parameter => parameter.ParameterType),
        (method as MethodInfo)?.ReturnType,
        .. method.IsGenericMethod ? method.GetGenericArguments() : [],
    ];

    private static IEnumerable<Type> Constraints(Type type) =>
        type.IsGenericType ? type.GetGenericArguments().Where(a => a.IsGenericParameter)
            .SelectMany(a => a.GetGenericParameterConstraints()) : [];

    [GeneratedRegex(@"^public ", RegexOptions.Multiline)]
    private static partial Regex PublicType();

    [GeneratedRegex(
        @"^(?:public|internal|file) [a-z ]*\b(?:class|struct|interface|enum|record|delegate [\w<>]+) (?<name>\w+)"
            + "(<(?<parameters>[^>]+)>)?",
        RegexOptions.Multiline | RegexOptions.ExplicitCapture)]
    private static partial Regex Declaration();
}
