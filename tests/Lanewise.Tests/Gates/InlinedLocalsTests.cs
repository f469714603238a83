using System.Globalization;
using System.Reflection;
using System.Text;
using Lanewise.Blake2Family;
using Lanewise.MerkleDamgard;
using Lanewise.Sha2Family;
using Lanewise.Simd;
using Xunit;

namespace Lanewise.Tests;

/// <summary> Checks the kernels for all vector widths and numbers of streams, even for those that this machine cannot run. For
/// every width and number of streams in the CPU profiles, the IL of every kernel must stay within the JIT's limits
/// (<see cref="InlinedLocals"/>). </summary>
public sealed class InlinedLocalsTests
{
    // The JIT stops inlining at 1,024 locals. For kernels near the limit, this class's estimate is 0.75 to 1.0 times the JIT's
    // own count, which was measured with DOTNET_JitMaxLocalsToTrack. At 512 bits, kernels with 900 to 947 locals were not
    // completely inlined. The current kernels have at most 775 locals.
    private const int Most = 820;

    [Fact]
    public void NoKernelExceedsTheLimitOfLocalsAtAnyShape()
    {
        StringBuilder report = new();
        report.AppendLine("Locals of kernels with all that they inline, counted from IL; the JIT's limit is 1,024.");
        int worst = 0;
        foreach (MethodInfo kernel in Kernels())
        {
            int locals = InlinedLocals.Count(kernel);
            report.AppendLine(CultureInfo.InvariantCulture,
                $"{locals,6}  {CodegenTests.Short(kernel.DeclaringType!.ToString())}:{kernel.Name}");
            worst = Math.Max(worst, locals);
        }

        File.WriteAllText(Path.Combine(Repository.Reports, "locals.txt"), report.ToString());
        Assert.True(worst < Most, report.ToString());
    }

    private static IEnumerable<MethodInfo> Kernels()
    {
        Type[] types = typeof(LanewiseHash).Assembly.GetTypes();
        PropertyInfo[] tables =
            [.. typeof(CpuProfile).GetProperties().Where(property => property.PropertyType == typeof(LaneTable))];
        foreach (Type kernel in types.Where(type => type.Name.Contains("Kernel`", StringComparison.Ordinal)
            && CodegenTests.HasKernels(type)))
        {
            // Finds the table with the numbers of streams by the algorithm's name, for example Blake2Streams for Blake2Kernel.
            // Flat kernels have one lane.
            PropertyInfo? table = tables.Where(Serves).MaxBy(property => property.Name.Length);
            Type[] parameters = kernel.GetGenericArguments();
            foreach (Type word in (Type[])[typeof(uint), typeof(ulong)])
            {
                foreach (LaneShape shape in Shapes(table, kernel.Name.Contains("Flat", StringComparison.Ordinal)))
                {
                    IEnumerable<Type[]> sets = [[]];
                    foreach (Type parameter in parameters)
                    {
                        Type[] choices = Arguments(parameter, word, shape, types);
                        sets = sets.SelectMany(set => choices.Select(type => (Type[])[.. set, type])).ToList();
                    }

                    foreach (MethodInfo method in sets.SelectMany(set => Methods(kernel, set))) yield return method;
                }
            }

            bool Serves(PropertyInfo property) =>
                kernel.Name.StartsWith(property.Name.Replace("Streams", "", StringComparison.Ordinal), StringComparison.Ordinal);
        }
    }

    private static IEnumerable<LaneShape> Shapes(PropertyInfo? table, bool isFlat)
    {
        foreach (int bits in LaneDispatch.Widths)
        {
            int most = table is null ? 1 : CpuProfile.All.Max(profile => ((LaneTable)table.GetValue(profile)!).At(bits).Streams);
            for (int streams = 1; streams <= most && !(isFlat && bits + streams > 1); streams *= 2)
            {
                yield return new LaneShape(bits, streams);
            }
        }
    }

    // A type parameter can be the word type, the lane type, or a structure that meets its constraints.
    private static Type[] Arguments(Type parameter, Type word, LaneShape shape, Type[] types)
    {
        Type? asked = parameter.GetGenericParameterConstraints().FirstOrDefault(c => c.IsInterface);
        if (asked is null) return [word];
        if (asked.IsGenericType && asked.GetGenericTypeDefinition() == typeof(ILanes<,>))
        {
            return [KernelCompiler.LanesType(word, shape)];
        }

        string name = asked.Name;
        Type[] found = [.. types.Where(type => type.IsValueType && type.GetInterfaces().Any(i => i.Name == name))];
        return [.. found.Where(type => !type.IsGenericType), .. name == typeof(IBlockRounds<>).Name ? Sha2(word) : []];
    }

    private static Type[] Sha2(Type word) => word == typeof(uint)
        ? [typeof(Sha2Rounds<uint, Sha2Constants32>), typeof(Sha2Rounds<uint, Sha256PaddingConstants>)]
        : [typeof(Sha2Rounds<ulong, Sha2Constants64>)];

    private static MethodInfo[] Methods(Type kernel, Type[] arguments)
    {
        // Kernels with several streams are never unrolled (Blake2Kernel).
        if (arguments.Contains(typeof(UnrolledRounds)) && arguments.Any(typeof(IInterleaved).IsAssignableFrom)) return [];

        try
        {
            return kernel.MakeGenericType(arguments)
                .GetMethods(BindingFlags.Static | BindingFlags.Public | BindingFlags.DeclaredOnly);
        }
        catch (ArgumentException)
        {
            // BLAKE2s does not work with 64-bit words.
            return [];
        }
    }
}
