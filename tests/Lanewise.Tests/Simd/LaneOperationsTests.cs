using System.Numerics;
using System.Runtime.InteropServices;
using Lanewise.Simd;
using Xunit;

namespace Lanewise.Tests;

/// <summary>
/// Compares the result of every lane operation with .NET's integer arithmetic, for 32-bit and 64-bit words and every vector
/// width. The kernels use most operations with only one word size.
/// </summary>
[Trait("Category", "Lanes")]
public sealed class LaneOperationsTests
{
    public static TheoryData<string> Shapes => [.. LaneDispatch.Supported.Select(shape => shape.ToString())];

    [Theory]
    [MemberData(nameof(Shapes))]
    public void EveryOperationEqualsPlainArithmetic(string shapeName)
    {
        LaneShape shape = LaneDispatch.Supported.Single(s => s.ToString() == shapeName);
        Check<uint>(shape);
        Check<ulong>(shape);
    }

    private static void Check<TWord>(LaneShape shape)
        where TWord : unmanaged, IBinaryInteger<TWord>
    {
        Random random = Seed.For($"{shape} {typeof(TWord).Name}");
        for (int round = 0; round < 8; round++)
        {
            Job<TWord> job = new() { Random = random, Shape = shape };
            LaneDispatch.Run<TWord, Job<TWord>>(shape, ref job);
            Assert.True(job.Operations > 20, $"{shape}: only {job.Operations} operations ran.");
        }
    }

