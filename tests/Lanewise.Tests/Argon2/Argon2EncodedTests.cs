using System.Security.Cryptography;
using System.Text;
using Lanewise.Argon2Family;
using Lanewise.Proof.Libraries;
using Xunit;

namespace Lanewise.Tests;

/// <summary>Tests that Lanewise and other libraries accept each other's encoded hashes, and that malformed hashes are
/// rejected.</summary>
public sealed class Argon2EncodedTests
{
    private const string Right = "$argon2id$v=19$m=256,t=2,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4";

    private static readonly Argon2Parameters Small = new(64, 1, 1);

    [Theory]
    // These encoded hashes are from P-H-C/phc-winner-argon2, src/test.c. They use Argon2 version 1.3, or version 1.0 with or
    // without the version field.
    [InlineData("$argon2i$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$wWKIMhR9lyDFvRz9YTZweHKfbftvj+qf+YFY4NeBbtA", "password")]
    [InlineData("$argon2i$v=16$m=256,t=2,p=1$c29tZXNhbHQ$/U3YPXYsSb3q9XxHvc0MLxur+GP960kN9j7emXX8zwY", "password")]
    [InlineData("$argon2i$m=256,t=2,p=1$c29tZXNhbHQ$/U3YPXYsSb3q9XxHvc0MLxur+GP960kN9j7emXX8zwY", "password")]
    [InlineData(Right, "password")]
    [InlineData("$argon2id$v=19$m=256,t=2,p=2$c29tZXNhbHQ$bQk8UB/VmZZF4Oo79iDXuL5/0ttZwg2f/5U52iv1cDc", "password")]
    [InlineData("$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc", "password")]
    public void HashesOfOtherLibrariesAreVerified(string encoded, string password)
    {
        Assert.True(Argon2id.Verify(encoded, password, Argon2Limits.Default));
        Assert.True(Argon2id.Verify(encoded, Encoding.UTF8.GetBytes(password), Argon2Limits.Default));
        Assert.False(Argon2id.Verify(encoded, password + "x", Argon2Limits.Default));
        Assert.False(Argon2id.Verify(encoded, password, Argon2Limits.Default, "pepper"u8));
    }

    [Fact]
    public void ANullPasswordIsNotTheEmptyPassword()
    {
        string encoded = Argon2id.Hash("", Small);
        Assert.True(Argon2id.Verify(encoded, "", Argon2Limits.Default));
        Assert.Throws<ArgumentNullException>("password", () => Argon2id.Hash((string)null!, Small));
        Assert.Throws<ArgumentNullException>("password", () => Argon2id.Hash((byte[])null!, Small));
        Assert.Throws<ArgumentNullException>("password", () => Argon2id.Verify(encoded, (string)null!, Argon2Limits.Default));
        Assert.Throws<ArgumentNullException>("password", () => Argon2id.Verify(encoded, (byte[])null!, Argon2Limits.Default));
    }

    [Fact]
    public void PasswordsInSpansAreVerified()
    {
        string[] hashes =
        [
            Argon2id.Hash("pässword".AsSpan(), Small, "pepper"u8), Argon2id.Hash("pässword"u8, Small, "pepper"u8),
            Argon2id.Hash("pässword", Small, "pepper"u8),
        ];
        foreach (string encoded in hashes)
        {
            Assert.True(Argon2id.Verify(encoded, "pässword".AsSpan(), Argon2Limits.Default, "pepper"u8));
            Assert.True(Argon2id.Verify(encoded, "pässword"u8, Argon2Limits.Default, "pepper"u8));
            Assert.True(Argon2id.Verify(encoded, "pässword", Argon2Limits.Default, "pepper"u8));
            Assert.False(Argon2id.Verify(encoded, "passwörd".AsSpan(), Argon2Limits.Default, "pepper"u8));
            Assert.False(Argon2id.Verify(encoded, "passwörd"u8, Argon2Limits.Default, "pepper"u8));
            Assert.False(Argon2id.Verify(encoded, "pässword".AsSpan(), Argon2Limits.Default, "peppar"u8));
            Assert.False(Argon2id.Verify(encoded, "pässword"u8, Argon2Limits.Default));
        }
    }

