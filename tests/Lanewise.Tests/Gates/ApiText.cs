using System.Reflection;
using System.Text;
using Xunit;

namespace Lanewise.Tests;

/// <summary>The public API of an assembly as text, a member a line.</summary>
internal static class ApiText
{
    /// <summary>Holds an assembly's API to an approved file, or writes that file where that was asked for.</summary>
    public static void Expect(Assembly assembly, string approvedFile)
    {
        string api = Print(assembly), name = Path.GetFileName(approvedFile);
        if (Environment.GetEnvironmentVariable("LANEWISE_UPDATE_API") == "1")
        {
            File.WriteAllText(approvedFile, api);
            Assert.Skip($"The public API was written to {name}.");
        }

        string[] approved = [.. File.ReadAllLines(approvedFile).Where(line => line.Length > 0)];
        string[] actual = api.Split('\n', StringSplitOptions.RemoveEmptyEntries);
        string difference = string.Join(
            '\n', approved.Except(actual).Select(line => "- " + line)
            .Concat(actual.Except(approved).Select(line => "+ " + line)));
        Assert.True(approved.SequenceEqual(actual), $"The public API differs from {name}:\n{difference}");
    }

    // What a caller's own values may be added to: FileHasher hands back what it is given.
    private static readonly string[] Open = ["Lanewise.Files.HashedFile"];

    /// <summary>Whoever may derive from a class is to be told so: the others are closed.</summary>
    public static void ExpectClosed(Assembly assembly)
    {
        foreach (Type type in assembly.GetExportedTypes().Where(t => t.IsClass && !Open.Contains(t.FullName)))
        {
            Assert.True(type.IsSealed || type.IsAbstract, $"{type.FullName} is neither sealed nor abstract.");
        }
    }

    private static string Print(Assembly assembly)
    {
        StringBuilder text = new();
        foreach (Type type in assembly.GetExportedTypes().OrderBy(t => t.FullName, StringComparer.Ordinal))
        {
            text.Append(ApiSignature.Of(type)).Append('\n');
            foreach (string member in ApiSignature.Members(type).Select(m => m.Text).Order(StringComparer.Ordinal))
            {
                text.Append("    ").Append(member).Append('\n');
            }
        }

        return text.ToString();
    }
}
