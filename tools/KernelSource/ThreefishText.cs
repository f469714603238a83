using System.Text;

namespace Lanewise.KernelSource;

/// <summary>
/// Generates the Threefish and Skein kernels for one state size. The same template is used for all three sizes. The words of a
/// block are separate variables instead of array elements, because only variables stay in registers. The output is in
/// <c>src/Lanewise/ThreefishFamily/Generated</c>.
/// </summary>
/// <param name="words">The number of words in a block.</param>
/// <param name="permutation">The permutation of words after each round (Skein 1.3, table 3).</param>
/// <param name="rotations">The rotation constants, one row for each of the eight rounds (Skein 1.3, table 4).</param>
internal sealed partial class ThreefishText(int words, int[] permutation, int[][] rotations)
{
    public static IEnumerable<ThreefishText> Sizes =>
    [
        new(4, [0, 3, 2, 1], [[14, 16], [52, 57], [23, 40], [5, 37], [25, 33], [46, 12], [58, 22], [32, 32]]),
        new(8, [2, 1, 4, 7, 6, 5, 0, 3],
        [
            [46, 36, 19, 37], [33, 27, 14, 42], [17, 49, 36, 39], [44, 9, 54, 56],
            [39, 30, 34, 24], [13, 50, 10, 17], [25, 29, 39, 43], [8, 35, 56, 22],
        ]),
        new(16, [0, 9, 2, 13, 6, 11, 4, 15, 10, 7, 12, 3, 14, 5, 8, 1],
        [
            [24, 13, 8, 47, 8, 17, 22, 37], [38, 19, 10, 55, 49, 18, 23, 52],
            [33, 4, 51, 13, 34, 41, 59, 17], [5, 20, 48, 41, 47, 28, 16, 25],
            [41, 9, 37, 31, 12, 47, 44, 30], [16, 34, 56, 51, 4, 53, 42, 41],
            [31, 44, 47, 46, 19, 42, 44, 25], [9, 48, 35, 52, 23, 31, 37, 20],
        ]),
    ];

    public string Name => $"Threefish{Bits}";

    public string Text => Indented(
        $$"""
        // Generated from ThreefishText.cs, ThreefishStraight.cs and SkeinText.cs. Edit those files.
        using System;
        using System.Buffers.Binary;
        using System.Diagnostics.CodeAnalysis;
        using System.Runtime.CompilerServices;
        using Lanewise.Simd;
        using Lanewise.ThreefishFamily;

        namespace Lanewise.ThreefishFamily
        {
        {{Spec}}

        {{Rounds}}

        {{BlockKernel}}

        {{StraightKernels}}
        }

        namespace Lanewise.SkeinFamily
        {
        {{SkeinSpec}}

        {{SkeinKernel}}

        {{StraightSkein}}
        }
        """);

    private int Bits => 64 * words;

    private int Bytes => 8 * words;

    // The number of subkeys minus one, which is the number of rounds divided by four.
    private int Subkeys => words == 16 ? 20 : 18;

    private string Refs => List(i => $"ref x{i}");

    private string RefParameters => List(i => $"ref TLanes x{i}");

