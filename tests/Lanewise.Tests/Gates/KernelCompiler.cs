using System.Diagnostics.Tracing;
using System.Reflection.Emit;
using System.Runtime.CompilerServices;
using System.Text.Json;
using Lanewise.Api;
using Lanewise.Ciphers;
using Lanewise.Incremental;
using Lanewise.Sha2Family;
using Lanewise.Simd;
using Lanewise.ThreefishFamily;

namespace Lanewise.Tests;

/// <summary>A kernel, as compiled by the JIT in a fresh process.</summary>
/// <param name="Type">The kernel with its type arguments, and the name of its method if that is not <c>Run</c>.</param>
/// <param name="TimesCompiled">
/// The number of times that the kernel was compiled. If the number is not 1, the other values are meaningless.
/// </param>
/// <param name="Tier">The tier: 2 means optimized code, and 1 means the JIT's fallback for methods that are too large.</param>
/// <param name="CodeBytes">The length of the machine code.</param>
/// <param name="Inlined">The calls that the JIT inlined.</param>
/// <param name="Refused">The calls that the JIT did not inline, each with the JIT's reason.</param>
internal sealed record CompiledKernel(string Type, int TimesCompiled, int Tier, int CodeBytes, int Inlined, List<string> Refused);

/// <summary>The observations of the child process of <see cref="CodegenTests"/>.</summary>
/// <param name="Complete">Whether the last event of the run has arrived. If true, all earlier events have arrived, too.</param>
/// <param name="Kernels">All kernels that were compiled.</param>
/// <param name="Expected">For each row and shape, the lane type whose kernel must be in the list.</param>
internal sealed record CompilerReport(bool Complete, List<CompiledKernel> Kernels, List<string[]> Expected);

/// <summary>
/// The child process of <see cref="CodegenTests"/>, which runs every kernel of every row with every supported shape for the
/// first time, and records what the JIT does.
/// </summary>
internal static class KernelCompiler
{
    public const string Argument = "--compile-kernels";

    private static readonly TimeSpan Hang = TimeSpan.FromMinutes(2);

    public static int Run(string reportFile)
    {
        // The listener must exist before the first kernel runs. Otherwise, events would be lost.
        using JitListener listener = new();
        List<string[]> expected = [];
        bool complete = true;
        foreach (HashRow row in Catalog.Hashes)
        {
            // If a kernel has a rolled and an unrolled form, both forms run, so that the JIT compiles both.
            foreach (long rolled in new[] { long.MaxValue, 0 })
            {
                ColdStart.Bytes = rolled;
                foreach (LaneShape shape in row.Shapes)
                {
                    int count = 2 * shape.Lanes(row.WordBits), length = 3 * row.BlockBytes;
                    row.HashMany(Messages.Packed(new byte[count * length], length), default,
                        new byte[count * row.DefaultHashBytes], row.DefaultHashBytes, shape);
                    // Outputs longer than the default may have a separate kernel.
                    int wide = Math.Min(2 * row.DefaultHashBytes, row.MaxHashBytes);
                    if (wide > row.DefaultHashBytes)
                    {
                        row.HashMany(Messages.Packed(new byte[count * length], length), default, new byte[count * wide],
                            wide, shape);
                    }
                    // Long MD5 messages use a separate kernel.
                    row.HashMany(Messages.Packed(new byte[count * length], length), default,
                        new byte[count * row.DefaultHashBytes], row.DefaultHashBytes, shape with { StageAbove = 0 });
                    if (rolled > 0) expected.Add([row.Name, shape.ToString(), LanesName(row.WordBits, shape)]);
                }

                row.Hash(default, new byte[3 * row.BlockBytes], new byte[row.DefaultHashBytes]);
            }

            foreach (SingleKernel kernel in row.SingleKernels)
            {
                kernel.Hash(new byte[3 * row.BlockBytes], new byte[row.DefaultHashBytes]);
            }

            // On a busy machine, the runtime would drop events if too many were waiting.
            complete &= JitListener.WaitForEvents(Hang);
        }

        CompilePairs();
        Compile<Threefish256Spec>(expected);
        Compile<Threefish512Spec>(expected);
        Compile<Threefish1024Spec>(expected);
        // The compression function with a variable number of rounds has a separate entry point.
        Hazmat.Blake2Compression.CompressB(12, new ulong[8], new ulong[16], 0, 0, isLastBlock: false);
        Hazmat.Blake2Compression.CompressS(10, new uint[8], new uint[16], 0, 0, isLastBlock: false);
        complete &= JitListener.WaitForEvents(Hang);
        File.WriteAllText(reportFile, JsonSerializer.Serialize(new CompilerReport(complete, JitListener.Kernels(), expected)));
        return 0;
    }

