using Xunit;

namespace Lanewise.Tests;

/// <summary>Compares digests. All tests use this class, which the canary tests verify.</summary>
internal static class Digests
{
    public static void Equal(ReadOnlySpan<byte> expected, ReadOnlySpan<byte> actual, Func<string> what)
    {
        if (!expected.SequenceEqual(actual)) Assert.Fail($"{what()}: expected {Hex(expected)}, got {Hex(actual)}");
    }

    /// <summary>Compares the digests of many messages, and reports the first difference.</summary>
    public static void EqualMany(ReadOnlySpan<byte> expected, ReadOnlySpan<byte> actual, int hashBytes, Func<string> what)
    {
        if (expected.Length != actual.Length)
        {
            Assert.Fail($"{what()}: expected {expected.Length} bytes of digests, got {actual.Length}");
        }

        for (int i = 0; i * hashBytes < expected.Length; i++)
        {
            ReadOnlySpan<byte> e = expected.Slice(i * hashBytes, hashBytes), a = actual.Slice(i * hashBytes, hashBytes);
            if (!e.SequenceEqual(a))
            {
                Assert.Fail($"{what()}, message {i} of {expected.Length / hashBytes}: expected {Hex(e)}, got {Hex(a)}");
            }
        }
    }

    private static string Hex(ReadOnlySpan<byte> bytes) => Convert.ToHexStringLower(bytes);
}