    private string Spec =>
        $$"""
        /// <summary>Defines Threefish-{{Bits}}, which has {{words}} words and {{4 * Subkeys}} rounds.</summary>
        internal readonly struct Threefish{{Bits}}Spec : IThreefishSpec
        {
            public static string Name => "Threefish-{{Bits}}";
            public static int Words => {{words}};
            public static int Subkeys => {{Subkeys + 1}};
            public static LaneTable Table => CpuProfile.Here.Threefish{{Bits}}Streams;
            public static int MostStreams => StreamLimits.Threefish{{Bits}};

            public static ThreefishCipher Create(ReadOnlySpan<byte> key) => new Threefish{{Bits}}(key);

            [MethodImpl(MethodImplOptions.AggressiveInlining)]
            public static void Run<TLanes>(
                bool encrypting, ReadOnlySpan<ulong> keyWords, ReadOnlySpan<ulong> tweakWords, ulong tweakStep,
                ReadOnlySpan<byte> source, ReadOnlySpan<int> offsets, Span<byte> destination, int groups)
                where TLanes : struct, ILanes<TLanes, ulong>
            {
                if (encrypting) Threefish{{Bits}}Kernel<TLanes>.Encrypt(
                    keyWords, tweakWords, tweakStep, source, offsets, destination, groups);
                else Threefish{{Bits}}Kernel<TLanes>.Decrypt(
                    keyWords, tweakWords, tweakStep, source, offsets, destination, groups);
            }

            [MethodImpl(MethodImplOptions.AggressiveInlining)]
            public static void RunScheduled<TLanes>(
                bool encrypting, ReadOnlySpan<ulong> subkeys,
                ReadOnlySpan<byte> source, ReadOnlySpan<int> offsets, Span<byte> destination, int groups)
                where TLanes : struct, ILanes<TLanes, ulong>
            {
                if (encrypting) Threefish{{Bits}}Kernel<TLanes>.EncryptScheduled(subkeys, source, offsets, destination, groups);
                else Threefish{{Bits}}Kernel<TLanes>.DecryptScheduled(subkeys, source, offsets, destination, groups);
            }

            [MethodImpl(MethodImplOptions.AggressiveInlining)]
            public static void CountScheduled<TLanes>(
                ReadOnlySpan<ulong> subkeys, ReadOnlySpan<ulong> counter, ulong first,
                ReadOnlySpan<byte> source, ReadOnlySpan<int> offsets, Span<byte> destination, int groups)
                where TLanes : struct, ILanes<TLanes, ulong> => Threefish{{Bits}}Kernel<TLanes>.CountScheduled(
                    subkeys, counter, first, source, offsets, destination, groups);

            [MethodImpl(MethodImplOptions.AggressiveInlining)]
            public static void Count<TLanes>(
                ReadOnlySpan<ulong> keyWords, ReadOnlySpan<ulong> tweakWords, ReadOnlySpan<ulong> counter, ulong first,
                ReadOnlySpan<byte> source, ReadOnlySpan<int> offsets, Span<byte> destination, int groups)
                where TLanes : struct, ILanes<TLanes, ulong> => Threefish{{Bits}}Kernel<TLanes>.Count(
                    keyWords, tweakWords, counter, first, source, offsets, destination, groups);
        }
        """;

