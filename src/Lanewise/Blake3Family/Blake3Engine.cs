namespace Lanewise.Blake3Family;

/// <summary>BLAKE3 under its public face.</summary>
internal readonly struct Blake3Engine : IHashEngine
{
    public static string Name => "BLAKE3";
    public static int BlockBytes => Blake3Spec.BlockBytes;
    public static int WordBits => 32;
    public static int DefaultHashBytes => Blake3Spec.HashBytes;
    public static int MaxHashBytes => int.MaxValue;
    public static HashLengths HashLengths => HashLengths.Stream;
    public static int MaxKeyBytes => Blake3Spec.HashBytes;
    public static int MinKeyBytes => Blake3Spec.HashBytes;
    public static LaneTable Table => Blake3Many.Table;
    public static int LanesPerMessage => 1;

    public static void CheckKey(int keySizeInBytes) => Blake3One.CheckKey(keySizeInBytes);

    public static void Hash(ReadOnlySpan<byte> key, ReadOnlySpan<byte> source, Span<byte> destination)
    {
        if (key.IsEmpty) Blake3One.Hash(Blake3Spec.Iv, 0, source, destination);
        else Blake3One.HashKeyed(key, source, destination);
    }

    public static IRunningHash Start(ReadOnlySpan<byte> key, int hashBytes)
    {
        Span<uint> words = stackalloc uint[8];
        uint mode = Blake3One.Mode(key, words);
        Blake3Running running = new(words, mode, hashBytes);
        words.Clear();
        return running;
    }

    public static IRunningHash Resume(ref StateReader reader, ReadOnlySpan<byte> key, out ReadOnlySpan<byte> secret) =>
        Blake3Running.ReadState(ref reader, key, out secret);

    public static void HashMany(
        in Messages messages, in Keys keys, Span<byte> destination, int hashBytes, LaneShape? shape = null) =>
        Batch.Run(messages, keys, destination, new Blake3Batch(default, hashBytes, shape));
}
