namespace Lanewise.Blake2Family;

/// <summary>BLAKE2b or BLAKE2s under its public face.</summary>
internal readonly struct Blake2Engine<TWord, TSpec> : IHashEngine<Blake2Parameters>
    where TWord : unmanaged
    where TSpec : struct, IBlake2Spec<TWord>
{
    public static string Name => TSpec.Name;
    public static int BlockBytes => TSpec.BlockBytes;
    public static int WordBits => 8 * Word<TWord>.Bytes;
    public static int DefaultHashBytes => TSpec.MaxHashBytes;
    public static int MaxHashBytes => TSpec.MaxHashBytes;
    public static HashLengths HashLengths => HashLengths.Bounded;
    public static int MaxKeyBytes => TSpec.MaxHashBytes;
    public static int MinKeyBytes => 1;
    public static LaneTable Table => Blake2Many<TWord, TSpec>.Table;
    public static int LanesPerMessage => 1;

    public static void CheckKey(int keySizeInBytes) => Blake2One<TWord, TSpec>.CheckKeySize(keySizeInBytes);

    public static void Hash(ReadOnlySpan<byte> key, ReadOnlySpan<byte> source, Span<byte> destination) =>
        Blake2One<TWord, TSpec>.Hash(key, source, destination);

    public static void Hash(
        Blake2Parameters parameters, ReadOnlySpan<byte> key, ReadOnlySpan<byte> source, Span<byte> destination) =>
        Blake2One<TWord, TSpec>.Hash(parameters, key, source, destination);

    public static IRunningHash Start(ReadOnlySpan<byte> key, int hashBytes) => Start(Blake2Parameters.Default, key, hashBytes);

    public static IRunningHash Start(Blake2Parameters parameters, ReadOnlySpan<byte> key, int hashBytes) =>
        new Blake2Running<TWord, TSpec>(parameters, key, hashBytes);

    public static IRunningHash Resume(ref StateReader reader, ReadOnlySpan<byte> key, out ReadOnlySpan<byte> secret) =>
        Blake2Running<TWord, TSpec>.ReadState(ref reader, key, out secret);

    public static void HashMany(
        in Messages messages, in Keys keys, Span<byte> destination, int hashBytes, LaneShape? shape = null) =>
        HashMany(Blake2Parameters.Default, messages, keys, destination, hashBytes, shape);

    public static void HashMany(
        Blake2Parameters parameters, in Messages messages, in Keys keys, Span<byte> destination, int hashBytes,
        LaneShape? shape = null)
    {
        Span<TWord> start = stackalloc TWord[Blake2Record.Words];
        Blake2One<TWord, TSpec>.Start(start, parameters, hashBytes, keys.SizeInBytes);
        Batch.Run(
            messages, keys, destination, new Blake2Many<TWord, TSpec>.Messages(start, parameters.IsLastNode, hashBytes, shape));
    }
}