    private string Rounds =>
        $$"""
        /// <summary>
        /// Implements the {{4 * Subkeys}} rounds of Threefish-{{Bits}}, with one block per lane (Skein 1.3, section 3.3).
        /// </summary>
        /// <remarks>
        /// The permutation of words after each round only renames variables, which takes no time. After four rounds, every word
        /// has its original name again. Each iteration of the loop consists of eight rounds and two subkeys. The loop is not
        /// unrolled: straight-line code is at most a few percent faster, and takes several times as long to compile.
        /// </remarks>
        internal static class Threefish{{Bits}}Rounds<TLanes>
            where TLanes : struct, ILanes<TLanes, ulong>
        {
            /// <summary>The number of words in an extended key.</summary>
            public const int KeyWords = {{(2 * words) + 1}};

            private const int Subkeys = {{Subkeys}};

            /// <summary>
            /// Completes an extended key whose first {{words}} words are given. Subkey s consists of {{words}} words, starting at
            /// index s of the sequence <c>k0 .. k{{words}}, k0 .. k{{words}}, ..</c>, where k{{words}} is the parity word.
            /// </summary>
            [MethodImpl(MethodImplOptions.AggressiveInlining)]
            public static void ExtendKey(Span<TLanes> key)
            {
                key = key.Slice(0, KeyWords);
                TLanes parity = default;
                parity.Broadcast(ThreefishSpec.C240);
                {{Words(i => $"parity ^= key[{i}];")}}
                key[{{words}}] = parity;
                {{Words(i => $"key[{words + 1 + i}] = key[{i}];")}}
            }

            /// <summary>Encrypts the words in place under an extended key and an extended tweak.</summary>
            [MethodImpl(MethodImplOptions.AggressiveInlining)]
            public static void Encrypt({{RefParameters}}, ReadOnlySpan<TLanes> key, ReadOnlySpan<TLanes> tweak)
            {
                if (TLanes.Count == 1{{(InPieces ? " && !OperatingSystem.IsBrowser()" : "")}})
                {
                    {{RunStraight("FlatKernel")}}
                    return;
                }

                ReadOnlySpan<TLanes> k, t;
                for (int s = 0, i = 0, j = 0; s < Subkeys; s += 2)
                {
                    k = key.Slice(i, {{words + 1}});
                    t = tweak.Slice(j, 3);
                    {{Add(i => $"k[{i}]", "t[0]", "t[1]", "(ulong)s")}}
                    {{Piece($"FourEven({Refs});")}}
                    {{Add(i => $"k[{i + 1}]", "t[1]", "t[2]", "(ulong)s + 1")}}
                    {{Piece($"FourOdd({Refs});")}}
                    i = i + 2 > {{words}} ? i + 2 - {{words + 1}} : i + 2;
                    j = j + 2 > 2 ? j - 1 : j + 2;
                }

                k = key.Slice(Subkeys % {{words + 1}}, {{words}});
                t = tweak.Slice(Subkeys % 3, 2);
                {{Add(i => $"k[{i}]", "t[0]", "t[1]", "Subkeys")}}
            }

            /// <summary>Decrypts the words in place.</summary>
            [MethodImpl(MethodImplOptions.AggressiveInlining)]
            public static void Decrypt({{RefParameters}}, ReadOnlySpan<TLanes> key, ReadOnlySpan<TLanes> tweak)
            {
                if (TLanes.Count == 1)
                {
                    {{RunStraight("InverseFlatKernel")}}
                    return;
                }

                ReadOnlySpan<TLanes> k = key.Slice(Subkeys % {{words + 1}}, {{words}}), t = tweak.Slice(Subkeys % 3, 2);
                TLanes w = default;
                w.Broadcast(Subkeys);
                {{Subtract(0)}}
                for (int s = Subkeys - 2, i = (Subkeys - 2) % {{words + 1}}, j = (Subkeys - 2) % 3; s >= 0; s -= 2)
                {
                    UnfourOdd({{Refs}});
                    k = key.Slice(i, {{words + 1}});
                    t = tweak.Slice(j, 3);
                    w.Broadcast((ulong)s + 1);
                    {{Subtract(1)}}
                    UnfourEven({{Refs}});
                    w.Broadcast((ulong)s);
                    {{Subtract(0)}}
                    i = i < 2 ? i - 2 + {{words + 1}} : i - 2;
                    j = j < 2 ? j + 1 : j - 2;
                }
            }

            {{Four("FourEven", "Mix", 0)}}

            {{Four("FourOdd", "Mix", 4)}}

            {{Four("UnfourEven", "Unmix", 0)}}

            {{Four("UnfourOdd", "Unmix", 4)}}

            {{MixPairs("Mix", 4, p => $"a{p} += b{p};", p => $"b{p}.RotateLeft(r{p}); b{p} ^= a{p};")}}

            {{MixPairs("Unmix", words < 16 ? 4 : 1, p => $"b{p} ^= a{p}; b{p}.RotateRight(r{p});", p => $"a{p} -= b{p};")}}

            [InlineArray(KeyWords)]
            internal struct Key
            {
                private TLanes first;
            }
        }
        """;

