using Lanewise.Ciphers;

namespace Lanewise;

/// <content>Checks lengths and positions, and creates the exceptions for invalid values.</content>
public abstract partial class LanewiseCipher
{
    // If an in-place encryption stopped halfway, the plaintext would be lost. Therefore, cancellation is checked only before
    // anything is written.
    private static ParallelOptions UncancellableInPlace(ParallelOptions options, bool inPlace)
    {
        if (!inPlace || !options.CancellationToken.CanBeCanceled) return options;

        options.CancellationToken.ThrowIfCancellationRequested();
        return new() { MaxDegreeOfParallelism = options.MaxDegreeOfParallelism, TaskScheduler = options.TaskScheduler };
    }

    [MethodImpl(CompileOptions.AtOnce)]
    private int CiphertextLength(int plaintextLength, PaddingMode paddingMode, string parameter)
    {
        ThrowIfDisposed();
        ArgumentOutOfRangeException.ThrowIfNegative(plaintextLength, parameter);
        CipherPadding.CheckMode(paddingMode);
        int blockBytes = BlockLengthInBytes;
        if (paddingMode == PaddingMode.None)
        {
            return CipherPadding.Rest(plaintextLength, blockBytes) == 0
                ? plaintextLength
                : throw CipherPadding.NotWholeBlocks(plaintextLength, blockBytes, parameter);
        }

        long length = CipherPadding.PaddedLength(plaintextLength, blockBytes, paddingMode);
        return length <= Array.MaxLength ? (int)length : throw TooLong(length, plaintextLength, parameter);
    }

    /// <summary>Checks the length of a ciphertext, and returns the length of the plaintext with its padding.</summary>
    private int PlaintextLength(int ciphertextLength, PaddingMode paddingMode)
    {
        ThrowIfDisposed();
        CipherPadding.CheckMode(paddingMode);
        return CipherPadding.Rest(ciphertextLength, BlockLengthInBytes) == 0
            ? ciphertextLength
            : throw CipherPadding.CiphertextNotWholeBlocks(ciphertextLength, BlockLengthInBytes);
    }

    // A cipher without a tweak accepts only an empty tweak.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private Tweak ReadTweak(ReadOnlySpan<byte> tweak) => tweak.IsEmpty ? default : Checked(tweak);

    private Tweak Checked(ReadOnlySpan<byte> tweak)
    {
        ThrowIfDisposed();
        int needed = Packets.TweakBytes;
        if (tweak.Length == needed) return Tweak.Read(tweak);

        string text = needed == 0
            ? $"{Packets.Name} has no tweak."
            : Invariant($"A tweak must be {needed} bytes long or empty, not {tweak.Length} bytes long.");
        throw new ArgumentException(text, nameof(tweak));
    }

    // Separate methods build the error messages, because setting up their larger stack frame would otherwise take a tenth of the
    // time of a one-block call.
    private static ArgumentOutOfRangeException TooLong(long length, int plaintextLength, string parameter) =>
        new(
            parameter, plaintextLength,
            Invariant($"Including padding, the ciphertext would be {length} bytes long; the maximum is {Array.MaxLength}."));

    private ReadOnlySpan<byte> Checked(ReadOnlySpan<byte> block, string parameter) =>
        block.Length == BlockLengthInBytes ? block : throw NotABlock(block.Length, parameter);

    private Chaining Chained(ReadOnlySpan<byte> iv) => Chaining.Cbc(Checked(iv, nameof(iv)));

    private ArgumentException NotABlock(int length, string parameter) =>
        new(Invariant($"The {parameter} must be one block long, {BlockLengthInBytes} bytes, not {length}."), parameter);

    internal static void CheckAsLong(ReadOnlySpan<byte> source, ReadOnlySpan<byte> destination)
    {
        if (source.Length == destination.Length) return;

        throw new ArgumentException(
            Invariant($"The destination must be as long as the source, {source.Length} bytes; it has {destination.Length}."),
            nameof(destination));
    }

    internal static bool ShiftedOverlap(ReadOnlySpan<byte> source, ReadOnlySpan<byte> destination) =>
        // The first overload of Overlaps is inlined. The second overload is not inlined, and calling it would be expensive for
        // a short message.
        source.Overlaps(destination) && source.Overlaps(destination, out int offset) && offset != 0;

    /// <summary>
    /// A source that does not change while the destination is written. If the two buffers overlap but start at different
    /// addresses, the source is a copy, which is wiped on disposal.
    /// </summary>
    internal readonly ref struct Copy
    {
        private readonly Rented<byte> rented;

        public Copy(ReadOnlySpan<byte> source, ReadOnlySpan<byte> destination)
        {
            Source = source;
            if (!ShiftedOverlap(source, destination)) return;

            rented = new(source.Length);
            source.CopyTo(rented.Span);
            Source = rented.Span;
        }

        public ReadOnlySpan<byte> Source { get; }

        public void Dispose() => rented.Dispose();
    }
}
