namespace Lanewise.Blake2Family;

/// <summary>BLAKE2Xb or BLAKE2Xs of many messages: their roots in lanes, then the blocks of all their outputs.</summary>
internal readonly ref struct Blake2OutputMany<TWord, TSpec>(int hashBytes, LaneShape? shape) : IBatch
    where TWord : unmanaged
    where TSpec : struct, IBlake2Spec<TWord>
{
    // Messages whose roots are held at once.
    private const int Window = 512;

    public int HashBytes => hashBytes;

    public void Run<TMessages>(in TMessages messages, in Keys keys, Span<byte> digests)
        where TMessages : struct, IMessages<TMessages>, allows ref struct
    {
        using Rented<byte> rented = new(Math.Min(Window, messages.Count) * TSpec.MaxHashBytes);
        Span<TWord> start = stackalloc TWord[Blake2Record.Words];
        Blake2Output<TWord, TSpec>.StartRoot(start, (uint)hashBytes, keys.SizeInBytes);
        for (int first = 0; first < messages.Count; first += Window)
        {
            int n = Math.Min(Window, messages.Count - first);
            Span<byte> roots = rented.Span.Slice(0, n * TSpec.MaxHashBytes);
            new Blake2Many<TWord, TSpec>.Messages(start, false, TSpec.MaxHashBytes, shape)
                .Run(messages.Window(first, n), keys.Of(first, n), roots);
            Blake2Output<TWord, TSpec>.Read(
                roots, (uint)hashBytes, 0, digests.Slice(first * hashBytes, n * hashBytes), hashBytes, shape);
        }
    }
}
