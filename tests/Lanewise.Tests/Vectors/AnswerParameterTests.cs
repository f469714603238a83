using System.Globalization;
using Xunit;

namespace Lanewise.Tests;

/// <summary>Tests all fields of a known-answer file except message and key. Every value must be used or rejected.</summary>
public sealed class AnswerParameterTests
{
    private static readonly byte[] Message = [.. Enumerable.Range(0, 200).Select(i => (byte)(i * 7))];

    [Theory]
    [InlineData("9223372036854775807")]
    [InlineData("9223372036854775808")]
    [InlineData("18446744073709551615")]
    public void TheNodeOffsetOfBlake2bHas64Bits(string offset)
    {
        ulong number = ulong.Parse(offset, CultureInfo.InvariantCulture);
        byte[] expected = PlainBlake2.B.Hash(default, Message, 64, new PlainBlake2Parameters { NodeOffset = number });
        Good("BLAKE2b", Message, expected, ("tree.node_offset", offset));
    }

    [Theory]
    [InlineData("BLAKE2b", "tree.node_offset", "18446744073709551616")]
    [InlineData("BLAKE2b", "tree.leaf_length", "4294967296")]
    [InlineData("BLAKE2b", "tree.fanout", "-1000000000000")]
    [InlineData("BLAKE2b", "tree.last_node", "perhaps")]
    [InlineData("BLAKE2b", "key_hex", "0g")]
    [InlineData("BLAKE2b", "tree.twigs", "3")]
    [InlineData("BLAKE2Xb", "xof_length", "63")]
    [InlineData("BLAKE2Xs", "xof_length", "4294967295")]
    [InlineData("MD5", "salt_hex", "00")]
    [InlineData("XTEA", "iterations", "0")]
    [InlineData("XTEA", "iterations", "10000001")]
    [InlineData("XTEA", "byte_order", "middle")]
    [InlineData("XTEA", "feistel_rounds", "63")]
    [InlineData("Threefish-256", "byte_order", "little")]
    public void AnUnknownParameterIsNamed(string algorithm, string name, string value)
    {
        bool isCipher = algorithm is "XTEA" or "Threefish-256";
        Dictionary<string, string> parameters = new() { [name] = value };
        if (isCipher) parameters["key_hex"] = new string('0', algorithm == "XTEA" ? 32 : 64);
        IReadOnlyList<string> wrong = Answers(algorithm)
            .Check(new(parameters, isCipher ? new byte[32] : Message, new byte[isCipher ? 32 : 64]));
        Assert.Contains(wrong, text => text.Contains($"\"{name}\"", StringComparison.Ordinal));
    }

    [Theory]
    [InlineData("BLAKE2Xb", uint.MaxValue, 1)]
    [InlineData("BLAKE2Xb", uint.MaxValue, 200)]
    [InlineData("BLAKE2Xb", 1000u, 200)]
    [InlineData("BLAKE2Xb", 200u, 200)]
    [InlineData("BLAKE2Xs", 65535u, 200)]
    [InlineData("BLAKE2Xs", 65534u, 33)]
    public void TheOutputLengthIsTheLengthInTheParameterBlock(string algorithm, uint length, int bytes)
    {
        PlainBlake2 hash = algorithm == "BLAKE2Xb" ? PlainBlake2.B : PlainBlake2.S;
        byte[] key = [1, 2, 3], expected = PlainBlake2Trees.Extended(hash, key, Message, length, 0, bytes);
        Good(
            algorithm, Message, expected, ("key_hex", "010203"),
            ("xof_length", length.ToString(CultureInfo.InvariantCulture)));
    }

    [Theory]
    [InlineData(1, 1)]
    [InlineData(1, 2)]
    [InlineData(3, 1000)]
    public void EachIterationOfXteaEncryptsThePreviousOutput(int blocks, int iterations)
    {
        byte[] key = [.. Message.AsSpan(0, 16)], source = [.. Message.AsSpan(0, 8 * blocks)], expected = [.. source];
        for (int i = 0; i < iterations; i++) PlainXtea.Encrypt(key, 64, true, expected, expected);
        Good(
            "XTEA", source, expected, ("key_hex", Convert.ToHexString(key)),
            ("iterations", iterations.ToString(CultureInfo.InvariantCulture)));
    }

    [Theory]
    [InlineData(256, 1, 10)]
    [InlineData(256, 5, 1)]
    [InlineData(512, 3, 2)]
    [InlineData(1024, 2, 3)]
    public void BlocksOfThreefishAreIndependent(int bits, int blocks, int iterations)
    {
        byte[] key = [.. Message.AsSpan(0, bits / 8)], tweak = [.. Message.AsSpan(50, 16)], source = new byte[blocks * bits / 8];
        new Random(blocks).NextBytes(source);
        byte[] expected = source;
        for (int i = 0; i < iterations; i++) expected = PlainThreefish.OfBits(bits).EncryptBlocks(key, tweak, expected);
        Good(
            $"Threefish-{bits}", source, expected, ("key_hex", Convert.ToHexString(key)),
            ("tweak_hex", Convert.ToHexString(tweak)), ("iterations", iterations.ToString(CultureInfo.InvariantCulture)));
    }

    private static KnownAnswers Answers(string algorithm) => KnownAnswers.All.Single(answers => answers.Name == algorithm);

    // The given answer is correct. Changing its last byte makes it wrong.
    private static void Good(string algorithm, byte[] input, byte[] output, params (string Name, string Value)[] parameters)
    {
        KnownAnswerCase c = new(parameters.ToDictionary(p => p.Name, p => p.Value), input, output);
        Assert.Empty(Answers(algorithm).Check(c));
        byte[] changed = [.. output];
        changed[^1] ^= 1;
        Assert.NotEmpty(Answers(algorithm).Check(c with { Output = changed }));
    }
}
