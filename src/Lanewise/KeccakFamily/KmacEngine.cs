namespace Lanewise.KeccakFamily;

/// <summary>KMAC under its public face; an empty key is a key, too.</summary>
internal readonly struct KmacEngine<TSpec>(KmacParameters? parameters) : IHashEngine
    where TSpec : struct, IKeccakSpec
{
    // right_encode of the length in bits, and the bits 00 and the first of the padding.
    private const int MostEndingBytes = LengthCode.MostBytes + 1;

    public static string Name => TSpec.Name;
    public static int MaxHashBytes => int.MaxValue;
    public static HashSizes Sizes => new(HashLengths.Any, TSpec.HashBytes, TSpec.RateBytes, 64, 0, int.MaxValue);
    public static LaneTable Table => KeccakMany<TSpec, StateRecord>.Table;

    public static void CheckKey(int keySizeInBytes)
    {
        // A key has any length.
    }

    private KmacParameters Parameters => parameters ?? KmacParameters.Default;

    [MethodImpl(CompileOptions.AtOnce)]
    public void Hash(ReadOnlySpan<byte> key, ReadOnlySpan<byte> source, Span<byte> destination)
    {
        Span<ulong> state = stackalloc ulong[KeccakSpec.StateWords];
        AbsorbNames(state);
        SpongePrefix<TSpec>.AbsorbKey(state, key);
        KeccakOne<TSpec>.HashAfter(state, source, Ending(destination.Length, stackalloc byte[MostEndingBytes]), destination);
        state.Clear();
    }

    public IRunningHash Start(ReadOnlySpan<byte> key, int hashBytes)
    {
        Span<ulong> start = stackalloc ulong[KeccakSpec.StateWords];
        AbsorbNames(start);
        SpongePrefix<TSpec>.AbsorbKey(start, key);
        KeccakRunning<TSpec> running = new(hashBytes, start, Ending(hashBytes, stackalloc byte[MostEndingBytes]));
        start.Clear();
        return running;
    }

    public static IRunningHash Resume(ref StateReader reader, ReadOnlySpan<byte> key, out ReadOnlySpan<byte> secret) =>
        throw SavedState.Bad($"The saved state is not valid: there are none of {TSpec.Name}.");

    public void HashMany(
        in Messages messages, in Keys keys, Span<byte> destination, int hashBytes, LaneShape? shape = null)
    {
        if (!keys.AreGiven) throw new ArgumentException("KMAC needs a key: one for all messages, or one for each.", nameof(keys));

        // The customization is not read again, so it may lie in the destination.
        Span<ulong> names = stackalloc ulong[KeccakSpec.StateWords];
        AbsorbNames(names);
        Batch.Run(
            messages, keys, destination,
            new KmacBatch<TSpec>(hashBytes, Ending(hashBytes, stackalloc byte[MostEndingBytes]), names, shape));
    }

    private void AbsorbNames(Span<ulong> state)
    {
        state.Clear();
        SpongePrefix<TSpec>.AbsorbNames(state, "KMAC"u8, Parameters.Customization.Span);
    }

    private ReadOnlySpan<byte> Ending(int hashBytes, Span<byte> room)
    {
        ReadOnlySpan<byte> length = LengthCode.Right(Parameters.IsXof ? 0 : 8UL * (uint)hashBytes, room);
        int start = LengthCode.MostBytes - length.Length;
        room[LengthCode.MostBytes] = 0x04;
        return room.Slice(start, length.Length + 1);
    }
}
