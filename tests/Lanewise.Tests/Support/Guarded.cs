using Xunit;

namespace Lanewise.Tests;

/// <summary>A destination with canary bytes before and after it.</summary>
internal sealed class Guarded
{
    private const int Margin = 97;
    private const byte Canary = 0xA5;

    private readonly byte[] all;
    private readonly int length;

    public Guarded(int length)
    {
        this.length = length;
        all = new byte[length + (2 * Margin)];
        all.AsSpan().Fill(Canary);
    }

    public Span<byte> Span => all.AsSpan(Margin, length);

    public Memory<byte> Memory => all.AsMemory(Margin, length);

    /// <summary>Simulates a buffer overrun in order to test this class.</summary>
    public void WriteBehind() => all[Margin + length] ^= 1;

    /// <summary>Fails if a byte outside the destination was written.</summary>
    public void CheckMargins(Func<string> what)
    {
        if (all.AsSpan(0, Margin).ContainsAnyExcept(Canary)) Assert.Fail($"{what()}: wrote before the destination.");
        if (all.AsSpan(Margin + length).ContainsAnyExcept(Canary)) Assert.Fail($"{what()}: wrote after the destination.");
    }

    /// <summary>Fails if a byte at offset <paramref name="from"/> or later was written.</summary>
    public void CheckUntouched(int from, Func<string> what)
    {
        CheckMargins(what);
        if (all.AsSpan(Margin + from, length - from).ContainsAnyExcept(Canary))
        {
            Assert.Fail($"{what()}: wrote to the destination from byte {from} on.");
        }
    }
}
