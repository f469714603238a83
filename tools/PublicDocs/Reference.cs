using System.Reflection;
using System.Text;
using System.Text.RegularExpressions;
using System.Xml.Linq;

/// <summary>Writes a reference page for each public type, with its members and their documentation.</summary>
internal sealed class Reference
{
    private readonly Assembly[] assemblies;
    private readonly Dictionary<string, XElement> docs;
    private readonly Dictionary<string, string> pages;

    /// <param name="assemblies">The assemblies.</param>
    /// <param name="documentation">The documentation of each assembly, by the compiler's identifiers.</param>
    public Reference(Assembly[] assemblies, IEnumerable<XDocument> documentation)
    {
        this.assemblies = assemblies;
        docs = documentation.SelectMany(file => file.Descendants("member"))
            .ToDictionary(member => (string)member.Attribute("name")!);
        pages = assemblies.SelectMany(assembly => assembly.GetExportedTypes()).ToDictionary(
            DocumentationId.Name, type => $"{type.Namespace}/{Title(type)}{(HasNamesake(type) ? "-generic" : "")}.md");
    }

    /// <summary>Writes one page per type to one folder per namespace, and index.md, which lists the pages.</summary>
    public void Write(string folder)
    {
        Directory.CreateDirectory(folder);
        StringBuilder index = new(
            "# API reference\n\nThe public types of each package, grouped by purpose. Each page lists the members of a type.\n");
        foreach (var space in assemblies.SelectMany(assembly => assembly.GetExportedTypes()).GroupBy(type => type.Namespace))
        {
            index.Append($"\n## {space.Key}\n");
            foreach (IGrouping<string, Type> kind in TypeKind.Grouped(space))
            {
                index.Append(kind.Key.Length > 0 ? $"\n### {kind.Key}\n\n" : "\n");
                index.Append("| type | what it is for |\n|---|---|\n");
                foreach (Type type in kind.OrderBy(type => type.FullName, StringComparer.Ordinal))
                    index.Append(Page(folder, type));
            }
        }

        File.WriteAllText(Path.Combine(folder, "index.md"), index.ToString());
    }

    // Writes the page of a type, and returns its row in the index.
    private string Page(string folder, Type type)
    {
        string page = pages[DocumentationId.Name(type)], file = Path.Combine(folder, page);
        Directory.CreateDirectory(Path.GetDirectoryName(file)!);
        File.WriteAllText(file, Of(type));
        string summary = Text(docs["T:" + DocumentationId.Name(type)].Element("summary")!, "", type);
        return $"| [{Heading(type)}]({page}) | {FirstSentence(summary).Replace("](../", "](").Replace("|", "\\|")} |\n";
    }

    private static string Title(Type type) => type.FullName![(type.Namespace!.Length + 1)..].Replace('+', '.').Split('`')[0];

    // A generic and a non-generic type with the same name have separate pages.
    private static bool HasNamesake(Type type) =>
        type.IsGenericType && type.Assembly.GetType($"{type.Namespace}.{Title(type).Replace('.', '+')}") is { IsVisible: true };

    private static string Heading(Type type) => HasNamesake(type)
        ? Escape($"{Title(type)}<{string.Join(", ", type.GetGenericArguments().Select(a => a.Name))}>") : Title(type);

