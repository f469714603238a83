using System.Buffers;
using System.Security.Cryptography;
using Lanewise.Hashing;
using Lanewise.Lanes;

namespace Lanewise.Kernels;

/// <summary>BLAKE2Xb or BLAKE2Xs of many messages: their roots in lanes, then the blocks of all their outputs.</summary>
internal static class Blake2ExtendedMany<TWord, TSpec>
    where TWord : unmanaged
    where TSpec : struct, IBlake2Spec<TWord>
{
    // Messages whose roots are held at once.
    private const int Window = 512;

    public static void Equal(
        in Blake2Keys<TWord, TSpec> keys, ReadOnlySpan<byte> source, int messageLength, Span<byte> destination, int hashBytes, LaneShape? shape = null)
    {
        Blake2Extended<TWord, TSpec>.CheckLength(hashBytes, "hashSizeInBytes");
        int count = ManyMessages.CheckEqual(source.Length, messageLength, destination.Length, hashBytes);
        keys.Check(count);
        DigestTarget target = new(destination, source.Overlaps(destination) || keys.Overlap(destination));
        using Roots roots = new(keys, hashBytes, target.Digests, shape);
        for (int first = 0; first < count; first += Window)
        {
            int n = Math.Min(Window, count - first);
            using Blake2Many<TWord, TSpec>.Setup setup = roots.Setup(first, n);
            ManyMessages.Equal<TWord, Blake2Many<TWord, TSpec>>(
                source.Slice(first * messageLength, n * messageLength), messageLength, roots.Digests(n), setup.Hash, shape);
            roots.Read(first, n);
        }

        target.Complete();
    }

    public static void Ragged(
        in Blake2Keys<TWord, TSpec> keys, ReadOnlySpan<byte> source, ReadOnlySpan<int> messageLengths, Span<byte> destination, int hashBytes, LaneShape? shape = null)
    {
        Blake2Extended<TWord, TSpec>.CheckLength(hashBytes, "hashSizeInBytes");
        int count = messageLengths.Length;
        ManyMessages.CheckDestination(destination.Length, count, hashBytes);
        ManyMessages.CheckLengths(source.Length, messageLengths);
        keys.Check(count);
        DigestTarget target = new(destination, source.Overlaps(destination) || keys.Overlap(destination));
        using Roots roots = new(keys, hashBytes, target.Digests, shape);
        for (int first = 0; first < count; first += Window)
        {
            ReadOnlySpan<int> lengths = messageLengths.Slice(first, Math.Min(Window, count - first));
            int bytes = 0;
            foreach (int length in lengths) bytes += length;
            using Blake2Many<TWord, TSpec>.Setup setup = roots.Setup(first, lengths.Length);
            ManyMessages.Ragged<TWord, Blake2Many<TWord, TSpec>>(source.Slice(0, bytes), lengths, roots.Digests(lengths.Length), setup.Hash, shape);
            roots.Read(first, lengths.Length);
            source = source.Slice(bytes);
        }

        target.Complete();
    }

    public static void Scattered(
        in Blake2Keys<TWord, TSpec> keys, ReadOnlySpan<ReadOnlyMemory<byte>> sources, Span<byte> destination, int hashBytes, LaneShape? shape = null)
    {
        Blake2Extended<TWord, TSpec>.CheckLength(hashBytes, "hashSizeInBytes");
        ManyMessages.CheckDestination(destination.Length, sources.Length, hashBytes);
        keys.Check(sources.Length);
        bool overlap = keys.Overlap(destination);
        foreach (ReadOnlyMemory<byte> s in sources) overlap |= s.Span.Overlaps(destination);
        DigestTarget target = new(destination, overlap);
        using Roots roots = new(keys, hashBytes, target.Digests, shape);
        for (int first = 0; first < sources.Length; first += Window)
        {
            ReadOnlySpan<ReadOnlyMemory<byte>> window = sources.Slice(first, Math.Min(Window, sources.Length - first));
            using Blake2Many<TWord, TSpec>.Setup setup = roots.Setup(first, window.Length);
            ManyMessages.Scattered<TWord, Blake2Many<TWord, TSpec>>(window, roots.Digests(window.Length), setup.Hash, shape);
            roots.Read(first, window.Length);
        }

        target.Complete();
    }

    /// <summary>The digests of a window of roots.</summary>
    private readonly ref struct Roots
    {
        private readonly Blake2Keys<TWord, TSpec> keys;
        private readonly int hashBytes;
        private readonly Span<byte> destination;
        private readonly LaneShape? shape;
        private readonly byte[] digests;

        public Roots(Blake2Keys<TWord, TSpec> keys, int hashBytes, Span<byte> destination, LaneShape? shape)
        {
            this.keys = keys;
            this.hashBytes = hashBytes;
            this.destination = destination;
            this.shape = shape;
            digests = ArrayPool<byte>.Shared.Rent(Window * TSpec.MaxHashBytes);
        }

        public Blake2Many<TWord, TSpec>.Setup Setup(int first, int count)
        {
            Span<TWord> start = stackalloc TWord[Blake2Record.Words];
            Blake2Extended<TWord, TSpec>.StartRoot(start, (uint)hashBytes, keys.Size);
            return new(start, false, keys.Of(first, count), keys.Size, keys.Count(count), TSpec.MaxHashBytes);
        }

        public Span<byte> Digests(int count) => digests.AsSpan(0, count * TSpec.MaxHashBytes);

        /// <summary>Writes the outputs of the window.</summary>
        public void Read(int first, int count) => Blake2Extended<TWord, TSpec>.Read(
            Digests(count), (uint)hashBytes, 0, destination.Slice(first * hashBytes, count * hashBytes), hashBytes, shape);

        public void Dispose()
        {
            CryptographicOperations.ZeroMemory(digests.AsSpan(0, Window * TSpec.MaxHashBytes));
            ArrayPool<byte>.Shared.Return(digests);
        }
    }
}
