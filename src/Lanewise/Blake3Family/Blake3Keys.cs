namespace Lanewise.Blake3Family;

/// <summary>
/// The key words (of one key, or one key per message) and the mode flags of all blocks. The caller wipes the words.
/// </summary>
internal readonly ref struct Blake3Keys(ReadOnlySpan<uint> words, uint mode, bool arePerMessage = false)
{
    private readonly InitialStates<uint> words = new(words, arePerMessage);

    public uint Mode => mode;

    public bool ArePerMessage => words.ArePerMessage;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public ReadOnlySpan<uint> Of(int message) => words.Of(message, Blake3State.ChainingWords);
}