    private string Of(Type type)
    {
        StringBuilder text = new(
            $"# {Heading(type)}\n\nNamespace `{type.Namespace}`, package `{type.Assembly.GetName().Name}`\n\n");
        text.Append(Code(ApiSignature.Of(type)));
        text.Append(Body("T:" + DocumentationId.Name(type), type));
        (MemberInfo Member, string Text, string Body)[] own = [.. Members(type)];
        HashSet<string> ownNames = [.. own.Where(m => m.Body.Length > 0).Select(m => m.Member.Name)];
        (MemberInfo Member, string Text, string Body)[] inherited = [.. Inherited(type, own)];
        // Overloads of a member are together, even if the type inherits some of them.
        (MemberInfo Member, string Text, string Body)[] members =
            [.. own, .. inherited.Where(m => ownNames.Contains(m.Member.Name))];
        var names = members.Where(m => m.Body.Length > 0).GroupBy(m => m.Member.Name)
            .OrderBy(g => g.Key, StringComparer.Ordinal).ToArray();
        var others = inherited.Where(m => !ownNames.Contains(m.Member.Name)).GroupBy(m => m.Member.Name)
            .OrderBy(g => g.Key, StringComparer.Ordinal).ToArray();
        (bool IsStatic, string Name, string Row)[] rows =
        [
            .. names.Select(name => (IsStatic(name.First().Member), name.Key, Row(
                name.Key, $"#{name.Key.TrimStart('.')}", name.Select(m => (m.Text, m.Body))))),
            .. others.Select(name => (IsStatic(name.First().Member), name.Key, Row(
                name.Key, IsStatic(name.First().Member) ? $"#{name.Key}" : Inherited(name.First().Member),
                name.Select(m => (m.Text, m.Body))))),
        ];
        if (rows.Length > 2) text.Append(Table(rows));
        text.Append('\n');
        foreach (var name in names)
        {
            text.Append($"## {Heading(name.Key)} {{#{name.Key.TrimStart('.')}}}\n\n");
            foreach (var (_, signature, body) in name.OrderBy(m => m.Text.Length)) text.Append(Code(signature)).Append(body);
            string[] types = [.. name.SelectMany(m => Types(m.Member)).Distinct().Where(other => other != type)
                .Select(other => Link("T:" + DocumentationId.Name(other), type)).Distinct().Order(StringComparer.Ordinal)];
            if (types.Length > 0) text.Append($"Types: {string.Join(", ", types)}\n\n");
        }

        // A hash inherits its main methods, such as HashMany. Callers call them on the hash, so its page has their signatures.
        foreach (var name in others.Where(name => IsStatic(name.First().Member)))
        {
            MemberInfo first = name.First().Member;
            text.Append($"## {name.Key} {{#{name.Key}}}\n\n{Code([.. name.Select(m => m.Text).OrderBy(line => line.Length)])}");
            text.Append($"Inherited from [{Heading(first.DeclaringType!)}]({Inherited(first)}), ")
                .Append("whose page describes the parameters and exceptions.\n\n");
        }

        // Members that the compiler adds to records and delegates have no documentation.
        string[] rest = [.. own.Where(m => m.Body.Length == 0).Select(m => m.Text).Order(StringComparer.Ordinal)];
        if (rest.Length > 0) text.Append("## From the compiler {#compiler}\n\n").Append(Code([.. rest]));
        return Regex.Replace(text.ToString(), @"[ \n]+\n\n", "\n\n");
    }

    // Static members come first, because most callers need only them.
    private static string Table((bool IsStatic, string Name, string Row)[] rows)
    {
        StringBuilder text = new("## Members {#members}\n\n");
        var groups = rows.GroupBy(row => row.IsStatic).OrderByDescending(group => group.Key).ToArray();
        foreach (var group in groups)
        {
            if (groups.Length > 1) text.Append(group.Key ? "**Static members**\n\n" : "**Members of an instance**\n\n");
            text.Append("| member | what it does |\n|---|---|\n");
            foreach (var (_, _, row) in group.OrderBy(row => row.Name, StringComparer.Ordinal)) text.Append(row);
            text.Append('\n');
        }

        return text.ToString();
    }

    private static bool IsStatic(MemberInfo member) => member switch
    {
        MethodInfo method => method.IsStatic,
        PropertyInfo property => property.GetAccessors().Any(accessor => accessor.IsStatic),
        FieldInfo field => field.IsStatic,
        _ => false,
    };

    private string Inherited(MemberInfo member) => $"../{pages[DocumentationId.Name(member.DeclaringType!)]}#{member.Name}";

    private IEnumerable<(MemberInfo Member, string Text, string Body)> Members(Type type) =>
        ApiSignature.Members(type).Where(m => m.Member.Name[0] != '<')
            .Select(m => (m.Member, m.Text, Body(DocumentationId.Of(m.Member), type, m.Member)));

    // Lists the documented members that the type inherits from base types with a page of their own, except members that the type
    // itself declares with the same signature.
    private IEnumerable<(MemberInfo Member, string Text, string Body)> Inherited(
        Type type, IEnumerable<(MemberInfo Member, string Text, string Body)> own)
    {
        HashSet<string> replaced = [.. own.Select(m => Signature(m.Member))];
        for (Type? parent = type.BaseType; parent is not null; parent = parent.BaseType)
        {
            if (!pages.ContainsKey(DocumentationId.Name(parent))) continue;

            Type general = parent.IsGenericType ? parent.GetGenericTypeDefinition() : parent;
            foreach (var member in Members(general).Where(m => m.Member.Name[0] != '.' && m.Body.Length > 0))
            {
                if (replaced.Add(Signature(member.Member))) yield return member;
            }
        }

        static string Signature(MemberInfo member) =>
            member is MethodBase method
                ? $"{member.Name}({string.Join(", ", method.GetParameters().Select(p => p.ParameterType))})" : member.Name;
    }