    private string BlockKernel =>
        $$"""
        /// <summary>
        /// Processes runs of blocks with Threefish-{{Bits}}, one block per lane. Each mode has a separate loop.
        /// </summary>
        internal static class Threefish{{Bits}}Kernel<TLanes>
            where TLanes : struct, ILanes<TLanes, ulong>
        {
            {{EachBlock("Encrypt")}}

            {{EachBlock("Decrypt")}}

            {{EachScheduled("Encrypt")}}

            {{EachScheduled("Decrypt")}}

            /// <summary>
            /// XORs blocks with a keystream. For the parameters, see <see cref="IThreefishSpec.CountScheduled"/>.
            /// </summary>
            [MethodImpl(CompileOptions.AtOnce | MethodImplOptions.NoInlining)]
            public static void CountScheduled(
                ReadOnlySpan<ulong> subkeys, ReadOnlySpan<ulong> counter, ulong first,
                ReadOnlySpan<byte> source, ReadOnlySpan<int> offsets, Span<byte> destination, int count)
            {
                int lanes = TLanes.Count;
                ReadOnlySpan<ulong> final = subkeys.Slice({{words * Subkeys}}, {{words}}), k;
                {{CountLoop(EncryptScheduled)}}
            }

            /// <summary>
            /// XORs blocks with a keystream, in one lane. For the parameters, see <see cref="IThreefishSpec.Count"/>.
            /// </summary>
            [MethodImpl(CompileOptions.AtOnce | MethodImplOptions.NoInlining)]
            public static void Count(
                ReadOnlySpan<ulong> keyWords, ReadOnlySpan<ulong> tweakWords, ReadOnlySpan<ulong> counter, ulong first,
                ReadOnlySpan<byte> source, ReadOnlySpan<int> offsets, Span<byte> destination, int count)
            {
                int lanes = TLanes.Count;
                Threefish{{Bits}}Rounds<TLanes>.Key keys = default;
                Threefish<TLanes>.Tweak tweaks = default;
                Span<TLanes> key = keys, tweak = tweaks;
                Threefish<TLanes>.ReadKeyAndTweakApart(0, keyWords, tweakWords, key, tweak);
                Threefish<TLanes>.ExtendTweak(tweak);
                {{CountLoop($"Threefish{Bits}Rounds<TLanes>.Encrypt({Refs}, key, tweak);")}}
            }
        }
        """;

    // Generates the loop that XORs blocks with encrypted counter blocks.
    private string CountLoop(string rounds) =>
        $$"""
        counter = counter.Slice(0, {{words - 1}});
        Span<ulong> last = stackalloc ulong[lanes];
        TLanes {{List(i => $"x{i} = default")}};
        TLanes {{List(i => $"m{i} = default")}};
        for (int n = 0, o = 0; n < count; n++, o += lanes * {{Bytes}})
        {
            for (int l = 0; l < last.Length; l++) last[l] = BinaryPrimitives.ReverseEndianness(first++);
            {{Words(i => i < words - 1 ? $"x{i}.Broadcast(counter[{i}]);" : $"x{i}.Read(last);")}}
            {{rounds}}
            TLanes.Load{{words}}(source, offsets, o, {{List(i => $"ref m{i}")}});
            {{Words(i => HasCopies ? $"m{i} ^= x{i};" : $"x{i} ^= m{i};")}}
            Span<byte> to = destination.Slice(o, lanes * {{Bytes}});
            {{Store(HasCopies ? "m" : "x")}}
        }
        """;

    // Skein-512 for many messages also runs in browsers. The code is split into pieces, because the browser's runtime would
    // interpret a long method instead of compiling it (Simd/Pieces.cs).
    private bool InPieces => words == 8;

    private string Piece(string statement) =>
        InPieces ? $"do {{ {statement} }} while (Pieces.Again);" : statement;

    private string RunStraight(string kernel) =>
        $"""
        Threefish<TLanes>.Block block = default;
        Span<TLanes> x = block;
        {Words(i => $"x[{i}] = x{i};")}
        Threefish{Bits}{kernel}<TLanes>.Run(x, key, tweak);
        {Words(i => $"x{i} = x[{i}];")}
        """;

    // If references to the words are passed to another method, the JIT keeps the words in memory during the rounds of four
    // interleaved streams, which doubles the code size.
    private bool HasCopies => words == 4;

    private string Load => !HasCopies ? $"TLanes.Load{words}(source, offsets, o, {Refs});" :
        $"""
        TLanes {List(i => $"y{i} = default")};
        TLanes.Load{words}(source, offsets, o, {List(i => $"ref y{i}")});
        {Words(i => $"x{i} = y{i};")}
        """;

