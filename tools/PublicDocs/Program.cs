// Leaves in the documentation file of an assembly what users can see: of public types, the public and protected members.
//
//   PublicDocs ASSEMBLY XML [REFERENCE...]
using System.Reflection;
using System.Runtime.Loader;
using System.Xml.Linq;

if (args is not [string assemblyFile, string documentation, .. string[] references])
{
    Console.Error.WriteLine("usage: PublicDocs ASSEMBLY XML [REFERENCE...]");
    return 2;
}

AssemblyLoadContext.Default.Resolving += (context, name) =>
    references.FirstOrDefault(file => Path.GetFileNameWithoutExtension(file) == name.Name) is { } file ? context.LoadFromAssemblyPath(file) : null;

HashSet<string> visible = [.. DocumentationId.OfVisible(AssemblyLoadContext.Default.LoadFromAssemblyPath(assemblyFile))];
XDocument document = XDocument.Load(documentation, LoadOptions.PreserveWhitespace);
foreach (XElement member in document.Descendants("member").ToArray())
{
    if (visible.Contains((string)member.Attribute("name")!)) continue;

    // With the indentation before it.
    member.PreviousNode?.Remove();
    member.Remove();
}

document.Save(documentation, SaveOptions.DisableFormatting);
return 0;
