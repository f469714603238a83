using System.Collections.Immutable;
using System.Text.RegularExpressions;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Face = (string File, string Text);

namespace Lanewise.Faces;

/// <summary>
/// Static verbs have to stand on each public type. Their text is written once, in the file <c>Model.Face.cs</c> of one type,
/// and is copied for each type that asks for it by <c>[FaceOf(typeof(Model), ...)]</c>, with other words: the name of the
/// type, what <c>Engine</c> means, and the type of the parameters; where a type has none, <c>PARAMETERS</c> is not defined,
/// <c>KEYS</c> where it says that it has no keyed mode, and <c>KEYLESS</c> where it needs a key. What a type does not have is
/// left out of the verbs that it shares with those that do, and the model says which words are others then.
/// </summary>
[Generator]
public sealed class FaceGenerator : IIncrementalGenerator
{
    private const string Attribute = "Lanewise.Hashing.FaceOfAttribute";
    private const string Ending = ".Face.cs";

    private static readonly (string Pattern, string Instead)[] WithoutParameters =
    [
        ("^#define PARAMETERS", "// without parameters"),
        ("""^ */// <param name="parameters">.*\n""", ""),
        (@",\s*\w+\? parameters = null", ""),
        (@", new\(parameters\)", ""),
    ];

    private static readonly (string Pattern, string Instead)[] WithoutKeys =
    [
        ("^#define KEYS", "// without keys"),
        ("""^ */// (?:<param name="keys?">|<exception cref="CryptographicException">The key).*\n""", ""),
        ("""<paramref name="key"/> or """, ""),
        (@"^ *(?:ArgumentNullException\.ThrowIfNull\(key\);|\[OverloadResolutionPriority\(1\)\]|\[AlsoWithoutKey\])\n", ""),
        (@"(cref=""\w+\()ReadOnlySpan\{byte\}, (?=ReadOnlySpan|Stream)", "$1"),
        (@"(?:ReadOnlySpan<byte>|ReadOnlyMemory<byte>|byte\[\]) key(?: = default)?(?:, )?", ""),
        (@", (?:Memory)?Keys keys(?: = default)?", ""),
        (@"Keys\.One\(key(?:\.Span)?\)", "default"),
        (@"\(key(?=, )", "(default"),
        (@", keys(?=[,)])", ", default"),
    ];

    public void Initialize(IncrementalGeneratorInitializationContext context)
    {
        context.RegisterPostInitializationOutput(static output =>
        {
            foreach (ThreefishText size in ThreefishText.Sizes) output.AddSource($"{size.Name}.Kernels.g.cs", size.Text);
        });
        Write<ClassDeclarationSyntax>(context, Attribute, Copies);
        Write<TypeDeclarationSyntax>(context, KeyArrays.Attribute, Keys);
        Write<StructDeclarationSyntax>(context, LaneOperations.CopyAttribute, static asks =>
        {
            INamedTypeSymbol model = (INamedTypeSymbol)asks.Attributes[0].ConstructorArguments[0].Value!;
            return [Operations(asks, LaneOperations.Copy(model, (INamedTypeSymbol)asks.TargetSymbol))];
        });
        Write<StructDeclarationSyntax>(context, LaneOperations.PairsAttribute, static asks =>
            [Operations(asks, LaneOperations.InPairs((INamedTypeSymbol)asks.TargetSymbol))]);
    }

    // Files for each type that has an attribute.
    private static void Write<TType>(
        IncrementalGeneratorInitializationContext context, string attribute,
        Func<GeneratorAttributeSyntaxContext, IEnumerable<Face>> files) => context.RegisterSourceOutput(
            context.SyntaxProvider.ForAttributeWithMetadataName(
                attribute, static (node, _) => node is TType, (asks, _) => files(asks).ToImmutableArray())
                .SelectMany(static (all, _) => all),
            static (output, face) => output.AddSource(face.File, face.Text));

    private static Face Operations(GeneratorAttributeSyntaxContext asks, string text) =>
        ($"{asks.TargetSymbol.Name}.Operations.g.cs", text);

