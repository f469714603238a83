// Reduces the documentation file of an assembly to the members that users see: the public and protected members of public types.
// With --pages, writes Markdown pages about these members instead, from the documentation file beside each assembly.
//
// Usage:
//   PublicDocs ASSEMBLY XML [REFERENCE...]
//   PublicDocs --pages FOLDER ASSEMBLY...
using System.Reflection;
using System.Runtime.Loader;
using System.Xml.Linq;

if (args is ["--pages", string folder, _, ..])
{
    Assembly[] assemblies =
        [.. args[2..].Select(file => AssemblyLoadContext.Default.LoadFromAssemblyPath(Path.GetFullPath(file)))];
    IEnumerable<XDocument> documents =
        args[2..].Select(file => XDocument.Load(Path.ChangeExtension(file, ".xml"), LoadOptions.PreserveWhitespace));
    new Reference(assemblies, documents).Write(folder);
    return 0;
}

if (args is not [string assemblyFile, string documentation, .. string[] references])
{
    Console.Error.WriteLine("usage: PublicDocs ASSEMBLY XML [REFERENCE...] | PublicDocs --pages FOLDER ASSEMBLY...");
    return 2;
}

AssemblyLoadContext.Default.Resolving += (context, name) =>
    references.FirstOrDefault(file => Path.GetFileNameWithoutExtension(file) == name.Name) is { } file
        ? context.LoadFromAssemblyPath(file) : null;

HashSet<string> visible = [.. DocumentationId.OfVisible(AssemblyLoadContext.Default.LoadFromAssemblyPath(assemblyFile))];
XDocument document = XDocument.Load(documentation, LoadOptions.PreserveWhitespace);
foreach (XElement member in document.Descendants("member").ToArray())
{
    if (visible.Contains((string)member.Attribute("name")!)) continue;

    // Also removes the indentation before the element.
    member.PreviousNode?.Remove();
    member.Remove();
}

document.Save(documentation, SaveOptions.DisableFormatting);
return 0;
