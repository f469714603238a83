using System.Collections.Concurrent;
using System.Linq.Expressions;
using System.Reflection;
using Lanewise.Api;
using Xunit;

namespace Lanewise.Tests;

internal delegate void SpansForm(Messages messages, Span<byte> digests, HashKeys keys);

internal delegate void CoresForm(MemoryMessages messages, Memory<byte> digests, ParallelOptions options, MemoryKeys keys);

internal delegate void EqualForm(ReadOnlySpan<byte> source, int messageLength, Span<byte> digests);

internal delegate void RaggedForm(ReadOnlySpan<byte> source, ReadOnlySpan<int> messageLengths, Span<byte> digests);

internal delegate byte[][] ArraysForm(byte[] key, IEnumerable<byte[]> messages);

internal delegate byte[][] MemoriesForm(byte[] key, IEnumerable<ReadOnlyMemory<byte>> messages);

/// <summary> The public <c>HashMany</c> methods of an algorithm for one digest length and one kind of key, and the plain
/// reference for a single message. Reflection finds the methods of every algorithm in the catalogue. </summary>
internal sealed class ManyForms
{
    private const int Most = 5000;

    private static readonly ConcurrentDictionary<MethodInfo, bool> called = [];

    private readonly SpansForm spans;
    private readonly CoresForm? cores;
    private readonly EqualForm? equal;
    private readonly RaggedForm? ragged;
    private readonly ArraysForm? arrays;
    private readonly MemoriesForm? memories;
    private readonly PlainReference reference;
    private readonly byte[] keys;

    private ManyForms(
        HashRow row, string what, int hashBytes, int keyBytes, bool keysEach, bool withParameters, bool isSized)
    {
        Name = row.Title + what;
        BlockBytes = row.BlockBytes;
        HashBytes = hashBytes;
        KeyBytes = keyBytes;
        AreKeysEach = keysEach;
        keys = Pattern.Bytes(keyBytes * (keysEach ? Most : 1), 4);
        Methods methods = new(TypeOf(row, keyBytes > 0));
        int? size = isSized ? hashBytes : null;
        bool isKeyed = keyBytes > 0;
        spans = methods.Find<SpansForm>(size, withParameters)!;
        cores = methods.Find<CoresForm>(size, withParameters);
        if (!isKeyed) equal = methods.Find<EqualForm>(size, withParameters);
        if (!isKeyed) ragged = methods.Find<RaggedForm>(size, withParameters);
        if (!keysEach) arrays = methods.Find<ArraysForm>(size, withParameters);
        if (!keysEach) memories = methods.Find<MemoriesForm>(size, withParameters);
        Assert.True(spans is not null, $"{Name} has no overload with spans.");
        Assert.True(withParameters || cores is not null, $"{Name} has no overload for several cores.");
        Assert.True(
            withParameters || keysEach || (arrays is not null && memories is not null),
            $"{Name} has no overload that returns digests.");
        reference = withParameters ? ManyParameters.Reference(row, methods.ParametersType!) : PlainReferences.For(row);
    }

    /// <summary>
    /// Lists every hash and its MAC: with the default digest length and with another length; without a key, with one key, and
    /// with a key for each message; and with parameters.
    /// </summary>
    public static IReadOnlyList<ManyForms> All { get; } =
    [
        .. Catalog.Hashes.SelectMany(Forms),
        .. Catalog.Macs.SelectMany(Forms),
    ];

    /// <summary>The methods that tests have called.</summary>
    public static IEnumerable<MethodInfo> Called => called.Keys;

    public string Name { get; }

    public int BlockBytes { get; }

    public int HashBytes { get; }

    public int KeyBytes { get; }

    public bool AreKeysEach { get; }

    public bool HasParallel => cores is not null;

    /// <summary>Whether there are overloads that return one array per digest.</summary>
    public bool HasArrays => arrays is not null;

    /// <summary>Returns the public type of a hash, or of its MAC.</summary>
    public static Type TypeOf(HashRow row, bool isKeyed) =>
        isKeyed ? HashProof.PublicTypes(row)[^1] : HashProof.PublicType(row);

