namespace Lanewise.Sha2Family;

/// <summary>
/// The block of padding behind a message of 64 bytes, which is the same for all: its words are known, so nothing is loaded, and
/// what the schedule makes of them lies in the constants.
/// </summary>
internal static class Sha256PaddingKernel<TLanes>
    where TLanes : struct, ILanes<TLanes, uint>
{
    /// <summary>K and the words W of the block (FIPS 180-4, section 6.2.2), summed.</summary>
    internal static ReadOnlySpan<uint> Sums =>
    [
        0xc28a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
        0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf374,
        0x649b69c1, 0xf0fe4786, 0x0fe1edc6, 0x240cf254, 0x4fe9346f, 0x6cc984be, 0x61b9411e, 0x16f988fa,
        0xf2c65152, 0xa88e5a6d, 0xb019fc65, 0xb9d99ec7, 0x9a1231c3, 0xe70eeaa0, 0xfdb1232b, 0xc7353eb0,
        0x3069bad5, 0xcb976d5f, 0x5a0f118f, 0xdc1eeefd, 0x0a35b689, 0xde0b7a04, 0x58f4ca9d, 0xe15d5b16,
        0x007f3e86, 0x37088980, 0xa507ea32, 0x6fab9537, 0x17406110, 0x0d8cd6f1, 0xcdaa3b6d, 0xc0bbbe37,
        0x83613bda, 0xdb48a363, 0x0b02e931, 0x6fd15ca7, 0x521afaca, 0x31338431, 0x6ed41a95, 0x6d437890,
        0xc39c91f2, 0x9eccabbd, 0xb5c9a0e6, 0x532fb63c, 0xd2c741c6, 0x07237ea3, 0xa4954b68, 0x4c191d76,
    ];

    /// <summary>Compresses it into the record of each lane.</summary>
    [MethodImpl(CompileOptions.AtOnce | MethodImplOptions.NoInlining)]
    public static void Run(Span<uint> records)
    {
        int lanes = TLanes.Count;
        records = records.Slice(0, 8 * lanes);
        TLanes h0 = default, h1 = default, h2 = default, h3 = default, h4 = default, h5 = default, h6 = default, h7 = default;
        h0.Read(records); h1.Read(records.Slice(lanes)); h2.Read(records.Slice(2 * lanes)); h3.Read(records.Slice(3 * lanes));
        h4.Read(records.Slice(4 * lanes)); h5.Read(records.Slice(5 * lanes));
        h6.Read(records.Slice(6 * lanes)); h7.Read(records.Slice(7 * lanes));
        h0.SwapBytes(); h1.SwapBytes(); h2.SwapBytes(); h3.SwapBytes();
        h4.SwapBytes(); h5.SwapBytes(); h6.SwapBytes(); h7.SwapBytes();
        TLanes a = h0, b = h1, c = h2, d = h3, e = h4, f = h5, g = h6, h = h7, t = default;
        for (int r = 0; r < 64; r += 16)
        {
            ReadOnlySpan<uint> k = Sums.Slice(r, 16);
            Round(a, b, c, ref d, e, f, g, ref h, k, 0, ref t);
            Round(d, a, b, ref c, h, e, f, ref g, k, 1, ref t);
            Round(c, d, a, ref b, g, h, e, ref f, k, 2, ref t);
            Round(b, c, d, ref a, f, g, h, ref e, k, 3, ref t);
            Round(a, b, c, ref d, e, f, g, ref h, k, 4, ref t);
            Round(d, a, b, ref c, h, e, f, ref g, k, 5, ref t);
            Round(c, d, a, ref b, g, h, e, ref f, k, 6, ref t);
            Round(b, c, d, ref a, f, g, h, ref e, k, 7, ref t);
            Round(a, b, c, ref d, e, f, g, ref h, k, 8, ref t);
            Round(d, a, b, ref c, h, e, f, ref g, k, 9, ref t);
            Round(c, d, a, ref b, g, h, e, ref f, k, 10, ref t);
            Round(b, c, d, ref a, f, g, h, ref e, k, 11, ref t);
            Round(a, b, c, ref d, e, f, g, ref h, k, 12, ref t);
            Round(d, a, b, ref c, h, e, f, ref g, k, 13, ref t);
            Round(c, d, a, ref b, g, h, e, ref f, k, 14, ref t);
            Round(b, c, d, ref a, f, g, h, ref e, k, 15, ref t);
        }

        h0 += a; h1 += b; h2 += c; h3 += d; h4 += e; h5 += f; h6 += g; h7 += h;
        h0.SwapBytes(); h1.SwapBytes(); h2.SwapBytes(); h3.SwapBytes();
        h4.SwapBytes(); h5.SwapBytes(); h6.SwapBytes(); h7.SwapBytes();
        h0.Write(records); h1.Write(records.Slice(lanes)); h2.Write(records.Slice(2 * lanes)); h3.Write(records.Slice(3 * lanes));
        h4.Write(records.Slice(4 * lanes)); h5.Write(records.Slice(5 * lanes));
        h6.Write(records.Slice(6 * lanes)); h7.Write(records.Slice(7 * lanes));
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void Round(
        in TLanes a, in TLanes b, in TLanes c, ref TLanes d, in TLanes e, in TLanes f, in TLanes g, ref TLanes h,
        in ReadOnlySpan<uint> k, int i, ref TLanes t)
    {
        t.BroadcastFrom(k, i); h += t;
        Sha2Round<uint, TLanes>.Turn(a, b, c, ref d, e, f, g, ref h, ref t);
    }
}
