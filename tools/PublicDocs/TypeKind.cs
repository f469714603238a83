using System.Text.RegularExpressions;

/// <summary>
/// Groups the types of the namespace <c>Lanewise</c> in the index of the API. The sidebar of the site has the same groups.
/// </summary>
internal static class TypeKind
{
    private const string Others = "Other types";

    private static readonly string[] Order =
        ["Hashes", "MACs", "Ciphers", "Keys and passwords", "Streams, adapters", "Base classes, interfaces", Others];

    // The declaration of a type determines its group. The first matching group is used.
    private static readonly (string Kind, string Declaration)[] Kinds =
    [
        ("Base classes, interfaces", "^(abstract class|interface)"), ("MACs", @": \w+Mac<"), ("Hashes", @": \w+Hash<"),
        ("Ciphers", @": (\w*Cipher|\w*SymmetricAlgorithm)$|\.ThreefishSkein"),
        ("Keys and passwords", @"\.(Hkdf|Pbkdf2|Argon2\w*)$"), ("Streams, adapters", "Stream$|BufferWriter|HashAlgorithm$"),
    ];

    /// <summary>Returns the groups of a namespace in their order. Small namespaces have one group with an empty name.</summary>
    public static IEnumerable<IGrouping<string, Type>> Grouped(IGrouping<string?, Type> space) =>
        space.GroupBy(type => space.Key == "Lanewise" ? Of(type) : "").OrderBy(kind => Array.IndexOf(Order, kind.Key));

    private static string Of(Type type)
    {
        string declaration = ApiSignature.Of(type);
        return Kinds.FirstOrDefault(kind => Regex.IsMatch(declaration, kind.Declaration)).Kind ?? Others;
    }
}