    public byte[] One(int message, ReadOnlyMemory<byte> source) =>
        reference(keys.AsSpan(AreKeysEach ? message * KeyBytes : 0, KeyBytes), source.Span, HashBytes);

    public byte[] Expected(ReadOnlyMemory<byte>[] messages) => [.. messages.SelectMany((m, i) => One(i, m))];

    public void Equal(byte[] source, int messageLength, Memory<byte> digests, ParallelOptions? options)
    {
        if (options is not null) Run(MemoryMessages.Packed(source, messageLength), digests, options);
        else if (equal is not null) equal(source, messageLength, digests.Span);
        else Run(Messages.Packed(source, messageLength), digests.Span);
    }

    public void Ragged(byte[] source, int[] messageLengths, Memory<byte> digests, ParallelOptions? options)
    {
        if (options is not null) Run(MemoryMessages.Packed(source, messageLengths), digests, options);
        else if (ragged is not null) ragged(source, messageLengths, digests.Span);
        else Run(Messages.Packed(source, messageLengths), digests.Span);
    }

    public void Scattered(ReadOnlyMemory<byte>[] sources, Memory<byte> digests, ParallelOptions? options)
    {
        if (options is not null) Run(sources, digests, options);
        else Run(sources, digests.Span);
    }

    /// <summary>Hashes arrays and returns one array per digest.</summary>
    public byte[][] Arrays(IEnumerable<byte[]> messages) => arrays!(keys, messages);

    public byte[][] Memories(IEnumerable<ReadOnlyMemory<byte>> messages) => memories!(keys, messages);

    public void Run(Messages messages, Span<byte> digests, ReadOnlySpan<byte> theseKeys) =>
        spans(messages, digests, AreKeysEach ? HashKeys.PerMessage(theseKeys, KeyBytes) : HashKeys.One(theseKeys));

    public void Run(MemoryMessages messages, Memory<byte> digests, ParallelOptions options, ReadOnlyMemory<byte> theseKeys) =>
        cores!(messages, digests, options, AreKeysEach ? MemoryKeys.PerMessage(theseKeys, KeyBytes) : MemoryKeys.One(theseKeys));

    private void Run(Messages messages, Span<byte> digests)
    {
        if (KeyBytes > 0) Run(messages, digests, keys.AsSpan(0, KeyBytes * (AreKeysEach ? digests.Length / HashBytes : 1)));
        else spans(messages, digests, default);
    }

    private void Run(MemoryMessages messages, Memory<byte> digests, ParallelOptions options)
    {
        if (KeyBytes > 0)
        {
            Run(messages, digests, options, keys.AsMemory(0, KeyBytes * (AreKeysEach ? digests.Length / HashBytes : 1)));
        }
        else cores!(messages, digests, options, default);
    }

    // Methods with a length parameter are called with every length. Other methods are called only with the default length.
    private static IEnumerable<ManyForms> Forms(HashRow row)
    {
        int key = Math.Clamp(21, Math.Max(1, row.MinKeyBytes), Math.Max(1, row.MaxKeyBytes)),
            keyEach = Math.Max(13, Math.Min(row.MinKeyBytes, 32)), usual = row.DefaultHashBytes;
        bool isFixed = row.Lengths == HashLengths.Fixed;
        int odd = row.Lengths == HashLengths.Bounded ? 17 : 150;
        if (!Catalog.Macs.Contains(row))
        {
            yield return new(row, "", usual, 0, false, false, false);
            if (!isFixed) yield return new(row, $", {odd} bytes", odd, 0, false, false, true);
            if (HasParameters(false)) yield return new(row, " with parameters", usual, 0, false, true, true);
        }

        if (row.MaxKeyBytes == 0) yield break;

        yield return new(row, " with a key", usual, key, false, false, false);
        if (!isFixed) yield return new(row, ", 20 bytes with a key", 20, key, false, false, true);
        yield return new(row, " with a key each", usual, keyEach, true, false, false);
        if (!isFixed) yield return new(row, $", {odd} bytes with a key each", odd, keyEach, true, false, true);
        if (HasParameters(true)) yield return new(row, " with a key and parameters", usual, key, false, true, true);

        bool HasParameters(bool isKeyed) => new Methods(TypeOf(row, isKeyed)).ParametersType is not null;
    }