    private struct Job<TWord> : ILaneJob<TWord>
        where TWord : unmanaged, IBinaryInteger<TWord>
    {
        public Random Random;
        public LaneShape Shape;
        public int Operations;

        public static int MostStreams => 8;

        private delegate void Operation<TLanes>(ref TLanes lanes);

        private delegate TWord Plain(TWord v, TWord x, TWord y, TWord z);

        public void Run<TLanes>()
            where TLanes : struct, ILanes<TLanes, TWord>
        {
            int count = TLanes.Count;
            TWord[] vs = Words(count), xs = Words(count), ys = Words(count), zs = Words(count);
            TLanes x = default, y = default, z = default;
            x.Read(xs);
            y.Read(ys);
            z.Read(zs);
            TWord word = Words(1)[0];
            TWord[] adjacent = Words(count);
            int operations = 0;
            LaneShape shape = Shape;

            Same("Read and Write", (ref TLanes _) => { }, (v, _, _, _) => v);
            Same("+=", (ref TLanes lanes) => lanes += x, (v, a, _, _) => v + a);
            Same("-=", (ref TLanes lanes) => lanes -= x, (v, a, _, _) => v - a);
            Same("^=", (ref TLanes lanes) => lanes ^= x, (v, a, _, _) => v ^ a);
            Same("RotateLeft", (ref TLanes lanes) => lanes.RotateLeft(7), (v, _, _, _) => TWord.RotateLeft(v, 7));
            Same("RotateRight", (ref TLanes lanes) => lanes.RotateRight(11), (v, _, _, _) => TWord.RotateRight(v, 11));
            Same("Broadcast", (ref TLanes lanes) => lanes.Broadcast(word), (_, _, _, _) => word);
            Same("BroadcastFrom", (ref TLanes lanes) => lanes.BroadcastFrom([default, word], 1), (_, _, _, _) => word);
            Same("Add", (ref TLanes lanes) => lanes.Add(x, word), (v, a, _, _) => v + a + word);
            Same("AddSum", (ref TLanes lanes) => lanes.AddSum(x, y), (v, a, b, _) => v + a + b);
            Same("AddWord", (ref TLanes lanes) => lanes.AddWord(word), (v, _, _, _) => v + word);
            Same("SubtractWord", (ref TLanes lanes) => lanes.SubtractWord(word), (v, _, _, _) => v - word);
            Same("Choose", (ref TLanes lanes) => lanes.Choose(x, y, z), (_, a, b, c) => (a & b) | (~a & c));
            Same("Majority", (ref TLanes lanes) => lanes.Majority(x, y, z), (_, a, b, c) => (a & b) | (a & c) | (b & c));
            Same("XorAndNot", (ref TLanes lanes) => lanes.XorAndNot(x, y, z), (_, a, b, c) => a ^ (~b & c));
            Same("Xor3", (ref TLanes lanes) => lanes.Xor3(x, y), (v, a, b, _) => v ^ a ^ b);
            Same("AddChoose", (ref TLanes lanes) => lanes.AddChoose(x, y, z), (v, a, b, c) => v + ((a & b) | (~a & c)));
            Same("AddChooseLate", (ref TLanes lanes) => lanes.AddChooseLate(x, y, z), (v, a, b, c) => v + ((a & b) | (~a & c)));
            Same("AddXor", (ref TLanes lanes) => lanes.AddXor(x, y, z), (v, a, b, c) => v + (a ^ b ^ c));
            Same("AddXorOrNot", (ref TLanes lanes) => lanes.AddXorOrNot(x, y, z), (v, a, b, c) => v + (b ^ (a | ~c)));
            Same("XorRotations", (ref TLanes lanes) => lanes.XorRotations(x, 3, 14, 27),
                (_, a, _, _) => TWord.RotateRight(a, 3) ^ TWord.RotateRight(a, 14) ^ TWord.RotateRight(a, 27));
            Same("XorRotationsAndShift", (ref TLanes lanes) => lanes.XorRotationsAndShift(x, 7, 18, 3),
                (_, a, _, _) => TWord.RotateRight(a, 7) ^ TWord.RotateRight(a, 18) ^ (a >>> 3));
            Same("XorRotatedByOne", (ref TLanes lanes) => lanes.XorRotatedByOne(x, y),
                (_, a, b, _) => a ^ TWord.RotateLeft(b, 1));
            Same("RotateLeftOfXor", (ref TLanes lanes) => lanes.RotateLeftOfXor(x, y, 21),
                (_, a, b, _) => TWord.RotateLeft(a ^ b, 21));
            Same("AddXorShifts", (ref TLanes lanes) => lanes.AddXorShifts(x, 6, 9, y),
                (v, a, b, _) => v + ((((a << 6) ^ (a >>> 9)) + a) ^ b));
            Same("SubtractXorShifts", (ref TLanes lanes) => lanes.SubtractXorShifts(x, 6, 9, y),
                (v, a, b, _) => v - ((((a << 6) ^ (a >>> 9)) + a) ^ b));
            SameInLane("AddXorShifts of a word", (ref TLanes lanes) => lanes.AddXorShifts(x, 4, 5, word, adjacent),
                (v, a, i) => v + ((((a << 4) ^ (a >>> 5)) + a) ^ (word + adjacent[i])));
            SameInLane("SubtractXorShifts of a word", (ref TLanes lanes) => lanes.SubtractXorShifts(x, 4, 5, word, adjacent),
                (v, a, i) => v - ((((a << 4) ^ (a >>> 5)) + a) ^ (word + adjacent[i])));
            SameInLane("CountFrom", (ref TLanes lanes) => lanes.CountFrom(word), (_, _, i) => word + TWord.CreateChecked(i));
            Same("SwapBytes", (ref TLanes lanes) => lanes.SwapBytes(), (v, _, _, _) =>
            {
                Span<byte> bytes = MemoryMarshal.AsBytes(new Span<TWord>(ref v));
                bytes.Reverse();
                return v;
            });
            Operations = operations;

            void Same(string name, Operation<TLanes> operation, Plain plain) =>
                SameInLane(name, operation, (v, a, i) => plain(v, a, ys[i], zs[i]));

            void SameInLane(string name, Operation<TLanes> operation, Func<TWord, TWord, int, TWord> plain)
            {
                TLanes lanes = default;
                lanes.Read(vs);
                operation(ref lanes);
                TWord[] actual = new TWord[count];
                lanes.Write(actual);
                for (int i = 0; i < count; i++)
                {
                    TWord expected = plain(vs[i], xs[i], i);
                    Assert.True(expected == actual[i],
                        $"{name} of {typeof(TWord).Name} at {shape}, lane {i}: {actual[i]:x} and not {expected:x}{Seed.Replay}");
                }

                operations++;
            }
        }

        private readonly TWord[] Words(int count)
        {
            TWord[] words = new TWord[count];
            Random.NextBytes(MemoryMarshal.AsBytes(words.AsSpan()));
            return words;
        }
    }
}
