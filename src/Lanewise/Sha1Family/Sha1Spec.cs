using Lanewise.MerkleDamgard;

namespace Lanewise.Sha1Family;

/// <summary>
/// SHA-1's sizes and initial value (FIPS 180-4, section 5.3.1). <see cref="Sha1Kernel{TLanes, TWords}"/> contains the four round
/// constants.
/// </summary>
internal readonly struct Sha1Spec : IMdSpec<uint>
{
    public const int BlockBytes = 64;

    /// <summary>
    /// The number of state words: five words of chaining value and three words of padding, because digests are stored in groups
    /// of four words.
    /// </summary>
    public const int StateWords = 8;

    public static string Name => "SHA-1";
    public static int HashBytes => 20;

    // The first four words are the same as in MD5. SHA-1 adds a fifth word (section 5.3.1), and three words of padding follow.
    public static ReadOnlySpan<uint> Iv => [0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0, 0, 0, 0];

    public static bool IsBigEndian => true;
    public static bool TakesTransposed => false;
    public static LaneTable Table => CpuProfile.Here.Sha1Streams;
    public static int MostStreams => StreamLimits.Sha;
    public static string? Platform => PlatformHashes.AreUsed ? "SHA1" : null;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void Run<TLanes>(Span<uint> states, ReadOnlySpan<byte> source, ReadOnlySpan<int> offsets, int blocks)
        where TLanes : struct, ILanes<TLanes, uint> => Sha1Blocks<TLanes>.Run(states, source, offsets, blocks);
}
