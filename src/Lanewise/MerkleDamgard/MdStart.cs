namespace Lanewise.MerkleDamgard;

internal static partial class Md<TWord, TSpec>
{
    /// <summary>
    /// The initial state of a hash. State words are stored so that writing them in little-endian order always yields the bytes of
    /// the digest, even if the hash itself is big-endian.
    /// </summary>
    internal static class MdStart
    {
        private static readonly TWord[] Reversed = Make();

        /// <summary>The initial state for hashing many messages.</summary>
        public static ReadOnlySpan<TWord> State
        {
            [MethodImpl(MethodImplOptions.AggressiveInlining)]
            get => TSpec.IsBigEndian ? Reversed : TSpec.Iv;
        }

        /// <summary>Writes the initial state for one message, without accessing the static field.</summary>
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public static void CopyTo(Span<TWord> state)
        {
            TSpec.Iv.CopyTo(state);
            if (TSpec.IsBigEndian) Reverse(state);
        }

        [MethodImpl(CompileOptions.AtOnce | MethodImplOptions.NoInlining)]
        private static void Reverse(Span<TWord> state)
        {
            for (int i = 0; i < TSpec.Iv.Length; i++)
            {
                ScalarLane<TWord> word = default;
                word.Read(state.Slice(i));
                word.SwapBytes();
                word.Write(state.Slice(i));
            }
        }

        private static TWord[] Make()
        {
            TWord[] state = new TWord[TSpec.Iv.Length];
            CopyTo(state);
            return state;
        }
    }
}