    private string EachBlock(string operation) =>
        $$"""
        /// <summary>{{operation}}s a run of blocks. For the parameters, see <see cref="IThreefishSpec.Run"/>.</summary>
        [MethodImpl(CompileOptions.AtOnce | MethodImplOptions.NoInlining)]
        public static void {{operation}}(
            ReadOnlySpan<ulong> keyWords, ReadOnlySpan<ulong> tweakWords, ulong tweakStep,
            ReadOnlySpan<byte> source, ReadOnlySpan<int> offsets, Span<byte> destination, int count)
        {
            int lanes = TLanes.Count;
            Threefish{{Bits}}Rounds<TLanes>.Key keys = default;
            Threefish<TLanes>.Tweak tweaks = default;
            Span<TLanes> key = keys, tweak = tweaks;
            bool haveOwn = keyWords.Length > {{words}} * lanes || tweakWords.Length > 2 * lanes;
            TLanes step = default;
            step.Broadcast(tweakStep);
            TLanes {{List(i => $"x{i} = default")}};
            for (int n = 0, o = 0; n < count; n++, o += lanes * {{Bytes}})
            {
                if (n == 0 || haveOwn) Threefish<TLanes>.ReadKeyAndTweakApart(n, keyWords, tweakWords, key, tweak);
                {{Load}}
                Threefish<TLanes>.ExtendTweak(tweak);
                Threefish{{Bits}}Rounds<TLanes>.{{operation}}({{Refs}}, key, tweak);
                Span<byte> to = destination.Slice(o, lanes * {{Bytes}});
                {{(HasCopies ? Words(i => $"y{i} = x{i};") + Store("y") : Store("x"))}}
                tweak[0] += step;
            }
        }
        """;

    // The rounds are written directly in this method rather than in an inlined one, because the JIT's inlining budget grows with
    // the length of the compiled method.
    private string EachScheduled(string operation) =>
        $$"""
        /// <summary>
        /// {{operation}}s blocks under one key and one tweak. For the parameters, see <see cref="IThreefishSpec.RunScheduled"/>.
        /// </summary>
        [MethodImpl(CompileOptions.AtOnce | MethodImplOptions.NoInlining)]
        public static void {{operation}}Scheduled(
            ReadOnlySpan<ulong> subkeys, ReadOnlySpan<byte> source, ReadOnlySpan<int> offsets, Span<byte> destination, int count)
        {
            int lanes = TLanes.Count;
            ReadOnlySpan<ulong> final = subkeys.Slice({{words * Subkeys}}, {{words}}), k;
            TLanes {{List(i => $"x{i} = default")}};
            for (int n = 0, o = 0; n < count; n++, o += lanes * {{Bytes}})
            {
                {{Load}}
                {{(operation == "Encrypt" ? EncryptScheduled : DecryptScheduled)}}
                Span<byte> to = destination.Slice(o, lanes * {{Bytes}});
                {{(HasCopies ? Words(i => $"y{i} = x{i};") + Store("y") : Store("x"))}}
            }
        }
        """;

    // Each iteration of the generated loop has eight rounds and two subkeys.
    private string EncryptScheduled =>
        $$"""
        for (int s = 0; s < {{words * Subkeys}}; s += {{2 * words}})
        {
            k = subkeys.Slice(s, {{2 * words}});
            {{Words(i => $"x{i}.AddWord(k[{i}]);")}}
            Threefish{{Bits}}Rounds<TLanes>.FourEven({{Refs}});
            {{Words(i => $"x{i}.AddWord(k[{i + words}]);")}}
            Threefish{{Bits}}Rounds<TLanes>.FourOdd({{Refs}});
        }

        {{Words(i => $"x{i}.AddWord(final[{i}]);")}}
        """;

