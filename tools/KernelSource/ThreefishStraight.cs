namespace Lanewise.KernelSource;

/// <content> Generates straight-line Threefish code for one block in one lane, which is also used in Skein for one message. In
/// straight-line code, a subkey is only a different naming of the same key words. In a loop, the JIT would keep words of the key
/// and the state in memory between iterations, which would reduce the speed by a seventh on Zen 3. Each kernel is a separate
/// method, because the JIT's inlining budget depends on the length of the caller. </content>
internal sealed partial class ThreefishText
{
    private string StraightKernels =>
        $$"""
        /// <summary>Implements Threefish-{{Bits}} for one block in one lane, in straight-line code.</summary>
        {{StraightKernel(
            "FlatKernel", "Encrypts", Straight(s => Add(i => Key(s + i), Tweak(s), Tweak(s + 1), s > 0 ? $"{s}" : null)))}}

        /// <summary>The inverse of <see cref="Threefish{{Bits}}FlatKernel{TLanes}"/>.</summary>
        {{StraightKernel("InverseFlatKernel", "Decrypts", "TLanes w = default;\n" + StraightBack)}}
        """;

    private string StraightKernel(string name, string operation, string steps) =>
        $$"""
        internal static class Threefish{{Bits}}{{name}}<TLanes>
            where TLanes : struct, ILanes<TLanes, ulong>
        {
            /// <summary>
            /// {{operation}} the words in place. The key includes its parity word, and the tweak includes the XOR of its words.
            /// </summary>
            [MethodImpl(CompileOptions.AtOnce | MethodImplOptions.NoInlining)]
            public static void Run(Span<TLanes> x, ReadOnlySpan<TLanes> key, ReadOnlySpan<TLanes> tweak)
            {
                x = x.Slice(0, {{words}});
                key = key.Slice(0, {{words + 1}});
                tweak = tweak.Slice(0, 3);
                TLanes {{List(i => $"k{i} = key[{i}]")}}, k{{words}} = key[{{words}}];
                TLanes t0 = tweak[0], t1 = tweak[1], t2 = tweak[2];
                TLanes {{List(i => $"x{i} = x[{i}]")}};
                {{steps}}
                {{Words(i => $"x[{i}] = x{i};")}}
            }
        }
        """;

    // Generates the additions of all subkeys, with four rounds before each subkey except the first.
    private string Straight(Func<int, string> add) => string.Join("\n", Enumerable.Range(0, Subkeys + 1).Select(
        s => s == 0 ? add(0) : $"Threefish{Bits}Rounds<TLanes>.Four{Parity(s)}({Refs});\n{add(s)}"));

    private string StraightBack => string.Join("\n", Enumerable.Range(0, Subkeys + 1).Reverse().Select(
        s => s == 0 ? SubtractNamed(0) : $"{SubtractNamed(s)}\nThreefish{Bits}Rounds<TLanes>.Unfour{Parity(s)}({Refs});"));

    private string SubtractNamed(int s) => Words(i => (words - i) switch
    {
        3 or 2 => $"w = {Key(s + i)}; w += {Tweak(s + i - words)}; x{i} -= w;",
        1 when s > 0 => $"w.Broadcast({s}); w += {Key(s + i)}; x{i} -= w;",
        _ => $"x{i} -= {Key(s + i)};",
    });

    private static string Parity(int s) => s % 2 == 1 ? "Even" : "Odd";

    // Word i of subkey s is key word s + i, modulo the number of words in a block plus one.
    private string Key(int word) => $"k{word % (words + 1)}";

    // Tweak word s is added to the third-to-last word of subkey s, and tweak word s + 1 is added to the next word (tweak indexes
    // modulo 3).
    private static string Tweak(int word) => $"t{(word + 3) % 3}";
}
