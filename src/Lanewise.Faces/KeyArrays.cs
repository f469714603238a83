using System.Text;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace Lanewise.Faces;

/// <summary>
/// A key that is a null array becomes an empty span without a word, and an empty key is none: so each verb that takes its key in
/// a span gets one that takes an array, of the same name and text, and refuses null. Verbs with parameters beside the key have
/// none: there <c>default</c> says that there is no key, which would be a null array. A verb that says so stands without its key,
/// too.
/// </summary>
internal static class KeyArrays
{
    public const string Attribute = "Lanewise.Hashing.KeyArraysAttribute";

    /// <summary>Those of a file; empty where it has no such verb.</summary>
    public static string Verbs(SyntaxTree tree)
    {
        StringBuilder text = new();
        foreach (TypeDeclarationSyntax type in tree.GetRoot().DescendantNodes().OfType<TypeDeclarationSyntax>())
        {
            StringBuilder members = new();
            foreach (BaseMethodDeclarationSyntax verb in type.Members.OfType<BaseMethodDeclarationSyntax>())
            {
                if (Key(verb) is not { } key) continue;

                Add(members, verb, key);
                if (!verb.AttributeLists.ToString().Contains("AlsoWithoutKey")) continue;

                string keyed = $"{Documentation(verb)}    {verb.WithoutTrivia()}\n\n";
                members.Append(FaceGenerator.WithoutKey(keyed, tree.ToString()));
            }

            if (members.Length > 0) text.Append($"{type.Modifiers} {type.Keyword} {type.Identifier}\n{{\n{members}}}\n");
        }

        if (text.Length == 0) return "";

        CompilationUnitSyntax file = (CompilationUnitSyntax)tree.GetRoot();
        string space = file.Members.OfType<BaseNamespaceDeclarationSyntax>().First().Name.ToString();
        return $"// Keys in arrays.\n#nullable enable\n{file.Usings.ToString()}\n\nnamespace {space};\n\n{text}";
    }

    // The key, if it lies in a span or a memory and comes first, or behind the name of the algorithm.
    private static ParameterSyntax? Key(BaseMethodDeclarationSyntax verb)
    {
        if (!verb.Modifiers.Any(modifier => modifier.ValueText == "public")) return null;

        foreach (ParameterSyntax parameter in verb.ParameterList.Parameters)
        {
            string type = parameter.Type!.ToString();
            string name = parameter.Identifier.ValueText;
            // A struct is itself a list of keys.
            bool isKey = name == "key" || (name == "keys" && verb.Parent is StructDeclarationSyntax);
            if (isKey && type is "ReadOnlySpan<byte>" or "ReadOnlyMemory<byte>")
            {
                return parameter;
            }

            if (type != "HashAlgorithmName") return null;
        }

        return null;
    }

    private static string Documentation(SyntaxNode verb)
    {
        IEnumerable<SyntaxTrivia> trivia = verb.GetLeadingTrivia().Where(t => !t.IsKind(SyntaxKind.DisabledTextTrivia));
        IEnumerable<string> lines = string.Concat(trivia.Select(t => t.ToFullString())).Split('\n');
        lines = lines.Where(line => line.TrimStart().StartsWith("///", StringComparison.Ordinal));
        return string.Concat(lines.Select(line => line.TrimEnd() + "\n"));
    }

    private static void Add(StringBuilder members, BaseMethodDeclarationSyntax verb, ParameterSyntax key)
    {
        members.Append(Documentation(verb));
        string name = key.Identifier.ValueText, kind = key.Type!.ToString() == "ReadOnlySpan<byte>" ? "Span" : "Memory";
        string given = $"Lanewise.Hashing.KeyArray.{kind}({name})";
        string parameters = string.Join(
            ", ", verb.ParameterList.Parameters.Select(p => p == key ? $"byte[] {name}" : p.ToString()));
        string arguments = string.Join(
            ", ", verb.ParameterList.Parameters.Select(p => p == key ? given : $"{p.Modifiers} {p.Identifier}".TrimStart()));
        members.Append($"    /// <exception cref=\"ArgumentNullException\"><paramref name=\"{name}\"/> is null.</exception>\n");
        members.Append(verb is MethodDeclarationSyntax method
            ? $"    {method.Modifiers} {method.ReturnType} {method.Identifier}({parameters}) =>\n        "
                + $"{method.Identifier}({arguments});\n\n"
            : $"    {verb.Modifiers} {((ConstructorDeclarationSyntax)verb).Identifier}({parameters})\n        : "
                + $"this({arguments})\n    {{\n    }}\n\n");
    }
}