    private static IEnumerable<Face> Keys(GeneratorAttributeSyntaxContext asks)
    {
        foreach (SyntaxReference part in asks.TargetSymbol.DeclaringSyntaxReferences)
        {
            string text = KeyArrays.Verbs(part.SyntaxTree);
            if (text.Length > 0) yield return ($"{Path.GetFileNameWithoutExtension(part.SyntaxTree.FilePath)}.Keys.g.cs", text);
        }
    }

    private static IEnumerable<Face> Copies(GeneratorAttributeSyntaxContext asks)
    {
        foreach (AttributeData attribute in asks.Attributes)
        {
            Face copy = Copy(asks.TargetSymbol.Name, attribute);
            yield return copy;
            INamedTypeSymbol model = (INamedTypeSymbol)attribute.ConstructorArguments[0].Value!;
            if (!model.GetAttributes().Any(a => a.AttributeClass?.ToDisplayString() == KeyArrays.Attribute)) continue;

            string keys = KeyArrays.Verbs(CSharpSyntaxTree.ParseText(copy.Text));
            if (keys.Length > 0) yield return (copy.File.Replace(".g.cs", ".Keys.g.cs"), keys);
        }
    }

    private static Face Copy(string type, AttributeData attribute)
    {
        ImmutableArray<TypedConstant> words = attribute.ConstructorArguments;
        INamedTypeSymbol model = (INamedTypeSymbol)words[0].Value!;
        string? text = null, ownParameters = null;
        foreach (SyntaxReference part in model.DeclaringSyntaxReferences)
        {
            if (part.SyntaxTree.FilePath.EndsWith(model.Name + Ending, StringComparison.Ordinal))
            {
                text = part.SyntaxTree.ToString();
            }
        }

        // Its own parameters stand in the one constructor that takes some.
        foreach (IMethodSymbol constructor in model.InstanceConstructors)
        {
            foreach (IParameterSymbol parameter in constructor.Parameters)
            {
                if (parameter.Name == "parameters") ownParameters = parameter.Type.Name;
            }
        }

        text ??= $"#error {model.Name} has no file {model.Name}{Ending}";
        text = Regex.Replace(text, @"(?<![\w.])" + model.Name + @"\b", type);
        text = Regex.Replace(text, "(?m)^using Engine = .*;", $"using Engine = {Full(words[1])};");
        if (words[2].Value is null && text.StartsWith("#define PARAMETERS", StringComparison.Ordinal))
        {
            text = Without(text, WithoutParameters);
        }
        else if (words[2].Value is ITypeSymbol parameters && ownParameters is not null)
        {
            text = Regex.Replace(text, $@"\b{ownParameters}\b", parameters.Name);
        }

        if (attribute.NamedArguments.Any(argument => argument.Key == "HasKeys" && argument.Value.Value is false))
        {
            text = WithoutKey(text, text);
        }

        if (attribute.NamedArguments.Any(argument => argument.Key == "NeedsKey" && argument.Value.Value is true))
        {
            text = text
                .Replace("#define KEYLESS", "// a key always")
                .Replace("    [AlsoWithoutKey]\n", "")
                .Replace("ReadOnlySpan<byte> key = default", "ReadOnlySpan<byte> key");
            text = Regex.Replace(text, "The key; empty for none[^.]*", "The key");
        }

        return ($"{type}.Like{model.Name}.g.cs",
            $"// From {model.Name}{Ending}: change it there.\n#nullable enable\n{text}");
    }

    /// <summary>Verbs without their keys, in the words that the model has for that.</summary>
    public static string WithoutKey(string verbs, string model)
    {
        verbs = Without(verbs, WithoutKeys);
        foreach (Match word in Regex.Matches(model, """(?m)^// "(.+)" = "(.*)"$"""))
        {
            verbs = verbs.Replace(word.Groups[1].Value, word.Groups[2].Value);
        }

        return verbs;
    }

    private static string Without(string text, (string Pattern, string Instead)[] patterns)
    {
        foreach ((string pattern, string instead) in patterns)
        {
            text = Regex.Replace(text, pattern, instead, RegexOptions.Multiline);
        }

        return text;
    }

    private static string Full(TypedConstant type) =>
        ((ITypeSymbol)type.Value!).ToDisplayString(SymbolDisplayFormat.FullyQualifiedFormat);
}
