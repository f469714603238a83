using Xunit;

namespace Lanewise.Tests;

/// <summary>Tests the two strings of cSHAKE, which may have any length. If both strings are empty, cSHAKE equals
/// SHAKE.</summary>
[Trait("Category", "Lanes")]
public sealed class CShakeTests
{
    [Fact]
    public void StringsOfAnyLengthEqualThePlainReference()
    {
        Random random = Seed.For();
        for (int round = 0; round < 300; round++)
        {
            CShakeParameters parameters = new()
            {
                FunctionName = Pattern.Bytes(random, random.Next(3) == 0 ? 0 : random.Next(200)),
                Customization = Pattern.Bytes(random, random.Next(3) == 0 ? 0 : random.Next(500)),
            };
            byte[] message = Pattern.Bytes(random, random.Next(500)), digest = new byte[random.Next(1, 400)];
            byte[] expected = PlainKeccak.CShake(256, parameters.FunctionName.Span, parameters.Customization.Span, message,
                digest.Length);
            CShake128.HashData(parameters, message, digest);
            Digests.Equal(expected, digest, () => $"cSHAKE128, round {round}{Seed.Replay}");

            using CShake128 running = new(parameters, digest.Length);
            running.AppendData(message.AsSpan(0, message.Length / 3));
            using LanewiseHash resumed = LanewiseHash.FromState(running.ExportState()), clone = running.Clone();
            foreach (LanewiseHash hash in new[] { running, resumed, clone })
            {
                hash.AppendData(message.AsSpan(message.Length / 3));
                Digests.Equal(expected, hash.GetHashAndReset(), () => $"incremental cSHAKE128, round {round}{Seed.Replay}");
                hash.AppendData(message);
                Digests.Equal(expected, hash.GetHashAndReset(), () => $"cSHAKE128 after a reset, round {round}{Seed.Replay}");
            }
        }
    }

    [Fact]
    public void WithoutStringsCShakeEqualsShake()
    {
        byte[] message = Pattern.Bytes(300);
        Assert.Equal(Shake128.HashData(message), CShake128.HashData(message));
        Assert.Equal(Shake256.HashData(message), CShake256.HashData(message));
        byte[] digest = new byte[64];
        CShake256.HashData(CShakeParameters.Default, message, digest);
        Assert.Equal(Shake256.HashData(message), digest);
        Assert.Throws<ArgumentNullException>("parameters", () => CShake256.HashData(null!, message, digest));
        Assert.Throws<ArgumentNullException>("parameters", () => new CShake256((CShakeParameters)null!));
    }

    [Fact]
    public void TheDestinationMayOverlapTheStringParameters()
    {
        byte[] messages = Pattern.Bytes(40 * 50), text = Pattern.Bytes(40 * 32), expected = new byte[text.Length];
        CShake128.HashMany(
            new CShakeParameters { Customization = (byte[])text.Clone() }, Messages.Packed(messages, 50), expected, 32);
        CShake128.HashMany(new CShakeParameters { Customization = text }, Messages.Packed(messages, 50), text, 32);
        Digests.EqualMany(expected, text, 32, () => "many cSHAKE128 outputs over their customization");
    }
}