    // Formats a member for the table: its name, and the first sentence of the documentation of its shortest overload.
    private static string Row(string name, string target, IEnumerable<(string Text, string Body)> overloads)
    {
        string first = overloads.MinBy(m => m.Text.Length).Body.Split("\n\n")[0].Replace('\n', ' ');
        return $"| [{Heading(name)}]({target}) | {FirstSentence(first).Replace("|", "\\|")} |\n";
    }

    private static string Heading(string member) => member == ".ctor" ? "Constructors" : Escape(member);

    private static string FirstSentence(string text)
    {
        Match end = Regex.Match(text, @"\.(?=\s+[A-Z`\[]|$)");
        return end.Success ? text[..(end.Index + 1)] : text;
    }

    // Finds the types in a signature that have a page.
    private IEnumerable<Type> Types(MemberInfo member)
    {
        IEnumerable<Type> used = member switch
        {
            MethodInfo method => method.GetParameters().Select(p => p.ParameterType).Append(method.ReturnType),
            ConstructorInfo constructor => constructor.GetParameters().Select(p => p.ParameterType),
            PropertyInfo property => [property.PropertyType],
            FieldInfo field => [field.FieldType],
            _ => [],
        };
        return used.SelectMany(Parts).Where(type => pages.ContainsKey(DocumentationId.Name(type)));

        static IEnumerable<Type> Parts(Type type) =>
            type.HasElementType ? Parts(type.GetElementType()!)
            : type.IsGenericParameter ? []
            : type.IsGenericType ? type.GetGenericArguments().SelectMany(Parts).Append(type.GetGenericTypeDefinition())
            : [type];
    }

    private static string Code(params string[] signatures) =>
        $"```csharp\n{string.Join('\n', signatures.Select(Broken))}\n```\n\n";

    // Breaks a long signature into one parameter per line.
    private static string Broken(string signature)
    {
        int open = signature.IndexOf('(');
        if (signature.Length <= 76 || open < 0) return signature;

        int depth = 0;
        StringBuilder text = new(signature[..(open + 1)] + "\n    ");
        foreach (char c in signature[(open + 1)..])
        {
            depth += c == '<' ? 1 : c == '>' ? -1 : 0;
            text.Append(c);
            if (c == ',' && depth == 0) text.Append("\n   ");
        }

        return text.ToString();
    }

    // Returns the documentation of a type or member, or "" if there is none.
    private string Body(string id, Type type, MemberInfo? member = null)
    {
        // A member may inherit the documentation of a parameter that it does not have.
        XElement[] sections = [.. SectionsOf(id, type).Where(section =>
            section.Name.LocalName != "param" || member is not MethodBase method
            || method.GetParameters().Any(parameter => parameter.Name == (string?)section.Attribute("name")))];
        string Sections(string[] names, Func<XElement, string> write) =>
            string.Concat(sections.Where(section => names.Contains(section.Name.LocalName))
                .OrderBy(s => Array.IndexOf(names, s.Name.LocalName)).Select(write));
        string text = Sections(["summary"], section => Text(section, "", type) + "\n\n")
            + Sections(["typeparam", "param", "returns", "value", "exception"], section =>
                $"- {Subject(section, type)}: {Text(section, "  ", type)}\n")
            + Sections(["remarks", "example"], section => $"\n{Text(section, "", type)}\n");
        return text.Length == 0 ? "" : text.Trim() + "\n\n";
    }

    private string Subject(XElement section, Type type) => section.Name.LocalName switch
    {
        "exception" => $"Throws {Link((string)section.Attribute("cref")!, type)}",
        "returns" or "value" => "Returns",
        _ => $"`{(string)section.Attribute("name")!}`",
    };

