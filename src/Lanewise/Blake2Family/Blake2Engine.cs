namespace Lanewise.Blake2Family;

/// <summary>BLAKE2b or BLAKE2s under its public face.</summary>
internal readonly struct Blake2Engine<TWord, TSpec>(Blake2Parameters? parameters) : IHashEngine
    where TWord : unmanaged
    where TSpec : struct, IBlake2Spec<TWord>
{
    public static string Name => TSpec.Name;
    public static int MaxHashBytes => TSpec.MaxHashBytes;
    public static HashSizes Sizes =>
        new(HashLengths.Bounded, TSpec.MaxHashBytes, TSpec.BlockBytes, 8 * Word<TWord>.Bytes, 1, TSpec.MaxHashBytes);
    public static LaneTable Table => Blake2Many<TWord, TSpec>.Table;

    public static void CheckKey(int keySizeInBytes) => Blake2One<TWord, TSpec>.CheckKeySize(keySizeInBytes);

    private Blake2Parameters Parameters => parameters ?? Blake2Parameters.Default;

    public void Hash(ReadOnlySpan<byte> key, ReadOnlySpan<byte> source, Span<byte> destination) =>
        Blake2One<TWord, TSpec>.Hash(parameters, key, source, destination);

    public IRunningHash Start(ReadOnlySpan<byte> key, int hashBytes) =>
        new Blake2Running<TWord, TSpec>(Parameters, key, hashBytes);

    public static IRunningHash Resume(ref StateReader reader, ReadOnlySpan<byte> key, out ReadOnlySpan<byte> secret) =>
        Blake2Running<TWord, TSpec>.ReadState(ref reader, key, out secret);

    public void HashMany(
        in Messages messages, in Keys keys, Span<byte> destination, int hashBytes, LaneShape? shape = null)
    {
        Span<TWord> start = stackalloc TWord[Blake2Record.Words];
        Blake2One<TWord, TSpec>.Start(start, Parameters, hashBytes, keys.SizeInBytes);
        Batch.Run(
            messages, keys, destination, new Blake2Many<TWord, TSpec>.Messages(start, Parameters.IsLastNode, hashBytes, shape));
    }
}
