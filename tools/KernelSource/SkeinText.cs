namespace Lanewise.KernelSource;

/// <content>Generates Skein for one state size: the constants, the kernel for SIMD lanes, and the straight-line kernel for one
/// message.</content>
internal sealed partial class ThreefishText
{
    private string SkeinSpec =>
        $$"""
        /// <summary>Defines Skein-{{Bits}}, which has a state of {{words}} words.</summary>
        internal readonly struct Skein{{Bits}}Spec : ISkeinSpec
        {
            public static string Name => "Skein-{{Bits}}";
            public static int Words => {{words}};
            public static int StateBytes => {{Bytes}};
            public static ReadOnlySpan<ulong> Iv => SkeinIv.Skein{{Bits}};
            public static LaneTable Table => CpuProfile.Here.Skein{{Bits}}Streams;
            public static int MostStreams => StreamLimits.{{(words == 16 ? "Skein1024" : "Skein")}};

            [MethodImpl(MethodImplOptions.AggressiveInlining)]
            public static void Run<TLanes>(
                Span<ulong> states, ReadOnlySpan<byte> source, ReadOnlySpan<int> offsets, int blocks)
                where TLanes : struct, ILanes<TLanes, ulong>
            {
                if (typeof(TLanes) == typeof(ScalarLane<ulong>)) Skein{{Bits}}FlatKernel<TLanes>.Run(
                    states, source, offsets, blocks);
                else Skein{{Bits}}Kernel<TLanes>.Run(states, source, offsets, blocks);
            }

            public static void EncryptBlocks(
                ReadOnlySpan<ulong> key, ulong tweak0, ulong tweak1, Span<byte> blocks, LaneShape? shape) =>
                ThreefishRun<Threefish{{Bits}}Spec>.Blocks(true, key, new(tweak0, tweak1), blocks, blocks, shape);
        }
        """;

    private string SkeinKernel =>
        $$"""
        /// <summary>Processes blocks with Skein-{{Bits}}'s UBI mode (Skein 1.3, section 3.4), one message per lane.</summary>
        internal static class Skein{{Bits}}Kernel<TLanes>
            where TLanes : struct, ILanes<TLanes, ulong>
        {
            /// <summary>
            /// Chains <paramref name="blocks"/> blocks of {{Bytes}} bytes into each lane's state (<see cref="SkeinState"/>). The
            /// states are followed by the kernel's memory (<see cref="SkeinOneShot{TSpec}.ScratchWords"/>).
            /// </summary>
            [MethodImpl(CompileOptions.AtOnce | MethodImplOptions.NoInlining)]
            public static void Run(Span<ulong> states, ReadOnlySpan<byte> source, ReadOnlySpan<int> offsets, int blocks)
            {
                // The extended key and tweak are in the caller's memory, because the JIT would clear local buffers in each call.
                int lanes = TLanes.Count;
                Span<TLanes> scratch = MemoryMarshal.Cast<ulong, TLanes>(states.Slice(
                    ({{words}} + SkeinState.FinalWords) * lanes,
                    (Threefish{{Bits}}Rounds<TLanes>.KeyWords + SkeinState.TweakWords) * lanes));
                Span<TLanes> key = scratch.Slice(0, Threefish{{Bits}}Rounds<TLanes>.KeyWords),
                    tweak = scratch.Slice(Threefish{{Bits}}Rounds<TLanes>.KeyWords, SkeinState.TweakWords);
                TLanes step = default, thenAdd = default, thenXor = default;
                Skein<TLanes>.Read(states, {{words}}, key, tweak, ref thenAdd, ref thenXor);
                step.Broadcast({{Bytes}});
                TLanes {{List(i => $"m{i} = default")}};
                for (int n = 0, o = 0; n < blocks; n++, o += {{Bytes}})
                {
                    TLanes.Load{{words}}(source, offsets, o, {{List(i => $"ref m{i}")}});
                    tweak[0] += step;
                    Threefish{{Bits}}Rounds<TLanes>.ExtendKey(key);
                    Threefish<TLanes>.ExtendTweak(tweak);
                    TLanes {{List(i => $"x{i} = m{i}")}};
                    Threefish{{Bits}}Rounds<TLanes>.Encrypt({{Refs}}, key, tweak);
                    {{Words(i => $"x{i} ^= m{i}; key[{i}] = x{i};")}}
                    tweak[0] += thenAdd;
                    tweak[1] ^= thenXor;
                    thenAdd = default;
                    thenXor = default;
                }

                Skein<TLanes>.Write(states, {{words}}, key, tweak);
            }
        }
        """;