    [Fact]
    public void HashesAreVerifiedByLanewiseAndByNativeLibraries()
    {
        byte[] password = Encoding.UTF8.GetBytes("pässword");
        string encoded = Argon2id.Hash("pässword", Small);
        Assert.Matches(@"^\$argon2id\$v=19\$m=64,t=1,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$", encoded);
        Assert.NotEqual(encoded, Argon2id.Hash("pässword", Small));
        Assert.True(Argon2id.Verify(encoded, password, Argon2Limits.Default));
        Assert.False(Argon2id.Verify(encoded, "passwörd", Argon2Limits.Default));
        Assert.NotEqual(false, Argon2Libraries.VerifyWithReference(Argon2Variant.Id, encoded, password));
        Assert.NotEqual(false, Argon2Libraries.VerifyWithSodium(encoded, password));
        if (Argon2Libraries.VerifyWithSodium(encoded, password) is bool)
        {
            Assert.False(Argon2Libraries.VerifyWithSodium(encoded, [1]));
        }
        string secret = Argon2id.Hash(password, Small, "pepper"u8);
        Assert.True(Argon2id.Verify(secret, password, Argon2Limits.Default, "pepper"u8));
        Assert.False(Argon2id.Verify(secret, password, Argon2Limits.Default, "peppar"u8));
        Assert.False(Argon2id.Verify(secret, password, Argon2Limits.Default));
    }

    [Fact]
    public void HashesThatNativeLibrariesWriteAreVerified()
    {
        byte[] password = Encoding.ASCII.GetBytes("correct horse");
        if (Argon2Libraries.EncodeWithSodium(password, 512, 2) is { } sodium)
        {
            Assert.True(Argon2id.Verify(sodium, password, Argon2Limits.Default));
            Assert.False(Argon2id.NeedsRehash(sodium, new Argon2Parameters(512, 2, 1)));
        }
        else Assert.Skip("libsodium is not installed.");

        foreach (Argon2Variant variant in Enum.GetValues<Argon2Variant>())
        {
            foreach (int version in new[] { Argon2Version.V10, Argon2Version.V13 })
            {
                Argon2Plan plan = new(variant, version, 100, 2, 3);
                if (Argon2Libraries.EncodeWithReference(plan, password, Pattern.Bytes(30), 70) is not { } encoded) continue;

                Assert.True(Argon2id.Verify(encoded, password, Argon2Limits.Default), encoded);
                Assert.False(Argon2id.Verify(encoded, "wrong", Argon2Limits.Default), encoded);
            }
        }
    }

    // The npm package argon2 uses this format for hashes with associated data. The hash in this test was computed by Lanewise.
    [Fact]
    public void AssociatedDataInAnEncodedHashAreVerified()
    {
        byte[] hash = new byte[32], salt = Pattern.Bytes(16), data = [1, 2, 3, 4, 5];
        Argon2id.DeriveKey("password"u8, salt, Small, hash, associatedData: data);
        string encoded = $"$argon2id$v=19$m=64,t=1,p=1,data=AQIDBAU${Text(salt)}${Text(hash)}";
        Assert.True(Argon2id.Verify(encoded, "password", Argon2Limits.Default));
        string named = encoded.Replace(",data", ",keyid=Hj5+,data", StringComparison.Ordinal);
        Assert.True(Argon2id.Verify(named, "password", Argon2Limits.Default));
        string other = encoded.Replace("AQIDBAU", "AQIDBAY", StringComparison.Ordinal);
        Assert.False(Argon2id.Verify(other, "password", Argon2Limits.Default));

        static string Text(byte[] bytes) => Convert.ToBase64String(bytes).TrimEnd('=');
    }

    [Theory]
    [InlineData("")]
    [InlineData("$2b$12$abcdefghijklmnopqrstuv")]
    [InlineData("$argon2x$v=19$m=256,t=2,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4")]
    [InlineData("$argon2id$v=18$m=256,t=2,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4")]
    [InlineData("$argon2id$v=19$m=0256,t=2,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4")]
    [InlineData("$argon2id$v=19$m=+256,t=2,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4")]
    [InlineData("$argon2id$v=19$m=-256,t=2,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4")]
    [InlineData("$argon2id$v=19$m=,t=2,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4")]
    [InlineData("$argon2id$v=19$m=99999999999,t=2,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4")]
    [InlineData("$argon2id$v=19$m=4294967296,t=2,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4")]
    [InlineData("$argon2id$v=19$t=2,m=256,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4")]
    [InlineData("$argon2id$v=19$m=256,t=0,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4")]
    [InlineData("$argon2id$v=19$m=256,t=2,p=0$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4")]
    [InlineData("$argon2id$v=19$m=15,t=2,p=2$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4")]
    [InlineData("$argon2id$v=19$m=256,t=2,p=1$c29tZXNhbA$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4")]
    [InlineData("$argon2id$v=19$m=256,t=2,p=1$c29tZXNhbHQ=$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4")]
    [InlineData("$argon2id$v=19$m=256,t=2,p=1$c29tZXNhbHR$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4")]
    [InlineData("$argon2id$v=19$m=256,t=2,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/5")]
    [InlineData("$argon2id$v=19$m=256,t=2,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4$")]
    [InlineData("$argon2id$v=19$m=256,t=2,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi_4")]
    [InlineData("$argon2id$v=19$m=256,t=2,p=1$c29tZXNhbHQ$nf65")]
    [InlineData("$argon2id$v=19$m=256,t=2,p=1$c29tZXNhbHQ")]
    [InlineData("$argon2id$v=19$m=256,t=2,p=1$c29tZXNhbHQ$")]
    [InlineData(" " + Right)]
    [InlineData(Right + "\n")]
    public void MalformedEncodedHashesAreRejected(string encoded)
    {
        Assert.Throws<FormatException>(() => Argon2id.Verify(encoded, "password", Argon2Limits.Default));
        Assert.True(Argon2id.NeedsRehash(encoded, Small));
    }

