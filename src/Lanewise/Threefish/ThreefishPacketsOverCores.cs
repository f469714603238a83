using System.Security.Cryptography;
using Lanewise.Ciphers;

namespace Lanewise.Kernels;

/// <summary>As <see cref="ThreefishPackets{TSpec}"/>, on several cores: everything is checked before anything is written.</summary>
/// <param name="Decrypt">The direction.</param>
/// <param name="Key">The key of all packets, or empty.</param>
/// <param name="Keys">A key for each packet, or empty.</param>
/// <param name="Tweaks">A tweak for each packet, or empty for zeros.</param>
/// <param name="Options">Cores, scheduler and cancellation.</param>
internal sealed record ThreefishPacketsOverCores<TSpec>(
    bool Decrypt, ReadOnlyMemory<ulong> Key, ReadOnlyMemory<byte> Keys, ReadOnlyMemory<byte> Tweaks, ParallelOptions Options)
    where TSpec : struct, IThreefishSpec
{
    private static int BlockBytes => ThreefishRun<TSpec>.BlockBytes;

    /// <summary>Packets one after the other; padding is removed where <paramref name="unpad"/> says so. Returns the bytes written.</summary>
    public int RunPacked(
        ReadOnlyMemory<byte> source, ReadOnlyMemory<int> lengths, Memory<byte> destination, Memory<int> plaintextLengths, bool unpad, PaddingMode paddingMode)
    {
        ArgumentNullException.ThrowIfNull(Options, "parallelOptions");
        if (unpad) ThreefishPackets<TSpec>.CheckPlaintextLengths(lengths.Span, plaintextLengths.Span);
        int written = Packets(Keys.Span, Tweaks.Span).CheckPacked(source.Span, lengths.Span, destination.Span, paddingMode);
        PacketsOverCores.Run(lengths.Length, i => lengths.Span[i], BlockBytes, Decrypt ? PaddingMode.None : paddingMode, Options, range =>
        {
            ThreefishPackets<TSpec> packets = Of(range);
            if (!Decrypt) packets.EncryptPacked(range.Of(source), range.Items(lengths), range.Place(destination), paddingMode);
            else packets.DecryptPacked(range.Of(source), range.Items(lengths), range.Place(destination), unpad ? plaintextLengths.Span.Slice(range.First, range.Count) : default, unpad, paddingMode);
        });
        return written;
    }

    /// <summary>Packets wherever they lie; no padding is removed.</summary>
    public void RunScattered(ReadOnlyMemory<ArraySegment<byte>> sources, ReadOnlyMemory<ArraySegment<byte>> destinations, PaddingMode paddingMode)
    {
        ArgumentNullException.ThrowIfNull(Options, "parallelOptions");
        Packets(Keys.Span, Tweaks.Span).CheckScattered(sources.Span, destinations.Span, paddingMode);
        PacketsOverCores.Run(sources.Length, i => sources.Span[i].Count, BlockBytes, paddingMode, Options, range =>
            Of(range).RunScattered(range.Items(sources), range.Items(destinations), paddingMode));
    }

    private ThreefishPackets<TSpec> Of(PacketRange range) => Packets(
        Keys.IsEmpty ? default : Keys.Span.Slice(range.First * BlockBytes, range.Count * BlockBytes),
        Tweaks.IsEmpty ? default : Tweaks.Span.Slice(range.First * ThreefishSpec.TweakBytes, range.Count * ThreefishSpec.TweakBytes));

    private ThreefishPackets<TSpec> Packets(ReadOnlySpan<byte> keys, ReadOnlySpan<byte> tweaks) =>
        Key.IsEmpty ? new(Decrypt, keys, tweaks) : new(Decrypt, Key.Span, tweaks);
}
