using Xunit;

namespace Lanewise.Tests;

/// <summary>Tests the known answers of XTEA: both byte orders, 2 to 128 Feistel rounds, every overload and both
/// directions.</summary>
[Trait("Category", "Lanes")]
public sealed class XteaVectorTests
{
    public static TheoryData<string, int> Files => new()
    {
        { "xtea/bouncycastle.json", 4 },
        { "xtea/cryptopp-rounds.json", 64 },
        { "xtea/little-endian.json", 5 },
    };

    [Theory]
    [MemberData(nameof(Files))]
    public void EveryKnownAnswerIsRight(string name, int cases)
    {
        VectorFile file = VectorFile.Read(name);
        KnownAnswers answers = CipherRow.All.SelectMany(row => row.KnownAnswers).Single(a => a.Name == file.Algorithm);
        Assert.Equal(cases, file.Cases.Count);
        foreach (KnownAnswerCase c in file.Cases)
        {
            Assert.Empty(answers.Check(c));

            // Verifies that the test detects a wrong answer.
            byte[] wrong = [.. c.Output];
            wrong[0] ^= 1;
            Assert.NotEmpty(answers.Check(c with { Output = wrong }));

            byte[] plain = new byte[c.Input.Length];
            PlainXtea.Encrypt(c.Bytes("key_hex"), (int)c.Number("feistel_rounds", 64L), c.Parameters["byte_order"] == "big",
                c.Input, plain);
            Assert.Equal(c.Output, plain);
        }
    }

    [Fact]
    public void TheFilesCoverEveryNumberOfCycles()
    {
        IEnumerable<int> rounds = VectorFile.Read("xtea/cryptopp-rounds.json").Cases.Select(c => c.Number("feistel_rounds", 0));
        Assert.Equal(Enumerable.Range(1, 64).Select(cycles => 2 * cycles), rounds);
    }
}
