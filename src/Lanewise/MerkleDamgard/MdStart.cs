namespace Lanewise.MerkleDamgard;

/// <summary>
/// The starting value of a hash as a state: its words, written little-endian, are the bytes of a digest, whatever the byte order
/// of the rounds.
/// </summary>
internal static class MdStart<TWord, TSpec>
    where TWord : unmanaged
    where TSpec : struct, IMdSpec<TWord>
{
    private static readonly TWord[] Words = Make();

    public static ReadOnlySpan<TWord> State => Words;

    private static TWord[] Make()
    {
        TWord[] words = TSpec.Iv.ToArray();
        for (int i = 0; i < words.Length && TSpec.IsBigEndian; i++)
        {
            ScalarLane<TWord> word = default;
            word.Read(words.AsSpan(i));
            word.SwapBytes();
            word.Write(words.AsSpan(i));
        }

        return words;
    }
}