    // Returns the sections of the documentation, including inherited sections that it does not replace.
    private IEnumerable<XElement> SectionsOf(string id, Type type)
    {
        if (!docs.TryGetValue(id, out XElement? doc)) return [];
        if (doc.Element("inheritdoc") is not { } inherited) return doc.Elements();

        string[] sources = (string?)inherited.Attribute("cref") is { } named ? [named] : [.. BaseMembers(id, type)];
        string[] documented = [.. sources.Where(docs.ContainsKey).Take(1)];
        if (documented.Length == 0 && sources.Length > 0)
        {
            return [new XElement("summary", "See ", new XElement("see", new XAttribute("cref", sources[0])), ".")];
        }

        string only = ((string?)inherited.Attribute("path"))?.TrimStart('/') ?? "";
        XElement[] own = [.. doc.Elements().Where(section => section != inherited)];
        return own.Concat(documented.SelectMany(source => SectionsOf(source, type))
            .Where(section => only.Length == 0 || section.Name == only)
            .Where(section => own.All(o => o.Name != section.Name || Key(o) != Key(section))));

        // Returns the name of a parameter or the type of an exception.
        static string? Key(XElement section) => (string?)(section.Attribute("name") ?? section.Attribute("cref"));
    }

    // Finds the same member in base types and interfaces.
    private static IEnumerable<string> BaseMembers(string id, Type type)
    {
        List<Type> bases = [];
        for (Type? parent = type.BaseType; parent is not null; parent = parent.BaseType) bases.Add(parent);
        bases.AddRange(type.GetInterfaces());
        string own = DocumentationId.Name(type), name = id[(own.Length + 3)..].Split('(', '`')[0];
        return bases
            .Where(parent =>
                parent.GetMember(name, BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.Instance).Length > 0)
            .OrderByDescending(parent => parent.Assembly == type.Assembly)
            .Select(parent => id[..2] + DocumentationId.Name(parent.IsGenericType ? parent.GetGenericTypeDefinition() : parent)
                + id[(own.Length + 2)..]);
    }

    private string Text(XElement element, string indent, Type type)
    {
        StringBuilder text = new();
        foreach (XNode node in element.Nodes())
        {
            text.Append(node switch
            {
                XText words => Escape(Regex.Replace(words.Value, @"\s+", " ")),
                XElement { Name.LocalName: "para" } para => $"\n\n{indent}{Text(para, indent, type)}\n\n{indent}",
                XElement { Name.LocalName: "code" } code => $"\n\n{Block(code.Value, indent)}\n\n{indent}",
                XElement { Name.LocalName: "c" } c => $"`{c.Value}`",
                XElement { Name.LocalName: "b" } b => $"**{Text(b, indent, type)}**",
                XElement { Name.LocalName: "paramref" or "typeparamref" } name => $"`{(string)name.Attribute("name")!}`",
                XElement see when (string?)see.Attribute("langword") is { } word => $"`{word}`",
                XElement see when (string?)see.Attribute("cref") is { } cref => Link(cref, type),
                XElement other => Text(other, indent, type),
                _ => "",
            });
        }

        return text.ToString().Trim();
    }

    private static string Block(string code, string indent)
    {
        string[] lines = code.Trim('\n', ' ') is var trimmed && code.Contains('\n') ? code.Split('\n') : [trimmed];
        lines = [.. lines.SkipWhile(string.IsNullOrWhiteSpace).Reverse().SkipWhile(string.IsNullOrWhiteSpace).Reverse()];
        int margin = lines.Where(line => !string.IsNullOrWhiteSpace(line)).Min(line => line.Length - line.TrimStart().Length);
        string text = string.Join('\n', lines.Select(line => indent + line[Math.Min(margin, line.Length)..].TrimEnd()));
        return $"{indent}```csharp\n{text}\n{indent}```";
    }

    // Returns the short name of a type or member, with a link if it has a page.
    private string Link(string id, Type from)
    {
        string name = id[2..].Split('(')[0], typeName = id[0] == 'T' ? name : name[..name.LastIndexOf('.')];
        string member = id[0] == 'T' ? "" : name[(typeName.Length + 1)..].Split('`')[0].TrimStart('#');
        string shortType = typeName.Split('`')[0].Split('.')[^1];
        string label = member.Length == 0 || member == "ctor" ? shortType
            : typeName == DocumentationId.Name(from) ? member : $"{shortType}.{member}";
        if (!pages.TryGetValue(typeName, out string? page)) return $"`{label}`";
        return $"[`{label}`](../{page}{(member.Length > 0 ? "#" + member : "")})";
    }

    private static string Escape(string text) => Regex.Replace(text, @"[\\`*_{}\[\]<>|~#]", @"\$0");
}
