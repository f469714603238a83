using Lanewise.KernelSource;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;

// Writes the generated sources of src/Lanewise. With --check, compares them with the existing files.
string root = AppContext.BaseDirectory;
while (!File.Exists(Path.Combine(root, "Lanewise.slnx"))) root = Path.GetDirectoryName(root)!;
string library = Path.Combine(root, "src", "Lanewise");
bool isCheck = args is ["--check"];
if (args.Length > (isCheck ? 1 : 0))
{
    Console.Error.WriteLine("dotnet run --project tools/KernelSource [-- --check]");
    return 2;
}

List<string> wrong = [];
foreach (ThreefishText size in ThreefishText.Sizes)
{
    // For each Threefish size, writes Threefish and the Skein variant based on it to separate directories.
    int skein = size.Text.IndexOf("namespace Lanewise.SkeinFamily", StringComparison.Ordinal);
    int threefish = size.Text.IndexOf("namespace ", StringComparison.Ordinal);
    string head = size.Text[..threefish];
    Put("ThreefishFamily", size.Name + ".Kernels", head + OneNamespace(size.Text[threefish..skein]));
    string name = size.Name.Replace("Threefish", "Skein", StringComparison.Ordinal) + ".Kernels";
    Put("SkeinFamily", name, head + OneNamespace(size.Text[skein..]));
}

foreach ((INamedTypeSymbol type, string text) in Operations()) Put("Simd", type.Name + ".Operations", text);

if (wrong.Count == 0) return 0;

Console.Error.WriteLine($"These differ from what tools/KernelSource writes:\n{string.Join('\n', wrong)}");
return 1;

void Put(string folder, string name, string text)
{
    string file = Path.Combine(library, folder, "Generated", name + ".g.cs");
    text = $"// Written by: dotnet run --project tools/KernelSource\n#nullable enable\n{text.TrimEnd()}\n";
    if (isCheck)
    {
        if (!File.Exists(file) || File.ReadAllText(file) != text) wrong.Add(file);
        return;
    }

    Directory.CreateDirectory(Path.GetDirectoryName(file)!);
    File.WriteAllText(file, text);
}

// Converts a block-scoped namespace to a file-scoped namespace.
static string OneNamespace(string text)
{
    string[] lines = text.TrimEnd().Split('\n');
    IEnumerable<string> body = lines[2..^1].Select(line => line.StartsWith("    ", StringComparison.Ordinal) ? line[4..] : line);
    return $"{lines[0].TrimEnd()};\n\n{string.Join('\n', body)}\n";
}

// Generates the operations of each lane type that has one of the two attributes.
IEnumerable<(INamedTypeSymbol Type, string Text)> Operations()
{
    CSharpParseOptions options = new(LanguageVersion.Preview);
    IEnumerable<SyntaxTree> sources = Directory.EnumerateFiles(library, "*.cs", SearchOption.AllDirectories)
        .Where(file => !file.EndsWith(".g.cs", StringComparison.Ordinal)).Order(StringComparer.Ordinal)
        .Select(file => CSharpSyntaxTree.ParseText(File.ReadAllText(file), options, file))
        // The files that declare the attributes rely on this implicit using.
        .Append(CSharpSyntaxTree.ParseText("global using System;", options));
    CSharpCompilation compilation = CSharpCompilation.Create(
        "Lanewise", sources, [MetadataReference.CreateFromFile(typeof(object).Assembly.Location)]);
    INamespaceSymbol lanes = compilation.GlobalNamespace.GetNamespaceMembers().Single(n => n.Name == "Lanewise")
        .GetNamespaceMembers().Single(n => n.Name == "Simd");
    foreach (INamedTypeSymbol type in lanes.GetTypeMembers().OrderBy(type => type.Name, StringComparer.Ordinal))
    {
        foreach (AttributeData attribute in type.GetAttributes())
        {
            if (attribute.AttributeClass?.Name == "OperationsInPairsAttribute") yield return (type, LaneOperations.InPairs(type));
            if (attribute.AttributeClass?.Name != "OperationsOfAttribute") continue;

            yield return (type, LaneOperations.Copy((INamedTypeSymbol)attribute.ConstructorArguments[0].Value!, type));
        }
    }
}
