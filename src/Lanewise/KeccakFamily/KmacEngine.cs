namespace Lanewise.KeccakFamily;

/// <summary>KMAC under its public face; an empty key is a key, too.</summary>
internal readonly struct KmacEngine<TSpec> : IHashEngine<KmacParameters>
    where TSpec : struct, IKeccakSpec
{
    // right_encode of the length in bits, and the bits 00 and the first of the padding.
    private const int MostEndingBytes = LengthCode.MostBytes + 1;

    public static string Name => TSpec.Name;
    public static int BlockBytes => TSpec.RateBytes;
    public static int WordBits => 64;
    public static int DefaultHashBytes => TSpec.HashBytes;
    public static int MaxHashBytes => int.MaxValue;
    public static HashLengths HashLengths => HashLengths.Any;
    public static int MaxKeyBytes => int.MaxValue;
    public static int MinKeyBytes => 0;
    public static LaneTable Table => KeccakMany<TSpec, StateRecord>.Table;
    public static int LanesPerMessage => 1;

    public static void CheckKey(int keySizeInBytes)
    {
        // A key has any length.
    }

    public static void Hash(ReadOnlySpan<byte> key, ReadOnlySpan<byte> source, Span<byte> destination) =>
        Hash(KmacParameters.Default, key, source, destination);

    [MethodImpl(CompileOptions.AtOnce)]
    public static void Hash(
        KmacParameters parameters, ReadOnlySpan<byte> key, ReadOnlySpan<byte> source, Span<byte> destination)
    {
        Span<ulong> state = stackalloc ulong[KeccakSpec.StateWords];
        Start(parameters, key, state);
        KeccakOne<TSpec>.HashAfter(
            state, source, Ending(parameters, destination.Length, stackalloc byte[MostEndingBytes]), destination);
        state.Clear();
    }

    public static IRunningHash Start(ReadOnlySpan<byte> key, int hashBytes) => Start(KmacParameters.Default, key, hashBytes);

    public static IRunningHash Start(KmacParameters parameters, ReadOnlySpan<byte> key, int hashBytes)
    {
        Span<ulong> start = stackalloc ulong[KeccakSpec.StateWords];
        Start(parameters, key, start);
        KeccakRunning<TSpec> running = new(
            hashBytes, start, Ending(parameters, hashBytes, stackalloc byte[MostEndingBytes]));
        start.Clear();
        return running;
    }

    public static IRunningHash Resume(ref StateReader reader, ReadOnlySpan<byte> key, out ReadOnlySpan<byte> secret) =>
        throw SavedState.Bad($"The saved state is not valid: there are none of {TSpec.Name}.");

    public static void HashMany(
        in Messages messages, in Keys keys, Span<byte> destination, int hashBytes, LaneShape? shape = null) =>
        HashMany(KmacParameters.Default, messages, keys, destination, hashBytes, shape);

    public static void HashMany(
        KmacParameters parameters, in Messages messages, in Keys keys, Span<byte> destination, int hashBytes,
        LaneShape? shape = null)
    {
        if (!keys.AreGiven) throw new ArgumentException("KMAC needs a key: one for all messages, or one for each.", nameof(keys));

        // The customization is not read again, so it may lie in the destination.
        Span<ulong> names = stackalloc ulong[KeccakSpec.StateWords];
        AbsorbNames(parameters, names);
        Batch.Run(
            messages, keys, destination,
            new KmacBatch<TSpec>(hashBytes, Ending(parameters, hashBytes, stackalloc byte[MostEndingBytes]), names, shape));
    }

    private static void Start(KmacParameters parameters, ReadOnlySpan<byte> key, Span<ulong> state)
    {
        AbsorbNames(parameters, state);
        SpongePrefix<TSpec>.AbsorbKey(state, key);
    }

    private static void AbsorbNames(KmacParameters parameters, Span<ulong> state)
    {
        state.Clear();
        SpongePrefix<TSpec>.AbsorbNames(state, "KMAC"u8, parameters.Customization.Span);
    }

    private static ReadOnlySpan<byte> Ending(KmacParameters parameters, int hashBytes, Span<byte> room)
    {
        ReadOnlySpan<byte> length = LengthCode.Right(parameters.IsXof ? 0 : 8UL * (uint)hashBytes, room);
        int start = LengthCode.MostBytes - length.Length;
        room[LengthCode.MostBytes] = 0x04;
        return room.Slice(start, length.Length + 1);
    }
}
