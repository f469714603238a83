namespace Lanewise.Blake3Family;

/// <summary>BLAKE3 under its public face.</summary>
internal readonly struct Blake3Engine : IHashEngine
{
    public static string Name => "BLAKE3";
    public static int MaxHashBytes => int.MaxValue;
    public static HashSizes Sizes => new(
        HashLengths.Stream, Blake3Spec.HashBytes, Blake3Spec.BlockBytes, 32, Blake3Spec.HashBytes, Blake3Spec.HashBytes);
    public static LaneTable Table => Blake3Many.Table;

    public static void CheckKey(int keySizeInBytes) => Blake3One.CheckKey(keySizeInBytes);

    public void Hash(ReadOnlySpan<byte> key, ReadOnlySpan<byte> source, Span<byte> destination)
    {
        if (key.IsEmpty) Blake3One.Hash(Blake3Spec.Iv, 0, source, destination);
        else Blake3One.HashKeyed(key, source, destination);
    }

    public IRunningHash Start(ReadOnlySpan<byte> key, int hashBytes)
    {
        Span<uint> words = stackalloc uint[8];
        uint mode = Blake3One.Mode(key, words);
        Blake3Running running = new(words, mode, hashBytes);
        words.Clear();
        return running;
    }

    public static IRunningHash Resume(ref StateReader reader, ReadOnlySpan<byte> key, out ReadOnlySpan<byte> secret) =>
        Blake3Running.ReadState(ref reader, key, out secret);

    public void HashMany(
        in Messages messages, in Keys keys, Span<byte> destination, int hashBytes, LaneShape? shape = null) =>
        Batch.Run(messages, keys, destination, new Blake3Batch(default, hashBytes, shape));
}
