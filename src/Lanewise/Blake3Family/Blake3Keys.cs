namespace Lanewise.Blake3Family;

/// <summary>The words of one key, or of one key per message, and the flags of all blocks. The caller wipes the words.</summary>
internal readonly ref struct Blake3Keys(ReadOnlySpan<uint> words, uint mode)
{
    private readonly ReadOnlySpan<uint> words = words;

    public uint Mode => mode;

    public bool PerMessage => words.Length > Blake3State.ChainingWords;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public ReadOnlySpan<uint> Of(int message) =>
        words.Slice(PerMessage ? message * Blake3State.ChainingWords : 0, Blake3State.ChainingWords);
}
