namespace Lanewise.KeccakFamily;

/// <summary>What is absorbed before a message: names and keys, padded to whole blocks (NIST SP 800-185, section 2.3).</summary>
internal static class SpongePrefix<TSpec>
    where TSpec : struct, IKeccakSpec
{
    /// <summary>What <see cref="Head"/> needs.</summary>
    public const int MostHeadBytes = 2 * LengthCode.MostBytes;

    /// <summary>
    /// Of cSHAKE bytepad(encode_string(N) || encode_string(S), rate), on a state of zeros (section 3.3); nothing where both are
    /// empty.
    /// </summary>
    public static void AbsorbNames(Span<ulong> state, ReadOnlySpan<byte> functionName, ReadOnlySpan<byte> customization)
    {
        if (functionName.IsEmpty && customization.IsEmpty) return;

        Span<byte> block = stackalloc byte[TSpec.RateBytes], room = stackalloc byte[MostHeadBytes];
        int waiting = 0;
        KeccakOne<TSpec>.Absorb(state, block, ref waiting, Head(functionName.Length, room));
        KeccakOne<TSpec>.Absorb(state, block, ref waiting, functionName);
        KeccakOne<TSpec>.Absorb(state, block, ref waiting, LengthCode.Left(8UL * (uint)customization.Length, room));
        KeccakOne<TSpec>.Absorb(state, block, ref waiting, customization);
        Pad(state, block, waiting);
    }

    /// <summary>Of KMAC bytepad(encode_string(K), rate), behind the names (section 4.3).</summary>
    public static void AbsorbKey(Span<ulong> state, ReadOnlySpan<byte> key)
    {
        Span<byte> block = stackalloc byte[TSpec.RateBytes];
        int waiting = 0;
        KeccakOne<TSpec>.Absorb(state, block, ref waiting, Head(key.Length, stackalloc byte[MostHeadBytes]));
        KeccakOne<TSpec>.Absorb(state, block, ref waiting, key);
        Pad(state, block, waiting);
        CryptographicOperations.ZeroMemory(block);
    }

    /// <summary>How bytepad of a string begins: the rate, and the length of the string in bits.</summary>
    public static ReadOnlySpan<byte> Head(int stringBytes, Span<byte> room)
    {
        Span<byte> number = stackalloc byte[LengthCode.MostBytes];
        ReadOnlySpan<byte> code = LengthCode.Left((uint)TSpec.RateBytes, number);
        code.CopyTo(room);
        int rate = code.Length;
        code = LengthCode.Left(8UL * (uint)stringBytes, number);
        code.CopyTo(room.Slice(rate));
        return room.Slice(0, rate + code.Length);
    }

    private static void Pad(Span<ulong> state, Span<byte> block, int waiting)
    {
        if (waiting == 0) return;

        block.Slice(waiting).Clear();
        KeccakOne<TSpec>.Run(state, block, 0, 1);
    }
}
