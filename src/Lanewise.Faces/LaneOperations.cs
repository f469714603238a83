using System.Text;
using System.Text.RegularExpressions;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace Lanewise.Faces;

/// <summary>
/// What vectors of every width do alike, and what one algorithm asks of a lane, which stands beside it, are parts of an
/// interface and of the lanes of one width: the other widths have it with other words (<c>[OperationsOf]</c>), several streams do
/// the latter with each (<c>[OperationsInPairs]</c>).
/// </summary>
internal static class LaneOperations
{
    public const string CopyAttribute = "Lanewise.Lanes.OperationsOfAttribute";
    public const string PairsAttribute = "Lanewise.Lanes.OperationsInPairsAttribute";

    /// <summary>The parts of a lane type beside the one in its own file, as those of another type.</summary>
    public static string Copy(INamedTypeSymbol model, INamedTypeSymbol type)
    {
        string from = Width(model), to = Width(type);
        StringBuilder text = new(Head);
        foreach (SyntaxNode part in Elsewhere(model))
        {
            string copy = Regex.Replace(part.ToString(), $"(?<=Lanes|Vector){from}", to);
            if (to == "512") copy = copy.Replace("Avx512F.VL.IsSupported", "true").Replace("Avx512F.VL.", "Avx512F.");
            text.Append(copy).Append("\n\n");
        }

        return text.ToString();
    }

    /// <summary>The operations of the interface's parts beside the one in its own file, done with both halves.</summary>
    public static string InPairs(INamedTypeSymbol type)
    {
        string self = type.ToDisplayString(SymbolDisplayFormat.MinimallyQualifiedFormat);
        StringBuilder text = new(Head);
        text.Append($"internal partial struct {self}\n{{\n");
        foreach (SyntaxNode part in Elsewhere(type.Interfaces.First(i => i.Name == "ILanes").OriginalDefinition))
        {
            foreach (MethodDeclarationSyntax verb in ((InterfaceDeclarationSyntax)part).Members.OfType<MethodDeclarationSyntax>())
            {
                SeparatedParameters parameters = new(verb);
                if (parameters.HaveSpan) continue;

                text.Append("    [MethodImpl(Inline)]\n    public void ")
                    .Append($"{verb.Identifier}({parameters.Text.Replace("TSelf", self)})\n    {{\n")
                    .Append($"        a.{verb.Identifier}({parameters.Of("a")}); b.{verb.Identifier}({parameters.Of("b")});\n")
                    .Append("    }\n\n");
            }
        }

        return text.Append("}\n").ToString();
    }

    private const string Head =
        """
        // From LanesArithmetic.cs, and files beside the algorithms such as Md5Lanes.cs: change it there.
        using System;
        using System.Diagnostics.CodeAnalysis;
        using System.Runtime.CompilerServices;
        using System.Runtime.Intrinsics;
        using System.Runtime.Intrinsics.X86;
        #pragma warning disable CS0162 // What other widths do without AVX-512VL.

        namespace Lanewise.Lanes;


        """;

    private static IEnumerable<SyntaxNode> Elsewhere(INamedTypeSymbol type) => type.OriginalDefinition.DeclaringSyntaxReferences
        .Where(part => Path.GetFileNameWithoutExtension(part.SyntaxTree.FilePath) != type.Name)
        .OrderBy(part => part.SyntaxTree.FilePath, StringComparer.Ordinal)
        .Select(part => part.GetSyntax());

    private static string Width(INamedTypeSymbol type) => type.Name.Substring("Lanes".Length);

    private readonly struct SeparatedParameters(MethodDeclarationSyntax verb)
    {
        private readonly SeparatedSyntaxList<ParameterSyntax> list = verb.ParameterList.Parameters;

        public bool HaveSpan => list.Any(parameter => parameter.Type!.ToString().Contains("Span<"));

        public string Text => list.ToString();

        public string Of(string half) => string.Join(", ", list.Select(
            parameter => parameter.Type!.ToString() == "TSelf" ? $"{parameter.Identifier}.{half}" : $"{parameter.Identifier}"));
    }
}
