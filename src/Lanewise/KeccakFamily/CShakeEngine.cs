using Lanewise.Hashing;
using Lanewise.Lanes;

namespace Lanewise.KeccakFamily;

/// <summary>cSHAKE under its public face.</summary>
internal readonly struct CShakeEngine<TSpec> : IHashEngine<CShakeParameters>
    where TSpec : struct, IKeccakSpec
{
    public static string Name => TSpec.Name;
    public static int BlockBytes => TSpec.RateBytes;
    public static int WordBits => 64;
    public static int DefaultHashBytes => TSpec.HashBytes;
    public static int MaxHashBytes => int.MaxValue;
    public static HashLengths HashLengths => HashLengths.Stream;
    public static int MaxKeyBytes => 0;
    public static int MinKeyBytes => 0;
    public static LaneTable Table => KeccakMany<TSpec, StateRecord>.Table;
    public static int LanesPerMessage => 1;

    public static void CheckKey(int keySizeInBytes)
    {
        // There are no keys: none is ever given.
    }

    public static void Hash(ReadOnlySpan<byte> key, ReadOnlySpan<byte> source, Span<byte> destination) =>
        KeccakOne<TSpec>.Hash(source, destination);

    [MethodImpl(CompileOptions.AtOnce)]
    public static void Hash(
        CShakeParameters parameters, ReadOnlySpan<byte> key, ReadOnlySpan<byte> source, Span<byte> destination)
    {
        Span<ulong> state = stackalloc ulong[KeccakSpec.StateWords];
        CShakePrefix<TSpec>.Absorb(state, parameters);
        KeccakOne<TSpec>.HashAfter(state, source, CShakePrefix<TSpec>.Ending(parameters), destination);
    }

    public static IRunningHash Start(ReadOnlySpan<byte> key, int hashBytes) => Start(CShakeParameters.Default, key, hashBytes);

    public static IRunningHash Start(CShakeParameters parameters, ReadOnlySpan<byte> key, int hashBytes) =>
        new KeccakRunning<TSpec>(hashBytes, parameters);

    public static IRunningHash Resume(ref StateReader reader, ReadOnlySpan<byte> key, out ReadOnlySpan<byte> secret)
    {
        secret = default;
        return KeccakRunning<TSpec>.ReadState(ref reader, isCustomized: true);
    }

    public static void HashMany(
        in Messages messages, in Keys keys, Span<byte> destination, int hashBytes, LaneShape? shape = null) =>
        HashMany(CShakeParameters.Default, messages, keys, destination, hashBytes, shape);

    public static void HashMany(
        CShakeParameters parameters, in Messages messages, in Keys keys, Span<byte> destination, int hashBytes,
        LaneShape? shape = null)
    {
        // The texts are absorbed before anything is written, and are not read again.
        Span<ulong> start = stackalloc ulong[KeccakSpec.StateWords];
        CShakePrefix<TSpec>.Absorb(start, parameters);
        Batch.Run(
            messages, keys, destination,
            new KeccakOutput<TSpec>(hashBytes, CShakePrefix<TSpec>.Ending(parameters), start, shape));
    }
}
