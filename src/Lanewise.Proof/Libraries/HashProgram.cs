using System.Diagnostics;
using System.Globalization;

namespace Lanewise.Proof.Libraries;

/// <summary>
/// A program that prints the digests of files, such as <c>b3sum</c>. Each process hashes many files, because starting a
/// process takes longer than hashing them.
/// </summary>
internal sealed class HashProgram
{
    private readonly string program;

    private HashProgram(string program, string algorithm)
    {
        this.program = program;
        Algorithm = algorithm;
        Version = Find();
    }

    public static HashProgram B3sum { get; } = new("b3sum", "blake3");

    /// <summary>All supported programs. A program need not be installed.</summary>
    public static IReadOnlyList<HashProgram> OfTheMachine { get; } = [new("md5sum", "md5"), new("b2sum", "blake2b"), B3sum];

    public string Name => program;

    /// <summary>The name of the program's hash in Lanewise's catalogue.</summary>
    public string Algorithm { get; }

    /// <summary>The version of the program, or null if it is not installed.</summary>
    public string? Version { get; }

    /// <summary>
    /// Runs the program and returns the digests of the given messages. <paramref name="options"/> may contain an option for a key
    /// on standard input or for a context string.
    /// </summary>
    public IReadOnlyList<byte[]> Run(IReadOnlyList<byte[]> messages, byte[]? input = null, params IReadOnlyList<string> options)
    {
        DirectoryInfo folder = Directory.CreateTempSubdirectory("lanewise-proof-");
        try
        {
            string[] files =
                [.. messages.Select((_, i) => Path.Combine(folder.FullName, i.ToString(CultureInfo.InvariantCulture)))];
            for (int i = 0; i < files.Length; i++) File.WriteAllBytes(files[i], messages[i]);
            return
            [
                .. Start([.. options, .. files], input ?? []).Split('\n', StringSplitOptions.RemoveEmptyEntries)
                    .Select(line => Convert.FromHexString(line.AsSpan(0, line.IndexOf(' ', StringComparison.Ordinal)))),
            ];
        }
        finally
        {
            folder.Delete(recursive: true);
        }
    }

    // The version is the last word of the first output line.
    private string? Find()
    {
        try
        {
            return Start(["--version"], []).Split('\n')[0].Trim().Split(' ')[^1];
        }
        catch (System.ComponentModel.Win32Exception)
        {
            return null;
        }
    }

    private string Start(IReadOnlyList<string> arguments, byte[] input)
    {
        ProcessStartInfo info = new(program, arguments) { RedirectStandardInput = true, RedirectStandardOutput = true };
        using Process process = Process.Start(info)!;
        process.StandardInput.BaseStream.Write(input);
        process.StandardInput.Close();
        string output = process.StandardOutput.ReadToEnd();
        process.WaitForExit();
        return output;
    }
}