    [Fact]
    public void AnEncodedHashThatIsTooLongIsRejected()
    {
        string encoded = Right + new string('A', Argon2Limits.MaxEncodedLength);
        Assert.Throws<FormatException>(() => Argon2id.Verify(encoded, "password", Argon2Limits.Default));
    }

    // Each case exceeds one limit by one. A value that equals the limit is accepted.
    [Theory]
    [InlineData(255, 2, 2)]
    [InlineData(256, 1, 2)]
    [InlineData(256, 2, 1)]
    public void LimitsAreCheckedBeforeMemoryIsAllocated(int memory, int iterations, int parallelism)
    {
        const string Encoded = "$argon2id$v=19$m=256,t=2,p=2$c29tZXNhbHQ$bQk8UB/VmZZF4Oo79iDXuL5/0ttZwg2f/5U52iv1cDc";
        Argon2Limits limits = new(memory, iterations, parallelism);
        Assert.Throws<CryptographicException>(() => Argon2id.Verify(Encoded, "password", limits));
        Assert.True(Argon2id.Verify(Encoded, "password", new Argon2Limits(256, 2, 2)));

        // This hash requests 15 GiB of memory, which is never allocated.
        string huge = Encoded.Replace("m=256", "m=15728640", StringComparison.Ordinal);
        long before = GC.GetTotalAllocatedBytes(precise: true);
        Assert.Throws<CryptographicException>(() => Argon2id.Verify(huge, "password", limits));
        Assert.True(GC.GetTotalAllocatedBytes(precise: true) - before < 100_000_000);
        Assert.Throws<ArgumentOutOfRangeException>("maxMemoryKiB", () => new Argon2Limits(0, 1, 1));
        Assert.Throws<ArgumentNullException>("limits", () => Argon2id.Verify(Encoded, "password", null!));
    }

    [Fact]
    public void OtherCostsVersionsVariantsAndLengthsNeedARehash()
    {
        string encoded = Argon2id.Hash("password", Small);
        Assert.False(Argon2id.NeedsRehash(encoded, Small));
        Assert.True(Argon2id.NeedsRehash(encoded, new Argon2Parameters(65, 1, 1)));
        Assert.True(Argon2id.NeedsRehash(encoded, new Argon2Parameters(64, 2, 1)));
        Assert.True(Argon2id.NeedsRehash(encoded, new Argon2Parameters(64, 1, 2)));
        Assert.True(Argon2id.NeedsRehash(encoded.Replace("argon2id", "argon2i", StringComparison.Ordinal), Small));
        Assert.True(Argon2id.NeedsRehash(encoded.Replace("v=19", "v=16", StringComparison.Ordinal), Small));
        // The salt of this hash is 8 bytes long.
        Assert.True(Argon2id.NeedsRehash(Right, new Argon2Parameters(256, 2, 1)));
        Assert.True(Argon2id.NeedsRehash("AQAAAAIAAYagAAAAE", Small));
    }

    [Fact]
    public void TextWithALoneSurrogateIsRejectedAndNotShown()
    {
        ArgumentException e = Assert.Throws<ArgumentException>("password", () => Argon2id.Hash("tell nobody\ud800", Small));
        Assert.Null(e.InnerException);
        Assert.DoesNotContain("tell nobody", e.ToString(), StringComparison.Ordinal);
        Assert.Throws<ArgumentException>("password", () => Argon2id.Verify(Right, "\udc00", Argon2Limits.Default));
    }
}