    /// <summary>
    /// Finds the static <c>HashMany</c> methods of a type by reflection. If a method has an unknown parameter, the test fails,
    /// so that no method remains untested.
    /// </summary>
    private sealed class Methods
    {
        private readonly MethodInfo[] all;

        public Methods(Type type)
        {
            all = [.. type.GetMethods(BindingFlags.Public | BindingFlags.Static | BindingFlags.FlattenHierarchy)
                .Where(method => method.Name == "HashMany")];
            foreach (ParameterInfo parameter in all.SelectMany(method => method.GetParameters()))
            {
                if (Known(parameter)) continue;

                throw new InvalidOperationException($"{type.Name} has a form that nothing tests: {parameter.Member}.");
            }
        }

        /// <summary>
        /// The type that contains all parameters other than key and length, or null if the hash has no such parameters.
        /// </summary>
        public Type? ParametersType =>
            all.SelectMany(method => method.GetParameters()).FirstOrDefault(p => p.Name == "parameters")?.ParameterType;

        /// <summary>
        /// Finds the method whose first parameters match those of a delegate, and binds the other arguments: the digest length
        /// and the algorithm's parameters, if there are any. Returns null if there is no such method.
        /// </summary>
        public TForm? Find<TForm>(int? hashBytes, bool withParameters)
            where TForm : Delegate
        {
            ParameterExpression[] given =
                [.. typeof(TForm).GetMethod("Invoke")!.GetParameters().Select(p => Expression.Parameter(p.ParameterType))];
            MethodInfo[] found = [.. all.Where(Fits)];
            if (found.Length == 0) return null;

            MethodInfo method = found.Single();
            Action mark = () => called.TryAdd(method, true);
            Expression call = Expression.Call(method, method.GetParameters().Select(Argument));
            Expression body = Expression.Block(Expression.Invoke(Expression.Constant(mark)), call);
            return Expression.Lambda<TForm>(body, given).Compile();

            bool Fits(MethodInfo method)
            {
                ParameterInfo[] parameters = method.GetParameters();
                // If a hash has no keyed mode, its methods have no parameter for keys.
                bool takesKeys = parameters.Any(p => AreKeys(p.ParameterType));
                Type[] wanted = [.. given.Select(g => g.Type).Where(t => !AreKeys(t) || takesKeys)];
                return method.ReturnType == typeof(TForm).GetMethod("Invoke")!.ReturnType
                    && parameters.Where(p => !IsExtra(p)).Select(p => p.ParameterType).SequenceEqual(wanted)
                    && parameters.Any(p => p.Name == "hashSizeInBytes") == hashBytes.HasValue
                    && parameters.Any(p => p.Name == "parameters") == withParameters;
            }

            Expression Argument(ParameterInfo parameter) => parameter.Name switch
            {
                "hashSizeInBytes" => Expression.Constant(hashBytes!.Value),
                "parameters" => Expression.Constant(ManyParameters.Value(parameter.ParameterType)),
                _ => given.Single(g => g.Type == parameter.ParameterType),
            };
        }

        private static bool AreKeys(Type type) =>
            type == typeof(HashKeys) || type == typeof(MemoryKeys) || type == typeof(byte[]);

        private static bool IsExtra(ParameterInfo parameter) => parameter.Name is "hashSizeInBytes" or "parameters";

        private static bool Known(ParameterInfo parameter) =>
            (parameter.Name == "parameters" ? ManyParameters.Types : Kinds).Contains(parameter.ParameterType);

        private static readonly Type[] Kinds =
        [
            typeof(ReadOnlySpan<byte>), typeof(ReadOnlySpan<int>), typeof(int), typeof(Span<byte>), typeof(Messages),
            typeof(HashKeys), typeof(MemoryMessages), typeof(Memory<byte>), typeof(ParallelOptions), typeof(MemoryKeys),
            typeof(byte[]),
            typeof(IEnumerable<byte[]>), typeof(IEnumerable<ReadOnlyMemory<byte>>),
        ];
    }
}
