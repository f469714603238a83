// Tests the known answers in one vector file with every overload of the algorithm, and prints the errors. globalThis.json must
// contain the bytes of the file.

using System.Runtime.InteropServices.JavaScript;
using System.Runtime.Versioning;
using Lanewise.Cli.Proof;

[assembly: SupportedOSPlatform("browser")]

AnswerFile file = AnswerFile.Parse(args[0], JSHost.GlobalThis.GetPropertyAsByteArray("json")!);
KnownAnswers? answers = KnownAnswers.All.FirstOrDefault(a => a.Name == file.Algorithm);
List<string> wrong = [];
if (answers is null)
{
    Console.WriteLine($"{args[0]}: no row of the library answers for {file.Algorithm}");
    return 2;
}

for (int i = 0; i < file.Cases.Count; i++)
{
    foreach (string form in answers.Check(file.Cases[i])) wrong.Add($"case {i}: {form}");
}

Console.WriteLine(wrong.Count == 0 ? $"{args[0]}: {file.Cases.Count} right" : $"{args[0]}: {string.Join("; ", wrong.Take(5))}");
return wrong.Count == 0 ? 0 : 1;
