using System.Collections.Concurrent;
using System.Linq.Expressions;
using System.Reflection;

namespace Lanewise.Fuzz;

/// <summary>
/// One call of a public <c>HashMany</c> method. The arguments depend on the types of its parameters. Messages, keys and digests
/// may overlap if the case allows it.
/// </summary>
internal sealed class ManyCall(HashCase c)
{
    private static readonly ConcurrentDictionary<MethodInfo, Action<ManyCall>?> Compiled = [];

    public Memory<byte> Source { get; init; }

    public ReadOnlyMemory<byte>[]? Scattered { get; init; }

    public ReadOnlyMemory<byte> TheseKeys { get; init; }

    public Memory<byte> Destination { get; init; }

    public ParallelOptions Options { get; init; } = new();

    // Reflection finds the following properties by name and passes their values as arguments.
#pragma warning disable IDE0051
    private Messages Spans => Scattered is not null ? Scattered
        : c.AreEqual ? Messages.Packed(Source.Span, c.Lengths[0])
        : Messages.Packed(Source.Span, c.Lengths);

    private MemoryMessages Memories => Scattered is not null ? Scattered
        : c.AreEqual ? MemoryMessages.Packed(Source, c.Lengths[0])
        : MemoryMessages.Packed(Source, c.Lengths);

    private ReadOnlySpan<byte> SourceSpan => Source.Span;

    private Span<byte> Digests => Destination.Span;

    private HashKeys Keys => c.KeysOf(TheseKeys.Span);

    private MemoryKeys MemoryKeys => c.MemoryKeysOf(TheseKeys);

    private ReadOnlySpan<int> Lengths => c.Lengths;

    private int Length => c.Lengths[0];

    private int HashBytes => c.HashBytes;

    private byte[] Key => TheseKeys.ToArray();

    private IEnumerable<ReadOnlyMemory<byte>> MemoryList => Scattered?.ToList() ?? [.. c.Cut(Source)];

    private IEnumerable<byte[]> ArrayList => MemoryList.Select(message => message.ToArray());
#pragma warning restore IDE0051

    public static IReadOnlyList<MethodInfo> All(Type type) =>
        [.. type.GetMethods(BindingFlags.Public | BindingFlags.Static | BindingFlags.FlattenHierarchy)
            .Where(method => method.Name == "HashMany")];

    /// <summary>Whether all parameters of the method are known.</summary>
    public static bool Knows(MethodInfo method) => Compiled.GetOrAdd(method, Compile) is not null;

    /// <summary>Whether the method supports this case.</summary>
    public bool Fits(MethodInfo method)
    {
        Type[] types = [.. method.GetParameters().Select(p => p.ParameterType)];
        bool takesKey = types.Contains(typeof(byte[])),
            takesKeys = takesKey || types.Contains(typeof(HashKeys)) || types.Contains(typeof(MemoryKeys)),
            takesSize = method.GetParameters().Any(p => p.Name == "hashSizeInBytes");
        if (!Knows(method) || c.IsKeyed != takesKeys || (!takesSize && c.HashBytes != c.Row.DefaultHashBytes)) return false;
        if (takesKey && (c.KeyBytes == 0 || c.AreKeysEach)) return false;

        bool isPacked = types[0] == typeof(ReadOnlySpan<byte>),
            isRagged = types is [_, var second, ..] && second == typeof(ReadOnlySpan<int>);
        return !isPacked || (Scattered is null && (c.AreEqual || isRagged));
    }

    public void Run(MethodInfo method) => Compiled[method]!(this);

    private static Action<ManyCall>? Compile(MethodInfo method)
    {
        ParameterExpression self = Expression.Parameter(typeof(ManyCall));
        Expression?[] arguments = [.. method.GetParameters().Select(p => Argument(p, self))];
        if (arguments.Contains(null)) return null;

        Expression call = Expression.Call(method, arguments!);
        if (call.Type == typeof(byte[][])) call = Expression.Call(self, nameof(Write), null, call);
        return Expression.Lambda<Action<ManyCall>>(call, self).Compile();
    }

    // Copies returned digests to the result buffer, to which other methods write directly.
    private void Write(byte[][] digests)
    {
        for (int i = 0; i < digests.Length; i++) digests[i].CopyTo(Destination.Slice(i * c.HashBytes, c.HashBytes));
    }

    private static Expression? Argument(ParameterInfo parameter, Expression self)
    {
        Type type = parameter.ParameterType;
        string? name = type == typeof(Messages) ? nameof(Spans)
            : type == typeof(MemoryMessages) ? nameof(Memories)
            : type == typeof(HashKeys) ? nameof(Keys)
            : type == typeof(MemoryKeys) ? nameof(MemoryKeys)
            : type == typeof(ParallelOptions) ? nameof(Options)
            : type == typeof(Memory<byte>) ? nameof(Destination)
            : type == typeof(Span<byte>) ? nameof(Digests)
            : type == typeof(ReadOnlySpan<int>) ? nameof(Lengths)
            : type == typeof(ReadOnlySpan<byte>) ? nameof(SourceSpan)
            : type == typeof(byte[]) ? nameof(Key)
            : type == typeof(IEnumerable<byte[]>) ? nameof(ArrayList)
            : type == typeof(IEnumerable<ReadOnlyMemory<byte>>) ? nameof(MemoryList)
            : type != typeof(int) ? null
            : parameter.Name == "messageLength" ? nameof(Length) : nameof(HashBytes);
        if (name is not null) return Expression.Property(self, name);

        return parameter.Name == "parameters" ? Expression.Constant(Activator.CreateInstance(type), type) : null;
    }
}