    private string StraightSkein =>
        $$"""
        /// <summary>
        /// Processes the blocks of one message with Skein-{{Bits}}'s UBI mode, in straight-line code. Between blocks, the
        /// key-word variables hold the chaining value.
        /// </summary>
        internal static class Skein{{Bits}}FlatKernel<TLanes>
            where TLanes : struct, ILanes<TLanes, ulong>
        {
            /// <summary>Chains <paramref name="blocks"/> blocks into the state (<see cref="SkeinState"/>).</summary>
            [MethodImpl(CompileOptions.AtOnce | MethodImplOptions.NoInlining)]
            public static void Run(
                Span<ulong> state, ReadOnlySpan<byte> source, ReadOnlySpan<int> offsets, int blocks)
            {
                state = state.Slice(0, {{words}} + SkeinState.FinalWords);
                TLanes {{List(i => $"k{i} = default")}}, k{{words}} = default;
                TLanes {{List(i => $"x{i} = default")}};
                TLanes t0 = default, t1 = default, t2, u, thenAdd = default, thenXor = default;
                TLanes step = default, c240 = default;
                {{Words(i => $"k{i}.Read(state.Slice({i}));")}}
                t0.Read(state.Slice({{words}} + SkeinState.T0));
                t1.Read(state.Slice({{words}} + SkeinState.T1));
                thenAdd.Read(state.Slice({{words}} + SkeinState.ThenAdd));
                thenXor.Read(state.Slice({{words}} + SkeinState.ThenXor));
                step.Broadcast({{Bytes}}); c240.Broadcast(ThreefishSpec.C240);
                for (int n = 0, o = 0; n < blocks; n++, o += {{Bytes}})
                {
                    k{{words}} = c240;
                    {{Words(i => $"k{words} ^= k{i};")}}
                    t0 += step;
                    t2 = t0; t2 ^= t1;
                    TLanes.Load{{words}}(source, offsets, o, {{Refs}});
                    {{Straight(AddTwice)}}
                    // Reading the message again is faster than keeping its words during the rounds.
                    TLanes.Load{{words}}(source, offsets, o, {{List(i => $"ref k{i}")}});
                    {{Words(i => $"k{i} ^= x{i};")}}
                    t0 += thenAdd; t1 ^= thenXor;
                    thenAdd = default; thenXor = default;
                }

                {{Words(i => $"k{i}.Write(state.Slice({i}));")}}
                t0.Write(state.Slice({{words}} + SkeinState.T0));
                t1.Write(state.Slice({{words}} + SkeinState.T1));
                thenAdd.Write(state.Slice({{words}} + SkeinState.ThenAdd));
                thenXor.Write(state.Slice({{words}} + SkeinState.ThenXor));
            }
        }
        """;

    // A tweak word is added to two words of each subkey. The sum for the second of these two words is computed only once, because
    // the next subkey reuses it for the first of its two words.
    private string AddTwice(int s) => Words(i => (words - i) switch
    {
        3 when s > 0 => $"x{i} += u;",
        3 or 2 => $"u = {Key(s + i)}; u += {Tweak(s + i - words)}; x{i} += u;",
        1 when s > 0 => $"x{i}.Add({Key(s + i)}, {s});",
        _ => $"x{i} += {Key(s + i)};",
    });
}
