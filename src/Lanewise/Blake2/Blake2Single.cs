using System.Runtime.CompilerServices;
using Lanewise.Hashing;
using Lanewise.Lanes;

namespace Lanewise.Kernels;

/// <summary>The kernel for one message that this machine runs fastest: scalar code or rows, by measurement.</summary>
internal static class Blake2Single<TWord, TSpec>
    where TWord : unmanaged
    where TSpec : struct, IBlake2Spec<TWord>
{
    public static IReadOnlyList<SingleKernel> Candidates { get; } =
    [
        new("scalar", true, (source, destination) => Blake2One<TWord, TSpec>.Hash(default, source, destination)),
    ];

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void Run(Span<TWord> record, ReadOnlySpan<byte> source, int offset, int blocks) =>
        Blake2Kernel<ScalarLane<TWord>, TWord, TSpec>.Run(record, source, new ReadOnlySpan<int>(in offset), blocks);
}
