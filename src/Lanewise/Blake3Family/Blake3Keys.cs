namespace Lanewise.Blake3Family;

/// <summary>One key or none, or a key per message; with the flags that all blocks have.</summary>
internal readonly ref struct Blake3Keys
{
    private readonly Rented<uint> own;

    public Blake3Keys(in Keys keys)
    {
        if (keys.SizeInBytes == 0)
        {
            Words = Blake3Spec.Iv;
            return;
        }

        PerMessage = keys.ArePerMessage;
        Mode = Blake3Spec.KeyedHash;
        int words = keys.Bytes.Length / Blake3Spec.HashBytes * Blake3Record.ChainingWords;
        own = new(words);
        Words = own.Span;
        for (int k = 0; k < words; k += Blake3Record.ChainingWords)
        {
            Blake3One.ReadKey(keys.Bytes.Slice(4 * k, Blake3Spec.HashBytes), own.Span.Slice(k));
        }
    }

    /// <summary>Key words that the caller wipes, with a mode of his.</summary>
    public Blake3Keys(ReadOnlySpan<uint> words, uint mode)
    {
        Words = words;
        Mode = mode;
    }

    public ReadOnlySpan<uint> Words { get; }
    public uint Mode { get; }
    public bool PerMessage { get; }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public ReadOnlySpan<uint> Of(int message) =>
        Words.Slice(PerMessage ? message * Blake3Record.ChainingWords : 0, Blake3Record.ChainingWords);

    public void Dispose() => own.Dispose();
}
