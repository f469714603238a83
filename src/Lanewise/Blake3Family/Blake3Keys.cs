namespace Lanewise.Blake3Family;

/// <summary>The words of one key, or of a key per message, which the caller wipes; with the flags that all blocks have.</summary>
internal readonly ref struct Blake3Keys(ReadOnlySpan<uint> words, uint mode)
{
    private readonly ReadOnlySpan<uint> words = words;

    public uint Mode => mode;

    public bool PerMessage => words.Length > Blake3Record.ChainingWords;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public ReadOnlySpan<uint> Of(int message) =>
        words.Slice(PerMessage ? message * Blake3Record.ChainingWords : 0, Blake3Record.ChainingWords);
}
