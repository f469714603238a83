using System.Numerics;

namespace Lanewise.KeccakFamily;

/// <summary>What the parameters of a sponge change: what is absorbed before a message, and what follows it.</summary>
internal static class SpongePrefix<TSpec>
    where TSpec : struct, IKeccakSpec
{
    // left_encode: the number of bytes, and up to eight.
    private const int MostEncoded = 9;

    /// <summary>What follows the message.</summary>
    public static ReadOnlySpan<byte> Ending(ISpongeParameters? parameters) =>
        parameters is null || parameters.Ending.IsEmpty ? TSpec.Ending : parameters.Ending;

    /// <summary>
    /// Of cSHAKE bytepad(encode_string(N) || encode_string(S), rate) on a state of zeros (NIST SP 800-185, sections 2.3 and 3.3);
    /// nothing where both are empty.
    /// </summary>
    public static void Absorb(Span<ulong> state, ISpongeParameters? sponge)
    {
        if (sponge is not CShakeParameters { IsEmpty: false } parameters) return;

        Span<byte> block = stackalloc byte[TSpec.RateBytes];
        int filled = 0;
        AddNumber(state, block, ref filled, (uint)TSpec.RateBytes);
        AddString(state, block, ref filled, parameters.FunctionName.Span);
        AddString(state, block, ref filled, parameters.Customization.Span);
        if (filled == 0) return;

        block.Slice(filled).Clear();
        KeccakOne<TSpec>.Run(state, block, 0, 1);
    }

    // encode_string: the length in bits, and the bytes.
    private static void AddString(Span<ulong> state, Span<byte> block, ref int filled, ReadOnlySpan<byte> text)
    {
        AddNumber(state, block, ref filled, 8UL * (uint)text.Length);
        KeccakOne<TSpec>.Absorb(state, block, ref filled, text);
    }

    // left_encode: as few bytes as hold the number, but one at least, highest first, and their number before them.
    private static void AddNumber(Span<ulong> state, Span<byte> block, ref int filled, ulong number)
    {
        Span<byte> encoded = stackalloc byte[MostEncoded];
        BinaryPrimitives.WriteUInt64BigEndian(encoded.Slice(1), number);
        int zeros = Math.Min(BitOperations.LeadingZeroCount(number) / 8, 7);
        encoded[zeros] = (byte)(8 - zeros);
        KeccakOne<TSpec>.Absorb(state, block, ref filled, encoded.Slice(zeros));
    }
}
