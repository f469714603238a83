using Lanewise.Hashing;
using Lanewise.Kernels;
using Xunit;

namespace Lanewise.Tests;

/// <summary>
/// A process compresses its first blocks of BLAKE2 with the rolled form of F and the rest with a kernel. Which one it is
/// must not be left to the order of the tests.
/// </summary>
internal static class ColdAndWarm
{
    /// <summary>Runs a test both ways. Tests beside it may see the change; it changes no result.</summary>
    public static void Both<TWord, TSpec>(Action test)
        where TWord : unmanaged
        where TSpec : struct, IBlake2Spec<TWord>
    {
        int before = Blake2Single<TWord, TSpec>.ColdBlocks;
        try
        {
            foreach (int blocks in new[] { int.MaxValue, 0 })
            {
                Blake2Single<TWord, TSpec>.ColdBlocks = blocks;
                test();
            }
        }
        finally
        {
            Blake2Single<TWord, TSpec>.ColdBlocks = before;
        }
    }
}

/// <summary>One message of every length with the rolled form and with the chosen kernel, and across the change.</summary>
[Collection(Alone.Name)]
public sealed class ColdAndWarmTests
{
    [Fact]
    public void Blake2b() => ColdAndWarm.Both<ulong, Blake2bSpec>(() => EveryLength("blake2b"));

    [Fact]
    public void Blake2s() => ColdAndWarm.Both<uint, Blake2sSpec>(() => EveryLength("blake2s"));

    [Fact]
    public void AcrossTheChange()
    {
        byte[] message = Pattern.Bytes(128 * 50);
        byte[] expectedB = PlainBlake2.B.Hash(default, message, 64), expectedS = PlainBlake2.S.Hash(default, message, 32);
        for (int left = 0; left < 60; left++)
        {
            Blake2Single<ulong, Blake2bSpec>.ColdBlocks = Blake2Single<uint, Blake2sSpec>.ColdBlocks = left;
            using Blake2b b = new();
            using Blake2s s = new();
            for (int i = 0; i < message.Length; i += 300)
            {
                b.AppendData(message.AsSpan(i, Math.Min(300, message.Length - i)));
                s.AppendData(message.AsSpan(i, Math.Min(300, message.Length - i)));
            }

            Digests.Equal(expectedB, b.GetCurrentHash(), () => $"BLAKE2b, {left} blocks before the change");
            Digests.Equal(expectedS, s.GetCurrentHash(), () => $"BLAKE2s, {left} blocks before the change");
        }
    }

    private static void EveryLength(string name)
    {
        HashRow row = Rows.Row(name);
        byte[] input = Pattern.Bytes(600), key = Pattern.Bytes(20), digest = new byte[row.DefaultHashBytes];
        for (int n = 0; n <= 600; n++)
        {
            row.Hash(default, input.AsSpan(0, n), digest);
            Digests.Equal(PlainReferences.For(name)(default, input.AsSpan(0, n), digest.Length), digest, () => $"{name} of {n} bytes");
            row.Hash(key, input.AsSpan(0, n), digest);
            Digests.Equal(PlainReferences.For(name)(key, input.AsSpan(0, n), digest.Length), digest, () => $"{name} of {n} bytes with a key");
        }
    }
}
