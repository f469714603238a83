using System.Reflection;
using Lanewise.Hashing;

namespace Lanewise.Benchmarks;

/// <summary>
/// The public static methods of an algorithm, found by the catalogue's name: what is timed is what a user calls, and a new
/// algorithm needs no line here.
/// </summary>
internal sealed class PublicFace
{
    private readonly HashRow row;

    public PublicFace(HashRow row)
    {
        this.row = row;
        string name = row.Name.Replace("-", "", StringComparison.Ordinal);
        Type type = typeof(Catalog).Assembly.GetExportedTypes().SingleOrDefault(t => t.Name.Equals(name, StringComparison.OrdinalIgnoreCase))
            ?? throw new InvalidOperationException($"The catalogue lists {row.Name}, but the library has no public type named so.");

        Hash = Bind<One>(type, "HashData") ?? Counted(Bind<OneCounted>(type, "HashData")) ?? throw Missing(type, "HashData");

        Equal = Bind<ManyEqual>(type, "HashMany") ?? Sized(Bind<ManyEqualSized>(type, "HashMany")) ?? throw Missing(type, "HashMany");
        Ragged = Bind<ManyRagged>(type, "HashMany") ?? Sized(Bind<ManyRaggedSized>(type, "HashMany")) ?? throw Missing(type, "HashMany");
        Scattered = Bind<ManyScattered>(type, "HashMany")
            ?? Sized(Bind<ManyScatteredSized>(type, "HashMany"))
            ?? With(Bind<ManyScatteredWith<Blake2Parameters>>(type, "HashMany"))
            ?? With(Bind<ManyScatteredWith<SkeinParameters>>(type, "HashMany"))
            ?? throw Missing(type, "HashMany");
        OverCores = Bind<ManyOverCores>(type, "HashMany") ?? Sized(Bind<ManyOverCoresSized>(type, "HashMany")) ?? throw Missing(type, "HashMany");
    }

    internal delegate void One(ReadOnlySpan<byte> source, Span<byte> destination);

    internal delegate void ManyEqual(ReadOnlySpan<byte> source, int messageLength, Span<byte> destination);

    internal delegate void ManyRagged(ReadOnlySpan<byte> source, ReadOnlySpan<int> messageLengths, Span<byte> destination);

    internal delegate void ManyScattered(Messages messages, Span<byte> destination);

    internal delegate void ManyOverCores(MemoryMessages messages, Memory<byte> destination, ParallelOptions options);

    private delegate int OneCounted(ReadOnlySpan<byte> source, Span<byte> destination);

    private delegate void ManyEqualSized(ReadOnlySpan<byte> source, int messageLength, Span<byte> destination, int hashBytes);

    private delegate void ManyRaggedSized(ReadOnlySpan<byte> source, ReadOnlySpan<int> messageLengths, Span<byte> destination, int hashBytes);

    private delegate void ManyScatteredSized(Messages messages, Span<byte> destination, int hashBytes, Keys keys);

    private delegate void ManyScatteredWith<TParameters>(
        Messages messages, Span<byte> destination, int hashBytes, Keys keys, TParameters? parameters);

    private delegate void ManyOverCoresSized(
        MemoryMessages messages, Memory<byte> destination, ParallelOptions options, int hashBytes, MemoryKeys keys);

    public One Hash { get; }

    public ManyEqual Equal { get; }

    public ManyRagged Ragged { get; }

    public ManyScattered Scattered { get; }

    public ManyOverCores OverCores { get; }

    private static TDelegate? Bind<TDelegate>(Type type, string method)
        where TDelegate : Delegate
    {
        MethodInfo shape = typeof(TDelegate).GetMethod("Invoke")!;
        MethodInfo? found = type.GetMethod(method, BindingFlags.Public | BindingFlags.Static, [.. shape.GetParameters().Select(p => p.ParameterType)]);
        return found is null || found.ReturnType != shape.ReturnType ? null : found.CreateDelegate<TDelegate>();
    }

    private static One? Counted(OneCounted? hash) => hash is null ? null : (source, destination) => hash(source, destination);

    private ManyEqual? Sized(ManyEqualSized? many) => many is null ? null : (source, length, destination) => many(source, length, destination, row.DefaultHashBytes);

    private ManyRagged? Sized(ManyRaggedSized? many) => many is null ? null : (source, lengths, destination) => many(source, lengths, destination, row.DefaultHashBytes);

    private ManyScattered? Sized(ManyScatteredSized? many) =>
        many is null ? null : (messages, destination) => many(messages, destination, row.DefaultHashBytes, default);

    private ManyScattered? With<TParameters>(ManyScatteredWith<TParameters>? many)
        where TParameters : class =>
        many is null ? null : (messages, destination) => many(messages, destination, row.DefaultHashBytes, default, null);

    private ManyOverCores? Sized(ManyOverCoresSized? many) =>
        many is null ? null : (messages, destination, options) => many(messages, destination, options, row.DefaultHashBytes, default);

    private static InvalidOperationException Missing(Type type, string method) =>
        new($"{type.Name} has no {method} of the shape that the other algorithms have; the comparison needs it.");
}