    /// <summary>Hashes pairs of nodes with SHA-256. Their padding has a separate kernel.</summary>
    private static void CompilePairs()
    {
        foreach (LaneShape shape in LaneDispatch.Supported.Where(shape => shape.Streams == 1))
        {
            int count = 4 * shape.Lanes(32);
            Sha256Pairs.Hash(new byte[count * 64], new byte[count * 32], shape);
        }
    }

    // Runs the block loop of every mode of a Threefish variant, because each mode has a separate kernel.
    private static void Compile<TSpec>(List<string[]> expected)
        where TSpec : struct, IThreefishSpec
    {
        foreach (LaneShape shape in TSpec.Table.Shapes)
        {
            int blocks = (2 * shape.Lanes(64)) + 1, bytes = 8 * TSpec.Words;
            byte[] text = new byte[blocks * bytes], counter = new byte[bytes], keys = new byte[text.Length];
            ulong[] key = new ulong[TSpec.Words];
            int[] packets = [.. Enumerable.Range(0, blocks), .. new int[PacketRun.SpareOffsets]];
            ThreefishRun<TSpec>.Blocks(true, key, default, text, text, shape);
            ThreefishRun<TSpec>.Blocks(false, key, default, text, text, shape);
            // Each block of a sector has a separate tweak.
            ThreefishRun<TSpec>.Blocks(true, key, default, text, text, shape, perSector: blocks);
            ThreefishRun<TSpec>.Blocks(false, key, default, text, text, shape, perSector: blocks);
            ThreefishRun<TSpec>.Count(key, default, counter, text, text, shape);
            BlockRun.Run<ulong, ThreefishOwnBlocks<TSpec>>(new(true, default, keys, default, packets), text, text, shape);
            expected.Add([TSpec.Name, shape.ToString(), LanesName(64, shape)]);
        }
    }

    private static string LanesName(int wordBits, LaneShape shape) =>
        LanesType(wordBits == 64 ? typeof(ulong) : typeof(uint), shape).ToString();

    /// <summary>Returns the lane type for a vector width and a number of streams, even if this machine does not support the
    /// width.</summary>
    public static Type LanesType(Type word, LaneShape shape) => word == typeof(ulong)
        ? LanesType<ulong>(shape)
        : LanesType<uint>(shape);

    private static Type LanesType<TWord>(LaneShape shape)
        where TWord : unmanaged
    {
        TypeJob<TWord> job = default;
        LaneDispatch.Run<TWord, TypeJob<TWord>>(shape, ref job);
        return job.Type;
    }

    private struct TypeJob<TWord> : ILaneJob<TWord>
        where TWord : unmanaged
    {
        public Type Type;

        public static int MostStreams => 8;

        public void Run<TLanes>()
            where TLanes : struct, ILanes<TLanes, TWord> => Type = typeof(TLanes);
    }

    /// <summary>Collects the JIT's events about kernels (docs/kernels.md, "What checks the machine code").</summary>
    private sealed class JitListener : EventListener
    {
        // The field is static, because events arrive while the base constructor runs.
        private static readonly Lock Gate = new();
        private static readonly Dictionary<string, Entry> Entries = [];
        private static readonly ManualResetEventSlim SentinelLoaded = new();
        private static string sentinel = "";
        private static int sentinels;

