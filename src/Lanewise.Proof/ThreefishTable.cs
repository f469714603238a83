using Lanewise.Ciphers;
using Lanewise.ThreefishFamily;

namespace Lanewise.Proof;

/// <summary>
/// Repeats the comparison of a 2009 article on Threefish with SIMD vectors. The measurement checks the known answer, and
/// decrypts the ciphertext of each implementation with the other implementation. The table shows the times, the speedup, and the
/// speedup per parallel word.
/// </summary>
internal static class ThreefishTable<TSpec>
    where TSpec : struct, IThreefishSpec
{
    private const int TextBytes = 16 * 1024;

    private static readonly InterleavedRounds Rounds = new(9, TimeSpan.FromMilliseconds(2));

    // The known answers are from the Skein submission. The key is 10 11 12 .., the tweak is 00 01 02 .., and the plaintext is ff
    // fe fd ..
    private static byte[] Answer => Convert.FromHexString(TSpec.Words switch
    {
        4 => "e0d091ff0eea8fdfc98192e62ed80ad59d865d08588df476657056b5955e97df",
        8 => "e304439626d45a2cb401cad8d636249a6338330eb06d45dd8b36b90e97254779272a0a8d99463504784420ea18c9a725af11dffea10162348927673d5c1caf3d",
        _ => "a6654ddbd73cc3b05dd777105aa849bce49372eaaffc5568d254771bab85531c94f780e7ffaae430d5d8af8c70eebbe1760f3b42b737a89cb363490d670314bd"
            + "8aa41ee63c2e1f45fbd477922f8360b388d6125ea6c7af0ad7056d01796e90c83313f4150a5716b30ed5f569288ae974ce2b4347926fce57de44512177dd7cde",
    });

    /// <summary>Returns the measurement for <c>lanewise prove</c>.</summary>
    public static Measurement Measurement(IReadOnlyList<LaneShape> shapes) => new(
        $"{TSpec.Name.ToLowerInvariant()}-vectors", $"{TSpec.Name}, scalar code against vectors", 1,
        (progress, _) => Take(shapes, progress));

    private static IReadOnlyList<MeasuredTable> Take(IReadOnlyList<LaneShape> shapes, Action<string> progress)
    {
        progress(TSpec.Name);
        List<Path> paths = MakePaths(shapes);
        List<IReadOnlyList<MeasuredCell>> answers = [], times = [];
        foreach (Path path in paths) answers.Add(Prove(path, paths[0]));

        RoundTimes measured = Measure(paths);
        for (int p = 0; p < paths.Count; p++)
        {
            Reading encrypt = measured.Nanoseconds(2 * p), decrypt = measured.Nanoseconds((2 * p) + 1);
            Reading speedup = measured.Ratio([0, 1], [2 * p, (2 * p) + 1]);
            times.Add(
            [
                paths[p].Name,
                MeasuredCell.Figure(encrypt.Times(1e-3), 1),
                MeasuredCell.Figure(decrypt.Times(1e-3), 1),
                MeasuredCell.Figure(speedup, 2),
                MeasuredCell.Whole(paths[p].Parallelism),
                MeasuredCell.Figure(speedup.Times(1.0 / paths[p].Parallelism), 2),
            ]);
        }

        return
        [
            new("answers", $"{TSpec.Name}, answers", ["path", "known answer", "scalar decrypts it", "decrypts scalar"], answers,
                []),
            new MeasuredTable(
                "times",
                Invariant($"{TSpec.Name}, {TextBytes / 1024} KiB under one key, one core"),
                ["path", "encrypt, us", "decrypt, us", "speedup", "parallelism", "efficiency"], times,
                ["Speedup is over scalar code, both ways together; parallelism is the words that a path works on at once; "
                    + "efficiency is the speedup for each of them."])
                .WithReason(measured.Reason),
        ];
    }

    // Verifies the results of a path before it is timed.
    private static IReadOnlyList<MeasuredCell> Prove(Path path, Path scalar)
    {
        int size = 8 * TSpec.Words;
        // The number of copies exceeds the number of SIMD lanes, so every lane processes at least one copy.
        byte[] key = [.. Enumerable.Range(0x10, size).Select(i => (byte)i)], answer = Answer;
        byte[] text = new byte[67 * size], by = new byte[text.Length], back = new byte[text.Length];
        using ThreefishCipher cipher = TSpec.Create(key);
        Tweak tweak = new(0x0706050403020100, 0x0F0E0D0C0B0A0908);
        for (int i = 0; i < text.Length; i++) text[i] = (byte)(0xFF - (i % size));
        path.Run(true, cipher.Key, tweak, text, by);
        for (int o = 0; o < by.Length; o += size) Check(by.AsSpan(o, size).SequenceEqual(answer), "misses the known answer");
        if (path == scalar) return [path.Name, "right", "", ""];

        new Random(9).NextBytes(text);
        path.Run(true, cipher.Key, tweak, text, by);
        scalar.Run(false, cipher.Key, tweak, by, back);
        Check(back.AsSpan().SequenceEqual(text), "encrypts to what scalar code cannot decrypt");
        scalar.Run(true, cipher.Key, tweak, text, by);
        path.Run(false, cipher.Key, tweak, by, back);
        Check(back.AsSpan().SequenceEqual(text), "cannot decrypt what scalar code encrypted");
        return [path.Name, "right", "right", "right"];

        void Check(bool good, string what)
        {
            if (!good) throw new InvalidOperationException($"{TSpec.Name}: the path '{path.Name}' {what}.");
        }
    }

    private static RoundTimes Measure(List<Path> paths)
    {
        ulong[] key = new ulong[TSpec.Words];
        byte[] source = RowJob.Data(TextBytes), destination = new byte[TextBytes];
        return Rounds.Measure([.. paths.SelectMany(path => new[] { Way(path, true), Way(path, false) })], isWarm: false);

        Entrant Way(Path path, bool encrypting) =>
            Entrant.Of(path.Name, 1, () => path.Run(encrypting, key, default, source, destination));
    }

    private static List<Path> MakePaths(IReadOnlyList<LaneShape> shapes)
    {
        List<Path> paths = [Lanes("scalar", LaneShape.Scalar)];
        if (TSpec.Words == 4 && ThreefishPair256.IsSupported) paths.Add(new("pair kernel", 2, ThreefishPair256.Run));
        return [.. paths, .. shapes.Where(shape => !shape.IsScalar).Select(shape => Lanes($"lanes {shape}", shape))];
    }

    private static Path Lanes(string name, LaneShape shape) => new(
        name, shape.Lanes(64), (encrypting, key, tweak, source, destination) =>
            ThreefishRun<TSpec>.Blocks(encrypting, key, tweak, source, destination, shape));

    private delegate void Transform(
        bool encrypting, ReadOnlySpan<ulong> key, Tweak tweak, ReadOnlySpan<byte> source, Span<byte> destination);

    private sealed record Path(string Name, int Parallelism, Transform Run);
}