    private string DecryptScheduled =>
        $$"""
        {{Words(i => $"x{i}.SubtractWord(final[{i}]);")}}
        for (int s = {{words * (Subkeys - 2)}}; s >= 0; s -= {{2 * words}})
        {
            k = subkeys.Slice(s, {{2 * words}});
            Threefish{{Bits}}Rounds<TLanes>.UnfourOdd({{Refs}});
            {{Words(i => $"x{i}.SubtractWord(k[{i + words}]);")}}
            Threefish{{Bits}}Rounds<TLanes>.UnfourEven({{Refs}});
            {{Words(i => $"x{i}.SubtractWord(k[{i}]);")}}
        }
        """;

    private string Store(string word) => string.Join(" ", Enumerable.Range(0, words / 4).Select(q =>
        $"TLanes.Store4({(q == 0 ? "to" : $"to.Slice({32 * q})")}, {Bytes}, "
        + $"{word}{4 * q}, {word}{(4 * q) + 1}, {word}{(4 * q) + 2}, {word}{(4 * q) + 3});"));

    // Generates four of the eight rounds, starting at index 'from', or the inverse of these rounds.
    private string Four(string operation, string mix, int from)
    {
        int[] names = [.. Enumerable.Range(0, words)];
        List<string> rounds = [];
        for (int round = from; round < from + 4; round++)
        {
            string pairs = string.Join(", ", names.Select(name => $"ref x{name}"));
            rounds.Add($"{mix}({pairs}, {string.Join(", ", rotations[round])});");
            names = [.. permutation.Select(index => names[index])];
        }

        if (mix == "Unmix") rounds.Reverse();
        return
            $$"""
            [MethodImpl(MethodImplOptions.AggressiveInlining)]
            public static void {{operation}}({{RefParameters}})
            {
                {{string.Join("\n", rounds)}}
            }
            """;
    }

    // Generates the MIX functions of one round, one per pair of words (y0 = x0 + x1, y1 = (x1 <<< R) ^ y0), or their inverses.
    // The operations of some pairs are interleaved: adjacent independent statements are faster than one MIX after another.
    private string MixPairs(string operation, int sideBySide, Func<int, string> first, Func<int, string> second)
    {
        IEnumerable<int> pairs = Enumerable.Range(0, words / 2);
        string lines = string.Join("\n", pairs.GroupBy(p => p / sideBySide).Select(
            group => string.Join(" ", group.Select(first).Concat(group.Select(second)))));
        return
            $$"""
            [MethodImpl(MethodImplOptions.AggressiveInlining)]
            private static void {{operation}}(
                {{string.Join(", ", pairs.Select(p => $"ref TLanes a{p}, ref TLanes b{p}"))}},
                {{string.Join(", ", pairs.Select(p => $"[ConstantExpected] int r{p}"))}})
            {
                {{lines}}
            }
            """;
    }

    // Two tweak words and the subkey's number are also added to the last three words of a subkey (section 3.3.2).
    private string Add(Func<int, string> key, string firstTweak, string secondTweak, string? number) =>
        Words(i => (words - i) switch
        {
            3 => $"x{i}.AddSum({key(i)}, {firstTweak});",
            2 => $"x{i}.AddSum({key(i)}, {secondTweak});",
            1 when number is not null => $"x{i}.Add({key(i)}, {number});",
            _ => $"x{i} += {key(i)};",
        });

    private string Subtract(int from) => Words(i => $"x{i} -= k[{from + i}];" + (words - i) switch
    {
        3 => $" x{i} -= t[{from}];",
        2 => $" x{i} -= t[{from + 1}];",
        1 => $" x{i} -= w;",
        _ => "",
    });

    // Indents each line by its nesting depth, which the indentation in the templates does not reflect.
    private static string Indented(string text)
    {
        StringBuilder indented = new();
        int depth = 0;
        foreach (string line in text.Split('\n').Select(line => line.Trim()))
        {
            if (line.StartsWith('}')) depth--;
            indented.Append(' ', line.Length > 0 ? 4 * depth : 0).Append(line).Append('\n');
            if (line.EndsWith('{')) depth++;
        }

        return indented.ToString();
    }

    private string Words(Func<int, string> statement) => string.Join(" ", Enumerable.Range(0, words).Select(statement));

    private string List(Func<int, string> item) => string.Join(", ", Enumerable.Range(0, words).Select(item));
}