        /// <summary>Waits until the events of all methods that were compiled so far have arrived.</summary>
        public static bool WaitForEvents(TimeSpan timeout)
        {
            SentinelLoaded.Reset();
            sentinel = $"Sentinel{++sentinels}";
            // This method is compiled last on the same thread, so its event arrives after those of the kernels.
            DynamicMethod method = new(sentinel, null, null);
            method.GetILGenerator().Emit(OpCodes.Ret);
            method.CreateDelegate<Action>()();
            return SentinelLoaded.Wait(timeout);
        }

        public static List<CompiledKernel> Kernels()
        {
            lock (Gate)
            {
                return [.. Entries.OrderBy(e => e.Key, StringComparer.Ordinal).Select(e =>
                    new CompiledKernel(e.Key, e.Value.Compiled, e.Value.Tier, e.Value.Size, e.Value.Inlined, e.Value.Refused))];
            }
        }

        protected override void OnEventSourceCreated(EventSource eventSource)
        {
            // The keyword 0x1000 (JitTracing) reports inlining, and 0x10 (Jit) reports compiled methods.
            if (eventSource.Name == "Microsoft-Windows-DotNETRuntime")
            {
                EnableEvents(eventSource, EventLevel.Verbose, (EventKeywords)(0x1000 | 0x10));
            }
        }

        protected override void OnEventWritten(EventWrittenEventArgs eventData)
        {
            string? name = eventData.EventName;
            if (name is null) return;

            if (name.StartsWith("MethodJitInlining", StringComparison.Ordinal))
            {
                string type = Text(eventData, "MethodBeingCompiledNamespace"),
                    method = Text(eventData, "MethodBeingCompiledName");
                if (!IsKernel(type, method)) return;

                lock (Gate)
                {
                    Entry entry = Find(method == "Run" ? type : $"{type}:{method}");
                    if (name.StartsWith("MethodJitInliningSucceeded", StringComparison.Ordinal)) entry.Inlined++;
                    else entry.Refused.Add(
                        $"{Text(eventData, "InlineeNamespace")}.{Text(eventData, "InlineeName")}: {Text(eventData, "FailReason")}");
                }
            }
            else if (name.StartsWith("MethodLoadVerbose", StringComparison.Ordinal))
            {
                string type = Text(eventData, "MethodNamespace"), method = Text(eventData, "MethodName");
                if (method == sentinel) SentinelLoaded.Set();
                if (!IsKernel(type, method)) return;

                lock (Gate)
                {
                    Entry entry = Find(method == "Run" ? type : $"{type}:{method}");
                    entry.Compiled++;
                    entry.Tier = (int)((Number(eventData, "MethodFlags") >> 7) & 7);
                    entry.Size = (int)Number(eventData, "MethodSize");
                }
            }
        }

        private static bool IsKernel(string type, string method) =>
            CodegenTests.IsKernel(type, method) && type.StartsWith("Lanewise.", StringComparison.Ordinal)
                && type.Contains("Kernel`", StringComparison.Ordinal);

        private static Entry Find(string type)
        {
            if (!Entries.TryGetValue(type, out Entry? entry)) Entries[type] = entry = new Entry();
            return entry;
        }

        private static string Text(EventWrittenEventArgs e, string field) => Payload(e, field)?.ToString() ?? "";

        private static uint Number(EventWrittenEventArgs e, string field) =>
            Convert.ToUInt32(Payload(e, field), System.Globalization.CultureInfo.InvariantCulture);

        private static object? Payload(EventWrittenEventArgs e, string field)
        {
            int i = e.PayloadNames?.IndexOf(field) ?? -1;
            return i < 0 ? null : e.Payload![i];
        }

        private sealed class Entry
        {
            public int Compiled { get; set; }

            public int Tier { get; set; }

            public int Size { get; set; }

            public int Inlined { get; set; }

            public List<string> Refused { get; } = [];
        }
    }
}
