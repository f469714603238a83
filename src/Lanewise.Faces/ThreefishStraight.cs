namespace Lanewise.Faces;

/// <content>
/// Threefish of a block in one lane and Skein of one message, straight: the subkeys are a change of names, too. In a loop the JIT
/// keeps words of the key and of the state in memory from turn to turn, which costs a seventh of the speed on Zen 3. Each kernel
/// is a method of its own, because what is inlined has a budget by the length of its caller.
/// </content>
internal sealed partial class ThreefishText
{
    private string StraightKernels =>
        $$"""
        /// <summary>Threefish-{{Bits}} of a block in one lane, straight.</summary>
        internal static class Threefish{{Bits}}FlatKernel<TLanes>
            where TLanes : struct, ILanes<TLanes, ulong>
        {
            /// <summary>Encrypts the words in place under a key with its parity word and a tweak with its sum.</summary>
            [MethodImpl(CompileOptions.AtOnce | MethodImplOptions.NoInlining)]
            public static void Run(Span<TLanes> x, ReadOnlySpan<TLanes> key, ReadOnlySpan<TLanes> tweak)
            {
                {{Read()}}
                {{Straight(s => Add(i => Key(s + i), Tweak(s), Tweak(s + 1), s > 0 ? $"{s}" : null))}}
                {{Words(i => $"x[{i}] = x{i};")}}
            }
        }

        /// <summary>The inverse of <see cref="Threefish{{Bits}}FlatKernel{TLanes}"/>.</summary>
        internal static class Threefish{{Bits}}InverseFlatKernel<TLanes>
            where TLanes : struct, ILanes<TLanes, ulong>
        {
            /// <summary>Decrypts the words in place under a key with its parity word and a tweak with its sum.</summary>
            [MethodImpl(CompileOptions.AtOnce | MethodImplOptions.NoInlining)]
            public static void Run(Span<TLanes> x, ReadOnlySpan<TLanes> key, ReadOnlySpan<TLanes> tweak)
            {
                {{Read(", w = default")}}
                {{StraightBack}}
                {{Words(i => $"x[{i}] = x{i};")}}
            }
        }
        """;

    private string StraightSkein =>
        $$"""
        /// <summary>
        /// Skein-{{Bits}}'s UBI of a run of blocks of one message, straight: the chaining value stays in the key's words from
        /// block to block.
        /// </summary>
        internal static class Skein{{Bits}}FlatKernel<TLanes>
            where TLanes : struct, ILanes<TLanes, ulong>
        {
            /// <summary>Chains <paramref name="blocks"/> blocks into the record (<see cref="SkeinRecord"/>).</summary>
            [MethodImpl(CompileOptions.AtOnce | MethodImplOptions.NoInlining)]
            public static void Run(
                Span<ulong> record, ReadOnlySpan<byte> source, ReadOnlySpan<int> offsets, int blocks)
            {
                record = record.Slice(0, {{words}} + SkeinRecord.Closing);
                TLanes {{List(i => $"k{i} = default")}}, k{{words}} = default;
                TLanes {{List(i => $"x{i} = default")}};
                TLanes t0 = default, t1 = default, t2, u, thenAdd = default, thenXor = default;
                TLanes step = default, c240 = default;
                {{Words(i => $"k{i}.Read(record.Slice({i}));")}}
                t0.Read(record.Slice({{words}} + SkeinRecord.T0));
                t1.Read(record.Slice({{words}} + SkeinRecord.T1));
                thenAdd.Read(record.Slice({{words}} + SkeinRecord.ThenAdd));
                thenXor.Read(record.Slice({{words}} + SkeinRecord.ThenXor));
                step.Broadcast({{Bytes}}); c240.Broadcast(ThreefishSpec.C240);
                for (int n = 0, o = 0; n < blocks; n++, o += {{Bytes}})
                {
                    k{{words}} = c240;
                    {{Words(i => $"k{words} ^= k{i};")}}
                    t0 += step;
                    t2 = t0; t2 ^= t1;
                    TLanes.Load{{words}}(source, offsets, o, {{Refs}});
                    {{Straight(AddTwice)}}
                    // The message again: cheaper than words kept through the rounds.
                    TLanes.Load{{words}}(source, offsets, o, {{List(i => $"ref k{i}")}});
                    {{Words(i => $"k{i} ^= x{i};")}}
                    t0 += thenAdd; t1 ^= thenXor;
                    thenAdd = default; thenXor = default;
                }

                {{Words(i => $"k{i}.Write(record.Slice({i}));")}}
                t0.Write(record.Slice({{words}} + SkeinRecord.T0));
                t1.Write(record.Slice({{words}} + SkeinRecord.T1));
                thenAdd.Write(record.Slice({{words}} + SkeinRecord.ThenAdd));
                thenXor.Write(record.Slice({{words}} + SkeinRecord.ThenXor));
            }
        }
        """;

    private string Read(string more = "") =>
        $"""
        x = x.Slice(0, {words});
        key = key.Slice(0, {words + 1});
        tweak = tweak.Slice(0, 3);
        TLanes {List(i => $"k{i} = key[{i}]")}, k{words} = key[{words}];
        TLanes t0 = tweak[0], t1 = tweak[1], t2 = tweak[2]{more};
        TLanes {List(i => $"x{i} = x[{i}]")};
        """;

    // All subkeys, and four rounds before each but the first.
    private string Straight(Func<int, string> add) => string.Join("\n", Enumerable.Range(0, Subkeys + 1).Select(
        s => s == 0 ? add(0) : $"Threefish{Bits}Rounds<TLanes>.Four{Parity(s)}({Refs});\n{add(s)}"));

    private string StraightBack => string.Join("\n", Enumerable.Range(0, Subkeys + 1).Reverse().Select(
        s => s == 0 ? SubtractNamed(0) : $"{SubtractNamed(s)}\nThreefish{Bits}Rounds<TLanes>.Unfour{Parity(s)}({Refs});"));

    // Of two words that take a word of the tweak the sum of the second is that of the first in the next subkey.
    private string AddTwice(int s) => Words(i => (words - i) switch
    {
        3 when s > 0 => $"x{i} += u;",
        3 or 2 => $"u = {Key(s + i)}; u += {Tweak(s + i - words)}; x{i} += u;",
        1 when s > 0 => $"x{i}.Add({Key(s + i)}, {s});",
        _ => $"x{i} += {Key(s + i)};",
    });

    private string SubtractNamed(int s) => Words(i => (words - i) switch
    {
        3 or 2 => $"w = {Key(s + i)}; w += {Tweak(s + i - words)}; x{i} -= w;",
        1 when s > 0 => $"w.Broadcast({s}); w += {Key(s + i)}; x{i} -= w;",
        _ => $"x{i} -= {Key(s + i)};",
    });

    private static string Parity(int s) => s % 2 == 1 ? "Even" : "Odd";

    // Word i of subkey s is word s + i of the key, modulo one more than there are in a block.
    private string Key(int word) => $"k{word % (words + 1)}";

    // The last word but two takes word s, the next one s + 1.
    private static string Tweak(int word) => $"t{(word + 3) % 3}";
}
