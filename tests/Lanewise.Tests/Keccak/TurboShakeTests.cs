using Xunit;

namespace Lanewise.Tests;

/// <summary>Tests the domain separation byte of TurboSHAKE.</summary>
[Trait("Category", "Lanes")]
public sealed class TurboShakeTests
{
    [Fact]
    public void EveryDomainSeparationEqualsThePlainReference()
    {
        Random random = Seed.For();
        for (byte d = 0x01; d <= 0x7F; d++)
        {
            TurboShakeParameters parameters = new() { DomainSeparation = d };
            byte[] message = Pattern.Bytes(random, random.Next(500)), digest = new byte[random.Next(1, 400)];
            byte[] expected = PlainKeccak.TurboShake(512, d, message, digest.Length);
            TurboShake256.HashData(parameters, message, digest);
            Digests.Equal(expected, digest, () => $"TurboSHAKE256, D = {d}{Seed.Replay}");

            using TurboShake256 running = new(parameters, digest.Length);
            running.AppendData(message.AsSpan(0, message.Length / 3));
            using LanewiseHash resumed = LanewiseHash.FromState(running.ExportState());
            foreach (LanewiseHash hash in new[] { running, resumed })
            {
                hash.AppendData(message.AsSpan(message.Length / 3));
                Digests.Equal(expected, hash.GetHashAndReset(), () => $"incremental TurboSHAKE256, D = {d}{Seed.Replay}");
            }
        }
    }

    [Theory]
    [InlineData(0)]
    [InlineData(0x80)]
    [InlineData(0xFF)]
    public void OtherDomainSeparationsAreRejected(byte d) =>
        Assert.Throws<ArgumentOutOfRangeException>(() => new TurboShakeParameters { DomainSeparation = d });
}
