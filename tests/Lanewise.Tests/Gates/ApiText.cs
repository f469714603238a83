using System.Reflection;
using System.Text;
using Xunit;

namespace Lanewise.Tests;

/// <summary>Lists the public API of an assembly as text, one line per member.</summary>
internal static class ApiText
{
    /// <summary>Compares an assembly's API with an approved file, or writes that file if requested.</summary>
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

    // Callers may add data to these classes, because FileHasher returns the same objects that it receives.
    private static readonly string[] Open = ["Lanewise.Files.HashedFile"];

    /// <summary>Checks that a class is sealed unless its documentation allows callers to derive from it.</summary>
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
