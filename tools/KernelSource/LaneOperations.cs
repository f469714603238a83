using System.Text;
using System.Text.RegularExpressions;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace Lanewise.KernelSource;

/// <summary> Generates lane operations, which are written by hand only for the interface and for the lanes of one vector width.
/// For a type with <c>[OperationsOf]</c>, the class copies the operations and replaces the type names. A type with
/// <c>[OperationsInPairs]</c> consists of two halves, and applies each operation to both halves. Members that a type declares
/// itself are omitted.
/// </summary>
internal static class LaneOperations
{

    /// <summary>Copies the members of a lane type from another type, except the members that it declares itself.</summary>
    public static string Copy(INamedTypeSymbol model, INamedTypeSymbol type)
    {
        string from = Width(model), to = Width(type);
        StringBuilder text = new(Head);
        foreach (SyntaxNode part in Elsewhere(model))
        {
            IEnumerable<SyntaxNode> own = part.ChildNodes().OfType<MethodDeclarationSyntax>().Where(method => Says(type, method));
            SyntaxNode rest = part.RemoveNodes(own, SyntaxRemoveOptions.KeepNoTrivia)!;
            string copy = Regex.Replace(rest.ToString(), $"(?<=Lanes|Vector){from}", to);
            if (to == "512")
            {
                copy = copy.Replace("Avx512F.VL.IsSupported", "true").Replace("Avx512F.VL.", "Avx512F.")
                    .Replace("Avx2.", "Avx512F.");
            }

            text.Append(copy).Append("\n\n");
        }

        return text.ToString();
    }

    /// <summary>Generates the interface's operations that a type does not declare itself, applied to both halves.</summary>
    public static string InPairs(INamedTypeSymbol type)
    {
        string self = type.ToDisplayString(SymbolDisplayFormat.MinimallyQualifiedFormat);
        StringBuilder text = new(Head);
        text.Append($"internal partial struct {self}\n{{\n");
        foreach (SyntaxReference part in type.Interfaces[0].OriginalDefinition.DeclaringSyntaxReferences)
        {
            foreach (MemberDeclarationSyntax member in ((InterfaceDeclarationSyntax)part.GetSyntax()).Members)
            {
                if (member is OperatorDeclarationSyntax sign)
                {
                    string token = sign.OperatorToken.Text;
                    Add($"operator {token}", sign.ParameterList, $"a {token} x.a; b {token} x.b;");
                }
                else if (member is MethodDeclarationSyntax method && !Says(type, method))
                {
                    Add(method.Identifier.Text, method.ParameterList, $"{Call("a", method)} {Call("b", method)}");
                }
            }
        }

        return text.Append("}\n").ToString();

        void Add(string name, ParameterListSyntax parameters, string body) => text.Append(
            $"    [MethodImpl(Inline)]\n    public void {name}{parameters.ToString().Replace("TSelf", self)}\n"
            + $"    {{\n        {body}\n    }}\n\n");

        static string Call(string half, MethodDeclarationSyntax method)
        {
            IEnumerable<string> halves = method.ParameterList.Parameters.Select(
                parameter => parameter.Identifier + (parameter.Type!.ToString() == "TSelf" ? "." + half : ""));
            return $"{half}.{method.Identifier}({string.Join(", ", halves)});";
        }
    }

    private const string Head =
        """
        // Generated from ILanes.cs, IRow.cs, LanesArithmetic.cs, LanesLogic.cs, LanesRotations.cs and so on. Edit those files.
        using System;
        using System.Diagnostics.CodeAnalysis;
        using System.Runtime.CompilerServices;
        using System.Runtime.Intrinsics;
        using System.Runtime.Intrinsics.X86;
        #pragma warning disable CS0162 // At some widths, the code for CPUs without AVX-512VL is unreachable.

        namespace Lanewise.Simd;


        """;

    private static bool Says(INamedTypeSymbol type, MethodDeclarationSyntax method) =>
        type.GetMembers(method.Identifier.Text).OfType<IMethodSymbol>()
            .Any(own => own.Parameters.Length == method.ParameterList.Parameters.Count);

    private static IEnumerable<SyntaxNode> Elsewhere(INamedTypeSymbol type) => type.OriginalDefinition.DeclaringSyntaxReferences
        .Where(part => Path.GetFileNameWithoutExtension(part.SyntaxTree.FilePath) != type.Name)
        .OrderBy(part => part.SyntaxTree.FilePath, StringComparer.Ordinal)
        .Select(part => part.GetSyntax());

    private static string Width(INamedTypeSymbol type) => type.Name.Substring("Lanes".Length);
}
