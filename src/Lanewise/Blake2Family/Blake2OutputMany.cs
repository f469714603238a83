using Lanewise.Hashing;
using Lanewise.Lanes;

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
        using Roots roots = new(hashBytes, digests, shape);
        Span<TWord> start = stackalloc TWord[Blake2Record.Words];
        Blake2Output<TWord, TSpec>.StartRoot(start, (uint)hashBytes, keys.SizeInBytes);
        for (int first = 0; first < messages.Count; first += Window)
        {
            int n = Math.Min(Window, messages.Count - first);
            new Blake2Many<TWord, TSpec>.Messages(start, false, TSpec.MaxHashBytes, shape)
                .Run(messages.Window(first, n), keys.Of(first, n), roots.Digests(n));
            roots.Read(first, n);
        }
    }

    private readonly ref struct Roots
    {
        private readonly int hashBytes;
        private readonly Span<byte> destination;
        private readonly LaneShape? shape;
        private readonly byte[] digests;

        public Roots(int hashBytes, Span<byte> destination, LaneShape? shape)
        {
            this.hashBytes = hashBytes;
            this.destination = destination;
            this.shape = shape;
            digests = ArrayPool<byte>.Shared.Rent(Window * TSpec.MaxHashBytes);
        }

        public Span<byte> Digests(int count) => digests.AsSpan(0, count * TSpec.MaxHashBytes);

        public void Read(int first, int count) => Blake2Output<TWord, TSpec>.Read(
            Digests(count), (uint)hashBytes, 0, destination.Slice(first * hashBytes, count * hashBytes), hashBytes, shape);

        public void Dispose()
        {
            CryptographicOperations.ZeroMemory(digests.AsSpan(0, Window * TSpec.MaxHashBytes));
            ArrayPool<byte>.Shared.Return(digests);
        }
    }
}
