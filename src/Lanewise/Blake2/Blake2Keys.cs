namespace Lanewise.Kernels;

/// <summary>The keys of a batch: no key (empty), one key, or a key per message.</summary>
internal readonly ref struct Blake2Keys<TWord, TSpec>(ReadOnlySpan<byte> keys, int size, bool perMessage = false)
    where TWord : unmanaged
    where TSpec : struct, IBlake2Spec<TWord>
{
    private readonly ReadOnlySpan<byte> keys = keys;

    public int Size => size;

    public bool ArePerMessage => perMessage;

    public ReadOnlySpan<byte> Of(int message) => keys.Slice(perMessage ? message * size : 0, size);

    /// <summary>The key or the keys of some messages that follow each other.</summary>
    public ReadOnlySpan<byte> Of(int first, int count) => perMessage ? keys.Slice(first * size, count * size) : keys;

    /// <summary>Whether a destination lies in the keys, so that digests would be written over keys still to be read.</summary>
    public bool Overlap(ReadOnlySpan<byte> destination) => keys.Overlaps(destination);

    /// <summary>How many keys so many messages have: one for all, or one each.</summary>
    public int Count(int messages) => perMessage ? messages : 1;

    public void Check(int count)
    {
        if (perMessage) Blake2One<TWord, TSpec>.CheckKeys(keys.Length, size, count);
        else Blake2One<TWord, TSpec>.CheckKeySize(size);
    }
}
