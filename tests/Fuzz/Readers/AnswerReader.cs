using Lanewise.Cli.Proof;

namespace Lanewise.Fuzz;

/// <summary>Reads files of known answers, as <c>lanewise prove --vectors</c> does.</summary>
internal sealed class AnswerReader() : Reader("read-answers")
{
    private static readonly byte[][] Originals =
    [
        .. typeof(AnswerFile).Assembly.GetManifestResourceNames()
        .Where(name => name.StartsWith("Answers/", StringComparison.Ordinal))
            .Order(StringComparer.Ordinal).Select(Resource),
        """
        {"algorithm":"MD5","cases":[
          {"input_pattern":{"kind":"zeros","len":100},"output_hex":"00"},
          {"params":{"tree":{"leaf":1},"n":true},"input_pattern":{"kind":"counter","modulus":251,"start":3,"len":77},"output_hex":""},
          {"input_pattern":{"kind":"repeat","unit_hex":"6162","len":5},"output_hex":"0a0b"}]}
        """u8.ToArray(),
    ];

    protected override byte[] Valid(Random random) => random.OneIn(2) ? Originals[^1] : random.Of(Originals);

    protected override bool Read(Random random, byte[] bytes)
    {
        try
        {
            AnswerFile file = AnswerFile.Parse("file", bytes);
            True(file.Algorithm is not null && file.Cases.All(c => c.Input is not null && c.Output is not null),
                $"an answer lacks a part");
            return true;
        }
        catch (FormatException)
        {
            return false;
        }
    }

    // Patterns are built in memory. docs/commands/prove.md states their maximum length.
    protected override long MostMemory(int length) => AnswerFile.MostPatternBytes + (64L * length) + (1 << 20);

    private static byte[] Resource(string name)
    {
        using Stream stream = typeof(AnswerFile).Assembly.GetManifestResourceStream(name)!;
        byte[] bytes = new byte[stream.Length];
        stream.ReadExactly(bytes);
        return bytes;
    }
}
